//! Converts texts in the notation of the museum's `.asc` files to tapes.  [F-ASC-1]
//!
//! `_x` is the character x underlined, and `|x` is x with a vertical bar. `*` is ×, `£` is ∨, `&` is ∧, and
//! `'` is ⏨. `#nnn` is the symbol with that number. The conversion adds the necessary case shifts. They need not be
//! those of the tape from which the text was made, so a check symbol behind `#061` is computed anew.  [F-SUM-1]

use crate::tapes::{Sum, Text, reads_again};
use gier_word::glyph::{self, Piece, museum_pieces};
use gier_word::tape::Row;
use gier_word::{Case, Symbol};

/// At most this many omitted characters are reported one by one. A last report says how many more there are.
const MOST_TOLD: usize = 20;

/// Returns the rows of the tape in a file. `file` is the file's name in messages, and `bytes` are its
/// contents. If `is_text` is true, the file is a text and is converted to a tape. Otherwise, each byte is a
/// row. `tell` receives a report of each character that was left out of a remark (a comment).
///
/// # Errors
/// Returns an error if a character outside the remarks has no symbol. The error names the character and its
/// place.
pub fn rows(file: &str, bytes: &[u8], is_text: bool, mut tell: impl FnMut(&str)) -> Result<Vec<Row>, String> {
    if !is_text {
        return Ok(bytes.iter().copied().map(Row).collect());
    }
    let said = |what: Unprintable| format!("{file}, {what}");
    let (rows, left_out) = to_tape(&glyph::text_of(bytes)).map_err(said)?;
    for what in left_out.iter().take(MOST_TOLD) {
        tell(&format!("{}; left out of the remark", said(*what)));
    }
    if let Some(more @ 1..) = left_out.len().checked_sub(MOST_TOLD) {
        tell(&format!("{file}: {more} more characters left out of remarks"));
    }
    Ok(rows)
}

/// A character for which GIER has no symbol, with its line and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: no symbol prints {character:?}")]
pub struct Unprintable {
    /// The line of the character, counted from 1.
    pub line: usize,
    /// The column of the character, counted in characters from 1.
    pub column: usize,
    /// The character for which GIER has no symbol.
    pub character: char,
}

/// Converts a text to a tape. GIER has no symbol for some characters. If such a character is in a remark (a
/// comment), leaves the character out. Also returns the characters that were left out.  (Q79)
///
/// # Errors
/// Returns the first character outside the remarks for which GIER has no symbol.
pub fn to_tape(text: &str) -> Result<(Vec<Row>, Vec<Unprintable>), Unprintable> {
    let mut rows = Vec::with_capacity(text.len());
    let mut left_out = Vec::new();
    let mut remarks = Remarks::of(text);
    // A tape is punched from lower case. [F-ASC-2]
    let mut case = Case::Lower;
    let (mut line, mut line_start) = (1, 0);
    let mut sum = Sum::default();
    let mut pieces = museum_pieces(text);
    while let Some((piece, bytes)) = pieces.next() {
        let keys = match piece {
            Piece::Numbered(Symbol::SUM)
                if !reads_again(text)
                    && let Some([three, help3]) = sum.checks() =>
            {
                pieces.next();
                let check = if Text::is_algol3(text) { three } else { help3 };
                rows.extend([Symbol::SUM, Symbol::new(check as u8)].map(Row::new));
                continue;
            }
            Piece::Numbered(symbol) => vec![(symbol, None)],
            Piece::Char(character) => {
                let in_remark = remarks.pass(character);
                let keys = glyph::symbols(character);
                let Some(keys) = keys else {
                    let column = text[line_start..bytes.start].chars().count() + 1;
                    let unprintable = Unprintable { line, column, character };
                    if !in_remark {
                        return Err(unprintable);
                    }
                    left_out.push(unprintable);
                    continue;
                };
                keys
            }
        };
        if piece == Piece::Char('\n') {
            (line, line_start) = (line + 1, bytes.end);
        }
        let mut punch = |symbol| {
            sum.add(symbol);
            rows.push(Row::new(symbol));
        };
        for (symbol, needed) in keys {
            if let Some(needed) = needed.filter(|needed| *needed != case) {
                punch(if needed == Case::Upper { Symbol::UPPER } else { Symbol::LOWER });
                case = needed;
            }
            match symbol {
                Symbol::LOWER => case = Case::Lower,
                Symbol::UPPER => case = Case::Upper,
                _ => {}
            }
            punch(symbol);
        }
    }
    Ok((rows, left_out))
}

/// Converts a text to a tape. Leaves out every character for which GIER has no symbol. Also returns the first place
/// of each such character outside the remarks; its column does not count those that were left out before it.
pub fn rows_of_any(bytes: &[u8]) -> (Vec<Row>, Vec<Unprintable>) {
    let mut text = glyph::text_of(bytes);
    let mut left_out = Vec::new();
    loop {
        match to_tape(&text) {
            Ok((rows, _)) => return (rows, left_out),
            Err(unprintable) => {
                text.retain(|other| other != unprintable.character);
                left_out.push(unprintable);
            }
        }
    }
}

/// Finds out which characters of a text are in remarks. In ALGOL, a remark begins after `comment` or `end`,
/// and ends at the next semicolon or `else`. In SLIP, a remark begins with a semicolon and ends with the
/// line, or is in brackets.
struct Remarks {
    /// Whether the text is in ALGOL, not in SLIP.
    algol: bool,
    /// In ALGOL, the underlined letters since the last character that was not underlined.
    word: String,
    /// Whether the previous character was `_`, which underlines the next one.
    underlined: bool,
    /// The character that ends the remark in progress, or `None` outside of remarks.
    until: Option<char>,
}

impl Remarks {
    fn of(text: &str) -> Remarks {
        let algol = text.contains("_b_e_g_i_n");
        Remarks { algol, word: String::new(), underlined: false, until: None }
    }

    /// Reads the next character of the text. Returns whether the character is in a remark. The character that
    /// begins a remark, for example `[`, is not in it. The character that ends a remark is in it.
    fn pass(&mut self, character: char) -> bool {
        let inside = self.until.is_some();
        if character == '_' {
            self.underlined = true;
        } else if std::mem::take(&mut self.underlined) && self.algol {
            self.word.push(character);
            if self.word.ends_with("else") {
                self.until = None;
            } else if self.word.ends_with("comment") || self.word.ends_with("end") {
                self.until = Some(';');
            }
        } else {
            self.word.clear();
            self.until = match (self.until, character) {
                (Some(end), _) if end == character => None,
                (None, ';') if !self.algol => Some('\n'),
                (None, '[') if !self.algol => Some(']'),
                (until, _) => until,
            };
        }
        inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_underlined_word_and_a_numbered_symbol() {
        let codes: Vec<u8> =
            to_tape("_i_f A|=2'3;\n#011").unwrap().0.iter().map(|row| row.symbol().code()).collect();
        assert_eq!(codes, [14, 57, 14, 54, 0, 60, 49, 14, 4, 58, 2, 60, 27, 58, 3, 60, 5, 64, 11]);
        let unprintable = Unprintable { line: 2, column: 2, character: '$' };
        assert_eq!(to_tape("a\nb$"), Err(unprintable));
    }

    /// The symbol behind the sum code is that of another tape; without a clear code, nobody checks it. `a` and the
    /// carriage return add 115 for HELP 3. For GIER ALGOL III, the symbols of a program add 533 and the
    /// sum code 61, which is 86 modulo 127.
    #[test]
    fn the_check_symbol_is_computed_anew() {
        let last = |text: &str| to_tape(text).unwrap().0.last().map(|row| row.symbol().code());
        assert_eq!(last("#028a\n#061x"), Some(31 + (115 + 115 / 32) % 32));
        assert_eq!(last("a\n#061x"), last("x"));
        assert_eq!(last("_b_e_g_i_n#028 writecr _e_n_d;#061x"), Some(86));
    }

    /// The number of characters that the conversion leaves out of a text. `None` if a character outside the
    /// remarks has no symbol.
    fn left_out(text: &str) -> Option<usize> {
        to_tape(text).ok().map(|(_, left_out)| left_out.len())
    }

    #[test]
    fn many_characters_that_are_left_out_are_counted() {
        let text = format!("qq 1 ; {}\n", "~".repeat(60_000));
        let mut told = Vec::new();
        rows("a.asc", text.as_bytes(), true, |line| told.push(line.to_string())).unwrap();
        assert_eq!(told.len(), MOST_TOLD + 1);
        assert_eq!(told.last().unwrap(), "a.asc: 59980 more characters left out of remarks");
    }

    #[test]
    fn unprintable_characters_are_dropped_only_in_remarks() {
        for (text, expected) in [
            ("_b_e_g_i_n _c_o_m_m_e_n_t a ~ b % c; a:= 1 _e_n_d ~;", Some(3)),
            ("_b_e_g_i_n _c_o_m_m_e_n_t a; ~ _e_n_d;", None),
            ("_b_e_g_i_n _i_f a _t_h_e_n _b_e_g_i_n _e_n_d ~ _e_l_s_e % _e_n_d;", None),
            ("_b_e_g_i_n A[~]; _e_n_d;", None),
            ("qq 1 ; a ~\n[ b % ] qq 2", Some(2)),
            ("qq 1 ; a\nqq ~", None),
        ] {
            assert_eq!(left_out(text), expected, "{text}");
        }
        let mut told = Vec::new();
        rows("a.asc", b"qq ; ~", true, |line| told.push(line.to_string())).unwrap();
        assert_eq!(told, ["a.asc, line 1, column 6: no symbol prints '~'; left out of the remark"]);
    }
}
