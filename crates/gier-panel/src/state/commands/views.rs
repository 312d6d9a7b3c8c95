//! What is shown.

use crate::keys::table::Views;
use crate::scene::{Focus, View};
use crate::state::app::App;
use crate::state::prompt::{About, Prompt};
use gier_desk::debug::search::Found;

impl App {
    pub(in crate::state) fn look_otherwise(&mut self, command: Views) {
        match command {
            Views::Focus => {
                self.look.change_focus();
                self.talk.say(match self.look.focus {
                    Focus::Typewriter => "The keys are the typewriter's.",
                    Focus::Desk => "The keys are the desk's.",
                });
            }
            Views::NextView => {
                let paper_stands = self.drawn.views.len() > 1;
                self.look.view = self.look.view.next(paper_stands);
                self.talk.say(&format!("View: {}.", self.look.view.name()));
            }
            Views::NextForm => {
                self.look.form = self.look.form.next();
                self.talk.say(&format!("Registers as {}.", self.look.form.name()));
            }
            Views::NextCellForm => {
                self.look.cells = self.look.cells.next();
                self.talk.say(&format!("Cells as {}.", self.look.cells.name()));
            }
            Views::Follow => (self.look.follow, self.look.top) = (!self.look.follow, None),
            Views::Left => self.look.aside(-1),
            Views::Right => self.look.aside(1),
            Views::GoTo => self.talk.ask(Prompt::new(About::GoTo, "show cell or track (41, t5):", "")),
            Views::Search => {
                let question = "find (17, 0/256/0/0, or a piece of an order):";
                self.talk.ask(Prompt::new(About::Search, question, ""));
            }
            Views::SearchNext => self.search_on(),
            Views::Compare if self.look.compare.is_some() => {
                self.look.compare = None;
                self.talk.say("Nothing is compared.");
            }
            Views::Compare => {
                let next = self.work.engine.next().cell.to_string();
                let question = "compare the track with ferrite from cell:";
                self.talk.ask(Prompt::new(About::Compare, question, &next));
            }
            Views::Up => self.scroll(-1),
            Views::Down => self.scroll(1),
            Views::PageUp => self.scroll(-self.page()),
            Views::PageDown => self.scroll(self.page()),
            Views::Top => self.look.to_top(self.work.engine.sheet()),
            Views::Bottom => self.look.to_bottom(),
        }
    }

    /// Lines of a page, one of which is seen again.
    fn page(&self) -> i16 {
        i16::try_from(self.drawn.page.max(2) - 1).unwrap_or(i16::MAX)
    }

    fn scroll(&mut self, lines: i16) {
        self.look.scroll(lines, self.work.engine.sheet());
    }

    /// Finds the next place.
    pub(in crate::state) fn search_on(&mut self) {
        match self.search.next(self.work.machine()) {
            Ok(found) => {
                self.look.show_found(found);
                self.talk.say(&match found {
                    Found::Ferrite(cell) => format!("Found in cell {cell}; n finds the next."),
                    Found::Drum(track, cell) => {
                        format!("Found on track {track}, cell {cell}; n finds the next.")
                    }
                });
            }
            Err(reason) => self.talk.say(reason),
        }
    }

    /// Shows a track.
    pub(in crate::state) fn show_track(&mut self, track: u16) {
        self.look.track = track;
        self.look.view = View::Drum;
    }
}
