//! Holds the keys that a person has pressed until GIER reads them or, if it was not waiting, for a quarter of a
//! second.

use super::keyboard::{NoSuchKey, Typist};
use core::time::Duration;
use gier_word::{Case, Symbol};
use std::collections::VecDeque;

/// How long a pressed key stays down, in host time. GIER can read the key only if it waits for a key during
/// this time.
pub const STILL_DOWN: Duration = Duration::from_millis(250);

/// The keys that a person has pressed and GIER has not read. All times are times of the host's clock.
#[derive(Clone, Debug, Default)]
pub struct PressedKeys {
    typist: Typist,
    down: VecDeque<(Duration, char)>,
}

impl PressedKeys {
    /// Records that a person pressed a key. The key stays down for [`STILL_DOWN`]. `host` is the present time
    /// of the host.
    pub fn press(&mut self, character: char, host: Duration) {
        self.down.push_back((host, character));
    }

    /// Records a key that a person pressed while GIER waited for one. The key stays down until GIER reads it.
    /// Returns `false` if no key types the character.
    pub fn press_awaited(&mut self, character: char, case: Case) -> bool {
        self.typist.strike(character, case)
    }

    /// Adds a text whose keys are pressed one after the other, each until GIER reads it.
    ///
    /// # Errors
    /// Returns an error for the first character that has no key.
    pub fn add(&mut self, text: &str) -> Result<(), NoSuchKey> {
        self.typist.add(text)
    }

    /// The rest of the texts that were added, of which GIER has read no key.
    pub fn rest(&self) -> String {
        self.typist.rest()
    }

    /// Whether GIER has read all keys that stay down until it reads them.
    pub fn has_struck_all(&self) -> bool {
        self.typist.has_struck_all()
    }

    /// Releases all keys that were pressed longer than [`STILL_DOWN`] ago. `host` is the present time of the
    /// host. Returns whether a key was released.
    pub fn release(&mut self, host: Duration) -> bool {
        let before = self.down.len();
        self.down.retain(|&(moment, _)| host.saturating_sub(moment) <= STILL_DOWN);
        self.down.len() < before
    }

    /// Returns the next symbol for a machine that waits for a key. `case` is the typewriter's present case.
    ///
    /// # Errors
    /// Returns the character if no key types it. The character is dropped, and the next call continues with
    /// the next character.
    pub fn next_symbol(&mut self, case: Case) -> Result<Option<Symbol>, char> {
        loop {
            if let Some(symbol) = self.typist.next_symbol(case) {
                return Ok(Some(symbol));
            }
            let Some((_, character)) = self.down.pop_front() else { return Ok(None) };
            if !self.typist.strike(character, case) {
                return Err(character);
            }
        }
    }

    /// Lets go of the keys that are down. A text that was added goes on when GIER works again.
    pub fn let_go(&mut self) {
        self.down.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_stays_down_for_a_quarter_of_a_second() {
        let mut keys = PressedKeys::default();
        keys.press('j', Duration::from_millis(100));
        assert!(!keys.release(Duration::from_millis(350)));
        assert_eq!(keys.next_symbol(Case::Lower).unwrap().map(Symbol::code), Some(33));
        keys.press('j', Duration::from_millis(400));
        assert!(keys.release(Duration::from_millis(651)));
        assert_eq!(keys.next_symbol(Case::Lower), Ok(None));
    }

    #[test]
    fn a_character_without_a_key_does_not_hold_up_the_next() {
        let mut keys = PressedKeys::default();
        keys.press('$', Duration::ZERO);
        keys.press('3', Duration::ZERO);
        assert_eq!(keys.next_symbol(Case::Lower), Err('$'));
        assert_eq!(keys.next_symbol(Case::Lower).unwrap().map(Symbol::code), Some(3));
    }

    #[test]
    fn an_awaited_key_is_not_released() {
        let mut keys = PressedKeys::default();
        assert!(keys.press_awaited('3', Case::Lower));
        assert!(!keys.release(Duration::from_secs(9)));
        assert_eq!(keys.next_symbol(Case::Lower).unwrap().map(Symbol::code), Some(3));
    }
}
