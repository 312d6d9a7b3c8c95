//! The line printer: it takes symbols without delay and prints a line at 64 and 72.

use crate::bytes::{ByteReader, ByteWriter, Damage};
use crate::output::Output;
use crate::schedule::{Line, Schedule};
use gier_word::{Symbol, Uops};

/// Ten lines a second.  (Q22)
const LINE: Uops = Uops::from_micros(100_000);

/// The line printer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Printer {
    busy: bool,
}

impl Printer {
    // What the central unit may do.

    /// Whether it can take a symbol.
    pub const fn ready(&self) -> bool {
        !self.busy
    }

    /// Takes a symbol; one that ends the line keeps the printer busy.  [F-PRINT-1]
    pub(crate) fn put(&mut self, now: Uops, symbol: Symbol, schedule: &mut Schedule) -> Output {
        if symbol == Symbol::CARRIAGE_RETURN || symbol == Symbol::FORM_FEED {
            self.busy = true;
            schedule.set(Line::Printer, now + LINE);
        }
        Output::Printed(symbol)
    }

    // What happens when the printer is due.

    pub(crate) fn on_due(&mut self) {
        self.busy = false;
    }

    // How the state is kept.

    pub(crate) fn save(&self, to: &mut ByteWriter) {
        to.bool(self.busy);
    }

    pub(crate) fn restore(from: &mut ByteReader<'_>) -> Result<Printer, Damage> {
        Ok(Printer { busy: from.bool()? })
    }
}
