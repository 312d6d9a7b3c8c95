//! Gives GIER the keys that you pressed, and samples the lamps, while the machine runs.

use super::lamps::Lamps;
use core::time::Duration;
use gier_desk::attended::{Ending, Hands, Key, Papers};
use gier_desk::typewriter::pressed::PressedKeys;
use gier_machine::Machine;
use gier_word::Uops;
use std::convert::Infallible;

/// How many times the panel samples the lamps in one run. A run is a short slice of machine time; there are
/// about four for each picture.
const LOOKS: u128 = 8;
/// The message about a key that was released before GIER read it.
pub(crate) const IGNORED_KEY: &str = "GIER ignored that key: it was not waiting for one.";

/// Gives GIER your keys and samples the lamps, while the machine runs for a short slice of time.
pub(crate) struct PanelHands<'a> {
    keyboard: &'a mut PressedKeys,
    lamps: &'a mut Lamps,
    begin: Uops,
    end: Uops,
    looked: Uops,
    /// How many keys GIER has read.
    pub keys: u32,
    /// A message about a key that GIER did not read, or that GIER's typewriter does not have. `None` if there
    /// was no such key.
    pub complaint: Option<String>,
}

impl<'a> PanelHands<'a> {
    /// Prepares a run from `begin` to `end` in machine time. `host` is the host's time now.
    pub(crate) fn new(
        keyboard: &'a mut PressedKeys,
        lamps: &'a mut Lamps,
        host: Duration,
        begin: Uops,
        end: Uops,
    ) -> PanelHands<'a> {
        let complaint = keyboard.release(host).then(|| IGNORED_KEY.to_string());
        PanelHands { keyboard, lamps, begin, end, looked: begin, keys: 0, complaint }
    }

    /// Records which lamps are lit now.
    pub(crate) fn look(&mut self, machine: &Machine) {
        let view = machine.view();
        self.lamps.add(&view, view.now - self.looked);
        self.looked = view.now;
    }
}

impl Hands for PanelHands<'_> {
    type Error = Infallible;

    fn key(&mut self, papers: &Papers) -> Result<Key, Infallible> {
        let case = papers.sheet().case();
        loop {
            match self.keyboard.next_symbol(case) {
                Ok(Some(symbol)) => {
                    self.keys += 1;
                    self.begin = self.looked;
                    return Ok(Key::Struck(symbol));
                }
                Ok(None) => return Ok(Key::None),
                Err(character) => {
                    self.complaint = Some(format!(
                        "GIER's typewriter has no key for {character:?} (F1 shows how to type signs)."
                    ));
                }
            }
        }
    }

    /// Returns the end of the present part of the run. A run has `LOOKS` equal parts, and the panel
    /// samples the lamps after each part.
    fn slice_end(&self, now: Uops) -> Uops {
        let length = u128::from(self.end.0.saturating_sub(self.begin.0));
        let done = u128::from(now.0.saturating_sub(self.begin.0));
        let part = (done * LOOKS).checked_div(length).map_or(LOOKS, |part| part + 1);
        // The end of a part is rounded up, so that it is later than the end of the previous part.
        let done = (length * part.min(LOOKS)).div_ceil(LOOKS);
        self.begin + Uops(u64::try_from(done).expect("a part of the run"))
    }

    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Infallible> {
        self.look(machine);
        Ok(None)
    }
}
