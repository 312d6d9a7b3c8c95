//! Converts strings to the symbols that the program sends to the typewriter. A string starts and ends in the
//! typewriter's lower case, and contains case shifts only where a character needs one.  [F-AFE-8]

use crate::source::{Glyph, TapeSign};
use gier_word::{Case, Symbol};

/// Converts the characters between a string's brackets to symbols.
///
/// If the typewriter lacks some of the characters, returns the index of the first of them as the error.
pub(super) fn symbols(signs: &[TapeSign]) -> Result<Vec<Symbol>, usize> {
    let mut line = StringSymbols { symbols: Vec::with_capacity(signs.len()), case: Case::Lower };
    for (at, sign) in signs.iter().enumerate() {
        line.sign(sign).ok_or(at)?;
    }
    line.shift(Case::Lower);
    Ok(line.symbols)
}

struct StringSymbols {
    symbols: Vec<Symbol>,
    case: Case,
}

impl StringSymbols {
    fn shift(&mut self, case: Case) {
        if self.case != case {
            self.symbols.push(if case == Case::Upper { Symbol::UPPER } else { Symbol::LOWER });
            self.case = case;
        }
    }

    fn sign(&mut self, sign: &TapeSign) -> Option<()> {
        if sign.lined() == Some(',') {
            self.symbols.push(Symbol::SPACE);
            return Some(());
        }
        // Underline and bar are stored as a separate symbol before the character.
        for (stored, case) in [(sign.underlined(), Case::Lower), (sign.barred(), Case::Upper)] {
            if stored {
                self.shift(case);
                self.symbols.push(Symbol::UNDERLINE);
            }
        }
        match sign.glyph() {
            Glyph::Char(character) => {
                let (symbol, case) = Symbol::from_char(character)?;
                if let Some(case) = case {
                    self.shift(case);
                }
                self.symbols.push(symbol);
            }
            // The symbol 10 ends stored strings. Tape feed (63) and erased rows (127) are dropped.
            Glyph::Control(10) => return None,
            Glyph::Control(63 | 127) => {}
            Glyph::Control(code) => self.symbols.push(Symbol::new(code)),
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceText;

    fn codes(text: &str) -> Vec<u8> {
        let signs = SourceText::clean("", text).signs();
        symbols(&signs).unwrap().iter().map(|symbol| symbol.code()).collect()
    }

    #[test]
    fn shifts_are_inserted_where_needed_and_the_end_is_lower_case() {
        assert_eq!(codes("a B"), [49, 0, 60, 50, 58]);
        assert_eq!(codes("AB a"), [60, 49, 50, 0, 58, 49]);
        assert_eq!(codes("A\nb"), [60, 49, 64, 58, 50]);
        assert_eq!(codes(""), []);
    }

    #[test]
    fn underlines_bars_blanks_and_controls() {
        assert_eq!(codes("\\_x"), [14, 23]);
        assert_eq!(codes("\\|x"), [60, 14, 58, 23]);
        assert_eq!(codes("A\\_X"), [60, 49, 58, 14, 60, 23, 58]);
        assert_eq!(codes("a␣b"), [49, 0, 50]);
        assert_eq!(codes("\\{29}a\\{62}"), [29, 49, 62]);
        assert_eq!(codes("≤"), [14, 17]);
    }

    #[test]
    fn a_character_that_is_not_on_the_typewriter_is_reported() {
        assert_eq!(symbols(&SourceText::clean("", "ab$").signs()), Err(2));
    }
}
