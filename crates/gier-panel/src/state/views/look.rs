//! What is looked at: the view, its cursor, how numbers are written, who has the keys.

use crate::scene::{Focus, View};
use gier_desk::debug::forms::Form;
use gier_desk::typewriter::paper::Sheet;
use gier_word::{DRUM_TRACKS, FERRITE_CELLS, Home, TRACK_CELLS};

/// Cells that a line down on the map is.
const MAP_ROW: i16 = 32;

/// Where the parts are looked at.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// Who takes the keys.
    pub focus: Focus,
    /// The view chosen.
    pub view: View,
    /// How registers are written.
    pub form: Form,
    /// How cells are written.
    pub cells: Form,
    /// The cell of the ferrite store with the cursor.
    pub cursor: u16,
    /// The cursor goes with the current order.
    pub follow: bool,
    /// The track of the drum.
    pub track: u16,
    /// The cell of the track with the cursor.
    pub track_cursor: u16,
    /// The track is compared with ferrite from this cell on.
    pub compare: Option<u16>,
    /// Lines that the paper is scrolled up.
    pub paper_scroll: usize,
    /// The order of the history with the cursor; none: the present moment.
    pub history_cursor: Option<u64>,
    /// The first cell of the listing, if it was scrolled away from the cursor.
    pub top: Option<u16>,
    /// The same on the track.
    pub track_top: Option<u16>,
    /// Rows and lines that punch and printer are scrolled back.
    pub tapes_scroll: usize,
    /// The row with the cursor on the page of breakpoints, if that is open.
    pub breaks_page: Option<usize>,
    /// The help page, scrolled down by this many lines.
    pub help: Option<usize>,
    /// A page that answers a question.
    pub answer: Option<Answer>,
}

/// A page of lines: an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// What it answers.
    pub title: String,
    /// The lines.
    pub lines: Vec<String>,
    /// Lines that it was scrolled down.
    pub top: usize,
}

impl Look {
    /// At first: the paper, orders in the lists, the cursor with the program.
    pub fn new() -> Look {
        Look { cells: Form::Order, follow: true, ..Look::default() }
    }

    /// The other of typewriter and desk takes the keys.
    pub fn change_focus(&mut self) {
        self.focus = match self.focus {
            Focus::Typewriter => Focus::Desk,
            Focus::Desk => Focus::Typewriter,
        };
    }

    /// Shows a cell of the ferrite store.
    pub fn show_ferrite(&mut self, cell: u16) {
        (self.focus, self.view) = (Focus::Desk, View::Ferrite);
        self.go_to_cell(cell);
    }

    /// Puts the cursor of the ferrite store on a cell.
    pub fn go_to_cell(&mut self, cell: u16) {
        (self.cursor, self.follow, self.top) = (cell, false, None);
    }

    /// Shows a cell of a track.
    pub fn show_drum(&mut self, track: u16, cell: u16) {
        (self.focus, self.view) = (Focus::Desk, View::Drum);
        (self.track, self.track_cursor, self.track_top) = (track, cell.min(last(TRACK_CELLS)), None);
    }

    /// The cell of the track with the cursor.
    pub fn track_cell(&self) -> u8 {
        u8::try_from(self.track_cursor).expect("a track has forty cells")
    }

    /// Shows what was found.
    pub fn show_found(&mut self, found: Home) {
        match found {
            Home::Core(cell) => self.show_ferrite(cell.number()),
            Home::Drum(track, cell) => self.show_drum(track.number(), cell.into()),
        }
    }

    /// To the first line of the view.
    pub fn to_top(&mut self, sheet: &Sheet) {
        match self.scrolled() {
            View::Paper => self.paper_scroll = sheet.lines().len().saturating_sub(1),
            View::Ferrite | View::Map => self.go_to_cell(0),
            View::Drum => self.show_drum(self.track, 0),
            View::Tapes => self.tapes_scroll = usize::MAX,
            View::Source | View::History | View::Values => {}
        }
    }

    /// To the last line of the view.
    pub fn to_bottom(&mut self) {
        match self.scrolled() {
            View::Paper => self.paper_scroll = 0,
            View::Ferrite | View::Map => self.go_to_cell(last(FERRITE_CELLS)),
            View::Drum => self.show_drum(self.track, last(TRACK_CELLS)),
            View::Tapes => self.tapes_scroll = 0,
            View::Source | View::History | View::Values => {}
        }
    }

    /// The view that the keys scroll.
    const fn scrolled(&self) -> View {
        match self.focus {
            Focus::Typewriter => View::Paper,
            Focus::Desk => self.view,
        }
    }

    /// Shows another track.
    fn turn(&mut self, tracks: i16) {
        self.track = self.track.saturating_add_signed(tracks).min(last(DRUM_TRACKS));
    }

    /// Moves the cursor by cells.
    fn go_aside(&mut self, cells: i16) {
        self.go_to_cell(self.cursor.saturating_add_signed(cells).min(last(FERRITE_CELLS)));
    }

    /// To the left or right: another track of the drum, the next cell of the map.
    pub fn aside(&mut self, steps: i16) {
        match self.scrolled() {
            View::Drum => self.turn(steps),
            View::Map => self.go_aside(steps),
            View::Paper | View::Source | View::Ferrite | View::History | View::Values | View::Tapes => {}
        }
    }

    /// The wheel turns over a view whose first row is this: the view moves, not its cursor.
    pub fn wheel(&mut self, view: View, first: u16, lines: i16, sheet: &Sheet) {
        let top = |count| Some(first.saturating_add_signed(lines).min(last(count)));
        match view {
            View::Ferrite => self.top = top(FERRITE_CELLS),
            View::Drum => self.track_top = top(TRACK_CELLS),
            View::Map | View::Source | View::History | View::Values => {}
            View::Paper | View::Tapes => self.scroll_view(view, lines, sheet),
        }
    }

    /// Moves the cursor or the paper by lines; more than one line turns the drum by a track.
    pub fn scroll_view(&mut self, view: View, lines: i16, sheet: &Sheet) {
        let moved = |from: u16, count| from.saturating_add_signed(lines).min(last(count));
        // The paper is scrolled from its end.
        let back = |from: usize| from.saturating_add_signed(-isize::from(lines));
        match view {
            View::Paper => {
                let most = sheet.lines().len().saturating_sub(1);
                self.paper_scroll = back(self.paper_scroll).min(most);
            }
            View::Ferrite => self.go_to_cell(moved(self.cursor, FERRITE_CELLS)),
            View::Map => self.go_aside(lines.saturating_mul(MAP_ROW)),
            View::Drum if lines.abs() > 1 => self.turn(lines.signum()),
            View::Drum => {
                let cell = moved(self.track_cursor, TRACK_CELLS);
                self.show_drum(self.track, cell);
            }
            View::Tapes => self.tapes_scroll = back(self.tapes_scroll),
            // These are moved by those that have their rows.
            View::Source | View::History | View::Values => {}
        }
    }
}

/// The last of so many cells or tracks.
fn last(count: usize) -> u16 {
    u16::try_from(count - 1).expect("GIER has not so many")
}
