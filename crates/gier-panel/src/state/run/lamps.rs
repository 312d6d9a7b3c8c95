//! How bright the lamps are.

use crate::ink::glow::{DeskGlow, DeskSamples};
use gier_machine::PanelView;
use gier_word::Uops;

/// What the lamps have shone since the last picture, and in it.
#[derive(Clone, Debug, Default)]
pub struct Lamps {
    samples: DeskSamples,
    glow: Option<DeskGlow>,
}

impl Lamps {
    /// The desk looked like this for `time`.
    pub fn add(&mut self, view: &PanelView, time: Uops) {
        self.samples.add(view, time);
    }

    /// Forgets what they have shone.
    pub fn forget(&mut self) {
        self.samples = DeskSamples::default();
    }

    /// Makes ready the brightness for the next picture: steady lamps if the machine stands.
    pub fn prepare(&mut self, is_running: bool) {
        self.glow = if is_running { self.samples.take().or(self.glow.take()) } else { None };
    }

    /// The brightness; none: steady lamps.
    pub const fn glow(&self) -> Option<&DeskGlow> {
        self.glow.as_ref()
    }
}
