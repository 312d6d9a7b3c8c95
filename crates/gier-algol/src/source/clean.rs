//! Reads the clean form of a text, which is UTF-8. Most basic symbols are one character (`:=` is two), or a
//! word with an underscore before it, such as `_begin`. On the tape, such a word is underlined. `docs/algol.md` has the
//! table of characters. [F-AFE-4]

use super::{Collector, Glyph, TapeSign, control, is_letter, taken_apart};
use gier_word::glyph::Overlay;

/// Converts a text in the clean form to the characters on the tape.
pub(super) fn read(text: &str) -> Vec<TapeSign> {
    let mut signs = Collector::new(text.len());
    let mut quotes = Quotes::default();
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let end = at + character.len_utf8();
        quotes.pass(character, &text[end..]);
        at = match character {
            // Outside strings, `/\_true` is ∧ and a word. In a string, it is `/` and an underlined letter.
            '/' if text[end..].starts_with('\\') && !quotes.in_string() => {
                signs.push(Glyph::Char('/'), at..end);
                signs.push(Glyph::Char('\\'), end..end + 1);
                end + 1
            }
            '_' => underscore(text, at, &mut signs),
            // Reads a bar that marks no character as the character `|`. The lexer reports it later.
            '|' if text[end..].starts_with('|') => {
                signs.push(Glyph::Char('|'), at..end);
                signs.push(Glyph::Char('|'), end..end + 1);
                end + 1
            }
            '|' if text[end..].chars().next().is_none_or(char::is_whitespace) => {
                signs.push(Glyph::Char('|'), at..end);
                end
            }
            '|' => {
                signs.bar(at);
                end
            }
            '\\' => escape(text, at, &mut signs),
            '\r' | '\u{feff}' => end,
            _ => {
                composed(character, at..end, &mut signs);
                end
            }
        };
    }
    signs.finish()
}

/// Follows the brackets of strings while a text is read.
#[derive(Default)]
struct Quotes {
    /// Whether a string that began with `«` or `|<<` is open.
    brackets: bool,
    /// Whether a string that began with `"` is open.
    marks: bool,
}

impl Quotes {
    fn in_string(&self) -> bool {
        self.brackets || self.marks
    }

    /// Passes one character. `rest` is the text after it.
    fn pass(&mut self, character: char, rest: &str) {
        match character {
            '«' => self.brackets = true,
            '»' => self.brackets = false,
            '|' if rest.starts_with("<<") => self.brackets = true,
            '|' if rest.starts_with('>') => self.brackets = false,
            '"' if !self.brackets => self.marks = !self.marks,
            '\n' => self.marks = false,
            _ => {}
        }
    }
}

/// Reads an underscore, which underlines the word that follows. If no letter follows, it underlines only the
/// next character.
fn underscore(text: &str, at: usize, signs: &mut Collector) -> usize {
    signs.underline(at);
    let mut end = at + 1;
    for letter in text[at + 1..].chars().take_while(|&letter| is_letter(letter)) {
        signs.underline(end);
        signs.push(Glyph::Char(letter), end..end + letter.len_utf8());
        end += letter.len_utf8();
    }
    end
}

/// Reads an escape. `\_x` underlines the character x, `\|x` puts a bar through x, and `\{29}` is the
/// typewriter's symbol with the code 29.
fn escape(text: &str, at: usize, signs: &mut Collector) -> usize {
    let rest = &text[at + 1..];
    if let Some(after) = rest.strip_prefix('_') {
        signs.underline(at);
        return single(text, text.len() - after.len(), signs);
    }
    if rest.starts_with('|') {
        signs.bar(at);
        return at + 2;
    }
    let code = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    if let Some((digits, after)) = code
        && let Ok(code @ 0..=127) = digits.parse::<u8>()
    {
        let end = text.len() - after.len();
        match control(code) {
            // The symbol 61 (sum code) and the checksum after it are not text.
            _ if code == 61 => return end + after.chars().next().map_or(0, char::len_utf8),
            Some(glyph) => signs.push(glyph, at..end),
            None => {}
        }
        return end;
    }
    signs.push(Glyph::Char('\\'), at..at + 1);
    at + 1
}

/// Reads the character after the escape `\_`. The escape underlines only this character, not a whole word.
fn single(text: &str, at: usize, signs: &mut Collector) -> usize {
    match text[at..].chars().next() {
        Some(letter) if is_letter(letter) => {
            signs.push(Glyph::Char(letter), at..at + letter.len_utf8());
            at + letter.len_utf8()
        }
        _ => at,
    }
}

/// Reads one character of the clean form. It can be several characters on the tape, for example an underline
/// and a `<`.
fn composed(character: char, bytes: std::ops::Range<usize>, signs: &mut Collector) {
    let at = bytes.start;
    // ASCII characters are single signs; checking that first makes long texts fast.
    let apart = if character.is_ascii() { None } else { taken_apart(character) };
    let base = match apart {
        Some((Overlay::Underline, base)) => {
            signs.underline(at);
            base
        }
        Some((Overlay::Bar, base)) => {
            signs.bar(at);
            base
        }
        None => character,
    };
    signs.push(Glyph::Char(base), bytes.clone());
    if character == '«' {
        signs.push(Glyph::Char('<'), bytes);
    }
}
