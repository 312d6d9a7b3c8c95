//! Counts drum transfers and the symbols of the typewriter, punch and line printer during a run, for
//! `gier run --stats` and `--json`.

use super::sound::Listener;
use anyhow::Result;
use gier_desk::Ears;
use gier_machine::{Direction, Finished, Interest, IoEvent, Machine, Output, Probe, StateView};
use gier_word::Uops;
use gier_word::tracks::GROUP_TRACKS;
use serde_json::{Value, json};

/// The ears of a run: a counter of drum transfers and of the symbols of devices, and a listener to the sound
/// if the user wants to have it.
pub struct Tally {
    listener: Option<Listener>,
    counts: Counts,
}

/// How many drum transfers there were so far, and how many symbols each device has typed, punched or printed.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    transfers: u64,
    /// How many of them wrote the drum.
    written: u64,
    /// The highest track of a transfer.
    track: usize,
    typed: u64,
    struck: u64,
    punched: u64,
    printed: u64,
}

impl Tally {
    /// Creates a counter that starts at zero.
    pub fn beside(listener: Option<Listener>) -> Tally {
        Tally { listener, counts: Counts::default() }
    }

    /// Ends the sound at the machine time `now`, see [`Listener::finish`].
    pub fn finish(&mut self, now: Uops) -> Result<()> {
        self.listener.as_mut().map_or(Ok(()), |listener| listener.finish(now))
    }

    /// The highest track on which the program has worked, if the machine lacks it. Such a transfer moves nothing.
    pub fn missing_track(&self, machine: &Machine) -> Option<usize> {
        Some(self.counts.track).filter(|track| *track >= usize::from(machine.installation().tracks))
    }

    /// Whether the program has written many tracks of the drum.
    pub fn has_written(&self) -> bool {
        const MANY: u64 = 100;
        self.counts.written > MANY
    }

    /// The statistics of the run, as names and values. `began` is the count of executed orders and the
    /// machine time at the start of the run. `machine` is the machine at the end.
    pub fn told(&self, machine: &Machine, began: (u64, Uops)) -> Vec<(&'static str, Value)> {
        let Counts { transfers, typed, struck, punched, printed, .. } = self.counts;
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

impl Probe for Tally {
    // Only the listener needs to see single orders. The tally counts drum transfers, and every probe is
    // notified of these.
    fn interest(&self) -> Interest<'_> {
        self.listener.as_ref().map_or(Interest::Nothing, Probe::interest)
    }

    fn finished(&mut self, order: &Finished<'_>) {
        self.listener.iter_mut().for_each(|listener| listener.finished(order));
    }

    fn io(&mut self, event: &IoEvent, moment: &StateView<'_>) {
        if let IoEvent::Began(transfer) = event {
            self.counts.transfers += 1;
            self.counts.written += u64::from(transfer.direction == Direction::Write);
            // The numbers from 960 on select a group of tracks, or none.
            if transfer.track.index() < GROUP_TRACKS {
                self.counts.track = self.counts.track.max(transfer.track.index());
            }
        }
        self.listener.iter_mut().for_each(|listener| listener.io(event, moment));
    }
}

impl Ears for Tally {
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
        self.listener.iter_mut().for_each(|listener| listener.hear(now, outputs));
    }
}
