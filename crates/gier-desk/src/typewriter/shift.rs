//! The shift key of the keyboard, and what it does to the paper.
//!
//! The typist holds the shift key for the key that needs it and lets it go again; the machine
//! learns that only when it reads the next symbol, but the paper's mechanism is back in lower
//! case at once.  [F-KEY-1]

use gier_word::Symbol;

/// Follows the shift key of the typewriter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShiftKey {
    is_held: bool,
}

impl ShiftKey {
    /// The machine typed this.
    pub fn typed(&mut self, symbol: Symbol) {
        self.is_held &= !matches!(symbol, Symbol::LOWER | Symbol::UPPER);
    }

    /// A key was struck. Whether the mechanism springs back to lower case behind it.
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
    fn the_shift_springs_back_behind_the_key_that_needed_it() {
        let mut shift = ShiftKey::default();
        let struck = [60, 14, 58, 60, 4, 58, 49].map(|code| shift.struck(Symbol::new(code)));
        assert_eq!(struck, [false, true, false, false, true, false, false]);
    }
}
