//! Draws the map of the ferrite store, with one character for each cell. The character shows the last access
//! by one of the last 65 536 orders: `e` executed, `r` read, `w` written. Accesses by the last 1000 orders
//! are bold.
//!
//! ```text
//!    0 ··········eeewww········
//!   32 eeeeeeeeeeerr··········
//! ```

use crate::ink::pen::{Pen, rule};
use crate::scene::{Hits, Listing, Scene, Target, View};
use gier_desk::debug::stops::traces::Use;
use gier_word::FERRITE_CELLS;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// The width of the address at the beginning of a row, in columns.
const NUMBER: u16 = 5;
/// An access is recent if it was less than 1000 orders ago.
const JUST_NOW: u64 = 1_000;

/// The width in columns of a map with 32 cells in a row.
pub(super) const NARROW: u16 = NUMBER + 32;
/// The height in rows of a map with 32 cells in a row, including the title.
pub(super) const HEIGHT: u16 = 33;

/// How many cells a row of the map has: usually 32. If the area is too low for 32 rows and wide enough for 64
/// columns of cells, a row has 64.
pub(crate) const fn columns(area: Rect) -> u16 {
    if area.height < HEIGHT && area.width >= NUMBER + 64 { 64 } else { 32 }
}

/// Draws the map of the ferrite store.
pub(super) fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut Hits) {
    let theme = scene.theme;
    let has_keys = scene.has_keys(View::Map);
    rule(buffer, area, &scene.say("map: executed, read, written"), has_keys, theme);
    let columns = columns(area);
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let listing = scene.listing;
    let rows = u16::try_from(FERRITE_CELLS).expect("1024 cells") / columns;
    let first = super::listing::first_row(listing.cursor / columns, body.height, rows);
    let mut pen = Pen::new(buffer, body);
    for (row, line) in (first..rows).take(usize::from(body.height)).zip(0..) {
        pen.go(0, line).text(&format!("{:>4} ", row * columns), theme.quiet());
        for cell in row * columns..(row + 1) * columns {
            hits.add(pen.here(1), Target::Row(View::Map, cell));
            let (sign, style) = sign(scene, &listing, cell);
            pen.sign(sign, style);
        }
    }
}

fn sign(scene: &Scene<'_>, listing: &Listing<'_>, cell: u16) -> (&'static str, Style) {
    let theme = scene.theme;
    let (sign, style) = match listing.traces.lately(cell) {
        None => ("·", theme.quiet()),
        Some((what, ago)) => {
            let (sign, style) = match what {
                Use::Executed => ("e", theme.executed()),
                Use::Read => ("r", theme.name()),
                Use::Written => ("w", theme.changed().remove_modifier(Modifier::BOLD)),
            };
            (sign, if ago < JUST_NOW { style.add_modifier(Modifier::BOLD) } else { style })
        }
    };
    if listing.next.cell == cell {
        return ("▶", theme.current());
    }
    (sign, if cell == listing.cursor && !listing.follow { theme.cursor() } else { style })
}
