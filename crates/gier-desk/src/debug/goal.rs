//! What a run is to stop at, and the probe that watches for it.

use super::breaks::Breaks;
use super::place;
use super::traces::Traces;
use gier_machine::{Finished, Lookout, Moment, Place, Probe, Sight};
use gier_word::{Address, Cell, Half, Opcode};

/// The bit of by that selects the typewriter for output.  [F-BY-1]
const TYPEWRITER: u16 = 16;

/// Where a run is to end, besides breakpoints and the machine's own stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Nowhere.
    Free,
    /// After one order.
    Single,
    /// At the order after this call, or wherever the subroutine returns to.
    Over {
        /// Where the call stands.
        call: Place,
    },
    /// When the present subroutine returns.
    Return,
    /// Before the order at this place.
    Cell(Place),
    /// After a symbol was sent to the typewriter.
    Symbol,
    /// After a drum transfer was begun.
    Drum,
}

/// Why a run stopped where it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// At the goal.
    Goal,
    /// At a breakpoint.
    Break(Place),
    /// After as many orders as it was allowed.
    Orders,
}

/// Follows a run.
pub struct Watch<'a> {
    goal: Goal,
    /// Where to look if not at every order.
    lookout: Option<Lookout>,
    orders_left: u64,
    breaks: &'a Breaks,
    traces: &'a mut Traces,
    /// Calls that have not returned yet, of those that the run has seen.
    depth: u32,
    called: bool,
    reached: Option<Reached>,
}

impl<'a> Watch<'a> {
    /// A watch for this goal, this many orders at most and these breakpoints; `depth` as an
    /// earlier watch of the same run left it. It looks at every order.
    pub fn new(
        goal: Goal,
        orders_left: u64,
        breaks: &'a Breaks,
        traces: &'a mut Traces,
        depth: (u32, bool),
    ) -> Watch<'a> {
        let (depth, called) = depth;
        Watch { goal, lookout: None, orders_left, breaks, traces, depth, called, reached: None }
    }

    /// The watch that looks only at places, if its goal is one: the run is then nearly as fast as
    /// without a watch, and leaves no traces.
    pub fn of_places(self) -> Watch<'a> {
        let mut lookout = self.breaks.lookout().clone();
        match self.goal {
            Goal::Free => {}
            Goal::Cell(place) => lookout.set_place(place, true),
            Goal::Single | Goal::Over { .. } | Goal::Return | Goal::Symbol | Goal::Drum => return self,
        }
        Watch { lookout: Some(lookout), ..self }
    }

    /// Whether it looks at every order.
    pub const fn leaves_traces(&self) -> bool {
        self.lookout.is_none()
    }

    /// What was reached, if anything.
    pub const fn reached(&self) -> Option<Reached> {
        self.reached
    }

    /// For the next watch of the same run.
    pub const fn depth(&self) -> (u32, bool) {
        (self.depth, self.called)
    }

    fn is_at_goal(&mut self, order: &Finished<'_>, next: Place) -> bool {
        let opcode = order.order.opcode;
        match self.goal {
            Goal::Free => false,
            Goal::Single => true,
            Goal::Cell(place) => next == place,
            Goal::Symbol => order.done && opcode == Opcode::Sy && order.cpu.registers().by & TYPEWRITER != 0,
            Goal::Drum => order.done && matches!(opcode, Opcode::Lk | Opcode::Sk),
            Goal::Return => self.returns(order),
            Goal::Over { call } if !self.called => {
                self.called = true;
                // The condition failed, or hk found the drum busy: there was no call.
                !order.done || next == after(call, order)
            }
            Goal::Over { call } => self.returns(order) || (self.depth == 0 && next == after(call, order)),
        }
    }

    /// Whether this order returns from the subroutine in which the run began.
    fn returns(&mut self, order: &Finished<'_>) -> bool {
        if !order.done {
            return false;
        }
        match order.order.opcode {
            Opcode::Hs => self.depth += 1,
            Opcode::Hr if self.depth == 0 => return true,
            Opcode::Hr => self.depth -= 1,
            _ => {}
        }
        false
    }
}

/// The place after a call: the right half of its cell after a left half, or the next cell.
fn after(call: Place, order: &Finished<'_>) -> Place {
    let is_pair = |cell: Address| order.ferrite.read(cell).marks().a();
    if call.half == Half::Left && is_pair(call.cell) {
        return Place { cell: call.cell, half: Half::Right };
    }
    Place { cell: call.cell + 1, half: Half::Left }
}

impl Probe for Watch<'_> {
    fn sight(&self) -> Sight<'_> {
        self.lookout.as_ref().map_or(Sight::Orders, Sight::Places)
    }

    fn allowance(&self) -> u64 {
        self.orders_left
    }

    fn passed(&mut self, orders: u64) {
        self.orders_left -= orders;
        if self.orders_left == 0 && self.reached.is_none() {
            self.reached = Some(Reached::Orders);
        }
    }

    fn stands(&mut self, moment: &Moment<'_>) {
        let next = moment.next();
        let at_goal = self.goal == Goal::Cell(next);
        self.reached = Some(if at_goal { Reached::Goal } else { Reached::Break(next) });
    }

    fn finished(&mut self, order: &Finished<'_>) {
        self.traces.finished(order);
        self.orders_left = self.orders_left.saturating_sub(1);
        if self.orders_left == 0 {
            self.reached = Some(Reached::Orders);
        }
        if self.goal == Goal::Free && self.breaks.is_empty() {
            return;
        }
        let registers = order.cpu.registers();
        let is_pair = order.ferrite.read(registers.r1).marks().a();
        let next = place::normal(registers.r1.into(), registers.half, is_pair);
        if self.is_at_goal(order, next) {
            self.reached = Some(Reached::Goal);
        } else if self.breaks.contains(next) {
            self.reached = Some(Reached::Break(next));
        }
    }

    fn writes(&mut self, address: Address, old: Cell, new: Cell) {
        self.traces.writes(address, old, new);
    }

    fn wants_stop(&self) -> bool {
        self.reached.is_some()
    }
}
