//! Counts drum transfers and the symbols of the typewriter, punch and line printer during a run, for
//! `gier run --stats` and `--json`.

use gier_desk::Ears;
use gier_machine::{Finished, Interest, IoEvent, Machine, Output, Probe, StateView};
use gier_word::Uops;
use serde_json::{Value, json};

/// A listener that counts drum transfers and the symbols of devices. It passes every event on to another
/// listener.
pub struct Tally<E: Ears> {
    /// The other listener. The counter passes each event to it.
    pub other: E,
    counts: Counts,
}

/// How many drum transfers there were so far, and how many symbols each device has typed, punched or printed.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    transfers: u64,
    typed: u64,
    struck: u64,
    punched: u64,
    printed: u64,
}

impl<E: Ears> Tally<E> {
    /// Creates a counter that starts at zero. It passes every event on to the listener `other`.
    pub fn beside(other: E) -> Tally<E> {
        Tally { other, counts: Counts::default() }
    }

    /// The statistics of the run, as names and values. `began` is the count of executed orders and the
    /// machine time at the start of the run. `machine` is the machine at the end.
    pub fn told(&self, machine: &Machine, began: (u64, Uops)) -> Vec<(&'static str, Value)> {
        let Counts { transfers, typed, struck, punched, printed } = self.counts;
        let seconds = machine.now().seconds() - began.1.seconds();
        vec![
            ("orders", json!(machine.orders() - began.0)),
            ("seconds", json!(seconds)),
            ("drum_transfers", json!(transfers)),
            ("symbols_typed", json!(typed)),
            ("keys_printed", json!(struck)),
            ("rows_punched", json!(punched)),
            ("symbols_printed", json!(printed)),
        ]
    }
}

impl<E: Ears> Probe for Tally<E> {
    // Only the other listener may need to see single orders. The tally counts drum transfers, and every
    // probe is notified of these.
    fn interest(&self) -> Interest<'_> {
        self.other.interest()
    }

    fn finished(&mut self, order: &Finished<'_>) {
        self.other.finished(order);
    }

    fn io(&mut self, event: &IoEvent, moment: &StateView<'_>) {
        if matches!(event, IoEvent::Began(_)) {
            self.counts.transfers += 1;
        }
        self.other.io(event, moment);
    }
}

impl<E: Ears> Ears for Tally<E> {
    fn hear(&mut self, now: Uops, outputs: &[(Uops, Output)]) {
        for (_, output) in outputs {
            match output {
                Output::Typed(_) => self.counts.typed += 1,
                Output::Echo(_) => self.counts.struck += 1,
                Output::Punched(_) => self.counts.punched += 1,
                Output::Printed(_) => self.counts.printed += 1,
                Output::Plotted(_) | Output::Pen(_) => {}
            }
        }
        self.other.hear(now, outputs);
    }
}
