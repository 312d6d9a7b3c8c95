//! The machine under the debugger, with the keys that you pressed for it.

use super::keyboard::PanelHands;
use super::lamps::Lamps;
use core::time::Duration;
use gier_desk::attended::{Ending, Until, attend};
use gier_desk::debug::Engine;
use gier_desk::debug::stops::Goal;
use gier_desk::typewriter::pressed::PressedKeys;
use gier_machine::Machine;
use gier_word::Uops;

/// Whether the machine runs or is stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    /// The machine executes orders, or waits for a key or a tape.
    Runs,
    /// The machine is stopped. The text is the reason.
    Stopped(String),
}

/// What a running machine can wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// The machine waits until you press a key.
    Key,
    /// The machine waits until you load a tape.
    Tape,
}

/// The result of a run.
pub(crate) struct Run {
    /// The reason why the run ended.
    pub ending: Ending,
    /// How many keys GIER has read during the run.
    pub keys: u32,
    /// A message about a key that GIER did not read, if there is one.
    pub complaint: Option<String>,
}

/// The machine under the debugger, with two more facts: whether it runs, and which keys you have pressed.
pub(crate) struct Work {
    pub(in crate::state) engine: Engine,
    motion: Motion,
    waits: Option<Wait>,
    keyboard: PressedKeys,
}

impl Work {
    /// Creates the state for this session, with a running machine.
    pub(crate) fn new(engine: Engine) -> Work {
        Work { engine, motion: Motion::Runs, waits: None, keyboard: PressedKeys::default() }
    }

    /// The machine at the present moment.
    pub(crate) const fn machine(&self) -> &Machine {
        self.engine.machine()
    }

    /// Whether the machine runs, or why it is stopped.
    pub(crate) const fn motion(&self) -> &Motion {
        &self.motion
    }

    /// What the machine waits for, or `None` if it does not wait.
    pub(crate) const fn waits(&self) -> Option<Wait> {
        self.waits
    }

    /// Whether the machine runs. A machine that waits for a key or a tape also runs.
    pub(crate) fn runs(&self) -> bool {
        self.motion == Motion::Runs
    }

    /// Whether the machine executes orders. This is false while it waits for a key or a tape.
    pub(crate) fn is_running(&self) -> bool {
        self.runs() && self.waits.is_none()
    }

    /// Lets the machine run until it reaches `goal`.
    pub(crate) fn run(&mut self, goal: Goal) {
        self.engine.set_goal(goal);
        self.motion = Motion::Runs;
        self.waits = None;
    }

    /// Stops the machine, and records the reason.
    pub(crate) fn stop(&mut self, why: &str) {
        // `halt` can execute an order that waits for a device. A stopped machine must not do that.
        if self.runs() {
            self.engine.halt();
        }
        self.set_stopped(why);
        self.waits = None;
        self.keyboard.clear();
    }

    /// Records that the machine is stopped, and the reason. [`Self::stop`] also halts the debugger's engine,
    /// and discards the keys that you pressed.
    pub(crate) fn set_stopped(&mut self, why: &str) {
        self.motion = Motion::Stopped(why.to_string());
    }

    /// Records that the machine runs, but waits for a key or a tape.
    pub(crate) fn wait_for(&mut self, wait: Wait) {
        (self.motion, self.waits) = (Motion::Runs, Some(wait));
    }

    /// Records that the machine no longer waits for a key or a tape. Call this after each input. If the
    /// machine still needs a key or a tape, its next run reports that.
    pub(crate) fn look_again(&mut self) {
        self.waits = None;
    }

    /// Presses a key of the typewriter for you, at the host time `host`. Returns whether GIER was
    /// waiting for a key.
    pub(crate) fn strike(&mut self, character: char, host: Duration) -> bool {
        self.keyboard.press(character, host);
        let was_waiting = self.waits == Some(Wait::Key);
        if was_waiting {
            self.waits = None;
        }
        was_waiting
    }

    /// Runs the machine until its clock reaches `end`. `host` is the host's time now.
    pub(crate) fn work_until(&mut self, end: Uops, lamps: &mut Lamps, host: Duration) -> Run {
        let mut hands = PanelHands::new(&mut self.keyboard, lamps, host, self.engine.machine().now(), end);
        let Ok(ending) = attend(&mut self.engine, &mut hands, Until::at(end));
        hands.look(self.engine.machine());
        Run { ending, keys: hands.keys, complaint: hands.complaint }
    }
}
