//! What the last orders did, one by one, found by running again from the nearest copy of the machine.

use super::Timeline;
use super::replay::Goal;
use crate::machine::Machine;
use gier_cpu::periphery::Transfer;
use gier_cpu::{Arrival, CellChange, Finished, NoProbe, Place, Probe, Registers, StateView};
use gier_word::{Address, Cell, Order, TrackNo, Uops};
use std::ops::Range;

/// Orders of which the history is told at most.
pub const HISTORY_ORDERS: u64 = 65_536;

/// A finished order and what it changed.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderRecord {
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
    pub wrote: Vec<(Address, Cell, Cell)>,
    /// The drum transfer that it began.
    pub began: Option<Transfer>,
    /// Words that came from the drum since the order before it: track, address, before, after.
    pub arrived: Vec<(TrackNo, Address, Cell, Cell)>,
}

/// Writes down what each order does.
pub(crate) struct Recorder {
    number: u64,
    before: Registers,
    wrote: Vec<(Address, Cell, Cell)>,
    began: Option<Transfer>,
    arrived: Vec<(TrackNo, Address, Cell, Cell)>,
    past: Vec<OrderRecord>,
}

impl Probe for Recorder {
    fn finished(&mut self, order: &Finished<'_>) {
        self.number += 1;
        let after = *order.cpu.registers();
        self.past.push(OrderRecord {
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

    /// A recorder that begins after this many orders, with these registers.
    pub(crate) fn from(number: u64, before: Registers) -> Recorder {
        Recorder { number, before, wrote: Vec::new(), began: None, arrived: Vec::new(), past: Vec::new() }
    }

    /// The order that was recorded last.
    pub(crate) fn last(mut self) -> Option<OrderRecord> {
        self.past.pop()
    }
}

impl Timeline {
    /// What the orders with these numbers did (the first order has number 1), as far as they
    /// lie before the present position; of a longer range the last 65 536.
    pub fn history(&self, numbers: Range<u64>) -> Vec<OrderRecord> {
        self.rerun(numbers, Recorder::new).map_or_else(Vec::new, |recorder| recorder.past)
    }

    /// The same of orders before and after the present position, up to the end of the session.
    pub fn records(&self, numbers: Range<u64>) -> Vec<OrderRecord> {
        let recorder = self.rerun_up_to(self.end.orders, numbers, Recorder::new);
        recorder.map_or_else(Vec::new, |recorder| recorder.past)
    }

    /// What the order of this number did, be it before or after the present position.
    pub fn history_of(&self, number: u64) -> Option<OrderRecord> {
        self.rerun_up_to(self.end.orders, number..number + 1, Recorder::new)?.past.pop()
    }

    /// Does the orders with these numbers once more, cut as in [`Timeline::history`], before a
    /// probe that is made from the machine before them. None: there are no such orders.
    pub fn rerun<P: Probe>(&self, numbers: Range<u64>, probe: impl FnOnce(&Machine) -> P) -> Option<P> {
        self.rerun_up_to(self.cursor.machine.orders(), numbers, probe)
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
