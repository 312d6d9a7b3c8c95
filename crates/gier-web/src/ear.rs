//! The probe that records a machine's sounds while the visitor listens. A machine with this ear runs
//! more slowly, but still many times as fast as GIER.

use gier_desk::Ears;
use gier_machine::{Finished, Interest, Machine, Output, Probe};
use gier_sound::{Ear, Heard};
use gier_word::Uops;

/// An ear that listens to a machine, or no ear, which is the default.
#[derive(Clone, Debug, Default)]
pub struct GuestEar(Option<Ear>);

impl GuestEar {
    /// An ear that begins to listen at this machine's time.
    pub fn at(machine: &Machine) -> GuestEar {
        GuestEar(Some(Ear::at(machine)))
    }

    /// Returns the sounds that the ear has heard since the last call.
    pub fn take(&mut self) -> Heard {
        self.0.as_mut().map(Ear::take).unwrap_or_default()
    }
}

impl Probe for GuestEar {
    fn interest(&self) -> Interest<'_> {
        self.0.as_ref().map_or(Interest::Nothing, Ear::interest)
    }
    fn finished(&mut self, order: &Finished<'_>) {
        if let Some(ear) = &mut self.0 {
            ear.finished(order);
        }
    }
}

impl Ears for GuestEar {
    fn hear(&mut self, _: Uops, outputs: &[(Uops, Output)]) {
        if let Some(ear) = &mut self.0 {
            ear.notice(outputs);
        }
    }
}
