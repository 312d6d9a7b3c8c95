//! A row of the panel on the page: pieces of text that look alike, an element for each, of which
//! only those that changed are written.

use crate::dom;
use gier_panel::ink::picture::{Piece, html, page_row};
use ratatui::buffer::Cell;
use web_sys::HtmlElement;

/// A row and what it shows.
pub(super) struct Row {
    line: HtmlElement,
    cells: Vec<Cell>,
    pieces: Vec<Piece>,
}

impl Row {
    /// An empty row below the others of the screen.
    pub(super) fn below(screen: &HtmlElement) -> Row {
        let line = dom::create("div");
        screen.append_child(&line).expect("a screen takes rows");
        Row { line, cells: Vec::new(), pieces: Vec::new() }
    }

    /// The ground has changed, so that the same cells look otherwise.
    pub(super) fn forget(&mut self) {
        self.cells.clear();
    }

    /// Shows these cells on a ground of this kind.
    pub(super) fn show(&mut self, cells: &[Cell], is_light: bool) {
        if self.cells == cells {
            return;
        }
        let pieces = page_row(cells, is_light);
        if pieces.len() == self.pieces.len() {
            let places = self.line.children();
            for (place, (new, old)) in (0..).zip(pieces.iter().zip(&self.pieces)) {
                let place = || places.item(place).expect("each piece has its element");
                if new.text != old.text {
                    place().first_child().expect("a piece has a text").set_node_value(Some(&new.text));
                }
                if new.style != old.style {
                    dom::set(&place(), "style", &new.style);
                }
            }
        } else {
            self.line.set_inner_html(&html(&pieces));
        }
        self.pieces = pieces;
        self.cells.clear();
        self.cells.extend_from_slice(cells);
    }
}
