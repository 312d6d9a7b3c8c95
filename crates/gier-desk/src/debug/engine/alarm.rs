//! The state of the program when an alarm (run-time error) was raised. The machine itself stops later, after
//! the run-time library has printed the word of the alarm.

use crate::debug::expression::{Meaning, Names, Sight, Value};
use crate::debug::program::Program;
use gier_machine::Machine;
use gier_word::Address;

/// An alarm (run-time error) that has stopped the program, with the state of the machine at the alarm. As
/// [`Names`], it gives each variable the value that it had then.
#[derive(Clone, Debug)]
pub struct AtAlarm {
    /// The report: the word of the alarm, its place in the source text, and the chain of procedure calls.
    pub line: String,
    /// A copy of the machine, with the state at the moment of the alarm. After a spill (exponent overflow),
    /// the copy has the state before the order that caused the spill.
    pub machine: Machine,
    /// The program, as its source map describes it.
    pub program: Program,
}

impl Names for AtAlarm {
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
