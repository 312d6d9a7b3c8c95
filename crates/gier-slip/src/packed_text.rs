//! Packs texts into cells, with six bits for each symbol. The first symbol is in bits 34-39.

use crate::item::TextPart;
use gier_word::{Case, Cell, Marks, Symbol, glyph};

/// The number of six-bit symbols in a cell. Bits 0-3 say whether the text continues.
const SYMBOLS: usize = 6;
/// The symbol that ends a text. Bits 0-3 of the last cell also have this value.
const END: u8 = 10;
/// The contents of bits 0-3 if the text continues in the next cell.
const CONTINUED: u8 = 15;
/// The six bits for the carriage return, whose own code has seven bits.
const RETURN: u8 = 63;

/// Returns the six-bit codes of a text. Where the case of the letters changes, inserts a code for lower or
/// upper case. Each [`TextPart::Characters`] begins in lower case. If it is the only part of the text, it
/// also ends in lower case.
pub fn codes(parts: &[TextPart]) -> Vec<u8> {
    let mut codes = Vec::new();
    for part in parts {
        match part {
            TextPart::Codes(list) => codes.extend(list),
            TextPart::Characters(text) => {
                let case = characters(text, &mut codes);
                codes.extend((parts.len() == 1 && case == Case::Upper).then_some(shift(Case::Lower)));
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

/// Appends the codes of characters, beginning in lower case. Returns the case in which the text ends.
fn characters(text: &str, codes: &mut Vec<u8>) -> Case {
    let mut case = Case::Lower;
    for (symbol, needed) in text.chars().filter_map(glyph::symbols).flatten() {
        if let Some(needed) = needed.filter(|&needed| needed != case) {
            codes.push(shift(needed));
            case = needed;
        }
        codes.push(symbol.code());
    }
    case
}

fn shift(case: Case) -> u8 {
    match case {
        Case::Lower => Symbol::LOWER.code(),
        Case::Upper => Symbol::UPPER.code(),
    }
}

/// Packs a text into cells. Each cell holds six symbols, and its bits 0-3 say whether the text continues. The
/// last cell is filled up with the end symbol.  [F-SLIP-7]
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

/// Reads the text in these cells, or returns `None` if the cells contain no text.
pub(crate) fn unpack(cells: impl IntoIterator<Item = Cell>) -> Option<String> {
    let mut case = Case::Lower;
    let mut text = String::new();
    for cell in cells {
        let bits = cell.bits();
        for place in 0..SYMBOLS {
            match (bits >> (6 * place) & 63) as u8 {
                END => return Some(text),
                RETURN => text.push('\n'),
                code if code == shift(Case::Lower) => case = Case::Lower,
                code if code == shift(Case::Upper) => case = Case::Upper,
                code => text.extend(Symbol::new(code).glyph(case)),
            }
        }
        match (bits >> 36) as u8 {
            CONTINUED => {}
            END => return Some(text),
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_text_is_unpacked() {
        let text = "i=d1+d3,d3=d3+1\nqq d3\n<-d3+d2,_pimage<\n>_l";
        let cells = pack(&[TextPart::Characters(text.to_string())]);
        assert_eq!(unpack(cells.clone()).as_deref(), Some(text));
        assert_eq!(unpack(cells[..3].to_vec()), None);
    }
}
