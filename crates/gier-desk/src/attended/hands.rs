//! The hands that press the keys of the typewriter.

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
    /// The hands leave the room.
    Leave,
}

/// The hands that work a machine: a text, standard input, a person at a terminal, an act, a panel, a web
/// page.
pub trait Hands {
    /// The error of these hands.
    type Error;

    /// Called when the machine waits for a key. Returns the key that the hands press.
    ///
    /// # Errors
    /// Returns an error of the hands.
    fn key(&mut self, papers: &Papers) -> Result<Key, Self::Error>;

    /// The machine time at which [`Hands::rest`] is called next. It is later than `now`.
    fn slice_end(&self, now: Uops) -> Uops {
        let _ = now;
        Uops::NEVER
    }

    /// Called with what was printed on the sheet.
    ///
    /// # Errors
    /// Returns an error of the hands.
    fn see(&mut self, prints: &[Print]) -> Result<(), Self::Error> {
        let _ = prints;
        Ok(())
    }

    /// Called when a slice is over or the machine waits for a key. Returning `Some` ends the run.
    ///
    /// # Errors
    /// Returns an error of the hands.
    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Self::Error> {
        let _ = machine;
        Ok(None)
    }

    /// Whether the hands have what they wanted, so that the run can end.
    fn has_enough(&self) -> bool {
        false
    }
}

/// Hands that type a text as fast as the machine reads it, and then press no more keys.
#[derive(Clone, Debug)]
pub struct Text(Typist);

impl Text {
    /// Hands for this text. A newline is the carriage return.
    ///
    /// # Errors
    /// Returns an error for the first character that has no key.
    pub fn new(text: &str) -> Result<Text, NoSuchKey> {
        Typist::new(text).map(Text)
    }

    /// Hands that do nothing.
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
