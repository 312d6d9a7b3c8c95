//! Lists the subroutine calls that have not returned yet. The orders `hs` and `hk` call a subroutine, and
//! `hr` returns from it.
//!
//! A call has returned when the program reaches the order after the call, by `hr` or in any other way. If an
//! `hr` leads to any other place, the latest call counts as returned. When a call returns, all later calls
//! are removed too.
//!
//! A program can also use `hs` as a plain jump, which never returns. Such a call stays in the list until an
//! earlier call returns.

use crate::notation::place;
use gier_machine::timeline::{HISTORY_ORDERS, Timeline};
use gier_machine::{Finished, Machine, Place, Probe};
use gier_word::order::Next;
use gier_word::{Half, Uops};

/// The maximum length of the list of calls. If there are more calls, the earliest are left out.
const DEEPEST: usize = 256;

/// A call of a subroutine that has not returned yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The place of the calling order.
    pub from: Place,
    /// The place to which the call jumped.
    pub to: Place,
    /// How many orders the machine had executed when it made this call. The calling order is included.
    pub order: u64,
    /// The machine time of the call.
    pub at: Uops,
}

/// A probe that records calls, and removes them when they return.
struct Calls {
    /// The calls that have not returned yet, the earliest first.
    calls: Vec<Call>,
    /// The number of orders executed so far.
    orders: u64,
}

/// Whether this order has called a subroutine. Only two orders do so: `hs` always, and `hk` if the drum is
/// idle.
pub(crate) fn has_called(order: &Finished<'_>) -> bool {
    let is_call = order.done && order.order.opcode.row().next == Next::Call;
    is_call && order.cpu.registers().s == order.place.cell.number()
}

impl Probe for Calls {
    fn finished(&mut self, order: &Finished<'_>) {
        self.orders += 1;
        let registers = order.cpu.registers();
        let is_pair = order.ferrite.read(registers.r1).marks().a();
        let next = place::normal(registers.r1, registers.half, is_pair);
        let is_behind = |call: &Call| {
            let left = Place { cell: call.from.cell + 1, half: Half::Left };
            let right = Place { cell: call.from.cell, half: Half::Right };
            next == left || (call.from.half == Half::Left && next == right)
        };
        if has_called(order) {
            self.calls.push(Call { from: order.place, to: next, order: self.orders, at: order.now });
            if self.calls.len() > DEEPEST {
                self.calls.remove(0);
            }
        } else if order.done && order.order.opcode.row().next == Next::Return {
            let returned = self.calls.iter().rposition(is_behind);
            self.calls.truncate(returned.unwrap_or(self.calls.len().saturating_sub(1)));
        } else if let Some(returned) = self.calls.iter().rposition(is_behind) {
            self.calls.truncate(returned);
        }
    }
}

/// Lists the calls that have not returned yet, the latest call first. Only the last 65 536 orders are
/// searched for calls. The `bool` is `true` if there may be earlier calls.
pub fn calls(timeline: &Timeline) -> (Vec<Call>, bool) {
    let now = timeline.machine().orders();
    let first = (now + 1).saturating_sub(HISTORY_ORDERS);
    let begin = |machine: &Machine| Calls { calls: Vec::new(), orders: machine.orders() };
    let mut calls = timeline.rerun(first..now + 1, begin).map_or_else(Vec::new, |calls| calls.calls);
    calls.reverse();
    (calls, first > 1)
}
