//! Strings on the drum: six symbols in a cell, six bits each, from bit 1 on; symbol 10 marks the
//! end.

use gier_word::{Cell, Marks, Symbol, TRACK_CELLS};
use std::collections::BTreeMap;

/// The strings of a program, packed on tracks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    /// The track and cell where each string begins.
    pub(crate) places: Vec<(usize, usize)>,
    /// All cells, from the first track on.
    pub(crate) cells: Vec<Cell>,
    /// The number of tracks.
    pub(crate) tracks: usize,
}

/// The number of symbols in a cell.
const SYMBOLS: usize = 6;
/// The symbol that ends a string.
const END: u64 = 10;
/// Represents the carriage return, whose code has seven bits.
const RETURN: u64 = 63;

/// Packs strings from track `first` on; equal strings are packed once.
pub(crate) fn pack(strings: &[Vec<Symbol>], first: usize) -> Texts {
    let mut texts = Texts::default();
    let mut known: BTreeMap<&[Symbol], usize> = BTreeMap::new();
    for string in strings {
        let start = *known.entry(string).or_insert(texts.cells.len());
        if start == texts.cells.len() {
            texts.cells.extend(cells(string));
        }
        texts.places.push((first + start / TRACK_CELLS, start % TRACK_CELLS));
    }
    texts.tracks = texts.cells.len().div_ceil(TRACK_CELLS);
    texts
}

fn cells(string: &[Symbol]) -> Vec<Cell> {
    let six = |symbol: &Symbol| match u64::from(symbol.code()) {
        code if code >= 64 => RETURN,
        code => code,
    };
    let codes: Vec<u64> = string.iter().map(six).chain([END]).collect();
    let cell = |codes: &[u64]| {
        let bits = (0..SYMBOLS).fold(0, |bits, place| bits << 6 | codes.get(place).copied().unwrap_or(END));
        Cell::new(bits << 3, Marks::NONE)
    };
    codes.chunks(SYMBOLS).map(cell).collect()
}
