//! How the panel lets the machine run: in the pacer's slices, each in eight parts after which
//! the lamps are looked at, and what a run that ended means.

use super::app::{App, Motion};
use super::scene::{Focus, View};
use crate::host::pacer::{Moment, Pacer, Speed};
use gier_desk::debug::{Goal, Outcome, place};
use gier_machine::{Input, StopCause};
use gier_slip::starter::END_CELL;
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{Symbol, Uops};
use ratatui::crossterm::event::KeyEvent;
use std::time::Duration;

/// How often the lamps are looked at within a slice. A frame has about four slices.
const LOOKS: u64 = 8;
/// However fast the machine is to be, it answers to keys after so much of its time.
const LONGEST_SLICE: Uops = Uops(60 * UOPS_PER_SECOND);
/// A key that was struck this long before the lamp came on is still down when it does.
const STILL_DOWN: Duration = Duration::from_millis(250);

impl App {
    /// How long this computer may rest before the next slice; none if the machine stands.
    pub fn rest(&mut self) -> Option<Duration> {
        self.is_running().then(|| self.pacer.rest(self.engine.machine().now()))
    }

    /// Lets the machine run for a slice.
    pub fn slice(&mut self) {
        let now = self.engine.machine().now();
        self.run_until(self.pacer.slice_end(now).min(now + LONGEST_SLICE));
    }

    /// Lets the machine run until its clock reaches `end`, if it runs.
    pub fn run_until(&mut self, end: Uops) {
        while self.is_running() && self.engine.machine().now() < end {
            let begin = self.engine.machine().now();
            for part in 1..=LOOKS {
                let until = begin + Uops(((end - begin).0 as u128 * part as u128 / LOOKS as u128) as u64);
                let before = self.engine.machine().now();
                let outcome = self.engine.run_slice(until);
                let view = self.engine.machine().view();
                self.samples.add(&view, view.now - before);
                if outcome != Outcome::Slice {
                    self.ended(outcome);
                    break;
                }
            }
        }
    }

    /// A run has come to something.
    pub(super) fn ended(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Slice => {}
            Outcome::Done => self.stand("there"),
            Outcome::Break(at) => self.stand(&format!("breakpoint {}", place::write(at))),
            Outcome::Stopped(cause) => self.stand(&stopped(cause)),
            Outcome::AwaitingKey => {
                self.waits = Some(outcome);
                self.type_on();
            }
            Outcome::AwaitingTape => {
                self.waits = Some(outcome);
                if !self.message.contains("tape") {
                    self.say("GIER waits for a tape: t at the desk mounts one.");
                }
            }
        }
    }

    /// The machine stands still from here.
    pub(super) fn stand(&mut self, why: &str) {
        // A machine that stands already may be in the middle of a wait, and stays there.
        if self.motion == Motion::Runs {
            self.engine.halt();
        }
        self.motion = Motion::Stands(why.to_string());
        self.waits = None;
        self.typist = Default::default();
        self.struck.clear();
    }

    /// The machine runs from here towards a goal.
    pub(super) fn run(&mut self, goal: Goal) {
        self.engine.set_goal(goal);
        self.log();
        self.motion = Motion::Runs;
        self.waits = None;
        self.look.paper_scroll = 0;
        self.restart_clock();
    }

    /// Host time counts from here again.
    pub(super) fn restart_clock(&mut self) {
        let machine = self.engine.machine();
        self.pacer.restart(machine.now());
        self.meter.restart(machine.now(), machine.orders());
    }

    /// Changes the speed.
    pub(super) fn set_speed(&mut self, speed: Speed) {
        self.speed = speed;
        self.pacer = Pacer::new(speed, self.engine.machine().now());
        self.restart_clock();
    }

    /// A person strikes a key of the typewriter.
    pub(super) fn strike(&mut self, character: char) {
        self.look.paper_scroll = 0;
        self.struck.push_back((Moment::now(), character));
        if self.waits == Some(Outcome::AwaitingKey) {
            self.type_on();
        }
    }

    /// GIER waits for a key: gives it the next symbol, if one was struck.
    fn type_on(&mut self) {
        let case = self.engine.sheet().case();
        loop {
            if let Some(symbol) = self.next_symbol(case) {
                self.feed_key(symbol);
                return;
            }
            let Some((moment, character)) = self.struck.pop_front() else { return };
            if moment.age() > STILL_DOWN {
                self.say("That key was dead: GIER was not waiting for one.");
            } else if !self.typist.strike(character, case) {
                self.say(&format!(
                    "GIER's typewriter has no key for {character:?} (F1 shows how to type signs)."
                ));
            }
        }
    }

    fn next_symbol(&mut self, case: gier_word::Case) -> Option<Symbol> {
        self.typist.next_symbol(case)
    }

    fn feed_key(&mut self, symbol: Symbol) {
        self.engine.feed(Input::Key(symbol));
        self.log();
        self.waits = None;
        self.restart_clock();
    }

    /// Presses keys at the desk, one after the other; a run that a key begins goes on until it
    /// comes to something, a second of machine time at most.
    pub fn press_all(&mut self, keys: &[KeyEvent]) {
        self.focus = Focus::Desk;
        for key in keys {
            self.press(key, &mut |_, _| true);
            let end = self.engine.machine().now() + Uops(UOPS_PER_SECOND);
            self.run_until(end);
        }
    }

    /// Chooses a view, and who takes the keys.
    pub fn show(&mut self, view: View, at_desk: bool) {
        if at_desk {
            (self.look.view, self.focus) = (view, Focus::Desk);
        }
    }

    /// Types a text as fast as the machine takes it, for pictures and tests: until the text is
    /// typed and the machine waits again, stops, or its clock reaches `limit`.
    pub fn type_text(&mut self, text: &str, limit: Uops) {
        let mut rest = text.chars();
        loop {
            if self.waits == Some(Outcome::AwaitingKey) {
                let Some(character) = rest.next() else { return };
                self.strike(character);
            }
            let now = self.engine.machine().now();
            if !self.is_running() && self.waits != Some(Outcome::AwaitingKey) || now >= limit {
                return;
            }
            self.samples = Default::default();
            self.run_until(limit.min(now + EXPOSURE));
        }
    }
}

/// Why the machine stopped; a program ends by stopping in a cell of its own.
pub(super) fn stopped(cause: StopCause) -> String {
    match cause {
        StopCause::Zq { cell: END_CELL } => format!("the program has ended (zq in cell {END_CELL})"),
        cause => cause.to_string(),
    }
}

/// How long the lamps of a picture are looked at: a quarter of a second of machine time.
const EXPOSURE: Uops = Uops(UOPS_PER_SECOND / 4);
