//! The machine at work: under the debugger's engine, with the panel's keyboard.

use super::keyboard::PanelHands;
use super::lamps::Lamps;
use core::time::Duration;
use gier_desk::attended::{Ending, Until, attend};
use gier_desk::debug::{Engine, Goal};
use gier_desk::typewriter::pressed::PressedKeys;
use gier_machine::Machine;
use gier_word::Uops;

/// Whether the panel lets the machine run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Motion {
    /// It runs, or waits for the world.
    Runs,
    /// It stands still, and why.
    Stands(String),
}

/// What a machine that runs waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A key, and none is struck.
    Key,
    /// A tape.
    Tape,
}

/// What a run came to.
pub struct Run {
    /// Why it ended.
    pub ending: Ending,
    /// Keys that GIER has read in it.
    pub keys: u32,
    /// What there is to say about keys that were struck for nothing.
    pub complaint: Option<String>,
}

/// The machine at work.
pub struct Work {
    pub(in crate::state) engine: Engine,
    motion: Motion,
    waits: Option<Wait>,
    keyboard: PressedKeys,
}

impl Work {
    /// A session that runs.
    pub fn new(engine: Engine) -> Work {
        Work { engine, motion: Motion::Runs, waits: None, keyboard: PressedKeys::default() }
    }

    /// The machine now.
    pub const fn machine(&self) -> &Machine {
        self.engine.machine()
    }

    /// Whether it runs.
    pub const fn motion(&self) -> &Motion {
        &self.motion
    }

    /// What it waits for.
    pub const fn waits(&self) -> Option<Wait> {
        self.waits
    }

    /// Whether the panel lets it run.
    pub fn runs(&self) -> bool {
        self.motion == Motion::Runs
    }

    /// Whether it does orders.
    pub fn is_running(&self) -> bool {
        self.runs() && self.waits.is_none()
    }

    /// From here it runs towards a goal.
    pub fn run(&mut self, goal: Goal) {
        self.engine.set_goal(goal);
        self.motion = Motion::Runs;
        self.waits = None;
    }

    /// From here it stands still.
    pub fn stand(&mut self, why: &str) {
        // A machine that stands already may be in the middle of a wait, and stays there.
        if self.runs() {
            self.engine.halt();
        }
        self.stands(why);
        self.waits = None;
        self.keyboard.clear();
    }

    /// It stands still, and this is why.
    pub fn stands(&mut self, why: &str) {
        self.motion = Motion::Stands(why.to_string());
    }

    /// It runs, and waits for this.
    pub fn wait_for(&mut self, wait: Wait) {
        (self.motion, self.waits) = (Motion::Runs, Some(wait));
    }

    /// Something has entered it: whether it still waits is seen when it runs on.
    pub fn look_again(&mut self) {
        self.waits = None;
    }

    /// A person strikes a key. Whether GIER was waiting for one.
    pub fn strike(&mut self, character: char, host: Duration) -> bool {
        self.keyboard.press(character, host);
        let was_waiting = self.waits == Some(Wait::Key);
        if was_waiting {
            self.waits = None;
        }
        was_waiting
    }

    /// Lets it work until its clock reaches `end`, at this moment of the host's time.
    pub fn work_until(&mut self, end: Uops, lamps: &mut Lamps, host: Duration) -> Run {
        let mut hands = PanelHands::new(&mut self.keyboard, lamps, host, self.engine.machine().now(), end);
        let Ok(ending) = attend(&mut self.engine, &mut hands, Until::at(end));
        hands.look(self.engine.machine());
        Run { ending, keys: hands.keys, complaint: hands.complaint }
    }
}
