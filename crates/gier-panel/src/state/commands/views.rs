//! Commands that choose what is shown.

use crate::keys::table::Views;
use crate::scene::{Focus, View};
use crate::state::app::App;
use crate::state::prompt::{About, Prompt};
use crate::state::views::search::next_with;
use gier_desk::typewriter::paper::text_of;
use gier_word::Home;

impl App {
    pub(in crate::state) fn look_otherwise(&mut self, command: Views) {
        match command {
            Views::Focus if self.look.focus == Focus::Desk => self.give_keys(Focus::Typewriter),
            Views::ToDesk if self.look.focus == Focus::Desk => {}
            Views::ToDesk | Views::Focus => self.give_keys(Focus::Desk),
            Views::Normal => self.make_normal(),
            Views::Zoom => self.look.zooms = !self.look.zooms,
            Views::SeePaper => self.see(View::Paper),
            Views::SeeText => self.see(View::Source),
            Views::SeeFerrite => self.see(View::Ferrite),
            Views::SeeDrum => self.see(View::Drum),
            Views::SeeHistory => self.see(View::History),
            Views::SeeMap => self.see(View::Map),
            Views::SeeValues => self.see(View::Values),
            Views::SeeTapes => self.see(View::Tapes),
            Views::SeePlotter => self.see(View::Plotter),
            Views::NextView => {
                let paper_stands = self.drawn.views.len() > 1;
                let has_text = self.session.engine().program().map().is_some();
                let has_drawing = self.session.engine().papers().drawing().steps() > 0;
                self.see(self.look.view.next(paper_stands, has_text, has_drawing));
            }
            Views::Mouse => {
                self.look.without_mouse = !self.look.without_mouse;
                self.talk.say(match self.look.without_mouse {
                    true => "The terminal has the mouse; C takes it back.",
                    false => "The panel has the mouse; dragging copies.",
                });
            }
            Views::NextForm => {
                self.look.form = self.look.form.next();
                self.talk.say(&format!("Registers as {}.", self.look.form.name()));
            }
            Views::NextCellForm if self.look.view == View::Values => match self.values.next_form() {
                Some(()) => self.talk.say("The row is shown in another form."),
                None => self.talk.say("The row has no other form."),
            },
            Views::NextCellForm => {
                self.look.cells = self.look.cells.next();
                self.talk.say(&format!("Cells as {}.", self.look.cells.name()));
            }
            Views::Follow if self.shows_text() => self.sources.is_loose = !self.sources.is_loose,
            Views::Follow => (self.look.follow, self.look.top) = (!self.look.follow, None),
            Views::Left => self.scroll_sideways(-1),
            Views::Right => self.scroll_sideways(1),
            Views::GoTo => self.talk.ask(Prompt::new(About::GoTo, "show cell or track (41, t5):", "")),
            Views::Search => self.ask_for_search(),
            Views::SearchNext => self.search_on(),
            Views::Compare if self.look.compare.is_some() => {
                self.look.compare = None;
                self.talk.say("The comparison is off.");
            }
            Views::Compare => {
                let next = self.session.engine().next().cell.to_string();
                let question = "compare the track with ferrite from cell:";
                self.talk.ask(Prompt::new(About::Compare, question, &next));
            }
            Views::Up => self.scroll(-1),
            Views::Down => self.scroll(1),
            Views::PageUp => self.scroll(-self.page()),
            Views::PageDown => self.scroll(self.page()),
            Views::Top => self.scroll(isize::MIN),
            Views::Bottom => self.scroll(isize::MAX),
        }
    }

    /// Asks what to search for in the chosen view.
    fn ask_for_search(&mut self) {
        let (about, question) = match self.look.view {
            View::History => (About::InHistory, "find in the history, backwards (hs, c500, 41r):"),
            View::Paper => (About::OnPaper, "find on the paper, backwards:"),
            _ if self.shows_text() => (About::InText, "find in the text:"),
            _ => (About::Search, "find (17, 0/256/0/0, or a part of an order):"),
        };
        self.talk.ask(Prompt::new(about, question, ""));
    }

    fn see(&mut self, view: View) {
        self.look.view = view;
        self.talk.say(&format!("View: {}.", view.name()));
    }

    /// Whether the commands `search`, `next` and `follow` act on the source text.
    fn shows_text(&self) -> bool {
        self.look.view == View::Source || (self.look.view == View::Paper && self.drawn.shows(View::Source))
    }

    /// The view that your keys scroll.
    fn scrolled(&self) -> View {
        match self.look.focus {
            Focus::Typewriter => View::Paper,
            Focus::Desk => self.look.view,
        }
    }

    /// Handles the keys for left and right. They go to another track, another source text, or another cell of
    /// the map.
    fn scroll_sideways(&mut self, step: isize) {
        match self.scrolled() {
            View::Source => self.sources.switch_text(step),
            View::Drum => self.look.switch_track(step > 0, self.session.machine().drum().tracks()),
            View::Map => self.look.move_cursor(step),
            _ => {}
        }
    }

    /// How many lines a page key scrolls. One line of the old page stays visible.
    fn page(&self) -> isize {
        (self.drawn.page.max(2) - 1) as isize
    }

    fn scroll(&mut self, lines: isize) {
        self.scroll_view(self.scrolled(), lines);
    }

    /// Moves the cursor of a view by this many lines. In the view of the paper, scrolls the paper. `isize::MIN`
    /// leads to the top of the view, and `isize::MAX` to its end.
    pub(in crate::state) fn scroll_view(&mut self, view: View, lines: isize) {
        match view {
            View::Source => self.sources.scroll(lines),
            View::Values => self.values.scroll(lines),
            View::History => self.scroll_history(lines as i64),
            _ => {
                let engine = self.session.engine();
                self.look.scroll_view(view, lines, (engine.sheet(), engine.machine().drum().tracks()));
            }
        }
    }

    /// Goes to the next match of the present search.
    pub(in crate::state) fn search_on(&mut self) {
        let text = self.search.text().to_string();
        if self.look.view == View::History && !text.is_empty() {
            return self.find_in_history(&text);
        }
        if self.look.view == View::Paper && !text.is_empty() {
            return self.find_on_paper(&text);
        }
        if self.shows_text() && !text.is_empty() {
            match self.sources.find(&text) {
                Some(line) => self.sources.go(line),
                None => self.talk.say("Not found in this text."),
            }
            return;
        }
        match self.search.next(self.session.machine()) {
            Ok(found) => {
                self.look.show_found(found);
                self.talk.say(&match found {
                    Home::Core(cell) => format!("Found in cell {cell}; n finds the next."),
                    Home::Drum(track, cell) => {
                        format!("Found on track {track}, cell {cell}; n finds the next.")
                    }
                });
            }
            Err(reason) => self.talk.say(reason),
        }
    }

    /// Scrolls the paper to the line above that contains this text.
    fn find_on_paper(&mut self, text: &str) {
        let sheet = self.session.engine().sheet();
        let lines: Vec<String> = sheet.lines().iter().rev().map(|line| text_of(line)).collect();
        let here = self.look.paper_scroll + usize::from(self.look.paper_found == text);
        match next_with(&lines, here, text) {
            Some(line) => {
                (self.look.paper_scroll, self.look.paper_found) = (line, text.to_string());
                let number = sheet.dropped() + lines.len() - line;
                self.talk.say(&format!("Found in line {number}; n finds an earlier one."));
            }
            None => self.talk.say("Not found on the paper."),
        }
    }

    /// Shows this track of the drum.
    pub(in crate::state) fn show_track(&mut self, track: u16) {
        self.look.track = track;
        self.look.view = View::Drum;
    }
}
