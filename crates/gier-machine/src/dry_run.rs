//! Finds what an order would do, without changing the machine.

use crate::machine::Machine;
use crate::timeline::OrderRecord;
use crate::timeline::history::Recorder;
use gier_cpu::periphery::{BlockFault, BlockTransfer, Periphery, Received, Request, Transfer};
use gier_cpu::{Effective, Flow, Place};
use gier_word::{Opcode, Symbol, Tk, TrackNo, Uops};

/// What an order would do if it were executed.
#[derive(Clone, Debug, PartialEq)]
pub struct DryRun {
    /// The outcome of the order. In a dry run, an order that reads a symbol always waits.
    pub flow: Flow,
    /// The effective address, or `None` if an indirect address leads from cell to cell without end.
    pub effective: Option<Effective>,
    /// A record of the order and its changes, or `None` if the order cannot be executed now.
    pub past: Option<OrderRecord>,
    /// The time that the order takes, without the time that it may have to wait.
    pub cost: Uops,
}

impl Machine {
    /// Finds what the order at this place would do if it were executed next. The machine does not change.
    pub fn dry_run(&self, place: Place) -> DryRun {
        let mut cpu = *self.cpu();
        let mut ferrite = self.ferrite().clone();
        cpu.change(|registers| {
            let comes_next = registers.r1 == place.cell && registers.half == place.half;
            (registers.r1, registers.half) = (place.cell, place.half);
            // A value that replaces s or t is only for the order that comes next.
            if !comes_next {
                (registers.pending_s, registers.pending_t) = (None, None);
            }
        });
        let effective = cpu.effective(&ferrite, place);
        let mut world = FrozenDevices { machine: self };
        let mut recorder = Recorder::from(self.orders(), *cpu.registers());
        let mut now = self.now();
        let flow = cpu.step_probed(&mut ferrite, &mut world, &mut now, &mut recorder);
        DryRun { flow, effective, past: recorder.last(), cost: now - self.now() }
    }
}

/// The devices of a machine during a dry run. They never change, and output has no effect. Orders that read a
/// symbol always have to wait, because the symbol is not known yet. Other orders never wait.
struct FrozenDevices<'a> {
    machine: &'a Machine,
}

impl Periphery for FrozenDevices<'_> {
    fn ready(&self, _: Uops, request: Request) -> bool {
        // The symbol is not known yet.
        !matches!(request, Request::Input { .. })
    }
    fn output(&mut self, _: Uops, _: u16, _: Symbol) {}
    fn input(&mut self, _: Uops, _: u16) -> Received {
        unreachable!("no symbol is ever ready here")
    }
    fn drum_busy(&self, _: Uops) -> bool {
        self.machine.drum().busy()
    }
    fn start_drum(&mut self, _: Uops, _: Transfer) {}
    fn select_track(&mut self, _: Uops, _: Tk) {}
    fn track(&self, tk: Tk) -> TrackNo {
        self.machine.devices().track(tk)
    }
    fn drum_group(&self) -> u16 {
        self.machine.drum().group()
    }
    fn knows(&self, opcode: Opcode) -> bool {
        self.machine.devices().knows(opcode)
    }
    fn start_block(&mut self, _: Uops, _: BlockTransfer) -> Result<(), BlockFault> {
        Ok(())
    }
    fn keys(&self) -> (bool, bool) {
        (self.machine.devices().desk.ka, self.machine.devices().desk.kb)
    }
}
