//! The line printer. It takes symbols without delay. A carriage return or form feed prints the line.

use crate::output::Output;
use crate::schedule::{Schedule, Timer};
use gier_word::{Symbol, Uops};
use serde::{Deserialize, Serialize};

/// The time that the printer takes for a line. It prints ten lines a second.  (Q22)
const LINE: Uops = Uops::from_micros(100_000);

/// The line printer. It is busy while it prints a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Printer {
    busy: bool,
}

impl Printer {
    // What the CPU does.

    /// Whether the printer can take a symbol.
    pub const fn ready(&self) -> bool {
        !self.busy
    }

    /// Takes a symbol. A symbol that ends the line makes the printer busy.  [F-PRINT-1]
    pub(crate) fn put(&mut self, now: Uops, symbol: Symbol, schedule: &mut Schedule) -> Output {
        if symbol == Symbol::CARRIAGE_RETURN || symbol == Symbol::FORM_FEED {
            self.busy = true;
            schedule.set(Timer::Printer, now + LINE);
        }
        Output::Printed(symbol)
    }

    // What happens when the printer is due.

    pub(crate) fn on_due(&mut self) {
        self.busy = false;
    }
}
