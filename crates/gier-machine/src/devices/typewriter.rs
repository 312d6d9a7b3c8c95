//! The typewriter. It prints the symbols that the program sends. A pressed key also prints its symbol.

use crate::output::Output;
use crate::schedule::{Schedule, Timer};
use gier_cpu::periphery::Received;
use gier_word::{Symbol, Uops};
use serde::{Deserialize, Serialize};

/// The time that the typewriter takes for a symbol. It prints ten symbols a second.  [F-TYPE-1]
const SYMBOL: Uops = Uops::from_micros(100_000);

/// The typewriter: its lamp, and the pressed key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Typewriter {
    busy: bool,
    lamp: bool,
    key: Option<Symbol>,
}

impl Typewriter {
    // What the CPU does.

    /// Whether the typewriter can print a symbol.
    pub const fn ready(&self) -> bool {
        !self.busy
    }

    /// Whether a key was pressed that the program has not yet read.
    pub const fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// Prints a symbol.
    pub(crate) fn put(&mut self, now: Uops, symbol: Symbol, schedule: &mut Schedule) -> Output {
        self.work(now, schedule);
        Output::Typed(symbol)
    }

    /// Lights the typewriter's lamp and enables its keys, because the program waits for a key.  [F-TYPE-2]
    pub(crate) fn light(&mut self) {
        self.lamp = true;
    }

    /// Returns the symbol of the pressed key, and switches the typewriter's lamp off.
    pub(crate) fn take(&mut self) -> Received {
        self.lamp = false;
        let symbol = self.key.take().expect("the CPU asks for a key that is there");
        Received { symbol, parity_wrong: false }
    }

    fn work(&mut self, now: Uops, schedule: &mut Schedule) {
        self.busy = true;
        schedule.set(Timer::Typewriter, now + SYMBOL);
    }

    // What happens when the typewriter is due.

    pub(crate) fn on_due(&mut self) {
        self.busy = false;
    }

    // What the operator does.

    /// Presses a key, which prints its symbol. If the program does not wait for a key, does nothing and
    /// returns `None`. [F-TYPE-3]
    pub(crate) fn press(&mut self, now: Uops, symbol: Symbol, schedule: &mut Schedule) -> Option<Output> {
        if !self.lamp || self.key.is_some() {
            return None;
        }
        self.key = Some(symbol);
        self.work(now, schedule);
        Some(Output::Echo(symbol))
    }

    /// Switches the typewriter's lamp off and discards the pressed key. Called when the order that waited for
    /// a key is cancelled.
    pub(crate) fn give_up(&mut self) {
        self.lamp = false;
        self.key = None;
    }

    /// Whether the lamp is lit, which means that the program waits for a key.
    pub const fn lamp(&self) -> bool {
        self.lamp && self.key.is_none()
    }

    /// Whether the typewriter is printing.
    pub const fn busy(&self) -> bool {
        self.busy
    }
}
