//! Finds the last hit of a breakpoint in the past of a session.

use crate::debug::answer::What;
use crate::debug::expression::{self, Names};
use crate::debug::stops::{Breaks, DrumWords, Hit};
use gier_machine::timeline::{Cancelled, Position, Search, Timeline};
use gier_machine::{Arrival, CellChange, Interest, IoEvent, Machine, Probe, StateView, WatchSet};

/// Searches the past for the last hit of any breakpoint in a table.
#[derive(Clone)]
struct LastStop<'a> {
    breaks: Breaks,
    names: &'a dyn Names,
    watch_set: WatchSet,
    /// For each cell of the store, the drum word that was last read into it.
    drum_words: DrumWords,
    /// Whether a drum transfer has changed which words are in the store. `watch_set` is then out of date.
    is_old: bool,
    /// The number of orders executed before the present replay began.
    done: u64,
    /// The latest hit: the number of orders executed before it, the number of the breakpoint, and a text that
    /// says what happened.
    found: Option<(u64, u32, What)>,
}

impl LastStop<'_> {
    /// Calls `hits` with the table of breakpoints and the state of the machine, and records the hits that it
    /// returns.
    fn ask(
        &mut self,
        moment: &StateView<'_>,
        hits: impl FnOnce(&mut Breaks, &expression::EvalState<'_>) -> Vec<Hit>,
    ) {
        let state = expression::EvalState::of_view(moment, self.done, self.names);
        for hit in hits(&mut self.breaks, &state) {
            if let Hit::Stopped(number, what) = hit {
                self.found = Some((state.orders, number, what));
            }
        }
    }
}

impl Probe for LastStop<'_> {
    fn interest(&self) -> Interest<'_> {
        Interest::Watched(&self.watch_set)
    }
    fn executed(&mut self, orders: u64) {
        self.done += orders;
    }
    fn reached(&mut self, moment: &StateView<'_>) {
        let drum_words = std::mem::take(&mut self.drum_words);
        self.ask(moment, |breaks, state| breaks.hits_before(moment.next(), &drum_words, state));
        self.drum_words = drum_words;
    }
    fn cell_written(&mut self, change: &CellChange, moment: &StateView<'_>) {
        self.ask(moment, |breaks, state| breaks.written(change, state));
    }
    fn arrives(&mut self, arrival: &Arrival, moment: &StateView<'_>) {
        self.ask(moment, |breaks, state| breaks.written(&arrival.change, state));
        self.is_old |= self.drum_words.take(arrival) && self.breaks.knows_drum();
    }
    fn io(&mut self, event: &IoEvent, moment: &StateView<'_>) {
        self.ask(moment, |breaks, state| breaks.io(event, state));
    }
    fn wants_stop(&self) -> bool {
        self.is_old
    }
}

impl Search for LastStop<'_> {
    type Found = (u64, u32, What);
    fn begin(&mut self, machine: &Machine) {
        self.done = machine.orders();
        self.drum_words = DrumWords::of(machine.drum());
        self.watch_set = self.breaks.watch_set(&self.drum_words);
        self.breaks.forget_values();
        self.breaks.begin(&expression::EvalState::of(machine).with_names(self.names));
    }
    fn found(&mut self) -> Option<Self::Found> {
        if std::mem::take(&mut self.is_old) {
            self.watch_set = self.breaks.watch_set(&self.drum_words);
        }
        self.found.take()
    }
}

/// Finds the last hit of any breakpoint in the table, up to order number `last`. Returns the number of orders
/// executed before the hit, the number of the breakpoint, and a text that says what happened. The search
/// ignores breakpoints on reads, on unset variables and on waiting for a key.
///
/// # Errors
/// Returns an error if the search was cancelled.
pub fn last_stop(
    timeline: &Timeline,
    breaks: &Breaks,
    names: &dyn Names,
    last: u64,
    report: impl FnMut(Position) -> bool,
) -> Result<Option<(u64, u32, What)>, Cancelled> {
    let search = LastStop {
        breaks: breaks.for_search(),
        names,
        watch_set: WatchSet::EMPTY,
        drum_words: DrumWords::default(),
        is_old: false,
        done: 0,
        found: None,
    };
    timeline.last_of(last, &search, report)
}
