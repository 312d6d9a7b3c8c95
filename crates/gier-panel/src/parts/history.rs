//! Draws the history: the orders done last and what each of them changed.

use super::heading::clock;
use crate::ink::pen::{Pen, rule};
use crate::scene::{Focus, Scene, View};
use gier_desk::debug::{place, slip};
use gier_machine::timeline::Past;
use gier_machine::{Direction, Registers, Transfer};
use gier_word::{Address, Cell, TrackNo};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Draws the history, the latest order last.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let theme = scene.theme;
    let has_keys = scene.focus == Focus::Desk && scene.view == View::History;
    let title = match scene.history.last() {
        Some(last) => format!("history to order {}, {}", last.number, clock(last.at)),
        None => "history".to_string(),
    };
    rule(buffer, area, &title, has_keys, theme.quiet(), if has_keys { theme.focus() } else { theme.name() });
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let mut pen = Pen::new(buffer, body);
    let start = scene.history.len().saturating_sub(body.height as usize);
    for (row, past) in scene.history[start..].iter().enumerate() {
        pen.go(0, row as u16);
        let style = if past.done { Style::new() } else { theme.quiet() };
        pen.text(&format!("{:>6} ", place::write(past.place)), theme.quiet());
        let order = order_text(past);
        let width = if pen.room() > 56 { 24 } else { 17 };
        let column = pen.column();
        pen.fitted(&order, width, style).go(column + width + 1, row as u16);
        let room = pen.room();
        pen.fitted(&changes(past), room, style);
    }
}

/// The order as SLIP writes it.
fn order_text(past: &Past) -> String {
    let content = match past.order.tail {
        Some(_) => gier_word::Content::Full(past.order),
        None => gier_word::Content::Pair(past.order, gier_word::Order::default()),
    };
    let text = slip::write(content.encode());
    match past.order.tail {
        Some(_) => text,
        // The right half is made up here; only the left one is shown.
        None => text.split(',').next().unwrap_or("").trim().to_string(),
    }
}

/// What an order changed, in few words, and what came from the drum before it was finished.
pub fn changes(past: &Past) -> String {
    let (before, after) = (&past.before, &past.after);
    let mut parts = Vec::new();
    if !past.done {
        parts.push("not done".to_string());
    }
    if before.r != after.r {
        parts.push(format!("R {}", Cell::from_integer(after.r)));
    }
    if before.m != after.m {
        parts.push(format!("M {}", Cell::from_integer(after.m as i64)));
    }
    parts.extend(short_changes(before, after));
    for (cell, _, new) in &past.wrote {
        parts.push(format!("c{cell} {new}"));
    }
    parts.extend(past.began.as_ref().map(transfer));
    parts.extend(arrivals(&past.arrived));
    parts.join(", ")
}

/// A drum transfer that an order begins: `t5 → c40-79` for `lk`, `c40-79 → t5` for `sk`.
fn transfer(transfer: &Transfer) -> String {
    let Transfer { track, address, direction } = *transfer;
    let cells = cells(address, gier_word::TRACK_CELLS);
    match direction {
        Direction::Read => format!("t{track} → {cells}"),
        Direction::Write => format!("{cells} → t{track}"),
    }
}

/// A word from the drum: track, cell, what stood there and what stands there now.
type Arrival = (TrackNo, Address, Cell, Cell);

/// Words that came from the drum: a single one with its contents, of several the cells.
fn arrivals(arrived: &[Arrival]) -> Vec<String> {
    let follows = |one: &Arrival, next: &Arrival| one.0 == next.0 && one.1 + 1 == next.1;
    let text = |words: &[Arrival]| match words {
        [(track, cell, _, new)] => format!("t{track} → c{cell} {new}"),
        _ => format!("t{} → {}", words[0].0, cells(words[0].1, words.len())),
    };
    arrived.chunk_by(follows).map(text).collect()
}

/// A row of cells, round the end of the store.
fn cells(first: Address, number: usize) -> String {
    format!("c{first}-{}", first + number - 1)
}

fn short_changes(before: &Registers, after: &Registers) -> Vec<String> {
    let pairs = [
        ("s", before.s, after.s),
        ("p", before.p, after.p),
        ("in", before.indicator, after.indicator),
        ("by", before.by, after.by),
        ("tk", before.tk, after.tk),
    ];
    pairs
        .iter()
        .filter(|(_, before, after)| before != after)
        .map(|(name, _, after)| format!("{name} {after}"))
        .collect()
}
