//! Draws the history, a list of executed orders. Each row shows an order with its number, time and place,
//! the value of R, and the order's other effects.
//!
//! ```text
//!  223  4.7609  50r sy 18      R 0/0/0/0  c1023 1/112/0/0
//! ▶226  4.8621  52  lyn 70     R 3/0/0/0  c70 3/0/0/0
//! │ │   │       │   │          └─ R, dim if the order did not change it, and the order's other effects
//! │ │   │       └───┴──────────── the place of the order, and the order
//! │ └───┴──────────────────────── the order's number, and its time in seconds
//! └────────────────────────────── the next order; the orders below it come later
//! ```

use crate::ink::figures::{clock, grouped};
use crate::ink::pen::{Pen, columns, places, rule};
use crate::scene::{History, Scene, View};
use gier_desk::notation::{changes, place};
use gier_machine::timeline::OrderRecord;
use gier_word::Cell;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The width of an order's text, in columns, if the view is narrow, medium or wide.
const ORDER: [u16; 3] = [11, 15, 24];
/// The minimum width of a medium view and of a wide view, in columns.
const ROOM: [u16; 2] = [52, 70];

/// Draws the history, the latest order last.
pub(super) fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let theme = scene.theme;
    let history = scene.history;
    let has_keys = scene.has_keys(View::History);
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let rows = shown(&history, body.height.into());
    let of = history.cursor.and_then(|cursor| rows.iter().find(|past| past.number == cursor));
    let title = match of.or(rows.iter().rfind(|past| past.number <= history.now)) {
        Some(past) if history.cursor.is_some() => {
            format!("history, order {}, {}", grouped(past.number), clock(past.at))
        }
        Some(past) => format!("history to order {}, {}", grouped(past.number), clock(past.at)),
        None => "history".to_string(),
    };
    rule(buffer, area, &scene.say(&title), has_keys, theme);
    let widths = Widths::of(rows, area.width);
    let mut pen = Pen::new(buffer, body);
    for (row, past) in (0..).zip(rows) {
        line(pen.go(0, row), past, widths, scene);
    }
}

/// Returns the rows of the history to draw, at most `height`. If the session has enough later orders, the row
/// with the cursor is about two thirds of the way down. Without a cursor, the row of the last executed order
/// is there.
fn shown<'a>(history: &History<'a>, height: usize) -> &'a [OrderRecord] {
    let rows = history.rows;
    let index = |number: u64| rows.partition_point(|past| past.number <= number);
    let end = match history.cursor {
        Some(cursor) => index(cursor) + height / 3,
        None if history.now < history.end => index(history.now) + height / 3,
        None => index(history.now),
    };
    let end = end.max(height).min(rows.len());
    &rows[end.saturating_sub(height)..end]
}

/// How many columns each order's number, time and text take.
#[derive(Clone, Copy)]
struct Widths {
    number: usize,
    time: usize,
    order: u16,
}

impl Widths {
    fn of(rows: &[OrderRecord], width: u16) -> Widths {
        let last = rows.last();
        let number = last.map_or(1, |past| past.number.to_string().len()).max(4);
        let time = last.map_or(1, |past| seconds(past).len());
        let [little, some, much] = ORDER;
        let order = if width < ROOM[0] {
            little
        } else if width < ROOM[1] {
            some
        } else {
            much
        };
        Widths { number, time, order }
    }
}

fn seconds(past: &OrderRecord) -> String {
    format!("{:.4}", past.at.seconds())
}

fn line(pen: &mut Pen<'_>, past: &OrderRecord, widths: Widths, scene: &Scene<'_>) {
    let theme = scene.theme;
    let history = scene.history;
    let lies_ahead = past.number > history.now;
    let has_keys = scene.has_keys(View::History);
    // Without a cursor, the row of the last order executed is highlighted, because the key b sets a
    // breakpoint there.
    let is_chosen = has_keys && past.number == history.cursor.unwrap_or(history.now);
    let Widths { number, time, order } = widths;
    let is_next = past.number == history.now + 1;
    pen.text(if is_next { "▶" } else { " " }, theme.current());
    let style = if is_chosen { theme.cursor() } else { theme.quiet() };
    pen.text(&format!("{:>number$}", past.number), style);
    pen.text(&format!(" {:>time$} ", seconds(past)), theme.quiet());
    let style = if past.done && !lies_ahead { Style::new() } else { theme.quiet() };
    pen.text(&format!("{:>5} ", place::write(past.place)), theme.quiet());
    let (column, row) = (pen.column(), pen.row());
    pen.fitted(&changes::order(past), order, style).go(column + order + 1, row);
    if let Some((name, _)) = history.marks.iter().find(|(_, orders)| *orders == past.number) {
        let room = pen.room();
        pen.fitted(&format!("◆ {name} "), room, theme.alert());
    }
    let r = format!("R {} ", Cell::from_integer(past.after.r));
    let is_new = past.before.r != past.after.r;
    let besides = changes::describe_without_r(past);
    let room = pen.room();
    // If the row is narrow and has other changes, an unchanged R is left out.
    if is_new || besides.is_empty() || room > places(columns(&r)) + 3 {
        pen.fitted(&r, room, if is_new && !lies_ahead { style } else { theme.quiet() });
    }
    let room = pen.room();
    if room > 3 || places(columns(&besides)) <= room {
        pen.fitted(&besides, room, style);
    }
}
