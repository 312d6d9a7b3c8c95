//! Running backwards: the last moment before now at which something was true.

use super::replay::{Cursor, Goal};
use super::{Position, Timeline};
use crate::machine::Machine;
use gier_cpu::{Change, Finished, Lookout, Moment, Probe, Sight};
use gier_word::Uops;

/// Orders that are looked through between two calls of the progress report.
const SLICE: u64 = 1 << 20;

/// How a run backwards ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reversed {
    /// It stands at the last moment before at which the condition was true.
    Found,
    /// It was never true; nothing has moved.
    Never,
    /// The report asked to give up; nothing has moved.
    GivenUp,
}

/// Remembers the last order after which a condition was true: asks after every one.
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
struct AmongPlaces<'a, F> {
    lookout: &'a Lookout,
    condition: F,
    /// Orders before the run that is going on.
    orders: u64,
    hit: Option<u64>,
}

impl<F: FnMut(&Moment<'_>) -> bool> AmongPlaces<'_, F> {
    fn ask(&mut self, moment: &Moment<'_>) {
        if (self.condition)(moment) {
            self.hit = Some(self.orders + moment.orders);
        }
    }
}

impl<F: FnMut(&Moment<'_>) -> bool> Probe for AmongPlaces<'_, F> {
    fn sight(&self) -> Sight<'_> {
        Sight::Places(self.lookout)
    }
    fn passed(&mut self, orders: u64) {
        self.orders += orders;
    }
    fn stands(&mut self, moment: &Moment<'_>) {
        self.ask(moment);
    }
    fn changed(&mut self, _: &Change, moment: &Moment<'_>) {
        self.ask(moment);
    }
}

/// Looks through a part of a session for the last of something.
pub trait Search: Probe {
    /// What is found.
    type Found;
    /// Before a part of the session is run again: the machine at its beginning.
    fn begin(&mut self, machine: &Machine);
    /// The last that was found since the last call, if anything.
    fn found(&mut self) -> Option<Self::Found>;
    /// Whether nothing can be found in the part that has begun: it is not run then.
    fn is_idle(&self) -> bool {
        false
    }
    /// Asked when a part has been run: up to which order it is to be run once more before those that
    /// lie before it, since more is now looked for; none if that is not so.
    fn again(&mut self) -> Option<u64> {
        None
    }
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

impl<F: FnMut(&Moment<'_>) -> bool> Search for AmongPlaces<'_, F> {
    type Found = u64;
    fn begin(&mut self, machine: &Machine) {
        self.orders = machine.orders();
    }
    fn found(&mut self) -> Option<u64> {
        self.hit.take()
    }
}

/// A search was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenUp;

impl Timeline {
    /// Goes back to the last order before now after which the condition was true. The report
    /// is told now and then which position has been looked through down to; false gives up.
    pub fn reverse_until(
        &mut self,
        condition: impl FnMut(&Finished<'_>) -> bool,
        report: impl FnMut(Position) -> bool,
    ) -> Reversed {
        let last = self.cursor.machine.orders().saturating_sub(1);
        let found = self.last_of(last, &mut AmongOrders { condition, orders: 0, hit: None }, report);
        self.reversed(found)
    }

    /// Goes back to the last order before now after which the next order stood at one of these
    /// places, or which wrote one of these cells, and the condition was true. This is many times
    /// faster than to ask after every order.
    pub fn reverse_to(
        &mut self,
        lookout: &Lookout,
        condition: impl FnMut(&Moment<'_>) -> bool,
        report: impl FnMut(Position) -> bool,
    ) -> Reversed {
        let last = self.cursor.machine.orders().saturating_sub(1);
        let found = self.last_of(last, &mut AmongPlaces { lookout, condition, orders: 0, hit: None }, report);
        self.reversed(found)
    }

    fn reversed(&mut self, found: Result<Option<u64>, GivenUp>) -> Reversed {
        match found {
            Ok(Some(orders)) => {
                self.seek(orders);
                Reversed::Found
            }
            Ok(None) => Reversed::Never,
            Err(GivenUp) => Reversed::GivenUp,
        }
    }

    /// The last that a search finds among the orders up to number `last`, not beyond the end of the
    /// session: the parts between two copies of the machine are run again, the latest first, each as
    /// often as the search wants it. Nothing moves. The report is told now and then which position has
    /// been looked through down to; false gives up.
    ///
    /// # Errors
    /// It was given up.
    pub fn last_of<S: Search>(
        &self,
        last: u64,
        search: &mut S,
        mut report: impl FnMut(Position) -> bool,
    ) -> Result<Option<S::Found>, GivenUp> {
        let mut last = last.min(self.end.orders);
        for frame in self.keyframes.iter().rev() {
            let begin = frame.cursor.position();
            if begin.orders >= last {
                continue;
            }
            let (mut to, mut found) = (Some(last), None);
            while let Some(last) = to {
                found = self.last_in_part(&frame.cursor, last, search, &mut report)?;
                to = search.again();
            }
            if found.is_some() {
                return Ok(found);
            }
            last = begin.orders;
        }
        Ok(None)
    }

    /// The last that is found from a copy of the machine up to this order.
    fn last_in_part<S: Search>(
        &self,
        copy: &Cursor,
        last: u64,
        search: &mut S,
        mut report: impl FnMut(Position) -> bool,
    ) -> Result<Option<S::Found>, GivenUp> {
        let mut cursor = copy.clone();
        let begin = cursor.position();
        search.begin(&cursor.machine);
        let mut found = None;
        while cursor.machine.orders() < last {
            let before = (cursor.position(), cursor.fed);
            if !search.is_idle() {
                let orders = (before.0.orders + SLICE).min(last);
                cursor.advance(&self.inputs, Goal { orders, at: Uops::NEVER }, search);
                found = search.found().or(found);
            }
            if !report(begin) {
                return Err(GivenUp);
            }
            if (cursor.position(), cursor.fed) == before {
                break;
            }
        }
        Ok(found)
    }
}
