//! Packs the strings of a program into cells on tracks of the drum.

use gier_word::{Cell, Symbol, TRACK_CELLS, strings};
use std::collections::BTreeMap;

/// The strings of a program, packed on tracks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    /// The track on which each string begins, and the position of its first cell on that track.
    pub(crate) places: Vec<(usize, usize)>,
    /// The cells of all strings. They fill the tracks one after another.
    pub(crate) cells: Vec<Cell>,
    /// The number of tracks that the strings need.
    pub(crate) tracks: usize,
}

/// Packs strings on tracks, starting with track `first`. Equal strings share their cells.
pub(crate) fn pack(strings: &[Vec<Symbol>], first: usize) -> Texts {
    let mut texts = Texts::default();
    let mut known: BTreeMap<&[Symbol], usize> = BTreeMap::new();
    for string in strings {
        let start = *known.entry(string).or_insert(texts.cells.len());
        if start == texts.cells.len() {
            texts.cells.extend(strings::pack(string));
        }
        texts.places.push((first + start / TRACK_CELLS, start % TRACK_CELLS));
    }
    texts.tracks = texts.cells.len().div_ceil(TRACK_CELLS);
    texts
}
