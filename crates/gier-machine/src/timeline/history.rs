//! What the last orders did, one by one, had again from the nearest copy of the machine.

use super::Timeline;
use super::replay::Goal;
use gier_cpu::{Finished, NoProbe, Place, Probe, Registers};
use gier_word::{Cell, Order, Uops};
use std::ops::Range;

/// Orders of which the history is told at most.
pub const HISTORY_ORDERS: u64 = 65_536;

/// A finished order and what it changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Past {
    /// Its number from 1 since the beginning.
    pub number: u64,
    /// Where it stands.
    pub place: Place,
    /// The order.
    pub order: Order,
    /// Whether its condition held.
    pub done: bool,
    /// The time at its end.
    pub at: Uops,
    /// The registers before it.
    pub before: Registers,
    /// The registers after it.
    pub after: Registers,
    /// Cells that it wrote: address, before, after.
    pub wrote: Vec<(u16, Cell, Cell)>,
}

struct Recorder {
    number: u64,
    before: Registers,
    wrote: Vec<(u16, Cell, Cell)>,
    past: Vec<Past>,
}

impl Probe for Recorder {
    fn finished(&mut self, order: &Finished<'_>) {
        self.number += 1;
        let after = *order.cpu.registers();
        self.past.push(Past {
            number: self.number,
            place: order.place,
            order: *order.order,
            done: order.done,
            at: order.now,
            before: self.before,
            after,
            wrote: std::mem::take(&mut self.wrote),
        });
        self.before = after;
    }
    fn writes(&mut self, address: u16, old: Cell, new: Cell) {
        self.wrote.push((address, old, new));
    }
}

impl Timeline {
    /// What the orders with these numbers did (the first order has number 1), as far as they
    /// lie before the present position; of a longer range the last 65 536.
    pub fn history(&self, numbers: Range<u64>) -> Vec<Past> {
        let last = numbers.end.saturating_sub(1).min(self.cursor.machine.orders());
        let first = numbers.start.max(1).max((last + 1).saturating_sub(HISTORY_ORDERS));
        if first > last {
            return Vec::new();
        }
        let frame = self.keyframes.partition_point(|frame| frame.cursor.machine.orders() < first);
        let Some(frame) = self.keyframes.get(frame.saturating_sub(1)) else { return Vec::new() };
        let mut cursor = frame.cursor.clone();
        cursor.advance(&self.inputs, Goal { orders: first - 1, at: Uops::NEVER }, &mut NoProbe);
        let mut recorder = Recorder {
            number: cursor.machine.orders(),
            before: *cursor.machine.cpu().registers(),
            wrote: Vec::new(),
            past: Vec::new(),
        };
        cursor.advance(&self.inputs, Goal { orders: last, at: Uops::NEVER }, &mut recorder);
        recorder.past
    }
}
