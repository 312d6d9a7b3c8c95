//! Running backwards: the last moment before now at which something was true.

use super::replay::{Cursor, Goal};
use super::workers::{self, Worker};
use super::{Position, Timeline};
use crate::machine::Machine;
use gier_cpu::{CellChange, Finished, Interest, Probe, StateView, WatchSet};
use gier_word::Uops;
use std::sync::Mutex;

/// Nobody else has the finds then.
const NO_PANIC: &str = "a hand that panics ends the search";

/// Orders that are looked through before it is asked whether to go on.
const SLICE: u64 = 1 << 17;

/// How a run backwards ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reversed {
    /// It stands at the last moment before at which the condition was true.
    Found,
    /// It was never true; nothing has moved.
    Never,
    /// The report asked to give up; nothing has moved.
    Cancelled,
}

/// Remembers the last order after which a condition was true: asks after every one.
#[derive(Clone)]
struct AmongOrders<F> {
    condition: F,
    orders: u64,
    hit: Option<u64>,
}

impl<F: FnMut(&Finished<'_>) -> bool> Probe for AmongOrders<F> {
    fn finished(&mut self, order: &Finished<'_>) {
        self.orders += 1;
        if (self.condition)(order) {
            self.hit = Some(self.orders);
        }
    }
}

/// The same, but asks only at places and after changes of cells.
#[derive(Clone)]
struct AmongPlaces<'a, F> {
    watch_set: &'a WatchSet,
    condition: F,
    /// Orders before the run that is going on.
    orders: u64,
    hit: Option<u64>,
}

impl<F: FnMut(&StateView<'_>) -> bool> AmongPlaces<'_, F> {
    fn ask(&mut self, moment: &StateView<'_>) {
        if (self.condition)(moment) {
            self.hit = Some(self.orders + moment.orders);
        }
    }
}

impl<F: FnMut(&StateView<'_>) -> bool> Probe for AmongPlaces<'_, F> {
    fn interest(&self) -> Interest<'_> {
        Interest::Watched(self.watch_set)
    }
    fn executed(&mut self, orders: u64) {
        self.orders += orders;
    }
    fn reached(&mut self, moment: &StateView<'_>) {
        self.ask(moment);
    }
    fn cell_written(&mut self, _: &CellChange, moment: &StateView<'_>) {
        self.ask(moment);
    }
}

/// Looks through a part of a session for the last of something.
pub trait Search: Probe {
    /// What is found.
    type Found;
    /// Called before a part of the session is replayed, with the machine at the beginning of the part.
    fn begin(&mut self, machine: &Machine);
    /// The last that was found since the last call, if anything.
    fn found(&mut self) -> Option<Self::Found>;
}

impl<F: FnMut(&Finished<'_>) -> bool> Search for AmongOrders<F> {
    type Found = u64;
    fn begin(&mut self, machine: &Machine) {
        self.orders = machine.orders();
    }
    fn found(&mut self) -> Option<u64> {
        self.hit.take()
    }
}

impl<F: FnMut(&StateView<'_>) -> bool> Search for AmongPlaces<'_, F> {
    type Found = u64;
    fn begin(&mut self, machine: &Machine) {
        self.orders = machine.orders();
    }
    fn found(&mut self) -> Option<u64> {
        self.hit.take()
    }
}

/// A part of a session.
struct Part<'a> {
    /// The machine at its beginning.
    copy: &'a Cursor,
    /// The number of its last order that is looked at.
    last: u64,
}

impl Part<'_> {
    fn begin(&self) -> Position {
        self.copy.position()
    }
}

/// A search was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl Timeline {
    /// Goes back to the last order before now after which the condition was true. The report
    /// is told now and then which position has been looked through down to; false gives up.
    pub fn reverse_until(
        &mut self,
        condition: impl FnMut(&Finished<'_>) -> bool + Clone + Send,
        report: impl FnMut(Position) -> bool,
    ) -> Reversed {
        let last = self.cursor.machine.orders().saturating_sub(1);
        let found = self.last_of(last, &AmongOrders { condition, orders: 0, hit: None }, report);
        self.reversed(found)
    }

    /// Goes back to the last order before now after which the next order stood at one of these
    /// places, or which wrote one of these cells, and the condition was true. This is many times
    /// faster than to ask after every order.
    pub fn reverse_to(
        &mut self,
        watch_set: &WatchSet,
        condition: impl FnMut(&StateView<'_>) -> bool + Clone + Send,
        report: impl FnMut(Position) -> bool,
    ) -> Reversed {
        let last = self.cursor.machine.orders().saturating_sub(1);
        let found = self.last_among(last, watch_set, condition, report);
        self.reversed(found)
    }

    /// The number of the last order, up to `last`, after which that was so; nothing moves.
    ///
    /// # Errors
    /// It was given up.
    pub fn last_among(
        &self,
        last: u64,
        watch_set: &WatchSet,
        condition: impl FnMut(&StateView<'_>) -> bool + Clone + Send,
        report: impl FnMut(Position) -> bool,
    ) -> Result<Option<u64>, Cancelled> {
        self.last_of(last, &AmongPlaces { watch_set, condition, orders: 0, hit: None }, report)
    }

    fn reversed(&mut self, found: Result<Option<u64>, Cancelled>) -> Reversed {
        match found {
            Ok(Some(orders)) => {
                self.seek(orders);
                Reversed::Found
            }
            Ok(None) => Reversed::Never,
            Err(Cancelled) => Reversed::Cancelled,
        }
    }

    /// The last that a search finds among the orders up to number `last`, not beyond the end of the
    /// session: the parts between two copies of the machine are run again, on all cores by copies of
    /// the search, the latest first, each as often as it wants. Nothing moves. The report is told now and
    /// then which position has been looked through down to; false gives up.
    ///
    /// # Errors
    /// It was given up.
    pub fn last_of<S: Search<Found: Send> + Clone + Send>(
        &self,
        last: u64,
        search: &S,
        mut report: impl FnMut(Position) -> bool,
    ) -> Result<Option<S::Found>, Cancelled> {
        self.search(last, search, &mut report)
    }

    /// The same whatever the report is, which is called too seldom to be worth code of its own.
    fn search<S: Search<Found: Send> + Clone + Send>(
        &self,
        last: u64,
        search: &S,
        report: &mut dyn FnMut(Position) -> bool,
    ) -> Result<Option<S::Found>, Cancelled> {
        let parts = self.parts(last);
        let finds = Mutex::new(Vec::new());
        let hire = || -> Worker<'_> {
            let (parts, finds, mut search) = (&parts, &finds, search.clone());
            Box::new(move |number, is_wanted| {
                let found = self.last_in_part(&parts[number], &mut search, is_wanted)?;
                let is_one = found.is_some();
                finds.lock().expect(NO_PANIC).extend(found.map(|found| (number, found)));
                Ok(is_one)
            })
        };
        let looked_through = |done: usize| parts.get(done).map_or(Position::default(), Part::begin);
        let number = workers::first_found(parts.len(), &hire, &mut |done| report(looked_through(done)))?;
        let mut finds = finds.into_inner().expect(NO_PANIC).into_iter();
        Ok(number.and_then(|first| finds.find(|(number, _)| *number == first)).map(|(_, found)| found))
    }

    /// The parts of the session up to after so many orders, the latest first.
    fn parts(&self, last: u64) -> Vec<Part<'_>> {
        let mut last = last.min(self.end.orders);
        let mut parts = Vec::new();
        for frame in self.keyframes.iter().rev() {
            let part = Part { copy: &frame.cursor, last };
            let begin = part.begin().orders;
            if begin < last {
                last = begin;
                parts.push(part);
            }
        }
        parts
    }

    /// The last that is found in a part. Asked now and then whether it is still wanted.
    fn last_in_part<F>(
        &self,
        part: &Part<'_>,
        search: &mut dyn Search<Found = F>,
        is_wanted: &mut dyn FnMut() -> bool,
    ) -> Result<Option<F>, Cancelled> {
        let mut cursor = part.copy.clone();
        search.begin(&cursor.machine);
        let mut found = None;
        while cursor.machine.orders() < part.last {
            let before = (cursor.position(), cursor.fed);
            let orders = (before.0.orders + SLICE).min(part.last);
            cursor.advance(&self.inputs, Goal { orders, at: Uops::NEVER }, search);
            found = search.found().or(found);
            if !is_wanted() {
                return Err(Cancelled);
            }
            if (cursor.position(), cursor.fed) == before {
                break;
            }
        }
        Ok(found)
    }
}
