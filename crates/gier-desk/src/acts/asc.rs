//! Texts as the museum writes its tapes (`.asc`), put on a tape.  [F-ASC-1]
//!
//! `_x` is an underlined and `|x` a barred character, `*` is ×, `£` is ∨, `&` is ∧, `'` is ⏨,
//! `#nnn` is the symbol with that number. Case shifts are put where they are needed.

use gier_word::glyph::{self, Piece, museum_pieces};
use gier_word::tape::Row;
use gier_word::{Case, Symbol};

/// The rows of a tape in a file of this name, or those of a text put on a tape.
///
/// # Errors
/// The line and character of the text that no symbol prints.
pub fn rows(file: &str, bytes: &[u8], is_text: bool) -> Result<Vec<Row>, String> {
    if !is_text {
        return Ok(bytes.iter().copied().map(Row).collect());
    }
    to_tape(&glyph::text_of(bytes))
        .map_err(|(line, character)| format!("{file}, line {line}: no symbol prints {character:?}"))
}

/// The tape of a text.
///
/// # Errors
/// The line (from 1) and the first character that no symbol prints.
pub fn to_tape(text: &str) -> Result<Vec<Row>, (usize, char)> {
    let mut rows = Vec::with_capacity(text.len());
    let mut case = None;
    let mut line = 1;
    for (piece, _) in museum_pieces(text) {
        let keys = match piece {
            Piece::Numbered(symbol) => vec![(symbol, None)],
            Piece::Char(character) => glyph::symbols(character).ok_or((line, character))?,
        };
        line += usize::from(piece == Piece::Char('\n'));
        for (symbol, needed) in keys {
            if needed.is_some() && needed != case {
                rows.push(Row::new(if needed == Some(Case::Upper) { Symbol::UPPER } else { Symbol::LOWER }));
                case = needed;
            }
            match symbol {
                Symbol::LOWER => case = Some(Case::Lower),
                Symbol::UPPER => case = Some(Case::Upper),
                _ => {}
            }
            rows.push(Row::new(symbol));
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_underlined_word_and_a_numbered_symbol() {
        let codes: Vec<u8> =
            to_tape("_i_f A|=2'3;\n#011").unwrap().iter().map(|row| row.symbol().code()).collect();
        assert_eq!(codes, [58, 14, 57, 14, 54, 0, 60, 49, 14, 4, 58, 2, 60, 27, 58, 3, 60, 5, 64, 11]);
        assert_eq!(to_tape("a\n$"), Err((2, '$')));
    }
}
