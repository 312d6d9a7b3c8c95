//! What an operator needs from the host, the computer that runs gier.

use crate::attended::{Ending, Print};
use crate::host::{Files, NoFiles, Trouble};
use gier_machine::Machine;
use gier_word::Uops;

/// The computer that runs gier. The acts (commands) of a script use this trait to read files, write files and
/// print reports.
pub trait Host: Files {
    /// Prints one line of a report.
    fn print(&mut self, line: &str);

    /// The machine time at which [`Host::rest`] must be called at the latest. `now` is the present machine
    /// time.
    fn slice_end(&self, now: Uops) -> Uops {
        let _ = now;
        Uops::NEVER
    }

    /// Called with the symbols that were printed on the sheet since the last call.
    ///
    /// # Errors
    /// Returns an error if the host fails.
    fn see(&mut self, prints: &[Print]) -> Result<(), Trouble> {
        let _ = prints;
        Ok(())
    }

    /// Called from time to time during a search in the past. The search has covered `done` of `all` orders.
    /// Returns `false` to cancel the search.
    fn goes_on(&mut self, done: u64, all: u64) -> bool {
        let _ = (done, all);
        true
    }

    /// Called regularly while the machine runs: at the time that [`Host::slice_end`] gives, and when the
    /// machine waits for a key. Returns `Some` to end the run.
    ///
    /// # Errors
    /// Returns an error if the host fails.
    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Trouble> {
        let _ = machine;
        Ok(None)
    }
}

/// A host without files, which prints nothing.
impl Host for NoFiles {
    fn print(&mut self, _: &str) {}
}
