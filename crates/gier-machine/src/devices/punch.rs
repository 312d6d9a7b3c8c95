//! The tape punch.

use crate::output::Output;
use crate::schedule::{Schedule, Timer};
use gier_word::tape::Row;
use gier_word::{Symbol, Uops};
use serde::{Deserialize, Serialize};

/// The time that the punch takes for a row. It punches 150 rows a second.  [F-PUNCH-1]
const ROW: Uops = Uops::from_micros(6_667);

/// The punch. It is busy while it punches a row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Punch {
    busy: bool,
}

impl Punch {
    // What the CPU does.

    /// Whether the punch can take a symbol.
    pub const fn ready(&self) -> bool {
        !self.busy
    }

    /// Punches a symbol as a row with correct parity.
    pub(crate) fn put(&mut self, now: Uops, symbol: Symbol, schedule: &mut Schedule) -> Output {
        self.busy = true;
        schedule.set(Timer::Punch, now + ROW);
        Output::Punched(Row::new(symbol))
    }

    // What happens when the punch is due.

    pub(crate) fn on_due(&mut self) {
        self.busy = false;
    }
}
