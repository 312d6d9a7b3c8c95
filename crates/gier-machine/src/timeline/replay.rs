//! Replays the inputs of a session.

use super::{Logged, Position};
use crate::machine::Machine;
use crate::output::Pause;
use gier_cpu::Probe;
use gier_word::Uops;

/// The point at which a run ends: an order count or a time, whichever comes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub orders: u64,
    pub at: Uops,
}

/// A machine, and the number of inputs that it has received.
#[derive(Clone, Debug)]
pub(super) struct Cursor {
    pub machine: Machine,
    pub fed: usize,
}

impl Cursor {
    pub fn position(&self) -> Position {
        Position { orders: self.machine.orders(), at: self.machine.now() }
    }

    /// Runs to the goal, and feeds every input that is due before or at the goal.
    pub fn advance(&mut self, inputs: &[Logged], goal: Goal, probe: &mut dyn Probe) -> Pause {
        loop {
            let next = inputs.get(self.fed);
            let until = next.map_or(goal.at, |next| next.position.at.min(goal.at));
            // All orders up to the goal may be done while an input at this order count is still to come. The
            // next order then waits for this input, so the run below only lets time pass.
            let same_order = next.is_some_and(|next| next.position.orders == goal.orders);
            let within_wait = same_order && self.machine.orders() == goal.orders;
            let pause = if within_wait {
                self.machine.run_probed(until, probe)
            } else {
                let left = goal.orders.saturating_sub(self.machine.orders());
                self.machine.run_orders_until(left, until, probe)
            };
            if pause == Pause::ProbeStop {
                return pause;
            }
            let halts = pause != Pause::Done;
            match next {
                Some(next) if halts || self.machine.now() >= next.position.at => {
                    if self.machine.orders() > goal.orders || next.position.orders > goal.orders {
                        return pause;
                    }
                    self.machine.enter_wait();
                    self.machine.feed(next.input.clone());
                    self.fed += 1;
                }
                Some(_) if same_order && !within_wait && self.machine.orders() == goal.orders => {}
                Some(_) | None => return pause,
            }
        }
    }
}
