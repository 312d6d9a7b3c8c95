//! Converts characters that a person types, or that a file contains, to keys of GIER's typewriter.
//!
//! For an upper-case character, a typist presses the shift key, strikes the key and releases the shift key.
//! The machine reads this as three symbols: *upper case, key, lower case*. GIER ALGOL assumes lower case
//! whenever it begins to read. The typewriter itself returns to lower case even before the machine reads the
//! last of the three symbols; see [`ShiftKey`](super::shift::ShiftKey).  [F-KEY-1]

use gier_word::{Case, Symbol, glyph};
use std::collections::VecDeque;

/// The help text about the keys of the typewriter, for the panel and the commands that take keys.
pub const KEYS_HELP: &str = "\
Type letters, digits and signs as they are. Enter is the carriage return. If your keyboard \
lacks a sign, type it as
  × *    ∧ &    ∨ !    ⏨ '    ≤ _<    ≥ _>    ≡ _=    ÷ _:    ≠ |=    ↑ |&
Underline and bar (_ and |) do not move the carriage: type them before their character, so \
that _a is an underlined a. End a number with a space. You cannot take a character back, and \
GIER ignores keys while it is not waiting for one.";

/// The help text about how to end or suspend a session outside the panel.
pub const LEAVING_HELP: &str = "Ctrl-C quits. Ctrl-D ends your input. Ctrl-Z suspends gier; fg continues.";

/// Returns the keys for one character, each with its case. The case is `None` if the key works in both cases.
fn keys(character: char) -> Option<Vec<(Symbol, Option<Case>)>> {
    // The tab key moves the carriage but sends no symbol to the machine.
    glyph::symbols(glyph::from_keyboard(character)).filter(|_| character != '\t')
}

/// Whether the typewriter can type this character.
pub fn has_key(character: char) -> bool {
    keys(character).is_some()
}

/// Returns the symbols that a typist sends for one character. `case` is the typewriter's case before the
/// first symbol. Each upper-case key comes between a shift to upper case and a shift to lower case. Returns
/// `None` if no key types the character.
pub fn strokes(character: char, case: Case) -> Option<Vec<Symbol>> {
    let mut symbols = Vec::new();
    let mut case = case;
    for (key, needed) in keys(character)? {
        match needed {
            Some(Case::Upper) => {
                symbols.extend([Symbol::UPPER, key, Symbol::LOWER]);
                case = Case::Lower;
            }
            Some(Case::Lower) if case == Case::Upper => {
                symbols.extend([Symbol::LOWER, key]);
                case = Case::Lower;
            }
            Some(Case::Lower) | None => symbols.push(key),
        }
    }
    Some(symbols)
}

/// A typist at the typewriter: the text that is still to be typed, and the symbols that were typed but not
/// yet read.
#[derive(Clone, Debug, Default)]
pub struct Typist {
    text: VecDeque<char>,
    struck: VecDeque<Symbol>,
}

/// A character in a text that GIER's typewriter cannot type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: no key of GIER's typewriter prints {character:?}")]
pub struct NoSuchKey {
    /// The character without a key.
    pub character: char,
    /// The line of the character, counted from 1.
    pub line: usize,
    /// The column of the character, counted in characters from 1.
    pub column: usize,
}

impl Typist {
    /// Creates a typist who types this text. For a newline, the typist presses CR (carriage return).
    ///
    /// # Errors
    /// Returns an error for the first character that has no key.
    pub fn new(text: &str) -> Result<Typist, NoSuchKey> {
        let text = text.trim_start_matches('\u{FEFF}').replace("\r\n", "\n");
        let (mut line, mut column) = (1, 0);
        for character in text.chars() {
            column += 1;
            if !has_key(character) {
                return Err(NoSuchKey { character, line, column });
            }
            if character == '\n' {
                (line, column) = (line + 1, 0);
            }
        }
        Ok(Typist { text: text.chars().collect(), struck: VecDeque::new() })
    }

    /// Adds a text to the end of the text to type.
    ///
    /// # Errors
    /// Returns an error for the first character that has no key.
    pub fn add(&mut self, text: &str) -> Result<(), NoSuchKey> {
        self.text.extend(Typist::new(text)?.text);
        Ok(())
    }

    /// Strikes the keys of one character. Returns `false` if no key types the character.
    pub fn strike(&mut self, character: char, case: Case) -> bool {
        let Some(symbols) = strokes(character, case) else { return false };
        self.struck.extend(symbols);
        true
    }

    /// Returns the next symbol for a machine that waits for a key, or `None` if the text is finished. `case`
    /// is the typewriter's present case.
    pub fn next_symbol(&mut self, case: Case) -> Option<Symbol> {
        while self.struck.is_empty() {
            let character = self.text.pop_front()?;
            self.strike(character, case);
        }
        self.struck.pop_front()
    }

    /// The rest of the text, of which no key was read yet.
    pub fn rest(&self) -> String {
        self.text.iter().collect()
    }

    /// Whether the whole text was typed and read.
    pub fn has_struck_all(&self) -> bool {
        self.text.is_empty() && self.struck.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn codes(character: char, case: Case) -> Vec<u8> {
        strokes(character, case).unwrap().iter().map(|symbol| symbol.code()).collect()
    }

    /// The expected codes are from a conversation that was recorded in 1966.
    #[test]
    fn lower_case_needs_no_shift() {
        assert_eq!(codes('j', Case::Lower), [33]);
        assert_eq!(codes('3', Case::Lower), [3]);
        assert_eq!(codes(' ', Case::Upper), [0]);
        assert_eq!(codes('\n', Case::Lower), [64]);
    }

    #[test]
    fn the_shift_is_held_for_a_character_and_released() {
        assert_eq!(codes('J', Case::Lower), [60, 33, 58]);
        assert_eq!(codes('J', Case::Upper), [60, 33, 58]);
        assert_eq!(codes('j', Case::Upper), [58, 33]);
    }

    #[test]
    fn signs_that_are_printed_over_each_other() {
        assert_eq!(codes('≤', Case::Lower), [14, 17]);
        assert_eq!(codes('≠', Case::Lower), [60, 14, 58, 60, 4, 58]);
        assert_eq!(codes('÷', Case::Lower), [14, 60, 59, 58]);
        assert_eq!(codes('⏨', Case::Lower), [60, 27, 58]);
        assert_eq!(codes('\'', Case::Lower), [60, 27, 58]);
        assert_eq!(codes('*', Case::Lower), [60, 2, 58]);
        assert_eq!(codes('&', Case::Lower), [60, 16, 58]);
        assert_eq!(codes('!', Case::Lower), [60, 1, 58]);
    }

    #[test]
    fn a_character_without_a_key_is_named_with_its_place() {
        let fault = Typist::new("ab\nc$").unwrap_err();
        assert_eq!(fault, NoSuchKey { character: '$', line: 2, column: 2 });
        assert!(Typist::new("\t").is_err());
    }

    #[test]
    fn the_release_of_the_shift_waits_to_be_read() {
        let mut typist = Typist::new("Jk").unwrap();
        assert_eq!(typist.next_symbol(Case::Lower), Some(Symbol::UPPER));
        assert_eq!(typist.next_symbol(Case::Upper).map(Symbol::code), Some(33));
        assert_eq!(typist.next_symbol(Case::Lower), Some(Symbol::LOWER));
        assert_eq!(typist.next_symbol(Case::Lower).map(Symbol::code), Some(34));
        assert_eq!(typist.next_symbol(Case::Lower), None);
    }

    proptest! {
        /// Tests that the paper shows exactly what a person types.
        #[test]
        fn typed_text_prints_as_itself(text in "[a-zæøåA-ZÆØÅ0-9 ×∧∨⏨<>=:;.,()+/≤≥≠÷≡↑±\n-]{0,60}") {
            let mut typist = Typist::new(&text).unwrap();
            let mut sheet = crate::typewriter::paper::Sheet::new();
            while let Some(symbol) = typist.next_symbol(sheet.case()) {
                sheet.take(symbol);
            }
            let printed: Vec<String> =
                sheet.lines().iter().map(|line| crate::typewriter::paper::text_of(line)).collect();
            let wanted: Vec<&str> = text.split('\n').map(|line| line.trim_end_matches(' ')).collect();
            prop_assert_eq!(printed, wanted);
        }
    }
}
