//! Counts how often the program NIM executes each order, and in which lines of its text. For this, NIM plays
//! the five games that a book of 1966 prints.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context, Result};
use gier_desk::host::Files;
use gier_desk::session::{Host, Session};
use gier_desk::whereabouts::{Guide, Whereabouts};
use gier_desk::{Ears, Until};
use gier_machine::{Finished, Machine, Probe};
use gier_programs::book;
use gier_word::order::OrderRow;

/// The page of an order lists at most this many lines of NIM's ALGOL text.
const LINES_SHOWN: usize = 3;

/// How often NIM executed each order. The key is the order's code.
#[derive(Default)]
pub struct Usage {
    orders: BTreeMap<u8, Counts>,
}

/// How often one order was executed, and where.
#[derive(Clone, Default)]
struct Counts {
    all: u64,
    /// How often each line of `nim.alg` executed the order. The run-time library is not counted.
    lines: BTreeMap<u32, u64>,
}

struct Counter {
    usage: Usage,
    guide: Guide,
}

impl Probe for Counter {
    fn finished(&mut self, order: &Finished<'_>) {
        let counts = self.usage.orders.entry(order.order.opcode.code()).or_default();
        counts.all += 1;
        let here = Whereabouts::new(order.cpu.registers(), order.ferrite.cells(), &self.guide);
        let Some(home) = here.home_of(order.place.cell) else { return };
        if let Some(place) = here.map().row(home, order.place.half).and_then(|row| row.place) {
            *counts.lines.entry(place.line).or_default() += 1;
        }
    }
}

impl Ears for Counter {}

impl Files for Counter {}

impl Host for Counter {
    fn ears(&mut self) -> Option<&mut dyn Ears> {
        Some(self)
    }
}

/// Lets NIM play the five games of the book, and counts the executed orders.
pub fn play() -> Result<Usage> {
    let image = gier_programs::nim_image();
    let map = image.map().context("NIM's image has a source map")?;
    let guide = Guide::new(Arc::clone(map));
    let mut counter = Counter { usage: Usage::default(), guide };
    let mut session = Session::new(Machine::with_image(&image));
    session.type_text(book::TYPED)?;
    session.work(Until::FOREVER, &mut counter).map_err(anyhow::Error::from_boxed)?;
    Ok(counter.usage)
}

impl Usage {
    /// Returns a paragraph about how NIM uses one order, as Markdown.
    pub fn text(&self, row: &OrderRow) -> String {
        let total: u64 = self.orders.values().map(|counts| counts.all).sum();
        let Some(counts) = self.orders.get(&row.opcode.code()) else {
            return "NIM never executes this order.".to_string();
        };
        let share = 100.0 * counts.all as f64 / total as f64;
        let own: u64 = counts.lines.values().sum();
        let mut text = format!(
            "In the five games of the book, NIM executes this order {} times: {share:.2} % of all {total} orders.",
            counts.all
        );
        if own == 0 {
            return text + " All of them are in the running system.";
        }
        let mut lines: Vec<(&u32, &u64)> = counts.lines.iter().collect();
        lines.sort_by_key(|&(line, count)| (std::cmp::Reverse(*count), *line));
        let named =
            lines.iter().take(LINES_SHOWN).map(|(line, count)| format!("line {line} ({count} times)"));
        text += &format!(
            " {own} of them belong to NIM's own statements, the rest to the running system. Most often it \
             occurs in {} of `nim.alg`.",
            named.collect::<Vec<_>>().join(", ")
        );
        text
    }
}
