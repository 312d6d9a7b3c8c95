//! The machine's assumptions where GIER's behaviour is not known. One of them is that an order that waited
//! for the drum is executed as it was fetched; this file implements it.  (Q26)

use crate::machine::Machine;
use gier_cpu::periphery::Request;
use gier_cpu::{Flow, Probe};
use gier_word::assumption::WaitedOrder;
use gier_word::{Address, Assumptions, Cell, Uops};

/// A cell that is set back to its contents at the fetch, while the order in it is executed.
struct PutBack {
    place: Address,
    fetched: Cell,
    /// The contents of the cell when the order is executed. The drum may have written them during the wait.
    present: Cell,
}

impl Machine {
    /// Changes what the machine assumes where GIER's behaviour is not known. Snapshots and session logs do not
    /// contain the assumptions.
    pub fn assume(&mut self, assumptions: Assumptions) {
        self.cpu.assume(assumptions);
        self.devices.drum.assumed = assumptions;
    }

    /// Remembers the cell of an order that begins to wait for the drum, if the order must be executed as
    /// fetched.
    pub(crate) fn keep_fetched(&mut self, request: Request) {
        if request == Request::Drum && self.cpu.assumptions().waited == WaitedOrder::AsFetched {
            self.fetched = Some(self.ferrite.read(self.cpu.registers().r1));
        }
    }

    /// Executes orders until a time. If an order waited and must be executed as it was fetched, executes only
    /// this order, because a machine with unusual assumptions executes single steps.
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
