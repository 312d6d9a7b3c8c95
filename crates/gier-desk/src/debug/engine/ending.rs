//! The state of the program at its end, or when an alarm was raised. The machine itself
//! stops later, after the run-time library has printed `end` or the word of the alarm, such as `spill`.

use crate::debug::expression::{EvalState, Names, Value, VariableLocation};
use crate::debug::program::Program;
use gier_machine::Machine;
use gier_word::Address;

/// The state of a program when it ended or raised an alarm. In this state, the run-time
/// library has not yet printed `end` or the word of the alarm. The methods of [`Names`] return the values of
/// variables in this state.
#[derive(Clone, Debug)]
pub struct AtEnding {
    /// The report about an alarm: its word, its place in the source text, and the chain of procedure calls.
    /// `None` at the end of the program.
    pub alarm: Option<String>,
    /// A copy of the machine. If the program has ended, the copy was made before its last jump, which leads
    /// to the run-time library. After an alarm, it was made when the alarm was raised. After a spill
    /// (exponent overflow), it was made before the order that caused the spill.
    pub machine: Machine,
    /// The program, as its source map describes it.
    pub program: Program,
}

impl Names for AtEnding {
    fn variable(&self, name: &str, subscripts: &[i64], _: &EvalState<'_>) -> Result<Value, String> {
        Names::variable(&self.program, name, subscripts, &EvalState::of(&self.machine))
    }

    fn known(&self, name: &str) -> Result<(), String> {
        self.program.known(name)
    }

    fn label(&self, name: &str) -> Option<Address> {
        Names::label(&self.program, name)
    }

    fn is_declared_once(&self, name: &str) -> bool {
        self.program.is_declared_once(name)
    }

    fn locations(&self, name: &str) -> Option<Vec<VariableLocation>> {
        self.program.locations(name)
    }
}
