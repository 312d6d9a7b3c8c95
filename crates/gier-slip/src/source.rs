//! Splits a source text into characters, each with its position in the text.
//!
//! A text can have two spellings. The museum's spelling writes a code that prints nothing as `#nnn`, an
//! underlined letter as `_x`, × as `*`, ∧ as `&`, ∨ as `£` and ⏨ as `'`. The clean spelling is UTF-8 with
//! GIER's own characters. A sum code (for checksums) is skipped together with the character after the code.
//! [F-SLIP-6]

use gier_word::Symbol;
use gier_word::glyph::{Piece, museum_pieces, to_museum};

/// A text to be assembled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the text in messages.
    pub name: String,
    /// The program text in SLIP.
    pub text: String,
}

impl Source {
    /// Creates a source text with this name.
    pub fn new(name: &str, text: &str) -> Source {
        Source { name: name.to_string(), text: text.to_string() }
    }
}

/// One character and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Char {
    /// The character, in the museum's spelling.
    pub char: char,
    /// The index of the character's first byte in the text.
    pub at: u32,
}

/// The characters of a text.
#[derive(Clone, Debug)]
pub struct Chars {
    chars: Vec<Char>,
    length: usize,
}

impl Chars {
    /// Splits a text into characters.
    pub fn new(text: &str) -> Chars {
        let mut pieces = museum_pieces(text);
        let mut chars = Vec::with_capacity(text.len());
        while let Some((piece, bytes)) = pieces.next() {
            let char = match piece {
                Piece::Numbered(Symbol::SUM) => {
                    pieces.next();
                    continue;
                }
                Piece::Numbered(Symbol::FORM_FEED) => '\n',
                Piece::Numbered(Symbol::TAB) | Piece::Char('\t') => ' ',
                Piece::Numbered(_) => continue,
                Piece::Char(char) => to_museum(char),
            };
            let at = u32::try_from(bytes.start).expect("a text has 16 million bytes at most");
            chars.push(Char { char, at });
        }
        Chars { chars, length: text.len() }
    }

    /// The character with this index, or `None` beyond the end of the text.
    pub fn get(&self, place: usize) -> Option<char> {
        self.chars.get(place).map(|char| char.char)
    }

    /// Converts the index of a character to the index of its first byte. Beyond the end of the text, returns
    /// the length of the text in bytes.
    pub fn byte(&self, place: usize) -> usize {
        self.chars.get(place).map_or(self.length, |char| char.at as usize)
    }
}
