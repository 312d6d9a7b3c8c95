//! What an order would do if it came next, tried on copies: for whoever asks before it is done.

use crate::machine::Machine;
use crate::timeline::Past;
use crate::timeline::history::Recorder;
use gier_cpu::periphery::{BlockTransfer, Periphery, Received, Request, Transfer};
use gier_cpu::{Effective, Flow, Place};
use gier_word::{Symbol, TrackNo, Uops};

/// What came of an order that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Rehearsal {
    /// How it ended: an order that reads a symbol would wait for it.
    pub flow: Flow,
    /// Its address; none if the chain has no end.
    pub effective: Option<Effective>,
    /// What it changed, unless it was refused.
    pub past: Option<Past>,
    /// What it costs, without the time that it may wait.
    pub cost: Uops,
}

impl Machine {
    /// Tries the order at this place, as if it came next. The machine stays as it is.
    pub fn rehearse(&self, place: Place) -> Rehearsal {
        let mut cpu = *self.cpu();
        let mut ferrite = self.ferrite().clone();
        cpu.change(|registers| {
            let comes_next = registers.r1 == place.cell && registers.half == place.half;
            (registers.r1, registers.half) = (place.cell, place.half);
            // A substitution is for the order that really comes next.
            if !comes_next {
                (registers.pending_s, registers.pending_t) = (None, None);
            }
        });
        let effective = cpu.effective(&ferrite, place);
        let mut world = Still { machine: self };
        let mut recorder = Recorder::from(self.orders(), *cpu.registers());
        let mut now = self.now();
        let flow = cpu.step_probed(&mut ferrite, &mut world, &mut now, &mut recorder);
        Rehearsal { flow, effective, past: recorder.last(), cost: now - self.now() }
    }
}

/// The world as it stands, in which nothing happens and nobody waits.
struct Still<'a> {
    machine: &'a Machine,
}

impl Periphery for Still<'_> {
    fn ready(&self, _: Uops, request: Request) -> bool {
        // Which symbol would be read nobody knows.
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
    fn select_track(&mut self, _: Uops, _: TrackNo) {}
    fn start_block(&mut self, _: Uops, _: BlockTransfer) -> bool {
        true
    }
    fn keys(&self) -> (bool, bool) {
        (self.machine.bay().desk.ka, self.machine.bay().desk.kb)
    }
}
