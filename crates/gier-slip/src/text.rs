//! Texts packed into cells, six bits a symbol, the first symbol in the bits 34-39.

use crate::item::TextPart;
use gier_word::{Case, Cell, Marks, Symbol};

/// Symbols of six bits in a cell before the bits 0-3 say how it goes on.
const SYMBOLS: usize = 6;
/// The end of a text.
const END: u8 = 10;
/// The text goes on in the next cell.
const CONTINUED: u8 = 15;
/// Stands for the carriage return, whose code has seven bits.
const RETURN: u8 = 63;

/// The six-bit codes of a text, case shifts included; it begins and ends in lower case.
pub fn codes(parts: &[TextPart]) -> Vec<u8> {
    let mut codes = Vec::new();
    let mut case = Case::Lower;
    for part in parts {
        match part {
            TextPart::Codes(list) => codes.extend(list),
            TextPart::Characters(text) => {
                for (symbol, needed) in text.chars().filter_map(Symbol::from_char) {
                    if let Some(needed) = needed.filter(|&needed| needed != case) {
                        codes.push(shift(needed));
                        case = needed;
                    }
                    codes.push(symbol.code());
                }
            }
        }
    }
    for code in &mut codes {
        if *code == Symbol::CARRIAGE_RETURN.code() {
            *code = RETURN;
        }
    }
    codes
}

fn shift(case: Case) -> u8 {
    match case {
        Case::Lower => Symbol::LOWER.code(),
        Case::Upper => Symbol::UPPER.code(),
    }
}

/// The cells of a text.
pub fn pack(parts: &[TextPart]) -> Vec<Cell> {
    let mut codes = codes(parts);
    codes.push(END);
    let count = codes.chunks(SYMBOLS).count();
    let cells = codes.chunks(SYMBOLS).enumerate().map(|(number, chunk)| {
        let more = number + 1 < count;
        let top = if more { u64::from(CONTINUED) << 36 } else { 0 };
        let bits = chunk.iter().rev().fold(0u64, |bits, code| bits << 6 | u64::from(code & 63));
        Cell::new(bits | top, Marks::NONE)
    });
    cells.collect()
}
