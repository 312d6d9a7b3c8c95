//! The way through time: exact, with all that was printed and typed.

use super::Progress;
use crate::keys::table::Past;
use crate::state::app::App;
use gier_desk::debug::spots;
use gier_machine::timeline::{Position, Reversed};

impl App {
    pub(in crate::state) fn travel(&mut self, command: Past, progress: Progress<'_>) {
        if command == Past::RunBack && spots::on(self.work.engine.breaks()) == 0 {
            self.talk.say("There is no breakpoint to run back to: b sets one, [ goes to the beginning.");
            return;
        }
        let now = self.work.machine().orders();
        self.work.stand("in the past");
        self.look.history_scroll = 0;
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
            let why = self.reached();
            self.work.stands(&why);
        } else if self.work.engine.future().is_none() {
            self.work.stands("the latest moment");
        }
        self.pace.begin(self.work.machine());
    }

    /// Back to the last breakpoint before the order `now`. Whether there was one.
    fn run_back(&mut self, now: u64, progress: Progress<'_>) -> bool {
        let report = |position: Position| progress(now - position.orders.min(now), now);
        match self.work.engine.run_back(report) {
            Reversed::Found => return true,
            Reversed::Never => self.talk.say("No breakpoint was met before this moment; nothing has moved."),
            Reversed::GivenUp => self.talk.say("Given up; nothing has moved."),
        }
        false
    }
}
