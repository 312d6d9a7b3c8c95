//! Commands that find and show the order that wrote a cell.

use super::Progress;
use crate::keys::table::Debug;
use crate::scene::View;
use crate::state::app::App;
use crate::state::prompt::{About, Prompt};
use gier_desk::debug::past::named;
use gier_desk::typewriter::paper;
use gier_word::{Address, Home};

impl App {
    pub(in crate::state) fn ask_debugger(&mut self, command: Debug, progress: Progress<'_>) {
        match command {
            Debug::WhoWrote => self.who_wrote_here(progress),
            Debug::Origin => self.ask_for_origin(),
            Debug::Line => self.ask_for_command(),
            Debug::Show => {
                let question = "keep in view (500, floating M, a variable, R + 1):";
                self.talk.ask(Prompt::new(About::Show, question, ""));
            }
            Debug::Enter => self.go_there(),
            Debug::Away if self.look.view == View::Values => match self.values.take_away() {
                Some(gone) => self.talk.say(&format!("{gone} removed.")),
                None => self.talk.say("There is no row to remove."),
            },
            Debug::Away => {}
        }
    }

    /// The cell under the cursor of the chosen view. `None` if the view shows no cells, or if its cursor
    /// follows the program.
    fn cell_at_cursor(&self) -> Option<Home> {
        match self.look.view {
            View::Ferrite | View::Map if !self.look.follow => {
                Some(Home::Core(Address::new(self.look.cursor)))
            }
            View::Drum => Some(Home::Drum(self.look.track.into(), self.look.track_cell())),
            View::Values => self.session.engine().address_of(self.values.chosen()?).ok().map(Home::Core),
            _ => None,
        }
    }

    /// Shows which order last wrote the cell under the cursor. A second call shows the write before that
    /// one. If no cell is under the cursor, goes on with the cell that was shown last. If there is none, asks
    /// you for a cell.
    fn who_wrote_here(&mut self, progress: Progress<'_>) {
        let asked = self.asked.map(|write| write.home());
        match self.cell_at_cursor() {
            Some(home) if asked != Some(home) => {
                self.obey_by_key(&format!("who wrote {}", named(home)), progress)
            }
            None if asked.is_none() => {
                let offer = self.place_of_operand().map_or(String::new(), |cell| cell.to_string());
                self.talk.ask(Prompt::new(About::Who, "who wrote (500, or a variable):", &offer));
            }
            _ => self.obey_by_key("who wrote again", progress),
        }
    }

    /// Asks you for a character of the paper, to show how it was printed. The suggestion is the
    /// character printed last.
    fn ask_for_origin(&mut self) {
        let lines = (1..).zip(self.session.engine().sheet().lines());
        let last = |(line, positions): (usize, &Vec<paper::Position>)| {
            Some(format!(
                "line {line} column {}",
                positions.iter().rposition(paper::Position::is_printed)? + 1
            ))
        };
        let last = lines.filter_map(last).last().unwrap_or_default();
        self.talk.ask(Prompt::new(About::Origin, "origin of (line 12 column 7, or \"7.85\"):", &last));
    }

    /// The cell that the next order reads or writes, if there is one.
    fn place_of_operand(&self) -> Option<Address> {
        let dry_run = self.session.machine().dry_run(self.session.engine().next());
        dry_run.effective.map(|effective| effective.target)
    }

    /// Shows the answer of the act `who wrote`. If it found a write, offers to go there.
    pub(in crate::state) fn tell_who(&mut self, lines: &[String]) {
        let Some(told) = lines.last() else { return };
        match self.session.asked() {
            Some(write) => {
                self.talk.say(&format!("{told}. Enter goes there; a finds the write before."));
                self.values.add_message(told.clone());
                self.asked = Some(write);
            }
            None => self.talk.say(&format!("{told}.")),
        }
    }

    /// If a write was shown, goes to the order that did it. Otherwise, the cursor decides. In the history,
    /// goes to the order under the cursor. In the view of values, shows the cell under the cursor.
    fn go_there(&mut self) {
        if let Some(write) = self.asked.take() {
            self.jump(write.before());
            self.talk.say("The next order is the one that wrote this cell. a finds the write before it.");
            return;
        }
        match self.look.view {
            View::History => self.go_to_row(),
            View::Values => match self.cell_at_cursor() {
                Some(home) => self.look.show_found(home),
                None => self.talk.say("This row has no cell to show."),
            },
            _ => self.talk.say("There is nothing to go to: a asks who wrote a cell."),
        }
    }
}
