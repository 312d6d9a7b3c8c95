//! Records when each cell was last written, to find orders that read a variable that was never set.

use crate::debug::expression::EvalState;
use crate::debug::program::Program;
use gier_machine::{Finished, Input, Place, Probe, Timeline};
use gier_word::{Address, Cell, FERRITE_CELLS, Uops};

/// The maximum number of orders that are replayed to find the writes. This takes less than a second.
const REPLAYED_MAX: u64 = 10_000_000;

/// For each cell, when an order or the user last wrote it.
#[derive(Clone, Debug)]
pub struct Writes {
    /// For each cell, how many orders the machine had executed when the cell was last written. The count
    /// includes the order that wrote. It is 0 if the record has no write to the cell. It is 1 if the user
    /// wrote the cell before the first order.
    last: Box<[u64; FERRITE_CELLS]>,
    /// How many orders were executed so far.
    orders: u64,
    /// The cells that the order in progress has written.
    written: Vec<Address>,
    /// Whether the record begins before the machine's first order. If not, a cell may have been written before the
    /// record begins.
    is_whole: bool,
}

impl Probe for Writes {
    fn writes(&mut self, address: Address, _: Cell, _: Cell) {
        self.written.push(address);
    }

    fn finished(&mut self, _: &Finished<'_>) {
        self.orders += 1;
        for address in self.written.drain(..) {
            self.last[address.index()] = self.orders;
        }
    }
}

impl Writes {
    /// Returns the record of writes up to the present point of a session. If `known` ends at this point,
    /// returns `known`. Otherwise, replays the session to compute the record, but at most the last ten
    /// million orders.
    pub fn up_to_now(known: Option<Writes>, timeline: &Timeline) -> Writes {
        let now = timeline.machine().orders();
        let mut writes = known.filter(|known| known.orders == now).unwrap_or_else(|| {
            let mut past = timeline.clone();
            past.seek(now.saturating_sub(REPLAYED_MAX));
            let begin = past.machine().orders();
            let last = Box::new([0; FERRITE_CELLS]);
            let mut writes = Writes { last, orders: begin, written: Vec::new(), is_whole: begin == 0 };
            past.run_orders_until(now, Uops::NEVER, &mut writes);
            writes
        });
        for logged in timeline.inputs() {
            if let Input::SetCell(address, _) = logged.input {
                let last = &mut writes.last[address.index()];
                *last = (*last).max(logged.position.orders).max(1);
            }
        }
        writes
    }

    /// Called when the order at the place `by` has read `cell`. If the cell holds a simple variable that was
    /// never set, returns the name of the variable.
    ///
    /// A variable of a procedure counts as set if it was written since the procedure was called, or if the
    /// procedure was called before the record begins. A variable of the program itself counts as set if the
    /// record has a write to it. All variables of the program itself count as set if the machine had executed
    /// orders before the record begins.
    pub fn unset(
        &self,
        (cell, by): (Address, Place),
        program: &Program,
        state: &EvalState<'_>,
    ) -> Option<String> {
        let last = self.last[cell.index()];
        let was_set = |p: Address| last > 0 && last >= self.last[p.index()];
        if was_set(state.registers.p.into()) || !program.is_own(by, state.registers, state.cells) {
            return None;
        }
        let (name, p) = program.simple_variable_in(cell, state)?;
        let is_unset = match p {
            None => last == 0 && self.is_whole,
            Some(p) => self.last[p.index()] > 0 && !was_set(p),
        };
        is_unset.then_some(name)
    }
}
