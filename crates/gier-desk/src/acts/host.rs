//! What the acts need from the computer on which GIER is emulated.

use crate::attended::{Ending, Print};
use crate::host::{Files, NoFiles, Trouble};
use gier_machine::Machine;
use gier_word::Uops;

/// The computer on which GIER is emulated. The acts use its files by name, and a person may watch it.
pub trait Host: Files {
    /// Prints one line of a report.
    fn print(&mut self, line: &str);

    /// The machine time at which [`Host::rest`] is called next.
    fn slice_end(&self, now: Uops) -> Uops {
        let _ = now;
        Uops::NEVER
    }

    /// Called with everything that was printed on the sheet since the last call.
    ///
    /// # Errors
    /// Returns an error if the host fails.
    fn see(&mut self, prints: &[Print]) -> Result<(), Trouble> {
        let _ = prints;
        Ok(())
    }

    /// Called from time to time during a search in the past. `done` of `all` orders have been searched.
    /// Returns `false` to cancel the search.
    fn goes_on(&mut self, done: u64, all: u64) -> bool {
        let _ = (done, all);
        true
    }

    /// Called at the end of each slice of machine time. Returns an ending to stop the run.
    ///
    /// # Errors
    /// Returns an error if the host fails.
    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Trouble> {
        let _ = machine;
        Ok(None)
    }
}

/// A host without files, which ignores all messages.
impl Host for NoFiles {
    fn print(&mut self, _: &str) {}
}
