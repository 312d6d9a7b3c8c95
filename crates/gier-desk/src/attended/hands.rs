//! Whoever strikes the next key.

use crate::attended::ending::Ending;
use crate::attended::papers::{Papers, Print};
use crate::typewriter::keyboard::{NoSuchKey, Typist};
use gier_machine::Machine;
use gier_word::{Symbol, Uops};
use std::convert::Infallible;

/// What the hands do while the machine waits for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// They strike one.
    Struck(Symbol),
    /// They strike none, or none now.
    None,
    /// They leave the room.
    Leave,
}

/// Whoever works the machine: a text, standard input, a person at a terminal, an act, a panel, a
/// web page.
pub trait Hands {
    /// What can go wrong with them.
    type Error;

    /// The next symbol for a machine that waits for one.
    ///
    /// # Errors
    /// Those of the hands.
    fn key(&mut self, papers: &Papers) -> Result<Key, Self::Error>;

    /// Until when the machine works before [`Hands::rest`] is asked: later than `now`.
    fn slice_end(&self, now: Uops) -> Uops {
        let _ = now;
        Uops::NEVER
    }

    /// They see what came to the sheet.
    ///
    /// # Errors
    /// Those of the hands.
    fn see(&mut self, prints: &[Print]) -> Result<(), Self::Error> {
        let _ = prints;
        Ok(())
    }

    /// A slice is over, or the machine waits for a key. An ending leaves the machine alone.
    ///
    /// # Errors
    /// Those of the hands.
    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Self::Error> {
        let _ = machine;
        Ok(None)
    }

    /// Whether they have what they wanted.
    fn has_enough(&self) -> bool {
        false
    }
}

/// Hands that type a text as fast as the machine takes it, and then strike no more keys.
#[derive(Clone, Debug)]
pub struct Text(Typist);

impl Text {
    /// Hands for this text; every newline is the carriage return.
    ///
    /// # Errors
    /// The first character that has no key.
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
