//! Commands that step forward, and commands for breakpoints.

use crate::keys::table::Steps;
use crate::scene::View;
use crate::state::app::App;
use crate::state::prompt::{About, Prompt};
use gier_desk::debug::language::Which;
use gier_desk::debug::stops::At;
use gier_desk::debug::stops::Goal;
use gier_desk::notation::{place, search};
use gier_machine::Place;
use gier_machine::timeline::OrderRecord;
use gier_word::{Address, Half, Home, Uops};

impl App {
    pub(in crate::state) fn step(&mut self, command: Steps) {
        match command {
            Steps::Single => self.single(),
            Steps::Over => self.run(self.session.engine().over()),
            Steps::ToReturn => self.run(Goal::Return),
            Steps::ToCell => self.talk.ask(Prompt::new(About::ToCell, "run to cell (41, 41r):", "")),
            Steps::ToSymbol => self.run(Goal::Symbol),
            Steps::ToDrum => self.run(Goal::Drum),
            Steps::Statement => self.statement(Which::Over),
            Steps::Into => self.statement(Which::Into),
            Steps::Out => self.statement(Which::Outside),
            Steps::Break => self.break_at_cursor(),
            Steps::BreakList => self.look.breaks_page = Some(0),
        }
    }

    /// Executes one order at once, so that a key that is pressed often loses no step. If the order waits for a
    /// key or a tape, it is executed when that comes, and the machine then stops.
    fn single(&mut self) {
        self.run(Goal::Single);
        self.run_until(Uops::NEVER);
    }

    /// Runs forward to the statement that `which` selects, for example the next statement of the caller.
    pub(in crate::state) fn statement(&mut self, which: Which) {
        if self.session.engine().statement_stop(which).is_none() {
            self.talk.say("The program has no map with statements: s executes one order.");
            return;
        }
        self.run(Goal::Free);
        self.session.run_to_statement(which);
    }

    fn break_at_cursor(&mut self) {
        let next = self.session.engine().next();
        let cell = Address::new(self.look.cursor);
        match self.look.view {
            View::Drum => {
                let (track, cell) = (self.look.track.into(), self.look.track_cell());
                self.break_around(|half| At::on_track(track, cell, half));
            }
            View::Source => self.break_on_line(),
            View::Paper if self.drawn.shows(View::Source) => self.break_on_line(),
            View::History => match self.row_of_history() {
                Some(past) => self.toggle_break(At::Place(past.place)),
                None => self.talk.say("There is no order in the history yet."),
            },
            View::Paper | View::Tapes | View::Plotter | View::Values if !self.drawn.shows(View::Ferrite) => {
                let offer = place::write(next);
                self.talk.ask(Prompt::new(About::Break, "breakpoint at (41, 41r, 3 of track 48):", &offer));
            }
            View::Paper | View::Tapes | View::Plotter | View::Values | View::Ferrite | View::Map => {
                if self.look.follow {
                    self.toggle_break(At::Place(Place { cell, half: next.half }));
                } else {
                    self.break_around(|half| At::Place(Place { cell, half }));
                }
            }
        }
    }

    /// The record of the order under the cursor of the history. If there is no cursor, the record of
    /// the last order executed.
    fn row_of_history(&self) -> Option<&OrderRecord> {
        let number = self.look.history_cursor.unwrap_or(self.session.machine().orders());
        self.history.iter().find(|past| past.number == number)
    }

    /// Sets or removes a breakpoint at the statements that begin on the cursor's line, or on the next line
    /// that has statements.
    pub(in crate::state) fn break_on_line(&mut self) {
        let program = self.session.engine().program();
        if program.map().is_none() {
            self.talk.say("The program has no map, so its lines are not known.");
            return;
        }
        let (text, line) = (self.sources.text, self.sources.cursor);
        match program.places_from(text, line) {
            None => self.talk.say("No statement begins on this line or below it."),
            Some((line, places)) => {
                let written = format!("line {}", program.line_name(text, line));
                self.sources.go(line);
                self.toggle_break(At::Named { written, places });
            }
        }
    }

    /// Sets or removes the breakpoints of a cell. `spot` returns the breakpoint of one half of the cell. If
    /// the cell holds two orders, repeated calls set breakpoints on these halves: left, right, both, none.
    fn break_around(&mut self, spot: impl Fn(Half) -> At) {
        let (left, right) = (spot(Half::Left), spot(Half::Right));
        if !self.is_pair(&left) {
            self.toggle_break(left);
            return;
        }
        let there = |app: &App, at| app.session.engine().breaks().state(at).is_some();
        if there(self, &left) {
            self.toggle(right.clone());
        }
        self.toggle(left.clone());
        let (at_left, at_right) = (written(&left), written(&right));
        self.talk.say(&match (there(self, &left), there(self, &right)) {
            (false, false) => format!("Breakpoint at {at_left} removed."),
            (true, false) => format!("Breakpoint at {at_left}; b again: at its right half."),
            (false, true) => format!("Breakpoint at {at_right}; b again: at both halves."),
            (true, true) => format!("Breakpoints at {at_left} and {at_right}; b again: none."),
        });
        // If the breakpoints cannot be saved, the message says so.
        self.keep_breaks();
    }

    fn is_pair(&self, at: &At) -> bool {
        at.home().is_some_and(|found| search::contents(self.session.machine(), found).marks().a())
    }

    /// Sets or removes a breakpoint, and saves all breakpoints. In a cell with one order, a breakpoint on
    /// the right half becomes one on the left half.
    pub(in crate::state) fn toggle_break(&mut self, at: At) {
        if self.toggle(at) {
            self.keep_breaks();
        }
    }

    /// Sets or removes a breakpoint like [`App::toggle_break`], but does not save the breakpoints. Returns
    /// whether this was possible.
    fn toggle(&mut self, at: At) -> bool {
        let at = match at {
            At::Place(place) if !self.is_pair(&at) => At::Place(Place { half: Half::Left, ..place }),
            At::Named { ref places, ref written } if !written.starts_with("line") && !self.is_pair(&at) => {
                match places.first() {
                    Some(&(Home::Drum(track, word), Half::Right)) => At::on_track(track, word, Half::Left),
                    Some((Home::Drum(..) | Home::Core(_), _)) | None => at,
                }
            }
            At::Place(_) | At::Named { .. } => at,
            At::Cells { .. } | At::Track(_) | At::Device(_) | At::Change(_) | At::Unset => at,
        };
        let text = written(&at);
        match self.session.breaks_mut().toggle(at) {
            Ok(is_there) => {
                let removed = if is_there { "" } else { " removed" };
                self.talk.say(&format!("Breakpoint at {text}{removed}."));
                true
            }
            Err(error) => {
                self.talk.say(&error);
                false
            }
        }
    }

    /// Saves the breakpoints in their file.
    pub(in crate::state) fn keep_breaks(&mut self) {
        let result = self.store.save_breaks(self.session.engine().breaks());
        self.complain(result);
    }
}

/// The place of a breakpoint as text, such as `41r`.
fn written(at: &At) -> String {
    let act = at.to_string();
    act.strip_prefix("break ").map_or(act.clone(), str::to_string)
}
