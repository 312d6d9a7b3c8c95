//! Where the program was, and what it wrote, for the marks in the listing: the number of the
//! order that last executed or wrote each cell, and the store as it was at the last stop.

use gier_machine::timeline::{HISTORY_ORDERS, Past};
use gier_machine::{Ferrite, Finished};
use gier_word::{Cell, FERRITE_CELLS};

/// No order yet.
const NEVER: u64 = u64::MAX;

/// The marks of all cells.
#[derive(Clone, Debug)]
pub struct Traces {
    executed: [u64; FERRITE_CELLS],
    written: [u64; FERRITE_CELLS],
    now: u64,
    at_stop: Option<Ferrite>,
}

impl Default for Traces {
    fn default() -> Traces {
        Traces { executed: [NEVER; FERRITE_CELLS], written: [NEVER; FERRITE_CELLS], now: 0, at_stop: None }
    }
}

/// A cell as an index.
const fn place(cell: u16) -> usize {
    cell as usize & (FERRITE_CELLS - 1)
}

impl Traces {
    /// No marks.
    pub fn new() -> Traces {
        Traces::default()
    }

    /// The marks that these orders, the last before now, have left. The store at the last stop
    /// is kept.
    pub fn from_history(history: &[Past], orders: u64, before: &Traces) -> Traces {
        let mut traces = Traces { now: orders, at_stop: before.at_stop.clone(), ..Traces::new() };
        for past in history {
            traces.executed[place(past.place.cell)] = past.number;
            for &(cell, _, _) in &past.wrote {
                traces.written[place(cell)] = past.number;
            }
        }
        traces
    }

    /// So many orders are done.
    pub fn sync(&mut self, orders: u64) {
        self.now = orders;
    }

    /// An order is finished.
    pub fn finished(&mut self, order: &Finished<'_>) {
        self.now += 1;
        self.executed[place(order.place.cell)] = self.now;
    }

    /// An order that is not finished yet writes a cell.
    pub fn writes(&mut self, cell: u16) {
        self.written[place(cell)] = self.now + 1;
    }

    /// Whether one of the last 65 536 orders stood in this cell.
    pub fn executed(&self, cell: u16) -> bool {
        self.is_late(self.executed[place(cell)])
    }

    /// Whether one of the last 65 536 orders wrote this cell.
    pub fn written(&self, cell: u16) -> bool {
        self.is_late(self.written[place(cell)])
    }

    fn is_late(&self, order: u64) -> bool {
        order != NEVER && order.saturating_add(HISTORY_ORDERS) > self.now
    }

    /// The machine stands still: what changes from here on stands out.
    pub fn stop(&mut self, ferrite: &Ferrite) {
        self.at_stop = Some(ferrite.clone());
    }

    /// What the cell held at the last stop.
    pub fn at_last_stop(&self, cell: u16) -> Option<Cell> {
        self.at_stop.as_ref().map(|ferrite| ferrite.read(cell))
    }
}
