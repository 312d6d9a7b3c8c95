//! Assumptions about the machine where GIER's behaviour is unknown. This file implements one of them: after a
//! wait for the drum, an order is executed with the contents that its cell had before the wait.  (Q26)

use crate::machine::Machine;
use gier_cpu::periphery::Request;
use gier_cpu::{Flow, Probe};
use gier_word::assumption::WaitedOrder;
use gier_word::{Address, Assumptions, Cell, Uops};

/// A cell whose earlier contents are restored while the order in the cell is executed.
struct PutBack {
    place: Address,
    fetched: Cell,
    /// The contents of the cell at the end of the wait. The drum may have written them.
    present: Cell,
}

impl Machine {
    /// Sets the assumptions about unknown behaviour of GIER. Snapshots and session logs do not contain the
    /// assumptions.
    pub fn assume(&mut self, assumptions: Assumptions) {
        self.cpu.assume(assumptions);
        self.devices.drum.assumed = assumptions;
    }

    /// If an order starts to wait for the drum, saves the contents of the order's cell. They are needed only
    /// if the assumptions say that the waiting order is executed as it was fetched.
    pub(crate) fn keep_fetched(&mut self, request: Request) {
        if request == Request::Drum && self.cpu.assumptions().waited == WaitedOrder::AsFetched {
            self.fetched = Some(self.ferrite.read(self.cpu.registers().r1));
        }
    }

    /// Executes orders until the time `until`. An order that has waited may have to be executed as it was
    /// fetched. Its cell then has its earlier contents during this call. The call executes only this order,
    /// because a machine with unusual assumptions executes single steps.
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
