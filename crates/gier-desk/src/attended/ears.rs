//! Defines listeners, which follow the machine while it runs.

use gier_machine::{NoProbe, Output, Probe};
use gier_word::Uops;

/// A listener: a probe that also receives the machine's output.
pub trait Ears: Probe {
    /// Called when the machine has run until `now`. `outputs` is everything that the machine printed and
    /// punched since the last call.
    fn hear(&mut self, now: Uops, outputs: &[(Uops, Output)]) {
        let _ = (now, outputs);
    }
}

impl Ears for NoProbe {}
