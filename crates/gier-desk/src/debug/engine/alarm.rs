//! The state of the program at an alarm. The machine itself stops later, after the running system has
//! printed the word of the alarm.

use crate::debug::expression::{Meaning, Names, Sight, Value};
use crate::debug::program::Program;
use gier_machine::Machine;
use gier_word::Address;

/// An alarm that has stopped the program, and the state of machine and program at the alarm. As [`Names`],
/// it gives the variables the values that they had at the alarm.
#[derive(Clone, Debug)]
pub struct AtAlarm {
    /// The report: the word of the alarm, the place in the source text, and the calls.
    pub line: String,
    /// The machine at the moment of the alarm. For a spill (exponent overflow), the machine before the
    /// order that spilled.
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
