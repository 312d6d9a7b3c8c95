//! Draws the ferrite store as a list of cells. Each row shows the breakpoints of a cell, whether it holds the
//! next order, its recent accesses, and its contents in the chosen form.
//!
//! ```text
//! ●●▶   41 ew* loop: arn 5 t 1 LZ
//! │││   │  │││ └─ the program's name for the cell
//! │││   │  ││└─── changed since the last stop
//! │││   │  │└──── written by one of the last 65 536 orders
//! │││   │  └───── executed as one of the last 65 536 orders
//! ││└───┴──────── the next order (▷: in the right half), and the address of the cell
//! └┴───────────── breakpoints on the left and the right half (○: off)
//! ```

use crate::ink::pen::{Pen, columns, rule};
use crate::scene::{Hits, Listing, Scene, Target, View};
use gier_desk::debug::stops::At;
use gier_desk::notation::explain::readable;
use gier_desk::notation::forms::Form;
use gier_machine::Place;
use gier_word::{Cell, FERRITE_CELLS, Half};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// The column to the left of a cell's address in the listing.
const CELL_NUMBER: u16 = 3;
/// If a row has at least this many columns left, it shows the contents of its cell in two forms, for example
/// as an order and as a number.
const TWO_FORMS: u16 = 18;
/// If both forms do not fit, the first is shortened. But if the second is wider than this many columns, it is
/// left out instead.
const SECOND: usize = 9;

/// Returns the index of the first visible row in a view of `height` rows. `cursor` is the index of the row
/// with the cursor. If possible, this row is a third of the way down. `rows` is how many rows there are in
/// all.
pub(super) fn first_row(cursor: u16, height: u16, rows: u16) -> u16 {
    cursor.saturating_sub(height / 3).min(rows.saturating_sub(height))
}

/// Draws the listing. Returns the address of the first cell shown.
pub(super) fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut Hits) -> u16 {
    let theme = scene.theme;
    let listing = scene.listing;
    let has_keys = scene.has_keys(View::Ferrite);
    let title = format!("ferrite, {}{}", listing.form.name(), if listing.follow { ", follows" } else { "" });
    let body = rule(buffer, area, &scene.say(&title), has_keys, theme);
    let cells = u16::try_from(FERRITE_CELLS).expect("1024 cells");
    let last = cells.saturating_sub(body.height);
    let first =
        listing.top.map_or_else(|| first_row(listing.cursor, body.height, cells), |top| top.min(last));
    let mut pen = Pen::new(buffer, body);
    for (row, cell) in (0..body.height).zip(first..cells) {
        pen.go(0, row);
        hits.add(pen.here(body.width), Target::Row(View::Ferrite, cell));
        for (column, half) in [(0, Half::Left), (1, Half::Right)] {
            hits.add(pen.go(column, row).here(1), Target::Gutter(View::Ferrite, cell, half));
        }
        line(pen.go(0, row), &listing, cell, scene);
        if cell == listing.cursor && !listing.follow {
            pen.go(CELL_NUMBER + 1, row).text(&format!("{cell:>4}"), theme.cursor());
        }
    }
    first
}

/// Writes the cell in a second form: as a number if the chosen form shows orders, otherwise as an order.
fn beside(form: Form, cell: Cell) -> String {
    if form == Form::Order { readable(cell) } else { Form::Order.write(cell) }
}

/// Writes the contents in the chosen form and, if there is room, another text at the right.
fn contents(pen: &mut Pen<'_>, first: &str, other: &str, style: Style, second: Style) {
    let (room, column, row) = (pen.room(), pen.column(), pen.row());
    let width = columns(other);
    let fits = columns(first) + 2 + width <= usize::from(room);
    if room < TWO_FORMS || (!fits && width > SECOND) {
        pen.fitted(first, room, style);
        return;
    }
    let width = u16::try_from(width).expect("it fits");
    pen.fitted(first, room - width - 2, style).go(column + room - width, row).text(other, second);
}

/// Draws the character for a breakpoint. The state is `Some(true)` if the breakpoint is on, and `Some(false)`
/// if it is off. `None` means that there is no breakpoint, and draws a blank.
pub(super) fn breakpoint(pen: &mut Pen<'_>, state: Option<bool>, scene: &Scene<'_>) {
    match state {
        Some(true) => pen.text("●", scene.theme.alert()),
        Some(false) => pen.text("○", scene.theme.quiet()),
        None => pen.text(" ", Style::new()),
    };
}

fn line(pen: &mut Pen<'_>, listing: &Listing<'_>, cell: u16, scene: &Scene<'_>) {
    let theme = scene.theme;
    let is_next = listing.next.cell == cell;
    for half in [Half::Left, Half::Right] {
        let at = At::Place(Place { cell: cell.into(), half });
        breakpoint(pen, listing.breaks.state(&at), scene);
    }
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
    let before = traces.at_last_stop(cell).filter(|before| *before != contents);
    let changed = before.is_some();
    pen.text(if changed { "* " } else { "  " }, theme.changed());
    let style = if changed { theme.changed() } else { style };
    // If a cell holds two orders, only the next of them is highlighted.
    let is_pair = is_next && contents.marks().a() && listing.form == Form::Order;
    let style = if is_pair && !changed { Style::new() } else { style };
    if let Some(name) = listing.names.name_of_cell(cell.into()) {
        let most = pen.room() / 3;
        pen.fitted(name, most, theme.name()).text(": ", theme.quiet());
    }
    let (column, row) = (pen.column(), pen.row());
    let (first, mut other) = (listing.form.write(contents), beside(listing.form, contents));
    if let Some(before) = before {
        // What the cell was stands behind its second form or, if there is no room, in its place.
        let was = scene.say(&format!("was {}", readable(before))).into_owned();
        let fits = columns(&first) + columns(&other) + columns(&was) + 3 <= usize::from(pen.room());
        other = if fits { format!("{other} {was}") } else { was };
    }
    self::contents(pen, &first, &other, style, theme.quiet());
    if is_pair {
        let end = pen.column();
        next_half(
            pen.go(column, row),
            &listing.form.write(contents),
            listing.next.half,
            theme.current().add_modifier(Modifier::UNDERLINED),
        );
        pen.go(end, row);
    }
}

/// Highlights the next order in a cell with two orders, by drawing this order again. `both` is the text of
/// both orders.
fn next_half(pen: &mut Pen<'_>, both: &str, half: Half, style: Style) {
    let Some((left, right)) = both.split_once(" , ") else { return };
    let (column, row) = (pen.column(), pen.row());
    match half {
        Half::Left => pen.text(left, style),
        Half::Right => {
            let behind = u16::try_from(columns(left) + 3).expect("two orders are short");
            pen.go(column + behind, row).text(right, style)
        }
    };
}
