//! The panel's keyboard: what a person has struck and GIER has not read; one of the hands that
//! work the machine.

use super::lamps::Lamps;
use core::time::Duration;
use gier_desk::attended::{Ending, Hands, Key, Papers};
use gier_desk::typewriter::keyboard::Typist;
use gier_machine::Machine;
use gier_word::Uops;
use std::collections::VecDeque;
use std::convert::Infallible;

/// How often the lamps are looked at within a run. A frame has about four slices.
const LOOKS: u128 = 8;
/// A key that was struck this long before the lamp came on is still down when it does.
const STILL_DOWN: Duration = Duration::from_millis(250);
/// What is said of a key that was struck for nothing.
pub const DEAD_KEY: &str = "That key was dead: GIER was not waiting for one.";

/// What was struck.
#[derive(Clone, Debug, Default)]
pub struct Keyboard {
    typist: Typist,
    struck: VecDeque<(Duration, char)>,
}

impl Keyboard {
    /// A person strikes a key at this moment of the host's time.
    pub fn strike(&mut self, character: char, host: Duration) {
        self.struck.push_back((host, character));
    }

    /// Lets go of the keys that are not down any more at this moment. Whether there were any.
    pub fn let_go(&mut self, host: Duration) -> bool {
        let before = self.struck.len();
        self.struck.retain(|&(moment, _)| host.saturating_sub(moment) <= STILL_DOWN);
        self.struck.len() < before
    }

    /// Lets go of everything.
    pub fn clear(&mut self) {
        *self = Keyboard::default();
    }
}

/// The hands for a run of the machine: the keyboard, and eyes for the lamps.
pub struct PanelHands<'a> {
    keyboard: &'a mut Keyboard,
    lamps: &'a mut Lamps,
    begin: Uops,
    end: Uops,
    looked: Uops,
    /// Keys that GIER has read.
    pub keys: u32,
    /// What there is to say about keys that were struck for nothing.
    pub complaint: Option<String>,
}

impl<'a> PanelHands<'a> {
    /// Hands for a run from `begin` to `end`, at this moment of the host's time.
    pub fn new(
        keyboard: &'a mut Keyboard,
        lamps: &'a mut Lamps,
        host: Duration,
        begin: Uops,
        end: Uops,
    ) -> PanelHands<'a> {
        let complaint = keyboard.let_go(host).then(|| DEAD_KEY.to_string());
        PanelHands { keyboard, lamps, begin, end, looked: begin, keys: 0, complaint }
    }

    /// Looks at the lamps.
    pub fn look(&mut self, machine: &Machine) {
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
            if let Some(symbol) = self.keyboard.typist.next_symbol(case) {
                self.keys += 1;
                self.begin = self.looked;
                return Ok(Key::Struck(symbol));
            }
            let Some((_, character)) = self.keyboard.struck.pop_front() else { return Ok(Key::None) };
            if !self.keyboard.typist.strike(character, case) {
                self.complaint = Some(format!(
                    "GIER's typewriter has no key for {character:?} (F1 shows how to type signs)."
                ));
            }
        }
    }

    /// The run is cut into equal parts, after each of which the lamps are looked at.
    fn slice_end(&self, now: Uops) -> Uops {
        let length = u128::from(self.end.0.saturating_sub(self.begin.0));
        let done = u128::from(now.0.saturating_sub(self.begin.0));
        let part = (done * LOOKS).checked_div(length).map_or(LOOKS, |part| part + 1);
        // Rounded up, so that the end of a part is never where the part before it ended.
        let done = (length * part.min(LOOKS)).div_ceil(LOOKS);
        self.begin + Uops(u64::try_from(done).expect("a part of the run"))
    }

    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Infallible> {
        self.look(machine);
        Ok(None)
    }
}
