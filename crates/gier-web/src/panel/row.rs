//! A row of the panel on the web page. Each piece of text with one style is an HTML element. An update writes
//! only the pieces that have changed.

use crate::dom;
use gier_panel::ink::picture::{Piece, page_row};
use ratatui::buffer::Cell;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// A row of the panel on the web page. It contains the row's HTML element, and the text that the row shows
/// now.
pub(super) struct PanelRow {
    line: HtmlElement,
    cells: Vec<Cell>,
    pieces: Vec<Piece>,
}

impl PanelRow {
    /// Adds an empty row at the bottom of the panel's screen.
    pub(super) fn below(screen: &HtmlElement) -> PanelRow {
        let line = dom::create("div");
        screen.append_child(&line).expect("a screen takes rows");
        PanelRow { line, cells: Vec::new(), pieces: Vec::new() }
    }

    /// Shows these characters in the row.
    pub(super) fn show(&mut self, cells: &[Cell]) {
        if self.cells == cells {
            return;
        }
        let pieces = page_row(cells, false);
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
            // The page's security policy does not allow styles in HTML, but lets scripts set them.
            if new.style != old.style {
                place().unchecked_into::<HtmlElement>().style().set_css_text(&new.style);
            }
        }
        self.pieces = pieces;
        self.cells.clear();
        self.cells.extend_from_slice(cells);
    }
}
