//! The state of the views: the chosen view, the cursors, and the forms of numbers. Also says whether your
//! keys are typed on the typewriter or are commands.

use crate::scene::{Focus, View};
use gier_desk::notation::forms::Form;
use gier_desk::typewriter::paper::Sheet;
use gier_messages::{Language, Speaker, say};
use gier_word::{FERRITE_CELLS, Home, TRACK_CELLS, Tracks};
use std::borrow::Cow;

/// One line down in the map moves the cursor by this many cells.
const MAP_ROW: i16 = 32;

/// What is shown: the chosen view, the cursors, how far the views are scrolled, and which page is open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    /// The part of the panel that receives your keys.
    pub focus: Focus,
    /// The view that you have chosen.
    pub view: View,
    /// Whether only the chosen view is shown.
    pub zooms: bool,
    /// Whether the terminal keeps the mouse for itself.
    pub without_mouse: bool,
    /// The form in which the contents of registers are written.
    pub form: Form,
    /// The form in which the contents of cells are written.
    pub cells: Form,
    /// The address of the ferrite cell that has the cursor.
    pub cursor: u16,
    /// Whether the cursor in the ferrite store is always on the next order of the program.
    pub follow: bool,
    /// The number of the drum track that is shown.
    pub track: u16,
    /// The cell that has the cursor, counted from the beginning of the track.
    pub track_cursor: u16,
    /// The first of the 40 ferrite cells that the track is compared with. `None` if nothing is compared.
    pub compare: Option<u16>,
    /// How many lines the paper is scrolled up from its end.
    pub paper_scroll: usize,
    /// The text that was found on the paper last.
    pub paper_found: String,
    /// The order that has the cursor in the history. The first order executed is 1. `None` if the history has
    /// no cursor.
    pub history_cursor: Option<u64>,
    /// The address of the first ferrite cell to show, or `None` if the listing scrolls with its cursor.
    pub top: Option<u16>,
    /// The first cell of the track to show, or `None` if the view scrolls with its cursor.
    pub track_top: Option<u16>,
    /// How far the view of the tapes is scrolled back: this many rows of the punched tape, and this many
    /// lines of the printer's paper.
    pub tapes_scroll: usize,
    /// The row of the page of breakpoints that has the cursor, or `None` if the page is closed.
    pub breaks_page: Option<usize>,
    /// How many lines the help page is scrolled down, or `None` if the page is closed.
    pub help: Option<usize>,
    /// The language of the panel's texts.
    pub language: Language,
    /// The page of text that is open over the panel, or `None` if no such page is open.
    pub answer: Option<Answer>,
}

/// A page of lines that answers a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    pub title: String,
    pub lines: Vec<String>,
    /// How many lines the page is scrolled down.
    pub top: usize,
    /// Whether the key `?` replaces this page by the help page of the keys.
    pub leads_to_keys: bool,
}

impl Look {
    /// A label or a title in the language of the panel.
    pub fn say<'a>(&self, english: &'a str) -> Cow<'a, str> {
        say(self.language, Speaker::Panel, english)
    }

    /// The initial state: the paper is shown, lists show orders, and the cursor follows the program.
    pub(crate) fn new() -> Look {
        Look { cells: Form::Order, follow: true, ..Look::default() }
    }

    /// Switches your keys from the typewriter to the desk, or back. At the desk, your keys are commands.
    pub(crate) fn change_focus(&mut self) {
        self.focus = match self.focus {
            Focus::Typewriter => Focus::Desk,
            Focus::Desk => Focus::Typewriter,
        };
    }

    /// Shows the ferrite store with the cursor on this cell.
    pub(crate) fn show_ferrite(&mut self, cell: u16) {
        (self.focus, self.view) = (Focus::Desk, View::Ferrite);
        self.go_to_cell(cell);
    }

    /// Moves the cursor in the ferrite store to this cell. The cursor then no longer follows the
    /// program.
    pub(crate) fn go_to_cell(&mut self, cell: u16) {
        (self.cursor, self.follow, self.top) = (cell, false, None);
    }

    /// Shows a track with the cursor on one of its cells.
    pub(crate) fn show_drum(&mut self, track: u16, cell: u16) {
        (self.focus, self.view) = (Focus::Desk, View::Drum);
        (self.track, self.track_cursor, self.track_top) = (track, cell.min(last(TRACK_CELLS)), None);
    }

    /// The cell that has the cursor, counted from the beginning of the track.
    pub(crate) fn track_cell(&self) -> u8 {
        u8::try_from(self.track_cursor).expect("a track has forty cells")
    }

    /// Shows the cell that a search has found.
    pub(crate) fn show_found(&mut self, found: Home) {
        match found {
            Home::Core(cell) => self.show_ferrite(cell.number()),
            Home::Drum(track, cell) => self.show_drum(track.number(), cell.into()),
        }
    }

    /// Shows the first line of the view that the cursor keys scroll.
    pub(crate) fn show_top(&mut self, sheet: &Sheet) {
        match self.scrolled() {
            View::Paper => self.paper_scroll = sheet.lines().len().saturating_sub(1),
            View::Ferrite | View::Map => self.go_to_cell(0),
            View::Drum => self.show_drum(self.track, 0),
            View::Tapes => self.tapes_scroll = usize::MAX,
            View::Plotter => {}
            View::Source | View::History | View::Values => {}
        }
    }

    /// Scrolls to the last line of the view that your keys scroll.
    pub(crate) fn show_bottom(&mut self) {
        match self.scrolled() {
            View::Paper => self.paper_scroll = 0,
            View::Ferrite | View::Map => self.go_to_cell(last(FERRITE_CELLS)),
            View::Drum => self.show_drum(self.track, last(TRACK_CELLS)),
            View::Tapes => self.tapes_scroll = 0,
            View::Plotter => {}
            View::Source | View::History | View::Values => {}
        }
    }

    /// The view that your keys scroll.
    const fn scrolled(&self) -> View {
        match self.focus {
            Focus::Typewriter => View::Paper,
            Focus::Desk => self.view,
        }
    }

    /// Shows another track: `steps` tracks later in the list of tracks, or earlier if `steps` is negative.
    fn switch_track(&mut self, steps: i16, tracks: &Tracks) {
        let (here, far) = (usize::from(self.track), usize::from(steps.unsigned_abs()).saturating_sub(1));
        let listed: Vec<usize> = tracks.listed().collect();
        let there = if steps < 0 {
            let mut before = listed.iter().rev().filter(|&&track| track < here);
            before.clone().nth(far).or_else(|| before.next_back())
        } else {
            let mut behind = listed.iter().filter(|&&track| track > here);
            behind.clone().nth(far).or_else(|| behind.next_back())
        };
        if let Some(&track) = there {
            self.track = u16::try_from(track).expect("no installation has so many");
        }
    }

    /// Moves the cursor in the ferrite store by this many cells.
    fn go_aside(&mut self, cells: i16) {
        self.go_to_cell(self.cursor.saturating_add_signed(cells).min(last(FERRITE_CELLS)));
    }

    /// Handles the keys for left and right. They go to another track of the drum, or to another cell of the
    /// map.
    pub(crate) fn scroll_sideways(&mut self, steps: i16, tracks: &Tracks) {
        match self.scrolled() {
            View::Drum => self.switch_track(steps, tracks),
            View::Map => self.go_aside(steps),
            View::Paper
            | View::Source
            | View::Ferrite
            | View::History
            | View::Values
            | View::Tapes
            | View::Plotter => {}
        }
    }

    /// Scrolls a view for the mouse wheel. The view's cursor does not move. `first` is the first row that the
    /// view shows now.
    pub(crate) fn wheel(&mut self, view: View, first: u16, lines: i16, (sheet, tracks): (&Sheet, &Tracks)) {
        let top = |count| Some(first.saturating_add_signed(lines).min(last(count)));
        match view {
            View::Ferrite => self.top = top(FERRITE_CELLS),
            View::Drum => self.track_top = top(TRACK_CELLS),
            View::Map | View::Source | View::History | View::Values => {}
            View::Paper | View::Tapes | View::Plotter => self.scroll_view(view, lines, (sheet, tracks)),
        }
    }

    /// Moves the cursor of a view by this many lines. In the view of the paper, scrolls the paper. In the
    /// view of the drum, a move by more than one line shows the next or the previous track.
    pub(crate) fn scroll_view(&mut self, view: View, lines: i16, (sheet, tracks): (&Sheet, &Tracks)) {
        let moved = |from: u16, count| from.saturating_add_signed(lines).min(last(count));
        // Scrolling is counted from the end of the paper, so down means a smaller number.
        let back = |from: usize| from.saturating_add_signed(-isize::from(lines));
        match view {
            View::Paper => {
                let most = sheet.lines().len().saturating_sub(1);
                self.paper_scroll = back(self.paper_scroll).min(most);
            }
            View::Ferrite => self.go_to_cell(moved(self.cursor, FERRITE_CELLS)),
            View::Map => self.go_aside(lines.saturating_mul(MAP_ROW)),
            View::Drum if lines.abs() > 1 => self.switch_track(lines.signum(), tracks),
            View::Drum => {
                let cell = moved(self.track_cursor, TRACK_CELLS);
                self.show_drum(self.track, cell);
            }
            View::Tapes => self.tapes_scroll = back(self.tapes_scroll),
            View::Plotter => {}
            // Other types scroll these views.
            View::Source | View::History | View::Values => {}
        }
    }
}

/// The highest index in a list of `count` cells or tracks.
fn last(count: usize) -> u16 {
    u16::try_from(count - 1).expect("GIER has not so many")
}

impl Answer {
    /// Creates a page that is scrolled to its first line. Any key that does not scroll the page closes it.
    pub fn new(title: &str, lines: Vec<String>) -> Answer {
        Answer { title: title.to_string(), lines, top: 0, leads_to_keys: false }
    }
}
