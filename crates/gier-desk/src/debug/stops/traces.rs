//! The traces of a program. For each cell, they record which order was last executed in it, which one last
//! read it, and which one last wrote it. The panel shows the traces in its listing and its map of the store.
//! A copy of the store at the last stop shows which cells have changed since then.

use gier_machine::timeline::HISTORY_ORDERS;
use gier_machine::{Ferrite, Finished, Probe};
use gier_word::{Address, Cell, FERRITE_CELLS};

/// The entry in the traces for a cell that no order has used yet.
const NEVER: u64 = u64::MAX;

/// How an order used a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// The order was in the cell, and was executed.
    Executed,
    /// The order read its operand from the cell.
    Read,
    /// The order wrote to the cell.
    Written,
}

/// The traces of all cells. For each cell, they hold the sequence numbers of the orders that last used it.
/// The first order that the machine executed has number 1.
#[derive(Clone, Debug)]
pub struct Traces {
    executed: [u64; FERRITE_CELLS],
    read: [u64; FERRITE_CELLS],
    written: [u64; FERRITE_CELLS],
    /// The number of orders executed so far.
    now: u64,
    /// The store at the last stop.
    at_stop: Option<Ferrite>,
}

impl Default for Traces {
    fn default() -> Traces {
        let never = [NEVER; FERRITE_CELLS];
        Traces { executed: never, read: never, written: never, now: 0, at_stop: None }
    }
}

impl Traces {
    /// Creates empty traces.
    pub fn new() -> Traces {
        Traces::default()
    }

    /// Creates empty traces for a replay. The replay begins when the machine has executed this many orders.
    /// The new traces keep the copy of the store at the last stop.
    pub fn after(&self, orders: u64) -> Traces {
        Traces { now: orders, at_stop: self.at_stop.clone(), ..Traces::new() }
    }

    /// Sets the number of orders that were executed so far.
    pub fn sync(&mut self, orders: u64) {
        self.now = orders;
    }

    /// Whether the cell has held one of the last 65 536 orders that were executed.
    pub fn executed(&self, cell: impl Into<Address>) -> bool {
        self.is_late(self.executed[cell.into().index()])
    }

    /// Whether one of the last 65 536 orders wrote this cell. Words from the drum do not count.
    pub fn written(&self, cell: impl Into<Address>) -> bool {
        self.is_late(self.written[cell.into().index()])
    }

    /// The latest use of this cell, and how many orders ago it was. Returns `None` if none of the last 65 536
    /// orders used it.
    pub fn lately(&self, cell: impl Into<Address>) -> Option<(Use, u64)> {
        let cell = cell.into().index();
        let uses = [
            (Use::Executed, self.executed[cell]),
            (Use::Read, self.read[cell]),
            (Use::Written, self.written[cell]),
        ];
        let late = uses.into_iter().filter(|&(_, order)| self.is_late(order));
        let (last, order) = late.max_by_key(|&(_, order)| order)?;
        Some((last, self.now.saturating_sub(order)))
    }

    fn is_late(&self, order: u64) -> bool {
        order != NEVER && order.saturating_add(HISTORY_ORDERS) > self.now
    }

    /// Copies the store of a machine that has stopped. [`Traces::at_last_stop`] then reads cells of this
    /// copy.
    pub fn stop(&mut self, ferrite: &Ferrite) {
        self.at_stop = Some(ferrite.clone());
    }

    /// The contents of this cell at the last stop, if there was one.
    pub fn at_last_stop(&self, cell: impl Into<Address>) -> Option<Cell> {
        self.at_stop.as_ref().map(|ferrite| ferrite.read(cell))
    }
}

/// The machine reports an order's reads and writes before it reports that the order has finished. They are
/// recorded with the sequence number that the order then gets, `now + 1`.
impl Probe for Traces {
    fn finished(&mut self, order: &Finished<'_>) {
        self.now += 1;
        self.executed[order.place.cell.index()] = self.now;
    }
    fn reads(&mut self, cell: Address) {
        self.read[cell.index()] = self.now + 1;
    }
    fn writes(&mut self, cell: Address, _: Cell, _: Cell) {
        self.written[cell.index()] = self.now + 1;
    }
}
