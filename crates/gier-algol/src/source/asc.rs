//! The museum archive's rendering: `_` and `|` stand before the character they belong to, `#`
//! with three digits is a symbol by its code, and four characters stand for others:
//! `&` ∧, `£` ∨, `*` ×, `'` ⏨.  [F-AFE-3]

use super::{Collector, Glyph, Sign, control};

/// The signs of a text in this form.
pub(super) fn read(text: &str) -> Vec<Sign> {
    let mut signs = Collector::default();
    let mut rest = text;
    while let Some((unit, length)) = unit(rest) {
        let at = text.len() - rest.len();
        rest = &rest[length..];
        match unit {
            Unit::Char('_') => signs.underline(at),
            Unit::Char('|') => signs.bar(at),
            Unit::Char('\r' | '\u{feff}') => {}
            Unit::Char(character) => {
                let character = match character {
                    '&' => '∧',
                    '£' => '∨',
                    '*' => '×',
                    '\'' => '⏨',
                    other => other,
                };
                signs.push(Glyph::Char(character), at..at + length);
            }
            // The symbol after a sum code is the sum of the tape's symbols: not text.
            Unit::Code(61) => rest = self::unit(rest).map_or(rest, |(_, check)| &rest[check..]),
            Unit::Code(code) => {
                if let Some(glyph) = control(code) {
                    signs.push(glyph, at..at + length);
                }
            }
        }
    }
    signs.finish()
}

/// One symbol of the tape as it is written.
enum Unit {
    Char(char),
    Code(u8),
}

/// The first symbol of `text` and its length in bytes. Some files were converted twice, so that
/// `Â` stands before the characters above 127.
fn unit(text: &str) -> Option<(Unit, usize)> {
    let mut characters = text.chars();
    let first = characters.next()?;
    if first == '#' {
        let code = text.get(1..4).filter(|code| code.bytes().all(|byte| byte.is_ascii_digit()));
        if let Some(code) = code.and_then(|code| code.parse().ok()) {
            return Some((Unit::Code(code), 4));
        }
    }
    if first == 'Â' && characters.next() == Some('£') {
        return Some((Unit::Char('£'), 'Â'.len_utf8() + '£'.len_utf8()));
    }
    Some((Unit::Char(first), first.len_utf8()))
}
