//! The way through time: exact, with all that was printed and typed.

use super::Progress;
use crate::keys::table::Past;
use crate::state::app::App;
use gier_desk::debug::place;
use gier_machine::timeline::{Position, Reversed};

impl App {
    pub(in crate::state) fn travel(&mut self, command: Past, progress: Progress<'_>) {
        let now = self.work.machine().orders();
        self.work.stand("in the past");
        let found_break = match command {
            Past::Back => {
                self.work.engine.back();
                false
            }
            Past::First => {
                self.work.engine.first();
                false
            }
            Past::Last => {
                self.work.engine.last();
                false
            }
            Past::RunBack => self.run_back(now, progress),
        };
        if found_break {
            let at = place::write(self.work.engine.next());
            self.work.stands(&format!("breakpoint {at}"));
        } else if self.work.engine.future().is_none() {
            self.work.stands("the latest moment");
        }
        self.pace.restart(self.work.machine());
    }

    /// Back to the last breakpoint before the order `now`. Whether there was one.
    fn run_back(&mut self, now: u64, progress: Progress<'_>) -> bool {
        if self.work.engine.breaks().is_empty() {
            self.work.engine.first();
            self.talk.say("There is no breakpoint: this is the beginning of the session.");
            return false;
        }
        let report = |position: Position| progress(now - position.orders.min(now), now);
        match self.work.engine.run_back(report) {
            Reversed::Found => return true,
            Reversed::Never => {
                self.work.engine.first();
                self.talk.say("No breakpoint was met before: this is the beginning of the session.");
            }
            Reversed::GivenUp => self.talk.say("Given up; nothing has moved."),
        }
        false
    }
}
