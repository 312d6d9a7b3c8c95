//! Defines the trait [`Hands`]. It stands for the person or the program that presses the typewriter's keys.

use super::ending::Ending;
use crate::papers::{Papers, Print};
use gier_machine::Machine;
use gier_word::{Symbol, Uops};

/// What a [`Hands`] does when the machine waits for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Presses this key.
    Struck(Symbol),
    /// Presses no key now.
    None,
    /// Quits the session.
    Leave,
}

/// Presses the keys of the typewriter, for a person at a terminal, a script or a web page.
pub trait Hands {
    /// The error that the methods of this trait can return.
    type Error;

    /// Called when the machine waits for a key. Returns which key is pressed, or that the user quits.
    /// `papers` is the machine's printed and punched output.
    ///
    /// # Errors
    /// Returns an error if no key can be read, for example because the terminal was closed.
    fn key(&mut self, papers: &Papers) -> Result<Key, Self::Error>;

    /// Returns the machine time at which [`Hands::rest`] must be called at the latest. `now` is the present
    /// machine time.
    fn slice_end(&self, now: Uops) -> Uops {
        let _ = now;
        Uops::NEVER
    }

    /// Called with the symbols that the typewriter has printed since the last call.
    ///
    /// # Errors
    /// Returns an error if the symbols cannot be shown.
    fn see(&mut self, prints: &[Print]) -> Result<(), Self::Error> {
        let _ = prints;
        Ok(())
    }

    /// Called when the machine reaches the time that [`Hands::slice_end`] returned, and when it waits for a
    /// key. Returns `Some` to end the run.
    ///
    /// # Errors
    /// Returns an error to end the run with this error.
    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Self::Error> {
        let _ = machine;
        Ok(None)
    }

    /// Whether the run must now end with [`Ending::Enough`].
    fn has_enough(&self) -> bool {
        false
    }
}
