//! The history of executed orders, found by replay from the nearest keyframe.

use super::Timeline;
use super::replay::Goal;
use crate::machine::Machine;
use gier_cpu::periphery::Transfer;
use gier_cpu::{Arrival, CellChange, Finished, NoProbe, Place, Probe, Registers, StateView};
use gier_word::{Address, Cell, Order, TrackNo, Uops};
use std::ops::Range;

/// The largest number of orders in a history.
pub const HISTORY_ORDERS: u64 = 65_536;

/// An executed order and what it changed.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderRecord {
    /// The number of the order, counted from 1 since the machine was created.
    pub number: u64,
    /// The place of the order: the cell, and the half of the cell.
    pub place: Place,
    /// The order as it was fetched.
    pub order: Order,
    /// Whether the condition of the order was true. If it was false, the order was skipped.
    pub done: bool,
    /// The time at the end of the order.
    pub at: Uops,
    /// The registers before the order.
    pub before: Registers,
    /// The registers after the order.
    pub after: Registers,
    /// The cells that the order wrote, each with its address, its contents before, and its contents after.
    pub wrote: Vec<(Address, Cell, Cell)>,
    /// The drum transfer that the order began.
    pub began: Option<Transfer>,
    /// The words that arrived from the drum since the previous order. Each has its track, the address of its
    /// ferrite cell, and the contents of this cell before and after.
    pub arrived: Vec<(TrackNo, Address, Cell, Cell)>,
}

/// A probe that records what each order does.
pub(crate) struct Recorder {
    number: u64,
    before: Registers,
    wrote: Vec<(Address, Cell, Cell)>,
    began: Option<Transfer>,
    arrived: Vec<(TrackNo, Address, Cell, Cell)>,
    records: Vec<OrderRecord>,
}

impl Probe for Recorder {
    fn finished(&mut self, order: &Finished<'_>) {
        self.number += 1;
        let after = *order.cpu.registers();
        self.records.push(OrderRecord {
            number: self.number,
            place: order.place,
            order: *order.order,
            done: order.done,
            at: order.now,
            before: self.before,
            after,
            wrote: std::mem::take(&mut self.wrote),
            began: self.began.take(),
            arrived: std::mem::take(&mut self.arrived),
        });
        self.before = after;
    }
    fn writes(&mut self, address: Address, old: Cell, new: Cell) {
        self.wrote.push((address, old, new));
    }
    fn transfers(&mut self, transfer: &Transfer) {
        self.began = Some(*transfer);
    }
    fn arrives(&mut self, arrival: &Arrival, _: &StateView<'_>) {
        let Arrival { track, change: CellChange { address, old, new }, .. } = *arrival;
        self.arrived.push((track, address, old, new));
    }
}

impl Recorder {
    fn new(machine: &Machine) -> Recorder {
        Recorder::from(machine.orders(), *machine.cpu().registers())
    }

    /// Creates a recorder that starts when `number` orders have been executed. `before` contains the
    /// registers at that time.
    pub(crate) fn from(number: u64, before: Registers) -> Recorder {
        Recorder { number, before, wrote: Vec::new(), began: None, arrived: Vec::new(), records: Vec::new() }
    }

    /// Returns the record of the last order, or `None` if no order was recorded.
    pub(crate) fn last(mut self) -> Option<OrderRecord> {
        self.records.pop()
    }
}

impl Timeline {
    /// Returns the records of the orders with these numbers, up to the present position. Order numbers start
    /// at 1. If the range has more than [`HISTORY_ORDERS`] orders, the first of them are left out.
    pub fn history(&self, numbers: Range<u64>) -> Vec<OrderRecord> {
        self.rerun(numbers, Recorder::new).map_or_else(Vec::new, |recorder| recorder.records)
    }

    /// Like [`Timeline::history`], but also returns orders after the present position, up to the end of the
    /// session.
    pub fn records(&self, numbers: Range<u64>) -> Vec<OrderRecord> {
        let recorder = self.rerun_up_to(self.end.orders, numbers, Recorder::new);
        recorder.map_or_else(Vec::new, |recorder| recorder.records)
    }

    /// Returns the record of the order with this number, even if the order is after the present position.
    pub fn history_of(&self, number: u64) -> Option<OrderRecord> {
        self.rerun_up_to(self.end.orders, number..number + 1, Recorder::new)?.records.pop()
    }

    /// Replays the orders with these numbers, and returns the probe that observed them. The function `probe`
    /// creates the probe from the machine before the first of these orders. Returns `None` if none of these
    /// orders comes before the present position. Replays only the last [`HISTORY_ORDERS`] of them if there
    /// are more.
    pub fn rerun<P: Probe>(&self, numbers: Range<u64>, probe: impl FnOnce(&Machine) -> P) -> Option<P> {
        self.rerun_up_to(self.cursor.machine.orders(), numbers, probe)
    }

    /// Calls `look` with the machine as it was before order `number`, and returns the result of `look`.
    /// Returns `None` if there is no such order before the present position.
    pub fn before<T>(&self, number: u64, look: impl FnOnce(&Machine) -> T) -> Option<T> {
        struct Looked<T>(T);
        impl<T> Probe for Looked<T> {}
        Some(self.rerun(number..number + 1, |machine| Looked(look(machine)))?.0)
    }

    fn rerun_up_to<P: Probe>(
        &self,
        end: u64,
        numbers: Range<u64>,
        probe: impl FnOnce(&Machine) -> P,
    ) -> Option<P> {
        let last = numbers.end.saturating_sub(1).min(end);
        let first = numbers.start.max(1).max((last + 1).saturating_sub(HISTORY_ORDERS));
        if first > last {
            return None;
        }
        let frame = self.keyframes.partition_point(|frame| frame.cursor.machine.orders() < first);
        let mut cursor = self.keyframes.get(frame.saturating_sub(1))?.cursor.clone();
        cursor.advance(&self.inputs, Goal { orders: first - 1, at: Uops::NEVER }, &mut NoProbe);
        let mut probe = probe(&cursor.machine);
        cursor.advance(&self.inputs, Goal { orders: last, at: Uops::NEVER }, &mut probe);
        Some(probe)
    }
}
