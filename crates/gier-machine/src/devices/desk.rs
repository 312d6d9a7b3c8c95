//! The desk: lock keys and switches that the machine looks at while it runs.

use crate::bytes::{ByteReader, ByteWriter, Damage};
use crate::output::StopCause;
use crate::schedule::{Line, Schedule};
use gier_word::Uops;

/// Keys and switches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Desk {
    /// Lock key KA.  [F-DESK-1]
    pub ka: bool,
    /// Lock key KB.  [F-DESK-1]
    pub kb: bool,
    /// Switch: stop after a row of tape with wrong parity.  (Q24)
    pub parity_stop: bool,
    tape_fault: bool,
}

impl Desk {
    // What the central unit may do.

    /// A row of tape with wrong parity was delivered.
    pub(crate) fn tape_parity(&mut self, now: Uops, schedule: &mut Schedule) {
        if self.parity_stop {
            self.tape_fault = true;
            schedule.set(Line::Desk, now);
        }
    }

    // What happens when the desk is due.

    /// Why the machine must stop now.
    pub(crate) fn on_due(&mut self) -> Option<StopCause> {
        std::mem::take(&mut self.tape_fault).then_some(StopCause::TapeParity)
    }

    // How the state is kept.

    pub(crate) fn save(&self, to: &mut ByteWriter) {
        [self.ka, self.kb, self.parity_stop, self.tape_fault].iter().for_each(|&bit| to.bool(bit));
    }

    pub(crate) fn restore(from: &mut ByteReader<'_>) -> Result<Desk, Damage> {
        let (ka, kb) = (from.bool()?, from.bool()?);
        Ok(Desk { ka, kb, parity_stop: from.bool()?, tape_fault: from.bool()? })
    }
}
