//! The file format of a source map in a drum image: the version (1 byte), and then the fields of [`SourceMap`]
//! in the wire format of postcard. postcard does not notice if the fields change, so a change of the fields
//! must raise [`VERSION`].

use super::{CodeBlock, CodeVariable, Home, SourceMap, SourcePlace, VariableKind};
use crate::{DRUM_TRACKS, FERRITE_CELLS, TRACK_CELLS};
use std::fmt;

const VERSION: u8 = 3;
/// The levels of bodies and variables must be below this number. The compiler uses at most 16 levels.
const LEVELS: usize = 64;
/// A map has at most this many texts. The limit saves time: gier searches several folders for each text.
const TEXTS: usize = 1000;
/// An array has at most this many dimensions.
const DIMENSIONS: usize = 80;

/// The reason why bytes cannot be read as a source map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadMap {
    /// The map has another version. A drum image with such a map must be made again from its text.
    Version(u8),
    /// The bytes end too early, go on too long or contain impossible values.
    Contents,
}

impl fmt::Display for BadMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadMap::Version(version) => write!(
                f,
                "its source map has format {version}, and this program reads format {VERSION}; translate its text again"
            ),
            BadMap::Contents => write!(f, "its source map is damaged"),
        }
    }
}

impl std::error::Error for BadMap {}

impl SourceMap {
    /// Encodes the map as bytes, in the format that is stored in a drum image.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_extend(self, vec![VERSION]).expect("all fields of a map have a form in the file")
    }

    /// Decodes the bytes of a map.
    ///
    /// # Errors
    /// Returns [`BadMap`] if the bytes are damaged or have another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<SourceMap, BadMap> {
        let (&version, rest) = bytes.split_first().ok_or(BadMap::Contents)?;
        if version != VERSION {
            return Err(BadMap::Version(version));
        }
        let (mut map, rest): (SourceMap, &[u8]) =
            postcard::take_from_bytes(rest).map_err(|_| BadMap::Contents)?;
        let without_blanks = |name: &str| name.split_whitespace().collect();
        map.bodies.iter_mut().for_each(|body| body.name = without_blanks(&body.written));
        let variables = map.blocks.iter_mut().flat_map(|block| &mut block.variables);
        variables.for_each(|variable| variable.name = without_blanks(&variable.written));
        if rest.is_empty() && map.is_whole() { Ok(map) } else { Err(BadMap::Contents) }
    }

    /// Whether all indices and homes refer to things that exist, the rows are sorted, and no limit is
    /// exceeded.
    fn is_whole(&self) -> bool {
        let text = |place: &SourcePlace| place.text < self.texts.len();
        let homes = self.code.iter().map(|row| row.home).chain(self.bodies.iter().map(|body| body.entry));
        let mut homes = homes.chain(self.names.iter().map(|(_, home)| *home));
        let there = |home| match home {
            Home::Core(_) => true,
            Home::Drum(track, cell) => track.index() < DRUM_TRACKS && usize::from(cell) < TRACK_CELLS,
        };
        self.texts.len() <= TEXTS
            && homes.all(there)
            && self.bodies.iter().all(|body| text(&body.place) && body.level < LEVELS)
            && self.blocks.iter().flat_map(|block| &block.variables).all(is_whole_variable)
            && self.has_whole_blocks()
            && self.code.iter().all(|row| {
                row.place.as_ref().is_none_or(text)
                    && row.block.is_none_or(|block| block < self.blocks.len())
                    && row.body.is_none_or(|body| body < self.bodies.len())
            })
            && self.code.is_sorted_by_key(|row| (row.home, row.half))
    }

    /// Whether each block comes after its enclosing block. (Following `outer` from block to block then ends.)
    /// Also checks that blocks are nested at most 1024 deep, and that each sees at most 1024 variables.
    fn has_whole_blocks(&self) -> bool {
        let mut seen: Vec<(usize, usize)> = Vec::with_capacity(self.blocks.len());
        self.blocks.iter().all(|CodeBlock { outer, variables }| {
            let around = outer.map_or(Some((0, 0)), |outer| seen.get(outer).copied());
            let Some((depth, visible)) = around else { return false };
            let (depth, visible) = (depth + 1, visible + variables.len());
            seen.push((depth, visible));
            depth <= FERRITE_CELLS && visible <= FERRITE_CELLS
        })
    }
}

/// Whether the level of the variable is possible, and an array of several dimensions has a lower bound for each.
fn is_whole_variable(variable: &CodeVariable) -> bool {
    let lows = match variable.kind {
        VariableKind::Array { dimensions, .. } if dimensions > DIMENSIONS => return false,
        VariableKind::Array { dimensions, .. } if dimensions > 1 => dimensions,
        _ => 0,
    };
    variable.level < LEVELS && variable.lows.len() == lows
}

#[cfg(test)]
mod tests;
