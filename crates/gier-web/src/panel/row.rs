//! A row of the panel on the page. Each piece of text in one style is an element of its own. Only
//! pieces that have changed are written.

use crate::dom;
use gier_panel::ink::picture::{Piece, page_row};
use ratatui::buffer::Cell;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// A row of the panel on the page, and the characters' cells that the row shows.
pub(super) struct Row {
    line: HtmlElement,
    cells: Vec<Cell>,
    pieces: Vec<Piece>,
}

impl Row {
    /// Adds an empty row below the other rows of the screen.
    pub(super) fn below(screen: &HtmlElement) -> Row {
        let line = dom::create("div");
        screen.append_child(&line).expect("a screen takes rows");
        Row { line, cells: Vec::new(), pieces: Vec::new() }
    }

    /// Drops the cells that the row shows. Call this when the background has changed, because the same
    /// cells then look different.
    pub(super) fn forget(&mut self) {
        self.cells.clear();
    }

    /// Shows these cells on a light or a dark background.
    pub(super) fn show(&mut self, cells: &[Cell], is_light: bool) {
        if self.cells == cells {
            return;
        }
        let pieces = page_row(cells, is_light);
        if pieces.len() != self.pieces.len() {
            self.line.set_inner_html(&"<span> </span>".repeat(pieces.len()));
            self.pieces = vec![Piece { text: " ".to_string(), style: String::new() }; pieces.len()];
        }
        let places = self.line.children();
        for (place, (new, old)) in (0..).zip(pieces.iter().zip(&self.pieces)) {
            let place = || places.item(place).expect("each piece has its element");
            if new.text != old.text {
                place().first_child().expect("a piece has a text").set_node_value(Some(&new.text));
            }
            // The page's security policy forbids styles in HTML, but allows scripts to set them.
            if new.style != old.style {
                place().unchecked_into::<HtmlElement>().style().set_css_text(&new.style);
            }
        }
        self.pieces = pieces;
        self.cells.clear();
        self.cells.extend_from_slice(cells);
    }
}
