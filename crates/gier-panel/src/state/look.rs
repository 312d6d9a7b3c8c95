//! What is looked at: the view, its cursor, how numbers are written, who has the keys.

use crate::scene::{Focus, View};
use gier_desk::debug::forms::Form;
use gier_desk::debug::search::Found;
use gier_desk::typewriter::paper::Sheet;
use gier_word::{DRUM_TRACKS, FERRITE_CELLS, TRACK_CELLS};

/// The history is not scrolled up further than this.
const HISTORY_LINES: i64 = 65_000;

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
    /// Orders that the history is scrolled up.
    pub history_scroll: usize,
    /// The help page, scrolled down by this many lines.
    pub help: Option<usize>,
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
        (self.cursor, self.follow) = (cell, false);
    }

    /// Shows a cell of a track.
    pub fn show_drum(&mut self, track: u16, cell: u16) {
        (self.focus, self.view) = (Focus::Desk, View::Drum);
        (self.track, self.track_cursor) = (track, cell % TRACK_CELLS as u16);
    }

    /// Shows what was found.
    pub fn show_found(&mut self, found: Found) {
        match found {
            Found::Ferrite(cell) => self.show_ferrite(cell.number()),
            Found::Drum(track, cell) => self.show_drum(track.number(), cell.into()),
        }
    }

    /// Moves the cursor or the paper by lines; more than one line turns the drum by a track.
    pub fn scroll(&mut self, lines: i32, sheet: &Sheet) {
        let moved = |from: usize, most: usize| (from as i64 + lines as i64).clamp(0, most as i64) as usize;
        let view = if self.focus == Focus::Typewriter { View::Paper } else { self.view };
        match view {
            View::Paper => {
                let most = sheet.lines().len().saturating_sub(1);
                let scroll = self.paper_scroll as i64 - lines as i64;
                self.paper_scroll = scroll.clamp(0, most as i64) as usize;
            }
            View::Ferrite => {
                self.follow = false;
                self.cursor = moved(self.cursor as usize, FERRITE_CELLS - 1) as u16;
            }
            View::Drum if lines.abs() > 1 => {
                let last = DRUM_TRACKS as i32 - 1;
                self.track = (self.track as i32 + lines.signum()).clamp(0, last) as u16;
            }
            View::Drum => {
                self.track_cursor = moved(self.track_cursor as usize, TRACK_CELLS - 1) as u16;
            }
            View::History => {
                let scroll = self.history_scroll as i64 - lines as i64;
                self.history_scroll = scroll.clamp(0, HISTORY_LINES) as usize;
            }
        }
    }
}
