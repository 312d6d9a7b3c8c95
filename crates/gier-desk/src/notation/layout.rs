//! Writes a layout (the format of a printed number) in ALGOL's notation, for example `-nddd.d`.
//! `gier-algol/src/lex/layout.rs` describes the bits of a layout.  [F-AFE-7]

use gier_word::Cell;

/// The signs that a layout can begin with, indexed by the layout's sign field.
const SIGNS: [&str; 4] = ["", "-", "+", "±"];
/// Of a layout's digits and decimal point, only the first 20 can have a blank before them.
const BLANKS: usize = 20;

/// The text of a layout, such as `-nddd.d`, without the brackets `‹` and `›`.
pub fn write(layout: Cell) -> String {
    let field = |first, last| layout.field(first, last) as usize;
    let (digits, whole, fraction, exponent) = (field(20, 23), field(24, 27), field(30, 33), field(35, 37));
    let [sign, exponent_sign] = [field(28, 29), field(38, 39)].map(|sign| SIGNS[sign]);
    let digit = |place: usize| match place {
        0 if field(34, 34) == 1 => 'n',
        _ if place < digits => 'd',
        _ => '0',
    };
    let mut positions: Vec<char> = (0..whole + fraction).map(digit).collect();
    if fraction > 0 {
        positions.insert(whole, '.');
    }
    let mut text = sign.to_string();
    for (position, character) in positions.into_iter().enumerate() {
        if position < BLANKS && layout.field(position as u32, position as u32) == 1 {
            text.push(' ');
        }
        text.push(character);
    }
    if exponent > 0 {
        text += &format!("⏨{exponent_sign}{}", "d".repeat(exponent));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The compiler's tests of layouts use the same texts and numbers as this test.
    #[test]
    fn layouts_are_written_as_in_the_text() {
        let layout = |fields: [u64; 8]| {
            let places = [(0, 19), (20, 23), (24, 27), (28, 29), (30, 33), (34, 34), (35, 37), (38, 39)];
            let cell = places.into_iter().zip(fields);
            cell.fold(Cell::ZERO, |cell, ((first, last), value)| cell.with_field(first, last, value))
        };
        for (text, fields) in [
            ("-ndd", [0, 3, 3, 1, 0, 1, 0, 0]),
            ("nd", [0, 2, 2, 0, 0, 1, 0, 0]),
            ("+ddd.d00", [0, 4, 3, 2, 3, 0, 0, 0]),
            ("±d.ddd⏨-dd", [0, 4, 1, 3, 3, 0, 2, 1]),
            ("d00", [0, 1, 3, 0, 0, 0, 0, 0]),
            ("d0.00", [0, 1, 2, 0, 2, 0, 0, 0]),
            (".dd", [0, 2, 0, 0, 2, 0, 0, 0]),
            ("ddd ddd", [1 << (19 - 3), 6, 6, 0, 0, 0, 0, 0]),
            ("d.ddd ddd", [1 << (19 - 5), 7, 1, 0, 6, 0, 0, 0]),
        ] {
            assert_eq!(write(layout(fields)), text);
        }
    }
}
