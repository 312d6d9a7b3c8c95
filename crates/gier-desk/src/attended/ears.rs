//! Defines the trait [`Ears`] for listeners, which observe a running machine and receive its output.

use gier_machine::{NoProbe, Output, Probe};
use gier_word::Uops;

/// A listener. As a [`Probe`], it observes the orders that the machine executes. Through [`Ears::hear`], it
/// also receives the machine's output.
pub trait Ears: Probe {
    /// Called after the machine has run or has received an input. `now` is the present machine time.
    /// `outputs` has everything that the machine printed and punched since the last call, with the machine
    /// time of each output.
    fn hear(&mut self, now: Uops, outputs: &[(Uops, Output)]) {
        let _ = (now, outputs);
    }
}

impl Ears for NoProbe {}

/// Lends a listener for one call.
pub(crate) fn reborrow<'a>(ears: &'a mut Option<&mut dyn Ears>) -> Option<&'a mut dyn Ears> {
    match ears {
        Some(ears) => Some(&mut **ears),
        None => None,
    }
}
