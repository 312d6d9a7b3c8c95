//! How the panel lets the machine run: in the pacer's slices; what a run that ended means; and
//! keys that are pressed by a script, not by a person.

use super::App;
use crate::keys::Key;
use crate::scene::Focus;
use crate::state::commands::Progress;
use crate::state::run::keyboard::DEAD_KEY;
use crate::state::run::work::{Run, Wait};
use core::time::Duration;
use gier_desk::attended::Ending;
use gier_desk::debug::breaks::At;
use gier_desk::debug::goal::Reached;
use gier_desk::debug::{Goal, place};
use gier_machine::StopCause;
use gier_slip::starter::END_CELL;
use gier_word::Uops;
use gier_word::uops::UOPS_PER_SECOND;

/// How long the lamps of a picture are looked at: a quarter of a second of machine time.
const EXPOSURE: Uops = Uops(UOPS_PER_SECOND / 4);
/// How long a run that a key of a script begins goes on, at most.
const AFTER_KEY: Uops = Uops(UOPS_PER_SECOND);
/// How long a script that types waits for GIER's lamp, at most.
const PATIENCE: Uops = Uops(600 * UOPS_PER_SECOND);

impl App {
    /// How long the host may rest before the next slice; none if the machine stands or waits.
    pub fn rest(&mut self) -> Option<Duration> {
        self.is_running().then(|| self.pace.rest(self.work.machine()))
    }

    /// Lets the machine run for a slice.
    pub fn slice(&mut self) {
        self.run_until(self.pace.slice_end(self.work.machine().now()));
    }

    /// Lets the machine run until its clock reaches `end`, if it runs.
    pub fn run_until(&mut self, end: Uops) {
        if !self.is_running() || self.work.machine().now() >= end {
            return;
        }
        let Run { ending, keys, complaint } = self.work.work_until(end, &mut self.lamps, self.pace.host());
        if keys > 0 {
            self.talk.take_back(DEAD_KEY);
            self.log();
            self.pace.restart(self.work.machine());
        }
        if let Some(complaint) = complaint {
            self.talk.say(&complaint);
        }
        for line in self.work.engine.take_told() {
            self.talk.say(&line);
            self.values.find(line);
        }
        self.ended(ending);
    }

    /// A run has come to something.
    pub(in crate::state) fn ended(&mut self, ending: Ending) {
        match ending {
            Ending::TimeIsUp => {}
            Ending::Reached => {
                let why = self.reached();
                self.work.stand(&why);
                if matches!(self.work.engine.reached(), Some(Reached::Stop(..))) {
                    let orders = self.work.machine().orders();
                    self.values.find(format!("order {orders}: {why}"));
                }
            }
            Ending::Stopped(cause) => {
                self.work.stand(&stopped(cause));
                let alarm =
                    self.alarms.as_ref().and_then(|alarms| alarms.last_line(self.work.engine.timeline()));
                if let Some(alarm) = alarm {
                    self.talk.say(&alarm);
                }
            }
            Ending::AwaitingKey => self.work.wait_for(Wait::Key),
            Ending::AwaitingTape => {
                self.work.wait_for(Wait::Tape);
                if !self.talk.message.contains("tape") {
                    self.talk.say("GIER waits for a tape: t at the desk mounts one.");
                }
            }
            Ending::Enough | Ending::Left => {
                unreachable!("the panel's hands neither have enough nor leave the room")
            }
        }
    }

    /// What the run has come to, and where the machine stands now.
    pub(in crate::state) fn reached(&self) -> String {
        let engine = &self.work.engine;
        if let Some(Reached::Stop(number, what)) = engine.reached() {
            let stop = engine.breaks().stops().iter().find(|stop| stop.number == *number);
            return match stop.map(|stop| &stop.at) {
                Some(At::Place(_) | At::Named { .. }) | None => format!("breakpoint {what}"),
                Some(At::Cells { .. } | At::Track(_) | At::Device(_) | At::Change(_)) => what.clone(),
            };
        }
        let next = place::write(engine.next());
        match engine.goal() {
            Goal::Cell(_) => format!("came to {next}"),
            Goal::Symbol => format!("a symbol sent; next {next}"),
            Goal::Drum => format!("a drum transfer begun; next {next}"),
            Goal::Return => format!("returned to {next}"),
            Goal::Over { .. } => format!("done; next {next}"),
            Goal::Single => format!("next {next}"),
            // The goal of such a run is a statement.
            Goal::Free => match engine.program().line(&engine.sight()) {
                Some(line) => line,
                None => format!("next {next}"),
            },
        }
    }

    /// The machine runs from here towards a goal.
    pub(in crate::state) fn run(&mut self, goal: Goal) {
        self.work.run(goal);
        self.log();
        self.look.paper_scroll = 0;
        (self.asked, self.look.history_cursor, self.sources.is_loose) = (None, None, false);
        self.pace.begin(self.work.machine());
    }

    /// A person strikes a key of the typewriter.
    pub(in crate::state) fn strike(&mut self, character: char) {
        self.look.paper_scroll = 0;
        if self.work.strike(character, self.pace.host()) {
            self.pace.restart(self.work.machine());
        }
    }

    /// Presses keys one after the other, the desk's at first; a run that a key begins goes on
    /// until it comes to something, a second of machine time at most. Keys of the typewriter are
    /// struck when GIER waits for them.
    pub fn press_all(&mut self, keys: &[Key]) {
        self.look.focus = Focus::Desk;
        for &key in keys {
            if self.look.focus == Focus::Typewriter && matches!(key, Key::Char(_) | Key::Enter) {
                self.run_until(self.work.machine().now() + PATIENCE);
            }
            self.press(key, &mut |_, _| true);
            self.run_until(self.work.machine().now() + AFTER_KEY);
        }
    }

    /// Types a text as fast as the machine takes it, for pictures and tests: until the text is
    /// typed and the machine waits again, stops, or its clock reaches `limit`.
    pub fn type_text(&mut self, text: &str, limit: Uops) {
        self.work_ahead(text, limit, &mut |_, _| true);
    }

    /// The same, and tells how much machine time of the limit is over; false gives up. The pace
    /// counts from where it has come.
    pub fn work_ahead(&mut self, text: &str, limit: Uops, progress: Progress<'_>) {
        let mut rest = text.chars();
        loop {
            if self.work.waits() == Some(Wait::Key) {
                let Some(character) = rest.next() else { break };
                self.strike(character);
            }
            let now = self.work.machine().now();
            if !self.is_running() || now >= limit || !progress(now.0, limit.0) {
                break;
            }
            self.lamps.forget();
            self.run_until(limit.min(now + EXPOSURE));
        }
        self.pace.begin(self.work.machine());
    }
}

/// Why the machine stopped; a program ends by stopping in a cell of its own.
pub(in crate::state) fn stopped(cause: StopCause) -> String {
    match cause {
        StopCause::Zq { cell: END_CELL } => format!("the program has ended (zq in cell {END_CELL})"),
        cause => cause.to_string(),
    }
}
