//! The keys that a person presses on the panel's or the page's typewriter, until GIER reads them.

use super::keyboard::Typist;
use core::time::Duration;
use gier_word::{Case, Symbol};
use std::collections::VecDeque;

/// GIER reads a key only while it waits for one. A key stays down this long, so a key that was pressed
/// at most this long before GIER waits is still read. After that the key is dead.
pub const STILL_DOWN: Duration = Duration::from_millis(250);

/// The keys that were pressed and not read yet. Times are those of the host's clock.
#[derive(Clone, Debug, Default)]
pub struct PressedKeys {
    typist: Typist,
    down: VecDeque<(Duration, char)>,
}

impl PressedKeys {
    /// A person presses a key at this time, whether or not GIER waits for one.
    pub fn press(&mut self, character: char, host: Duration) {
        self.down.push_back((host, character));
    }

    /// A person presses a key while GIER waits for one, so the key is read however late that is.
    /// Returns `false` if the typewriter has no key for the character.
    pub fn press_awaited(&mut self, character: char, case: Case) -> bool {
        self.typist.strike(character, case)
    }

    /// Releases the keys that were pressed more than [`STILL_DOWN`] before this time. Returns whether
    /// any key was released unread.
    pub fn release(&mut self, host: Duration) -> bool {
        let before = self.down.len();
        self.down.retain(|&(moment, _)| host.saturating_sub(moment) <= STILL_DOWN);
        self.down.len() < before
    }

    /// The next symbol for a machine that waits for a key, with the typewriter in this case.
    ///
    /// # Errors
    /// Returns a character that has no key on the typewriter. That character is dropped; call again for the
    /// next one.
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

    /// Forgets all keys.
    pub fn clear(&mut self) {
        *self = PressedKeys::default();
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
