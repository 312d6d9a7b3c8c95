//! Running backwards: the last moment before now at which something was true.

use super::replay::{Cursor, Goal};
use super::{Logged, Position, Timeline};
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
struct AmongOrders<'a, F> {
    condition: &'a mut F,
    orders: u64,
    hit: Option<u64>,
}

impl<F: FnMut(&Finished<'_>) -> bool> Probe for AmongOrders<'_, F> {
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
    condition: &'a mut F,
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

impl Timeline {
    /// Goes back to the last order before now after which the condition was true. The report
    /// is told now and then which position has been looked through down to; false gives up.
    pub fn reverse_until(
        &mut self,
        mut condition: impl FnMut(&Finished<'_>) -> bool,
        report: impl FnMut(Position) -> bool,
    ) -> Reversed {
        self.reverse(report, |cursor, goal, inputs| {
            let orders = cursor.machine.orders();
            let mut search = AmongOrders { condition: &mut condition, orders, hit: None };
            cursor.advance(inputs, goal, &mut search);
            search.hit
        })
    }

    /// Goes back to the last order before now after which the next order stood at one of these
    /// places, or which wrote one of these cells, and the condition was true. This is many times
    /// faster than to ask after every order.
    pub fn reverse_to(
        &mut self,
        lookout: &Lookout,
        mut condition: impl FnMut(&Moment<'_>) -> bool,
        report: impl FnMut(Position) -> bool,
    ) -> Reversed {
        self.reverse(report, |cursor, goal, inputs| {
            let orders = cursor.machine.orders();
            let mut search = AmongPlaces { lookout, condition: &mut condition, orders, hit: None };
            cursor.advance(inputs, goal, &mut search);
            search.hit
        })
    }

    /// Goes back to the last order that a search finds, which runs a machine on to a goal.
    fn reverse(
        &mut self,
        mut report: impl FnMut(Position) -> bool,
        mut search: impl FnMut(&mut Cursor, Goal, &[Logged]) -> Option<u64>,
    ) -> Reversed {
        let mut end = self.cursor.machine.orders();
        for index in (0..self.keyframes.len()).rev() {
            let mut cursor = self.keyframes[index].cursor.clone();
            let begin = cursor.position();
            if begin.orders + 1 >= end {
                continue;
            }
            let mut hit = None;
            while cursor.machine.orders() < end - 1 {
                let before = cursor.machine.orders();
                let orders = (before + SLICE).min(end - 1);
                hit = search(&mut cursor, Goal { orders, at: Uops::NEVER }, &self.inputs).or(hit);
                if !report(begin) {
                    return Reversed::GivenUp;
                }
                if cursor.machine.orders() == before {
                    break;
                }
            }
            if let Some(orders) = hit {
                self.seek(orders);
                return Reversed::Found;
            }
            end = begin.orders + 1;
        }
        Reversed::Never
    }
}
