//! Steps of the debugger: over one order, over a call with its subroutine, or over a statement.

use super::Engine;
use super::language::Which;
use crate::debug::expression::Expression;
use crate::debug::stops::{At, Goal, Stop};
use gier_machine::{Machine, Place};
use gier_word::Opcode;
use gier_word::order::Next;

impl Engine {
    /// The goal of a step over the next order. If this order is a call, the step ends when the subroutine has
    /// returned.
    pub fn over(&self) -> Goal {
        let call = self.next();
        let is_call = opcode(self.machine(), call).row().next == Next::Call;
        if is_call { Goal::Over { call } } else { Goal::Single }
    }

    /// The temporary breakpoint for a step to a statement. `None` if no statements of the program are known.
    pub fn statement_stop(&self, which: Which) -> Option<Stop> {
        let p = if self.program.has_bodies() { self.machine().cpu().registers().p } else { 0 };
        let is_known = !self.program.statements().is_empty();
        is_known.then(|| match which {
            Which::Over | Which::Back => self.stop_at_statements(p),
            Which::Into => self.stop_at_statements(0),
            Which::Outside => self.stop_at_return().unwrap_or_else(|| self.stop_at_statements(p + 1)),
        })
    }

    /// A temporary breakpoint at every statement. It is hit only if register p, the address of the stack
    /// frame, is at least `least_p`. The stack grows downwards, so callers have a higher p than the
    /// procedures that they call.
    fn stop_at_statements(&self, least_p: u16) -> Stop {
        let at = At::Named { written: "statement".to_string(), places: self.program.statements() };
        let when = Expression::parse(&format!("$p ≥ {least_p}")).expect("this is an expression");
        let mut stop = Stop::at(at);
        stop.when = Some(when);
        stop
    }

    /// A temporary breakpoint at the place to which the present procedure returns. `None` if this place is
    /// not known.
    fn stop_at_return(&self) -> Option<Stop> {
        let (place, p) = self.program.whereabouts(&self.state())?.return_point()?;
        let mut stop = Stop::at(At::Named { written: "return".to_string(), places: [place].into() });
        stop.when = Some(Expression::parse(&format!("$p = {p}")).expect("this is an expression"));
        Some(stop)
    }

    /// Sets the goal of the next run to the statement that `which` selects. Returns `false` if no statements
    /// of the program are known.
    pub fn set_statement(&mut self, which: Which) -> bool {
        let Some(stop) = self.statement_stop(which) else { return false };
        if !self.program.has_bodies() {
            // In a SLIP program, every order is a statement.
            self.set_goal(match which {
                Which::Over | Which::Back => self.over(),
                Which::Into => Goal::Single,
                Which::Outside => Goal::Return,
            });
            return true;
        }
        let function = self.program.function(&self.state()).filter(|_| which == Which::Outside);
        self.set_goal(Goal::Free);
        (self.passing, self.leaving) = (Some(stop), function.map(|(named, _)| named));
        true
    }
}

/// The operation code of the order at this place.
fn opcode(machine: &Machine, place: Place) -> Opcode {
    let cell = machine.ferrite().read(place.cell);
    gier_word::codec::opcode(cell, place.half)
}
