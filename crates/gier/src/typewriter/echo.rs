//! From what leaves the machine to what prints on the paper.
//!
//! The typist holds the shift key for the characters that need it and lets it go again; the
//! machine learns that only when it reads the next symbol, but the paper's mechanism is back
//! in lower case at once. An underline does not end the hold: it belongs to what comes next.

use gier_machine::Output;
use gier_word::Symbol;

/// Follows the shift key of a guest's typewriter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaperKeeper {
    is_shift_held: bool,
}

impl PaperKeeper {
    /// The symbols that print for this, in order.
    pub fn symbols(&mut self, output: Output) -> impl Iterator<Item = Symbol> + use<> {
        let (first, second) = match output {
            Output::Typed(symbol) => {
                self.is_shift_held &= !matches!(symbol, Symbol::LOWER | Symbol::UPPER);
                (Some(symbol), None)
            }
            Output::Echo(symbol) => (Some(symbol), self.release(symbol)),
            Output::Punched(_) | Output::Printed(_) => (None, None),
        };
        first.into_iter().chain(second)
    }

    fn release(&mut self, symbol: Symbol) -> Option<Symbol> {
        let was_held = self.is_shift_held;
        self.is_shift_held = symbol == Symbol::UPPER || (was_held && symbol == Symbol::UNDERLINE);
        let springs_back = was_held && !self.is_shift_held && symbol != Symbol::LOWER;
        springs_back.then_some(Symbol::LOWER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shift_springs_back_after_the_character_that_needed_it() {
        let mut keeper = PaperKeeper::default();
        let printed = |keeper: &mut PaperKeeper, code| -> Vec<u8> {
            keeper.symbols(Output::Echo(Symbol::new(code))).map(Symbol::code).collect()
        };
        assert_eq!(printed(&mut keeper, 60), [60]);
        assert_eq!(printed(&mut keeper, 14), [14]);
        assert_eq!(printed(&mut keeper, 4), [4, 58]);
        assert_eq!(printed(&mut keeper, 58), [58]);
        assert_eq!(printed(&mut keeper, 49), [49]);
    }
}
