//! Steps forward, and breakpoints.

use crate::keys::table::Steps;
use crate::scene::View;
use crate::state::app::App;
use crate::state::prompt::{About, Prompt};
use gier_desk::debug::{Goal, place};
use gier_machine::Place;
use gier_word::{Address, Half};

impl App {
    pub(in crate::state) fn step(&mut self, command: Steps) {
        match command {
            Steps::Over => self.run(self.work.engine.over()),
            Steps::ToReturn => self.run(Goal::Return),
            Steps::ToCell => self.talk.ask(Prompt::new(About::ToCell, "run to cell (41, 41r):", "")),
            Steps::ToSymbol => self.run(Goal::Symbol),
            Steps::ToDrum => self.run(Goal::Drum),
            Steps::Break => self.break_at_cursor(),
        }
    }

    fn break_at_cursor(&mut self) {
        let next = self.work.engine.next();
        if self.look.view == View::Paper && self.look.follow {
            let offer = place::write(next);
            self.talk.ask(Prompt::new(About::Break, "breakpoint at (41, 41r):", &offer));
            return;
        }
        let cell = Address::new(self.look.cursor);
        let left = Place { cell, half: Half::Left };
        let is_pair = self.work.machine().ferrite().read(cell).marks().a();
        if self.look.follow {
            self.toggle_break(Place { cell, half: next.half });
        } else if is_pair {
            // Of two orders: on the left one, the right one, both, none.
            if self.work.engine.breaks().contains(left) {
                self.toggle_break(Place { cell, half: Half::Right });
            }
            self.toggle_break(left);
            self.say_breaks_of(cell);
        } else {
            self.toggle_break(left);
        }
    }

    fn say_breaks_of(&mut self, cell: Address) {
        let there = |half| self.work.engine.breaks().contains(Place { cell, half });
        let said = match (there(Half::Left), there(Half::Right)) {
            (false, false) => format!("No breakpoint any more at {cell}."),
            (true, false) => format!("Breakpoint at {cell}; b again: at its right half {cell}r."),
            (false, true) => format!("Breakpoint at {cell}r; b again: at both halves."),
            (true, true) => format!("Breakpoints at {cell} and {cell}r; b again: none."),
        };
        self.talk.say(&said);
    }

    /// Sets or removes a breakpoint and writes the file.
    pub(in crate::state) fn toggle_break(&mut self, at: Place) {
        let there = self.work.engine.toggle_break(at);
        let verb = if there { "Breakpoint at" } else { "No breakpoint any more at" };
        self.talk.say(&format!("{verb} {}.", place::write(at)));
        let result = self.store.save_breaks(self.work.engine.breaks());
        self.complain(result);
    }
}
