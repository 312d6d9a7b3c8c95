//! The state of the program at its end, or when an alarm (run-time error) was raised. The machine itself stops
//! later, after the run-time library has printed `end` or the word of the alarm.

use crate::debug::expression::{Meaning, Names, Sight, Value};
use crate::debug::program::Program;
use gier_machine::Machine;
use gier_word::Address;

/// The program has come to its end or to an alarm (run-time error), which the run-time library now prints. As
/// [`Names`], this gives each variable the value that it had then.
#[derive(Clone, Debug)]
pub struct AtEnding {
    /// The report about an alarm: its word, its place in the source text, and the chain of procedure calls.
    /// `None` at the end of the program.
    pub alarm: Option<String>,
    /// A copy of the machine, with the state before the jump to the end, or at the moment of the alarm. After
    /// a spill (exponent overflow), the copy has the state before the order that caused the spill.
    pub machine: Machine,
    /// The program, as its source map describes it.
    pub program: Program,
}

impl Names for AtEnding {
    fn variable(&self, name: &str, subscripts: &[i64], _: &Sight<'_>) -> Result<Value, String> {
        Names::variable(&self.program, name, subscripts, &Sight::of(&self.machine))
    }

    fn known(&self, name: &str) -> Result<(), String> {
        self.program.known(name)
    }

    fn label(&self, name: &str) -> Option<Address> {
        Names::label(&self.program, name)
    }

    fn meanings(&self, name: &str) -> Option<Vec<Meaning>> {
        self.program.meanings(name)
    }
}
