//! The museum archive's rendering: `_` and `|` stand before the character they belong to, `#`
//! with three digits is a symbol by its code, and four characters stand for others:
//! `&` ∧, `£` ∨, `*` ×, `'` ⏨.  [F-AFE-3]

use super::{Collector, Glyph, Sign, control};
use gier_word::Symbol;
use gier_word::glyph::{Piece, museum_pieces};

/// The signs of a text in this form.
pub(super) fn read(text: &str) -> Vec<Sign> {
    let mut signs = Collector::new(text.len());
    let mut pieces = museum_pieces(text);
    while let Some((piece, bytes)) = pieces.next() {
        match piece {
            Piece::Char('_') => signs.underline(bytes.start),
            Piece::Char('|') => signs.bar(bytes.start),
            Piece::Char(character) => signs.push(Glyph::Char(character), bytes),
            // The symbol after a sum code is the sum of the tape's symbols: not text.
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
