//! Sets the assumptions about unknown behaviour of GIER, and implements one of them. While an order waits for
//! the drum, the drum may overwrite this order. The assumption here is that GIER then executes the order as
//! it was before the wait.  (Q26)

use crate::machine::Machine;
use gier_cpu::periphery::Request;
use gier_cpu::{Flow, Probe};
use gier_word::assumption::WaitedOrder;
use gier_word::{Address, Assumptions, Cell, Uops};

/// The cell of an order that waited for the drum, with its contents before and after the wait.
struct PutBack {
    place: Address,
    fetched: Cell,
    /// The contents of the cell after the wait. When the order is done, they are put back into the cell,
    /// unless the order has written to this cell.
    present: Cell,
}

impl Machine {
    /// Sets the assumptions about unknown behaviour of GIER. Snapshots and session logs do not contain the
    /// assumptions.
    pub fn assume(&mut self, assumptions: Assumptions) {
        self.cpu.assume(assumptions);
        self.devices.drum.assumed = assumptions;
    }

    /// Called when an order starts to wait. If it waits for the drum, saves the contents of its cell, which
    /// will be executed after the wait. Does nothing unless the assumption is [`WaitedOrder::AsFetched`].
    pub(crate) fn keep_fetched(&mut self, request: Request) {
        if request == Request::Drum && self.cpu.assumptions().waited == WaitedOrder::AsFetched {
            self.fetched = Some(self.ferrite.read(self.cpu.registers().r1));
        }
    }

    /// Executes orders until the time `until`. If [`Self::keep_fetched`] saved the contents of an order's
    /// cell, they are in the cell during this call. This call then executes only that order. (Under unusual
    /// assumptions, the CPU executes only one order per call.)
    pub(crate) fn run_cpu(&mut self, until: Uops, probe: &mut dyn Probe) -> (Flow, u64) {
        let waited = self.fetched.take().map(|fetched| self.put_back(fetched));
        let done = self.cpu.run_probed(&mut self.ferrite, &mut self.devices, &mut self.now, until, probe);
        if let Some(PutBack { place, fetched, present }) = waited
            && self.ferrite.read(place) == fetched
        {
            self.ferrite.write(place, present);
        }
        done
    }

    fn put_back(&mut self, fetched: Cell) -> PutBack {
        let place = self.cpu.registers().r1;
        let present = self.ferrite.read(place);
        self.ferrite.write(place, fetched);
        PutBack { place, fetched, present }
    }
}
