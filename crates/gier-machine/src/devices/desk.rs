//! The operator's desk: the lock keys and switches that affect a running machine.

use crate::schedule::{Schedule, Timer};
use gier_cpu::StopCause;
use gier_word::Uops;
use serde::{Deserialize, Serialize};

/// The lock keys and switches of the desk.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Desk {
    /// Whether the lock key KA is on.  [F-DESK-1]
    pub ka: bool,
    /// Whether the lock key KB is on.  [F-DESK-1]
    pub kb: bool,
    /// Whether the machine stops after a row of tape with wrong parity.  (Q24)
    pub parity_stop: bool,
    tape_fault: bool,
}

impl Desk {
    // What the CPU does.

    /// Called after a row of tape with wrong parity was read. If the parity switch is on, requests that the
    /// machine stops.
    pub(crate) fn tape_parity(&mut self, now: Uops, schedule: &mut Schedule) {
        if self.parity_stop {
            self.tape_fault = true;
            schedule.set(Timer::Desk, now);
        }
    }

    // What happens when the desk is due.

    /// Returns the reason for which the machine must stop now, or `None` if it continues.
    pub(crate) fn on_due(&mut self) -> Option<StopCause> {
        std::mem::take(&mut self.tape_fault).then_some(StopCause::TapeParity)
    }
}
