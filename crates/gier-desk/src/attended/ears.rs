//! Whoever listens to the machine at work.

use gier_machine::{NoProbe, Output, Probe};
use gier_word::Uops;

/// Whoever listens: a probe that is also told what has left the machine.
pub trait Ears: Probe {
    /// The machine has worked until `now`, and this has left it since the last call.
    fn hear(&mut self, now: Uops, outputs: &[(Uops, Output)]) {
        let _ = (now, outputs);
    }
}

impl Ears for NoProbe {}
