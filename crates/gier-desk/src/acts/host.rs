//! What the acts need from the computer on which GIER is emulated.

use crate::attended::{Ending, Print};
use crate::host::{Files, NoFiles, Trouble};
use gier_machine::Machine;
use gier_word::Uops;

/// The computer on which GIER is emulated, as the acts use it: files by the names that the acts give them,
/// and a person who may watch.
pub trait Host: Files {
    /// Prints a line for people.
    fn tell(&mut self, line: &str);

    /// The machine time at which [`Host::rest`] is called next.
    fn slice_end(&self, now: Uops) -> Uops {
        let _ = now;
        Uops::NEVER
    }

    /// Shows what was printed on the sheet.
    ///
    /// # Errors
    /// Returns an error of the host.
    fn see(&mut self, prints: &[Print]) -> Result<(), Trouble> {
        let _ = prints;
        Ok(())
    }

    /// Called while a search in the past runs, with the number of orders searched and of all orders.
    /// Returns `false` to cancel the search.
    fn goes_on(&mut self, done: u64, all: u64) -> bool {
        let _ = (done, all);
        true
    }

    /// Called at the end of each slice. Returns an ending to stop attending the machine.
    ///
    /// # Errors
    /// Returns an error of the host.
    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Trouble> {
        let _ = machine;
        Ok(None)
    }
}

/// A host without files, which ignores all messages.
impl Host for NoFiles {
    fn tell(&mut self, _: &str) {}
}
