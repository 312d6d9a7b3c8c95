//! Running backwards: the last moment before now at which something was true.

use super::replay::Goal;
use super::{Position, Timeline};
use gier_cpu::{Finished, Probe};
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

/// Remembers the last order after which a condition was true.
struct Last<'a, F> {
    condition: &'a mut F,
    orders: u64,
    hit: Option<u64>,
}

impl<F: FnMut(&Finished<'_>) -> bool> Probe for Last<'_, F> {
    fn finished(&mut self, order: &Finished<'_>) {
        self.orders += 1;
        if (self.condition)(order) {
            self.hit = Some(self.orders);
        }
    }
}

impl Timeline {
    /// Goes back to the last order before now after which the condition was true. The report
    /// is told now and then which position has been looked through down to; false gives up.
    pub fn reverse_until(
        &mut self,
        mut condition: impl FnMut(&Finished<'_>) -> bool,
        mut report: impl FnMut(Position) -> bool,
    ) -> Reversed {
        let mut end = self.cursor.machine.orders();
        for index in (0..self.keyframes.len()).rev() {
            let mut cursor = self.keyframes[index].cursor.clone();
            let begin = cursor.position();
            if begin.orders + 1 >= end {
                continue;
            }
            let mut last = Last { condition: &mut condition, orders: begin.orders, hit: None };
            while cursor.machine.orders() < end - 1 {
                let orders = (cursor.machine.orders() + SLICE).min(end - 1);
                let before = cursor.machine.orders();
                cursor.advance(&self.inputs, Goal { orders, at: Uops::NEVER }, &mut last);
                if !report(begin) {
                    return Reversed::GivenUp;
                }
                if cursor.machine.orders() == before {
                    break;
                }
            }
            if let Some(orders) = last.hit {
                self.seek(orders);
                return Reversed::Found;
            }
            end = begin.orders + 1;
        }
        Reversed::Never
    }
}
