//! How GIER's characters are written in Unicode text, in the museum's text files of tapes, and on a modern
//! keyboard. All functions that read or write texts use these tables. [F-SYM-1]

use crate::symbol::{Case, Symbol};
use std::ops::Range;

/// A character that does not move the typewriter's carriage. The next character is printed over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overlay {
    /// The underline `_`: symbol 14 in lower case.
    Underline,
    /// The vertical bar `|`: symbol 14 in upper case.
    Bar,
}

/// Characters that GIER prints as an underline or a bar with another character over it.
const STRUCK_OVER: [(char, Overlay, char); 7] = [
    ('≤', Overlay::Underline, '<'),
    ('≥', Overlay::Underline, '>'),
    ('≡', Overlay::Underline, '='),
    ('÷', Overlay::Underline, ':'),
    ('±', Overlay::Underline, '+'),
    ('≠', Overlay::Bar, '='),
    ('↑', Overlay::Bar, '∧'),
];

/// Characters that GIER prints as two characters, one after the other.
const STRUCK_BEHIND: [(char, [char; 2]); 2] = [('¬', ['-', ',']), ('⊃', ['=', '>'])];

/// Pairs of characters: one in the museum's files, and the character of GIER that it stands for.  [F-ASC-1]
const MUSEUM: [(char, char); 4] = [('&', '∧'), ('£', '∨'), ('*', '×'), ('\'', '⏨')];

/// Pairs of characters: one on a modern keyboard, and the character of GIER that it stands for.
const KEYBOARD: [(char, char); 5] = [('&', '∧'), ('!', '∨'), ('*', '×'), ('·', '×'), ('\'', '⏨')];

fn second(table: &[(char, char)], first: char) -> char {
    table.iter().find(|(other, _)| *other == first).map_or(first, |&(_, second)| second)
}

/// Divides `sign` into an underline or bar and the character that GIER prints over it. For example, `≤` gives
/// an underline and `<`. Returns `None` if GIER prints `sign` in another way.
pub fn taken_apart(sign: char) -> Option<(Overlay, char)> {
    STRUCK_OVER.iter().find(|(other, ..)| *other == sign).map(|&(_, overlay, base)| (overlay, base))
}

/// The character that results if GIER prints `base` over an underline or bar. For example, an underline and
/// `<` give `≤`. Returns `None` if there is no such character.
pub fn composed(overlay: Overlay, base: char) -> Option<char> {
    STRUCK_OVER.iter().find(|(_, over, other)| (*over, *other) == (overlay, base)).map(|&(sign, ..)| sign)
}

/// Converts a character of the museum's files to the character of GIER: `&` becomes `∧`. Most characters do
/// not change.
pub fn from_museum(character: char) -> char {
    second(&MUSEUM, character)
}

/// Converts a character of GIER to the character of the museum's files: `∧` becomes `&`. Most characters do
/// not change.
pub fn to_museum(character: char) -> char {
    MUSEUM.iter().find(|(_, ours)| *ours == character).map_or(character, |&(theirs, _)| theirs)
}

/// Converts a character of a modern keyboard to the character of GIER: `&` becomes `∧`. Most characters do
/// not change.
pub fn from_keyboard(character: char) -> char {
    second(&KEYBOARD, character)
}

/// The symbols that print a character. Each has the case that the typewriter must be in, or `None` if both
/// cases print the character. Returns `None` if GIER's typewriter cannot print the character.
pub fn symbols(character: char) -> Option<Vec<(Symbol, Option<Case>)>> {
    if let Some((overlay, base)) = taken_apart(character) {
        return Some(vec![overlay.symbol(), Symbol::from_char(base)?]);
    }
    if let Some((_, pair)) = STRUCK_BEHIND.iter().find(|(other, _)| *other == character) {
        return pair.iter().copied().map(Symbol::from_char).collect();
    }
    Symbol::from_char(character).map(|symbol| vec![symbol])
}

impl Overlay {
    /// The overlay for the character `_` or `|`. Returns `None` for any other character.
    pub const fn of(glyph: char) -> Option<Overlay> {
        match glyph {
            '_' => Some(Overlay::Underline),
            '|' => Some(Overlay::Bar),
            _ => None,
        }
    }

    const fn symbol(self) -> (Symbol, Option<Case>) {
        match self {
            Overlay::Underline => (Symbol::UNDERLINE, Some(Case::Lower)),
            Overlay::Bar => (Symbol::UNDERLINE, Some(Case::Upper)),
        }
    }
}

/// A character of a text in the museum's files, or a symbol that the text gives by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A character. The characters `_` and `|` are overlays, over which the next character is printed.
    Char(char),
    /// A symbol that the file contains as its number, in the form `#nnn` with three decimal digits.
    Numbered(Symbol),
}

/// Divides a text in the museum's files into characters and numbered symbols, each with its range of bytes.
/// Carriage returns and a byte order mark are skipped. A `Â` before a pound sign is also skipped, because
/// wrong conversions have inserted it in some files.  [F-ASC-1]
pub fn museum_pieces(text: &str) -> impl Iterator<Item = (Piece, Range<usize>)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            let start = at;
            if let Some(symbol) = numbered(rest) {
                at += NUMBERED_LENGTH;
                return Some((Piece::Numbered(symbol), start..at));
            }
            let first = if first == 'Â' && rest['Â'.len_utf8()..].starts_with('£') {
                at += 'Â'.len_utf8();
                '£'
            } else {
                first
            };
            at += first.len_utf8();
            if !matches!(first, '\r' | '\u{feff}') {
                return Some((Piece::Char(from_museum(first)), start..at));
            }
        }
    })
}

/// The length in bytes of a symbol that a text gives by its number, as `#nnn`.
const NUMBERED_LENGTH: usize = 4;

/// The symbol at the beginning of a text, if it is written as `#nnn`. Returns `None` if the text begins with
/// anything else.
fn numbered(text: &str) -> Option<Symbol> {
    let digits = text.strip_prefix('#')?.get(..3)?;
    let number = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<u8>().ok())??;
    (number < 128).then(|| Symbol::new(number))
}

/// Decodes the bytes of a file as UTF-8. If they are not UTF-8, decodes them as ISO 8859-1. Decoding never
/// fails.
pub fn text_of(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_taken_apart_and_composed() {
        for (sign, overlay, base) in STRUCK_OVER {
            assert_eq!(taken_apart(sign), Some((overlay, base)));
            assert_eq!(composed(overlay, base), Some(sign));
            assert_eq!(symbols(sign).map(|symbols| symbols.len()), Some(2));
        }
        assert_eq!(composed(Overlay::Bar, '<'), None);
    }

    #[test]
    fn a_sign_of_two_characters_is_printed_as_both() {
        for (sign, pair) in STRUCK_BEHIND {
            let struck: Option<Vec<_>> = pair.into_iter().map(Symbol::from_char).collect();
            assert_eq!(symbols(sign), struck);
        }
        assert_eq!(symbols('a').map(|symbols| symbols.len()), Some(1));
    }

    #[test]
    fn the_museums_characters_convert_both_ways() {
        for (theirs, ours) in MUSEUM {
            assert_eq!(from_museum(theirs), ours);
            assert_eq!(to_museum(ours), theirs);
            assert!(Symbol::from_char(ours).is_some() && Symbol::from_char(theirs).is_none());
        }
    }

    #[test]
    fn pieces_of_the_museums_rendering() {
        let pieces: Vec<_> =
            museum_pieces("_b*\r\n#012#999Â£").map(|(piece, bytes)| (piece, bytes.len())).collect();
        let chars = |text: &str| text.chars().map(|c| (Piece::Char(c), c.len_utf8())).collect::<Vec<_>>();
        let mut wanted = chars("_b");
        wanted.push((Piece::Char('×'), 1));
        wanted.push((Piece::Char('\n'), 1));
        wanted.push((Piece::Numbered(Symbol::END), 4));
        wanted.extend(chars("#999"));
        wanted.push((Piece::Char('∨'), 4));
        assert_eq!(pieces, wanted);
    }
}
