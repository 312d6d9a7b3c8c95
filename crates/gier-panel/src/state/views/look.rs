//! The state of the views: the chosen view, the cursors, and the forms of numbers. Also says whether your
//! keys are typed on the typewriter or are commands.

use crate::ink::pen::places;
use crate::scene::{Focus, View};
use gier_desk::notation::forms::Form;
use gier_desk::typewriter::paper::Sheet;
use gier_messages::{Language, Speaker, say};
use gier_word::{FERRITE_CELLS, Home, TRACK_CELLS, Tracks};
use std::borrow::Cow;

/// One line down in the map moves the cursor by this many cells.
const MAP_ROW: isize = 32;

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
    /// How many numbered origins of a value the page lists. The key with a number goes on with that origin.
    pub origins: usize,
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
        (self.track, self.track_cursor, self.track_top) = (track, cell, None);
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

    /// Shows the next track in the list of tracks, or the previous one.
    pub(crate) fn switch_track(&mut self, is_next: bool, tracks: &Tracks) {
        let (here, mut listed) = (usize::from(self.track), tracks.listed());
        let there = if is_next {
            listed.find(|&track| track > here)
        } else {
            listed.filter(|&track| track < here).last()
        };
        if let Some(track) = there {
            self.track = places(track);
        }
    }

    /// Moves the cursor of a view by this many lines, or scrolls a view that has no cursor. `isize::MIN` leads
    /// to the top of the view, and `isize::MAX` to its end. In the view of the drum, another move by more than
    /// one line shows the next or the previous track.
    pub(crate) fn scroll_view(&mut self, view: View, lines: isize, (sheet, tracks): (&Sheet, &Tracks)) {
        let is_end = matches!(lines, isize::MIN | isize::MAX);
        // Scrolling is counted from the end of the paper, so down means a smaller number.
        let back = |from: usize| from.saturating_add_signed(lines.saturating_neg());
        match view {
            View::Paper => {
                self.paper_scroll = back(self.paper_scroll).min(sheet.lines().len().saturating_sub(1));
            }
            View::Ferrite => self.move_cursor(lines),
            View::Map => self.move_cursor(lines.saturating_mul(MAP_ROW)),
            View::Drum if !is_end && !(-1..=1).contains(&lines) => self.switch_track(lines > 0, tracks),
            View::Drum => self.show_drum(self.track, moved(self.track_cursor, lines, TRACK_CELLS)),
            View::Tapes => self.tapes_scroll = back(self.tapes_scroll),
            // The plotter shows its whole drawing, and other types scroll the other views.
            View::Plotter | View::Source | View::History | View::Values => {}
        }
    }

    /// Moves the cursor in the ferrite store by this many cells.
    pub(crate) fn move_cursor(&mut self, cells: isize) {
        self.go_to_cell(moved(self.cursor, cells, FERRITE_CELLS));
    }
}

/// The index `from`, moved by this many places in a list of `count` cells.
pub(crate) fn moved(from: u16, by: isize, count: usize) -> u16 {
    places(usize::from(from).saturating_add_signed(by).min(count - 1))
}

impl Answer {
    /// Creates a page that is scrolled to its first line. Any key that does not scroll the page closes it.
    pub fn new(title: &str, lines: Vec<String>) -> Answer {
        Answer { title: title.to_string(), lines, ..Answer::default() }
    }
}
