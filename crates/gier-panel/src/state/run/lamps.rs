//! The brightness of the lamps in the next picture.

use crate::ink::glow::{DeskGlow, DeskSamples};
use gier_machine::Machine;
use gier_word::Uops;

/// Samples of the lamps since the last picture, and the brightness for the next picture.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lamps {
    samples: DeskSamples,
    glow: Option<DeskGlow>,
}

impl Lamps {
    /// Records that the lamps have shown their present state for a period of machine time.
    pub(crate) fn add(&mut self, machine: &Machine, time: Uops) {
        self.samples.add(machine, time);
    }

    /// Discards the samples taken since the last picture.
    pub(crate) fn forget(&mut self) {
        self.samples = DeskSamples::default();
    }

    /// Computes the brightness for the next picture. If the machine is stopped or waits for a key or a tape,
    /// `is_running` must be false. Each lamp is then either dark or fully lit.
    pub(crate) fn prepare(&mut self, is_running: bool) {
        self.glow = if is_running { self.samples.take().or(self.glow.take()) } else { None };
    }

    /// The brightness of the lamps. `None` if the machine is stopped or waits: each lamp is then either dark
    /// or fully lit.
    pub(crate) const fn glow(&self) -> Option<&DeskGlow> {
        self.glow.as_ref()
    }
}
