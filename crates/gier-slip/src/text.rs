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

/// The six-bit codes of a text, case shifts included; characters begin and end in lower case.
pub fn codes(parts: &[TextPart]) -> Vec<u8> {
    let mut codes = Vec::new();
    for part in parts {
        match part {
            TextPart::Codes(list) => codes.extend(list),
            TextPart::Characters(text) => {
                let mut case = Case::Lower;
                for (symbol, needed) in text.chars().filter_map(Symbol::from_char) {
                    if let Some(needed) = needed.filter(|&needed| needed != case) {
                        codes.push(shift(needed));
                        case = needed;
                    }
                    codes.push(symbol.code());
                }
                codes.extend((case == Case::Upper).then_some(shift(Case::Lower)));
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

/// The cells of a text: six symbols each, then in the bits 0-3 whether the text goes on. The last
/// cell is filled up with the end.  [F-SLIP-7]
pub fn pack(parts: &[TextPart]) -> Vec<Cell> {
    let codes = codes(parts);
    let count = codes.chunks(SYMBOLS).len().max(1);
    let cells = (0..count).map(|number| {
        let rest = codes.iter().copied().skip(number * SYMBOLS).chain(std::iter::repeat(END));
        let top = if number + 1 < count { CONTINUED } else { END };
        let low = rest
            .take(SYMBOLS)
            .zip(0u32..)
            .fold(0u64, |bits, (code, place)| bits | u64::from(code & 63) << (6 * place));
        Cell::new(low | u64::from(top) << 36, Marks::NONE)
    });
    cells.collect()
}
