//! Describes what an order changed: registers, cells, drum transfers.

use super::explain::readable;
use super::slip;
use gier_machine::timeline::OrderRecord;
use gier_machine::{Direction, Registers, Transfer};
use gier_word::{Address, Cell, Marks, TrackNo};

/// Writes an order that was executed, in the notation of the assembler SLIP.
pub fn order(past: &OrderRecord) -> String {
    slip::write_order(past.order)
}

/// Lists the changes that an order made, for example `R 0/0/0/12, c50 0/0/0/7`. `c50` is cell 50. The list
/// includes the words that arrived from the drum before the order finished.
pub fn describe(past: &OrderRecord) -> String {
    let (before, after) = (&past.before, &past.after);
    let mut parts = Vec::new();
    if !past.done {
        parts.push("not done".to_string());
    }
    if before.r != after.r {
        parts.push(format!("R {}", Cell::from_integer(after.r)));
    }
    parts.extend(besides_r(past));
    parts.join(", ")
}

/// The changes that an order made, each with the contents before and after, for example `R 5 → 15`. `name`
/// returns the program's name of a cell, if it has one.
pub fn before_and_after<'a>(past: &OrderRecord, name: impl Fn(Address) -> Option<&'a str>) -> Vec<String> {
    let (before, after) = (&past.before, &past.after);
    let mut parts: Vec<String> = (!past.done).then(|| "not done".to_string()).into_iter().collect();
    let long = |bits| readable(Cell::new(bits, Marks::NONE));
    if before.r != after.r {
        let [before, after] = [before.r, after.r].map(|r| readable(Cell::from_integer(r)));
        parts.push(format!("R {before} → {after}"));
    }
    if before.m != after.m {
        parts.push(format!("M {} → {}", long(before.m), long(after.m)));
    }
    parts.extend(short(before, after).map(|(name, before, after)| format!("{name} {before} → {after}")));
    for (cell, before, after) in &past.wrote {
        let cell = name(*cell).map_or(format!("c{cell}"), str::to_string);
        parts.push(format!("{cell} {} → {}", readable(*before), readable(*after)));
    }
    parts.extend(past.began.as_ref().map(transfer));
    parts.extend(arrivals(&past.arrived));
    parts
}

/// Lists the changes that an order made, as [`describe`] does, but without register R.
pub fn describe_without_r(past: &OrderRecord) -> String {
    let done = (!past.done).then(|| "not done".to_string());
    done.into_iter().chain(besides_r(past)).collect::<Vec<_>>().join(", ")
}

fn besides_r(past: &OrderRecord) -> Vec<String> {
    let (before, after) = (&past.before, &past.after);
    let mut parts = Vec::new();
    if before.m != after.m {
        parts.push(format!("M {}", Cell::new(after.m, Marks::NONE)));
    }
    parts.extend(short(before, after).map(|(name, _, after)| format!("{name} {after}")));
    for (cell, _, new) in &past.wrote {
        parts.push(format!("c{cell} {new}"));
    }
    parts.extend(past.began.as_ref().map(transfer));
    parts.extend(arrivals(&past.arrived));
    parts
}

/// Describes a drum transfer that an order starts. `t5 → c40-79` reads track 5 of the drum into the cells 40
/// to 79. `c40-79 → t5` writes these cells to track 5.
fn transfer(transfer: &Transfer) -> String {
    let Transfer { track, address, direction } = *transfer;
    let cells = cells(address, gier_word::TRACK_CELLS);
    match direction {
        Direction::Read => format!("t{track} → {cells}"),
        Direction::Write => format!("{cells} → t{track}"),
    }
}

/// A word that the drum has delivered: its track, the cell of the store to which it was written, and the
/// contents of this cell before and after.
type Arrival = (TrackNo, Address, Cell, Cell);

/// Describes the words that arrived from the drum. If words arrived in consecutive cells, the cells are
/// written as one range, such as `t5 → c40-79`. The contents are written only for a single word.
fn arrivals(arrived: &[Arrival]) -> Vec<String> {
    let follows = |one: &Arrival, next: &Arrival| one.0 == next.0 && one.1 + 1 == next.1;
    let text = |words: &[Arrival]| match words {
        [(track, cell, _, new)] => format!("t{track} → c{cell} {new}"),
        _ => format!("t{} → {}", words[0].0, cells(words[0].1, words.len())),
    };
    arrived.chunk_by(follows).map(text).collect()
}

/// Writes a range of `number` cells, for example `c40-79`. Cell 0 follows cell 1023.
fn cells(first: Address, number: usize) -> String {
    format!("c{first}-{}", first + number - 1)
}

/// The short registers that differ: the name of each, and its contents before and after.
fn short(before: &Registers, after: &Registers) -> impl Iterator<Item = (&'static str, u16, u16)> {
    let pairs = short_registers(before).into_iter().zip(short_registers(after));
    pairs
        .map(|((name, before), (_, after))| (name, before, after))
        .filter(|(_, before, after)| before != after)
}

/// The registers of ten bits, with their names.
pub fn short_registers(of: &Registers) -> [(&'static str, u16); 5] {
    [("s", of.s), ("p", of.p), ("in", of.indicator), ("by", of.by), ("tk", of.tk.number())]
}
