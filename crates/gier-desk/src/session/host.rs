//! What a session needs from its front end.

use crate::attended::{Ears, Ending, Print};
use crate::host::{Files, NoFiles, Trouble};
use gier_machine::Machine;
use gier_word::Uops;

/// All that a front end implements to drive a [`Session`](super::Session). Most hosts implement two to four
/// of the methods. The clock stays on this side, because replays, tests and surveys have none: a host that
/// keeps GIER's speed ends a slice in [`Host::slice_end`] and sleeps in [`Host::rest`].
pub trait Host: Files {
    /// Prints one line that an act reports. A host that performs no acts prints nothing.
    fn print(&mut self, line: &str) {
        let _ = line;
    }

    /// Called with the symbols that were printed on the sheet since the last call.
    ///
    /// # Errors
    /// Returns an error if the symbols cannot be shown.
    fn see(&mut self, prints: &[Print]) -> Result<(), Trouble> {
        let _ = prints;
        Ok(())
    }

    /// The listener that hears the machine, for example to play its sound.
    fn ears(&mut self) -> Option<&mut dyn Ears> {
        None
    }

    /// The machine time at which [`Host::rest`] must be called at the latest. `now` is the present machine
    /// time.
    fn slice_end(&self, now: Uops) -> Uops {
        let _ = now;
        Uops::NEVER
    }

    /// Called regularly while the machine runs: at the time that [`Host::slice_end`] gives, and when the
    /// machine waits for a key. Returns `Some` to end the run.
    ///
    /// # Errors
    /// Returns an error to end the run with it.
    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Trouble> {
        let _ = machine;
        Ok(None)
    }

    /// Called from time to time during a search in the past. The search has covered `done` of `all` orders.
    /// Returns `false` to cancel the search.
    fn goes_on(&mut self, done: u64, all: u64) -> bool {
        let _ = (done, all);
        true
    }

    /// Whether an act may discard what comes after the present moment of the session, because it feeds
    /// something to the machine. If not, the act fails with [`Fault::Future`](super::Fault::Future) and has
    /// changed nothing, so that the host can ask the user and give the act again.
    fn forgets_future(&self) -> bool {
        true
    }
}

/// A host without files, which prints nothing.
impl Host for NoFiles {}
