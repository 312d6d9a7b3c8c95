//! Reads the form in which the museum's archive writes a tape. In that form, `_` underlines the next
//! character, and `|` puts a bar through it. `#` with three digits is the symbol that has these digits as its
//! code. Four characters stand for characters that the form lacks: `&` is ∧, `£` is ∨, `*` is × and `'` is
//! ⏨.  [F-AFE-3]

use super::{Collector, Glyph, TapeSign, control};
use gier_word::Symbol;
use gier_word::glyph::{Piece, museum_pieces};

/// Converts a text in the form of the museum's archive to the characters on the tape.
pub(super) fn read(text: &str) -> Vec<TapeSign> {
    let mut signs = Collector::new(text.len());
    let mut pieces = museum_pieces(text);
    while let Some((piece, bytes)) = pieces.next() {
        match piece {
            Piece::Char('_') => signs.underline(bytes.start),
            Piece::Char('|') => signs.bar(bytes.start),
            Piece::Char(character) => signs.push(Glyph::Char(character), bytes),
            // A sum code and the checksum after it are not text.
            Piece::Numbered(Symbol::SUM) => drop(pieces.next()),
            Piece::Numbered(symbol) => {
                if let Some(glyph) = control(symbol.code()) {
                    signs.push(glyph, bytes);
                }
            }
        }
    }
    signs.finish()
}
