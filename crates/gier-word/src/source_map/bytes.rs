//! The file format of a source map in a drum image. Small numbers take few bytes, so a map is about as long
//! as the code it describes.
//!
//! This is version 2. A *number* is stored in groups of seven bits, the lowest group first. The highest bit
//! of a byte is set if another byte follows. A *difference* is stored as a number: twice its absolute value,
//! minus one if it is negative. A *text* is stored as its length in bytes, followed by its UTF-8. A *list* is
//! stored as its length, followed by its elements.
//!
//! ```text
//! version          1 byte
//! texts            list: name, CRC-32 of the text (4 bytes, big-endian)
//! bodies           list: kind (0 program, 1 procedure, 2 actual, 3 switch), name, place, level, home
//! blocks           list: index of the outer block + 1, or 0; list of variables: kind, type (for
//!                  an array, type + 3 × dimensions), name, level, offset as a difference; for an array of
//!                  several dimensions its lower bounds: each as a difference + 1, or 0 if not constant
//! names            list: text, home
//! alarms           list: text, address
//! code             list: a byte of flags, the cell; then a field for each set flag of 16, 32, 64 and 8
//!   1   a statement begins          16  another body: its index + 1
//!   2   the right half              32  another block: its index + 1
//!   4   another track or the store  64  another text: its index
//!   8   there is a place: its line and column, as differences from the previous place
//! ```
//!
//! A name is stored as its declaration writes it. Version 1 has no CRC-32 after a text's name, no blanks in
//! names, and no lower bounds.
//!
//! A place is stored as text, line and column. A home (permanent place of a cell) is stored as two numbers: 0
//! and the address, or track + 1 and the cell. In the code, a row stores the distance of its cell from the
//! cell of the previous row. If the track changes, the row stores track + 1 (or 0 for the store) and the
//! cell.

use super::{
    BodyKind, CodeBlock, CodeBody, CodeRow, CodeVariable, Home, MapText, SourceMap, SourcePlace, Type,
    VariableKind,
};
use crate::{Address, DRUM_TRACKS, FERRITE_CELLS, Half, TrackNo};
use std::fmt;

const VERSION: u8 = 2;
/// The version of the map format in which texts have no checksum.
const WITHOUT_SUMS: u8 = 1;

/// The levels of bodies and variables must be below this number. The compiler uses at most 16 levels.
const LEVELS: usize = 64;
/// A map has at most this many texts. The limit saves time: gier searches several folders for each text.
const TEXTS: usize = 1000;

const BEGINS: u8 = 1;
const RIGHT: u8 = 2;
const TRACK: u8 = 4;
const PLACE: u8 = 8;
const BODY: u8 = 16;
const BLOCK: u8 = 32;
const TEXT: u8 = 64;

/// The reason why bytes cannot be read as a source map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadMap {
    /// The format version is unknown. The drum can still be used without the map.
    Version(u8),
    /// The bytes end too early, go on too long or contain impossible values.
    Contents,
}

impl fmt::Display for BadMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadMap::Version(version) => {
                write!(
                    f,
                    "its source map has format {version}, and this program reads the formats {WITHOUT_SUMS} and {VERSION}"
                )
            }
            BadMap::Contents => write!(f, "its source map is damaged"),
        }
    }
}

impl std::error::Error for BadMap {}

impl SourceMap {
    /// Encodes the map as bytes, in the format that is stored in a drum image.
    pub fn to_bytes(&self) -> Vec<u8> {
        // A map of version 1 is written as version 1 again, because the checksums of its texts are unknown.
        let has_sums = self.texts.iter().all(|text| text.sum.is_some());
        let mut writer = Writer(vec![if has_sums { VERSION } else { WITHOUT_SUMS }]);
        writer.list(&self.texts, |writer, text| {
            writer.text(&text.name);
            writer.0.extend(text.sum.filter(|_| has_sums).into_iter().flat_map(u32::to_be_bytes));
        });
        writer.list(&self.bodies, Writer::body);
        writer.list(&self.blocks, |writer, block| writer.block(block, has_sums));
        writer.list(&self.names, |writer, (name, home)| {
            writer.text(name);
            writer.home(*home);
        });
        writer.list(&self.alarms, |writer, (word, cell)| {
            writer.text(word);
            writer.number(cell.index());
        });
        writer.number(self.code.len());
        let mut before = START;
        for row in &self.code {
            writer.row(&mut before, row);
        }
        writer.0
    }

    /// Decodes a map.
    ///
    /// Returns [`BadMap`] if the bytes are not a map, or if the map has an unknown version.
    pub fn from_bytes(bytes: &[u8]) -> Result<SourceMap, BadMap> {
        let (&version, rest) = bytes.split_first().ok_or(BadMap::Contents)?;
        if ![WITHOUT_SUMS, VERSION].contains(&version) {
            return Err(BadMap::Version(version));
        }
        let mut reader = Reader(rest);
        let map = reader.map(version == VERSION).ok_or(BadMap::Contents)?;
        if reader.0.is_empty() { Ok(map) } else { Err(BadMap::Contents) }
    }
}

/// Each row is stored as its differences from the previous row. The first row is stored as its differences
/// from this one.
const START: CodeRow = CodeRow {
    home: Home::Core(Address::new(0)),
    half: Half::Left,
    place: Some(SourcePlace { text: 0, line: 1, column: 1 }),
    begins: false,
    body: None,
    block: None,
};

/// The two numbers that encode a home: track + 1 and the cell, or 0 and the address.
fn numbers(home: Home) -> (usize, usize) {
    match home {
        Home::Core(address) => (0, address.index()),
        Home::Drum(track, cell) => (track.index() + 1, cell.into()),
    }
}

fn home(track: usize, cell: usize) -> Option<Home> {
    if track == 0 {
        return (cell < FERRITE_CELLS).then(|| Home::Core(cell.into()));
    }
    if track > DRUM_TRACKS { None } else { Home::on_track(TrackNo::from(track - 1), cell) }
}

struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, mut number: usize) {
        while number >= 128 {
            self.0.push(number as u8 | 128);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn difference(&mut self, difference: i64) {
        self.number(zigzag(difference));
    }

    fn text(&mut self, text: &str) {
        self.number(text.len());
        self.0.extend(text.as_bytes());
    }

    fn list<T>(&mut self, things: &[T], mut write: impl FnMut(&mut Writer, &T)) {
        self.number(things.len());
        things.iter().for_each(|thing| write(self, thing));
    }

    fn home(&mut self, home: Home) {
        let (track, cell) = numbers(home);
        self.number(track);
        self.number(cell);
    }

    fn body(&mut self, body: &CodeBody) {
        self.0.push(match body.kind {
            BodyKind::Program => 0,
            BodyKind::Procedure => 1,
            BodyKind::Actual => 2,
            BodyKind::Switch => 3,
        });
        self.text(&body.written);
        self.number(body.place.text);
        self.number(body.place.line as usize);
        self.number(body.place.column as usize);
        self.number(body.level);
        self.home(body.entry);
    }

    fn block(&mut self, block: &CodeBlock, has_lows: bool) {
        self.number(block.outer.map_or(0, |outer| outer + 1));
        self.list(&block.variables, |writer, variable| {
            let (kind, more) = kind_numbers(variable.kind);
            writer.0.extend([kind, more]);
            writer.text(&variable.written);
            writer.number(variable.level);
            writer.difference(variable.offset.into());
            for dimension in 0..lows(variable.kind).filter(|_| has_lows).unwrap_or(0) {
                let low = variable.lows.get(dimension).copied().flatten();
                writer.number(low.map_or(0, |low| zigzag(low) + 1));
            }
        });
    }

    fn row(&mut self, before: &mut CodeRow, row: &CodeRow) {
        let ((old_track, old_cell), (track, cell)) = (numbers(before.home), numbers(row.home));
        let old = before.place.expect("the place before is kept");
        let place = row.place.unwrap_or(old);
        let flag = |on: bool, flag: u8| if on { flag } else { 0 };
        let flags = flag(row.begins, BEGINS)
            | flag(row.half == Half::Right, RIGHT)
            | flag(track != old_track, TRACK)
            | flag(row.place.is_some(), PLACE)
            | flag(row.body != before.body, BODY)
            | flag(row.block != before.block, BLOCK)
            | flag(place.text != old.text, TEXT);
        self.0.push(flags);
        if flags & TRACK != 0 {
            self.number(track);
            self.number(cell);
        } else {
            self.number(cell - old_cell);
        }
        if flags & BODY != 0 {
            self.number(row.body.map_or(0, |body| body + 1));
        }
        if flags & BLOCK != 0 {
            self.number(row.block.map_or(0, |block| block + 1));
        }
        if flags & TEXT != 0 {
            self.number(place.text);
        }
        if flags & PLACE != 0 {
            self.difference(i64::from(place.line) - i64::from(old.line));
            self.difference(i64::from(place.column) - i64::from(old.column));
        }
        *before = CodeRow { place: Some(place), ..*row };
    }
}

/// Converts a signed difference to a number that is not negative. For example, 3 becomes 6, and -3 becomes 5.
const fn zigzag(difference: i64) -> usize {
    let twice = 2 * difference.unsigned_abs() as usize;
    if difference < 0 { twice - 1 } else { twice }
}

/// The inverse of [`zigzag`].
const fn unzigzag(number: usize) -> i64 {
    let half = (number / 2) as i64;
    if number.is_multiple_of(2) { half } else { -half - 1 }
}

/// How many lower bounds a map stores for such a variable: one for each dimension. `None` if there are none.
fn lows(kind: VariableKind) -> Option<usize> {
    match kind {
        VariableKind::Array { dimensions, .. } if dimensions > 1 => Some(dimensions),
        VariableKind::Array { .. } | VariableKind::ArrayName(_) => None,
        VariableKind::Simple(_) | VariableKind::Own(_) | VariableKind::Result(_) => None,
        VariableKind::Value(_) | VariableKind::Name(_) | VariableKind::ProcedureName(_) => None,
        VariableKind::LabelName | VariableKind::SwitchName | VariableKind::StringName => None,
    }
}

fn without_blanks(name: &str) -> String {
    name.split_whitespace().collect()
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    /// Reads a number. Returns `None` if the bytes end within it, or if it does not fit in 32 bits.
    fn number(&mut self) -> Option<usize> {
        let mut number = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return u32::try_from(number).ok().map(|number| number as usize);
            }
        }
        None
    }

    fn difference(&mut self) -> Option<i64> {
        Some(unzigzag(self.number()?))
    }

    fn moved(&mut self, from: u32) -> Option<u32> {
        u32::try_from(i64::from(from) + self.difference()?).ok()
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(text).ok().map(str::to_string)
    }

    fn sum(&mut self) -> Option<u32> {
        let (&bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_be_bytes(bytes))
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Reader<'a>) -> Option<T>) -> Option<Vec<T>> {
        let length = self.number()?;
        // Every element takes at least one byte, so a wrong length cannot allocate too much memory.
        (0..length.min(self.0.len() + 1))
            .map(|_| read(self))
            .collect::<Option<Vec<T>>>()
            .filter(|list| list.len() == length)
    }

    fn home(&mut self) -> Option<Home> {
        let (track, cell) = (self.number()?, self.number()?);
        home(track, cell)
    }

    fn place(&mut self) -> Option<SourcePlace> {
        let (text, line, column) = (self.number()?, self.number()?, self.number()?);
        Some(SourcePlace { text, line: line as u32, column: column as u32 })
    }

    /// Reads a number that is stored as number + 1. A stored 0 gives `Some(None)`. An error gives `None`.
    fn optional(&mut self) -> Option<Option<usize>> {
        self.number().map(|number| number.checked_sub(1))
    }

    fn map(&mut self, has_sums: bool) -> Option<SourceMap> {
        let texts = self.list(|reader| {
            let name = reader.text()?;
            let sum = if has_sums { Some(reader.sum()?) } else { None };
            Some(MapText { name, sum })
        })?;
        let bodies = self.list(Reader::body)?;
        let blocks = self.list(|reader| reader.block(has_sums))?;
        let names = self.list(|reader| Some((reader.text()?, reader.home()?)))?;
        let alarms = self.list(|reader| {
            let (word, cell) = (reader.text()?, reader.number()?);
            (cell < FERRITE_CELLS).then(|| (word, Address::new(cell as u16)))
        })?;
        let mut before = START;
        let code = self.list(|reader| reader.row(&mut before))?;
        let map = SourceMap { texts, bodies, blocks, code, names, alarms };
        map.is_whole().then_some(map)
    }

    /// Reads the level of a body. Returns `None` if it is [`LEVELS`] or more.
    fn level(&mut self) -> Option<usize> {
        self.number().filter(|&level| level < LEVELS)
    }

    fn body(&mut self) -> Option<CodeBody> {
        let kind = match self.byte()? {
            0 => BodyKind::Program,
            1 => BodyKind::Procedure,
            2 => BodyKind::Actual,
            3 => BodyKind::Switch,
            _ => return None,
        };
        let (written, place) = (self.text()?, self.place()?);
        let name = without_blanks(&written);
        Some(CodeBody { kind, name, written, place, level: self.level()?, entry: self.home()? })
    }

    fn block(&mut self, has_lows: bool) -> Option<CodeBlock> {
        let outer = self.optional()?;
        let variables = self.list(|reader| {
            let kind = kind_of(reader.byte()?, reader.byte()?)?;
            let (written, level) = (reader.text()?, reader.level()?);
            let offset = i16::try_from(reader.difference()?).ok()?;
            let lows = (0..lows(kind).filter(|_| has_lows).unwrap_or(0))
                .map(|_| Some(reader.number()?.checked_sub(1).map(unzigzag)))
                .collect::<Option<_>>()?;
            Some(CodeVariable { name: without_blanks(&written), written, kind, level, offset, lows })
        })?;
        Some(CodeBlock { outer, variables })
    }

    fn row(&mut self, before: &mut CodeRow) -> Option<CodeRow> {
        let flags = self.byte()?;
        let (mut track, mut cell) = numbers(before.home);
        if flags & TRACK != 0 {
            (track, cell) = (self.number()?, self.number()?);
        } else {
            cell = cell.checked_add(self.number()?)?;
        }
        let body = if flags & BODY != 0 { self.optional()? } else { before.body };
        let block = if flags & BLOCK != 0 { self.optional()? } else { before.block };
        let mut place = before.place.expect("the place before is kept");
        if flags & TEXT != 0 {
            place.text = self.number()?;
        }
        if flags & PLACE != 0 {
            place.line = self.moved(place.line)?;
            place.column = self.moved(place.column)?;
        }
        let half = if flags & RIGHT != 0 { Half::Right } else { Half::Left };
        let begins = flags & BEGINS != 0;
        let row = CodeRow { home: home(track, cell)?, half, place: Some(place), begins, body, block };
        *before = row;
        Some(CodeRow { place: Some(place).filter(|_| flags & PLACE != 0), ..row })
    }
}

impl SourceMap {
    /// Whether each block comes after its enclosing block. (Following `outer` from block to block then ends.)
    /// Also checks that blocks are nested at most 1024 deep, and that each sees at most 1024 variables.
    fn has_whole_blocks(&self) -> bool {
        let mut seen: Vec<(usize, usize)> = Vec::with_capacity(self.blocks.len());
        self.blocks.iter().all(|block| {
            let around = match block.outer {
                None => Some((0, 0)),
                Some(outer) => seen.get(outer).copied(),
            };
            let Some((depth, variables)) = around else { return false };
            let (depth, variables) = (depth + 1, variables + block.variables.len());
            seen.push((depth, variables));
            depth <= FERRITE_CELLS && variables <= FERRITE_CELLS
        })
    }

    /// Whether all indices refer to existing entries, the rows are sorted, and no limit is exceeded.
    fn is_whole(&self) -> bool {
        let text = |place: &SourcePlace| place.text < self.texts.len();
        let block = |block: &Option<usize>| block.is_none_or(|block| block < self.blocks.len());
        let row = |row: &CodeRow| {
            row.place.as_ref().is_none_or(text)
                && block(&row.block)
                && row.body.is_none_or(|body| body < self.bodies.len())
        };
        self.texts.len() <= TEXTS
            && self.bodies.iter().all(|body| text(&body.place))
            && self.has_whole_blocks()
            && self.code.iter().all(row)
            && self.code.is_sorted_by_key(|row| (row.home, row.half))
    }
}

fn type_number(ty: Type) -> u8 {
    match ty {
        Type::Integer => 0,
        Type::Real => 1,
        Type::Boolean => 2,
    }
}

fn type_of(number: u8) -> Option<Type> {
    [Type::Integer, Type::Real, Type::Boolean].get(usize::from(number)).copied()
}

/// The two bytes for the kind and the type of a variable. For arrays, the second is type + 3 × dimensions.
fn kind_numbers(kind: VariableKind) -> (u8, u8) {
    match kind {
        VariableKind::Simple(ty) => (0, type_number(ty)),
        VariableKind::Own(ty) => (1, type_number(ty)),
        VariableKind::Result(ty) => (2, type_number(ty)),
        VariableKind::Value(ty) => (3, type_number(ty)),
        VariableKind::Name(ty) => (4, type_number(ty)),
        VariableKind::Array { ty, dimensions } => (5, type_number(ty) + 3 * dimensions.min(80) as u8),
        VariableKind::ArrayName(ty) => (6, type_number(ty)),
        VariableKind::ProcedureName(ty) => (7, ty.map_or(3, type_number)),
        VariableKind::LabelName => (8, 0),
        VariableKind::SwitchName => (9, 0),
        VariableKind::StringName => (10, 0),
    }
}

fn kind_of(kind: u8, more: u8) -> Option<VariableKind> {
    Some(match kind {
        0 => VariableKind::Simple(type_of(more)?),
        1 => VariableKind::Own(type_of(more)?),
        2 => VariableKind::Result(type_of(more)?),
        3 => VariableKind::Value(type_of(more)?),
        4 => VariableKind::Name(type_of(more)?),
        5 => VariableKind::Array { ty: type_of(more % 3)?, dimensions: (more / 3).into() },
        6 => VariableKind::ArrayName(type_of(more)?),
        7 if more == 3 => VariableKind::ProcedureName(None),
        7 => VariableKind::ProcedureName(Some(type_of(more)?)),
        8 => VariableKind::LabelName,
        9 => VariableKind::SwitchName,
        10 => VariableKind::StringName,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
