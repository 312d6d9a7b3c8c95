//! What a machine assumes where GIER's behaviour is not known. Also executes an order that waited for the drum
//! as it was fetched, if the machine assumes that.  (Q26)

use crate::machine::Machine;
use gier_cpu::periphery::Request;
use gier_cpu::{Flow, Probe};
use gier_word::assumption::WaitedOrder;
use gier_word::{Address, Assumptions, Cell, Uops};

/// An order that was put back into its cell for its execution.
struct PutBack {
    place: Address,
    fetched: Cell,
    /// What the drum has put into the cell meanwhile.
    present: Cell,
}

impl Machine {
    /// Changes what the machine assumes where GIER's behaviour is not known. Snapshots and session logs do not
    /// contain the assumptions.
    pub fn assume(&mut self, assumptions: Assumptions) {
        self.cpu.assume(assumptions);
        self.devices.drum.assumed = assumptions;
    }

    /// Keeps the cell of an order that begins to wait for the drum.
    pub(crate) fn keep_fetched(&mut self, request: Request) {
        if request == Request::Drum && self.cpu.assumptions().waited == WaitedOrder::AsFetched {
            self.fetched = Some(self.ferrite.read(self.cpu.registers().r1));
        }
    }

    /// Executes orders until a time. If an order waited and must be executed as it was fetched, executes only
    /// this order, because a machine with other assumptions executes single steps.
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
