//! The shift key of the keyboard, and its effect on the paper.
//!
//! The typist holds the shift key while striking one key, and then releases it. The typewriter returns to
//! lower case immediately. The machine receives the release only when it reads the next symbol.  [F-KEY-1]

use gier_word::Symbol;

/// Records whether the typist holds the shift key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShiftKey {
    is_held: bool,
}

impl ShiftKey {
    /// Called when the program has typed this symbol. If the symbol is a case shift, the shift key has no
    /// more effect until the typist presses it again.
    pub fn typed(&mut self, symbol: Symbol) {
        self.is_held &= !matches!(symbol, Symbol::LOWER | Symbol::UPPER);
    }

    /// Called when the typist has struck this key. The result is `true` if the typewriter then goes back to
    /// lower case.
    pub fn struck(&mut self, symbol: Symbol) -> bool {
        let was_held = self.is_held;
        self.is_held = symbol == Symbol::UPPER;
        was_held && !matches!(symbol, Symbol::UPPER | Symbol::LOWER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shift_is_released_after_its_key() {
        let mut shift = ShiftKey::default();
        let struck = [60, 14, 58, 60, 4, 58, 49].map(|code| shift.struck(Symbol::new(code)));
        assert_eq!(struck, [false, true, false, false, true, false, false]);
    }
}
