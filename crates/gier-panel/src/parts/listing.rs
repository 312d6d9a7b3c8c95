//! Draws the ferrite store as a listing: breakpoints, the order that comes next, where the
//! program was, what was written, and the contents in the form chosen.
//!
//! ```text
//! ●●▶ 41 e w* arn 5 t 1 LZ
//! ││││   │ ││
//! │││││  │ │└ changed since the last stop
//! │││││  │ └─ written by one of the last 65 536 orders
//! │││││  └─── executed by one of them
//! ││└┴─────── the order that comes next (▷: the right half), the cell
//! └┴───────── breakpoints on the left and the right half
//! ```

use crate::ink::pen::{Pen, rule};
use crate::scene::{Focus, Hits, Listing, Scene, Target, View};
use gier_machine::Place;
use gier_word::Half;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Cells of the store.
const CELLS: i32 = gier_word::FERRITE_CELLS as i32;

/// The first cell to show so that the cursor stands a third below the top.
pub fn first_cell(cursor: u16, height: u16) -> u16 {
    (cursor as i32 - height as i32 / 3).clamp(0, (CELLS - height as i32).max(0)) as u16
}

/// Draws the listing.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut Hits) {
    let theme = scene.theme;
    let listing = scene.listing;
    let has_keys = scene.focus == Focus::Desk && scene.view == View::Ferrite;
    let title = format!("ferrite, {}{}", listing.form.name(), if listing.follow { ", follows" } else { "" });
    rule(buffer, area, &title, has_keys, theme.quiet(), if has_keys { theme.focus() } else { theme.name() });
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let first = first_cell(listing.cursor, body.height);
    let mut pen = Pen::new(buffer, body);
    for row in 0..body.height {
        let cell = first + row;
        if cell as i32 >= CELLS {
            break;
        }
        pen.go(0, row);
        hits.add(pen.here(body.width), Target::Row(View::Ferrite, cell));
        line(&mut pen, &listing, cell, scene);
        if cell == listing.cursor && !listing.follow {
            pen.go(4, row).text(&format!("{cell:>4}"), theme.cursor());
        }
    }
}

fn line(pen: &mut Pen<'_>, listing: &Listing<'_>, cell: u16, scene: &Scene<'_>) {
    let theme = scene.theme;
    let is_next = listing.next.cell == cell;
    let stop = |half| if listing.breaks.contains(Place { cell: cell.into(), half }) { "●" } else { " " };
    pen.text(stop(Half::Left), theme.alert()).text(stop(Half::Right), theme.alert());
    let pointer = match (is_next, listing.next.half) {
        (false, _) => " ",
        (true, Half::Left) => "▶",
        (true, Half::Right) => "▷",
    };
    let style = if is_next { theme.current() } else { Style::new() };
    pen.text(pointer, style).text(&format!("{cell:>5} "), if is_next { style } else { theme.quiet() });
    let traces = listing.traces;
    pen.text(if traces.executed(cell) { "e" } else { " " }, theme.quiet());
    pen.text(if traces.written(cell) { "w" } else { " " }, theme.name());
    let contents = listing.ferrite.read(cell);
    let changed = traces.at_last_stop(cell).is_some_and(|before| before != contents);
    pen.text(if changed { "* " } else { "  " }, theme.changed());
    let room = pen.room();
    pen.fitted(&listing.form.write(contents), room, if changed { theme.changed() } else { style });
}
