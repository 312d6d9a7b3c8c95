//! Defines the trait [`Hands`]: a person or a program that presses the keys of the typewriter.

use super::ending::Ending;
use crate::papers::{Papers, Print};
use crate::typewriter::keyboard::{NoSuchKey, Typist};
use gier_machine::Machine;
use gier_word::{Symbol, Uops};
use std::convert::Infallible;

/// What the hands do when the machine waits for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The hands press a key.
    Struck(Symbol),
    /// The hands press no key now.
    None,
    /// The hands quit the session.
    Leave,
}

/// Whatever presses the keys of a machine, for example a person at a terminal, a script or a web page.
pub trait Hands {
    /// The error that these hands can return.
    type Error;

    /// Called when the machine waits for a key. Returns what the hands do now. `papers` shows what the
    /// machine has printed so far.
    ///
    /// # Errors
    /// Returns an error if the hands fail.
    fn key(&mut self, papers: &Papers) -> Result<Key, Self::Error>;

    /// Returns the machine time at which [`Hands::rest`] must be called next. `now` is the present machine
    /// time.
    fn slice_end(&self, now: Uops) -> Uops {
        let _ = now;
        Uops::NEVER
    }

    /// Called with the symbols that the typewriter has printed since the last call.
    ///
    /// # Errors
    /// Returns an error if the hands fail.
    fn see(&mut self, prints: &[Print]) -> Result<(), Self::Error> {
        let _ = prints;
        Ok(())
    }

    /// Called when the machine reaches the time that [`Hands::slice_end`] returned, and when it waits for a
    /// key. Returns `Some` to end the run.
    ///
    /// # Errors
    /// Returns an error if the hands fail.
    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Self::Error> {
        let _ = machine;
        Ok(None)
    }

    /// Returns `true` to end the run with [`Ending::Enough`].
    fn has_enough(&self) -> bool {
        false
    }
}

/// Hands that type a text as fast as the machine reads it, and then press no more keys.
#[derive(Clone, Debug)]
pub struct Text(Typist);

impl Text {
    /// Creates hands that type this text. A newline in the text becomes the key CR (carriage return).
    ///
    /// # Errors
    /// Returns an error for the first character that has no key.
    pub fn new(text: &str) -> Result<Text, NoSuchKey> {
        Typist::new(text).map(Text)
    }

    /// Creates hands that press no keys.
    pub fn none() -> Text {
        Text(Typist::default())
    }
}

impl Hands for Text {
    type Error = Infallible;

    fn key(&mut self, papers: &Papers) -> Result<Key, Infallible> {
        Ok(self.0.next_symbol(papers.sheet().case()).map_or(Key::None, Key::Struck))
    }
}
