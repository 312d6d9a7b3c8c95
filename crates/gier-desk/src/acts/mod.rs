//! What an operator's hands do, as a text: the language of acts, and the operator who does what
//! it says at a machine and reads the paper.

pub mod asc;
mod language;
mod operator;

pub use language::{ACTS_HELP, Act, Button, Cells, Kind, Switch, Tell, Wait, parse};
pub use operator::{BadAct, Fault, Operator};

use crate::attended::{Ending, Print};
use gier_machine::Machine;
use gier_word::Uops;
use std::error::Error;

/// Trouble with the computer on which GIER is emulated: files that are not there.
pub type Trouble = Box<dyn Error + Send + Sync>;

/// What the acts want of that computer.
pub trait Host {
    /// The contents of a file that an act names.
    ///
    /// # Errors
    /// What the host said.
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble>;

    /// Keeps a file under the name that an act gives it.
    ///
    /// # Errors
    /// What the host said.
    fn keep(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble>;

    /// Says something to people, in a line.
    fn tell(&mut self, line: &str);

    /// Until when the machine works before [`Host::rest`] is asked.
    fn slice_end(&self, now: Uops) -> Uops {
        let _ = now;
        Uops::NEVER
    }

    /// Shows what came to the sheet.
    ///
    /// # Errors
    /// What the host said.
    fn see(&mut self, prints: &[Print]) -> Result<(), Trouble> {
        let _ = prints;
        Ok(())
    }

    /// A slice of the machine's work is over. An ending leaves the room.
    ///
    /// # Errors
    /// What the host said.
    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Trouble> {
        let _ = machine;
        Ok(None)
    }
}
