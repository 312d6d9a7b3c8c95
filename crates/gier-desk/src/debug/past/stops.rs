//! Finds the last moment at which a stop of the table was met.

use crate::debug::expression::{self, Names};
use crate::debug::stops::{Breaks, Hit, Lies};
use gier_machine::timeline::{GivenUp, Position, Search, Timeline};
use gier_machine::{Arrival, Change, Lookout, Machine, Met, Moment, Probe, Sight};

/// Finds the last time that a stop of a table was met.
#[derive(Clone)]
struct LastStop<'a> {
    breaks: Breaks,
    names: &'a dyn Names,
    lookout: Lookout,
    lies: Lies,
    is_old: bool,
    done: u64,
    found: Option<(u64, u32, String)>,
}

impl LastStop<'_> {
    fn ask(
        &mut self,
        moment: &Moment<'_>,
        hits: impl FnOnce(&mut Breaks, &expression::Sight<'_>) -> Vec<Hit>,
    ) {
        let sight = expression::Sight::of_moment(moment, self.done, self.names);
        for hit in hits(&mut self.breaks, &sight) {
            if let Hit::Stopped(number, what) = hit {
                self.found = Some((sight.orders, number, what));
            }
        }
    }
}

impl Probe for LastStop<'_> {
    fn sight(&self) -> Sight<'_> {
        Sight::Places(&self.lookout)
    }
    fn passed(&mut self, orders: u64) {
        self.done += orders;
    }
    fn stands(&mut self, moment: &Moment<'_>) {
        let lies = std::mem::take(&mut self.lies);
        self.ask(moment, |breaks, sight| breaks.stands(moment.next(), &lies, sight));
        self.lies = lies;
    }
    fn changed(&mut self, change: &Change, moment: &Moment<'_>) {
        self.ask(moment, |breaks, sight| breaks.written(change, sight));
    }
    fn arrives(&mut self, arrival: &Arrival, moment: &Moment<'_>) {
        self.ask(moment, |breaks, sight| breaks.written(&arrival.change, sight));
        if self.lies.take(arrival) && self.breaks.knows_drum() {
            self.lookout = self.breaks.lookout(&self.lies);
            self.is_old = true;
        }
    }
    fn meets(&mut self, met: &Met, moment: &Moment<'_>) {
        self.ask(moment, |breaks, sight| breaks.meets(met, sight));
    }
    fn wants_stop(&self) -> bool {
        self.is_old
    }
}

impl Search for LastStop<'_> {
    type Found = (u64, u32, String);
    fn begin(&mut self, machine: &Machine) {
        self.done = machine.orders();
        self.lies = Lies::of(machine.drum());
        self.lookout = self.breaks.lookout(&self.lies);
        self.breaks.forget_values();
        self.breaks.begin(&expression::Sight::of(machine).with_names(self.names));
    }
    fn found(&mut self) -> Option<Self::Found> {
        self.is_old = false;
        self.found.take()
    }
}

/// The last time, up to after `last` orders, that a stop of the table was met: the orders done by
/// then, its number, and what happened. What is read is not looked for.
///
/// # Errors
/// The search was given up.
pub fn last_stop(
    timeline: &Timeline,
    breaks: &Breaks,
    names: &dyn Names,
    last: u64,
    report: impl FnMut(Position) -> bool,
) -> Result<Option<(u64, u32, String)>, GivenUp> {
    let search = LastStop {
        breaks: breaks.for_search(),
        names,
        lookout: Lookout::NOWHERE,
        lies: Lies::default(),
        is_old: false,
        done: 0,
        found: None,
    };
    timeline.last_of(last, &search, report)
}
