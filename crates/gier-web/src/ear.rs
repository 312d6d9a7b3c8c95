//! Records the sounds of a machine while the visitor listens. Recording slows the machine down. The machine
//! still runs much faster than the real GIER.

use gier_desk::Ears;
use gier_desk::host::Files;
use gier_desk::session::Host;
use gier_machine::{Finished, Interest, Machine, Output, Probe};
use gier_sound::{Ear, Heard};
use gier_word::Uops;

/// Records the sounds of a machine while the machine runs. The default value records nothing.
#[derive(Clone, Debug, Default)]
pub struct GuestEar(Option<Ear>);

impl GuestEar {
    /// Starts to record the sounds of this machine.
    pub fn at(machine: &Machine) -> GuestEar {
        GuestEar(Some(Ear::at(machine)))
    }

    /// Returns the sounds that were recorded since the last call.
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

impl Files for GuestEar {}

/// The host of a run that only the visitor's loudspeaker hears.
impl Host for GuestEar {
    fn ears(&mut self) -> Option<&mut dyn Ears> {
        Some(self)
    }
}
