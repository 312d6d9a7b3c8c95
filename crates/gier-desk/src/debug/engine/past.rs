//! Searches the past of the session for the last write of a cell, the last change of a value, or the last
//! time that a condition was true. The engine can also go back to the point that it has found.

use super::Engine;
use super::language::{BackTarget, Subject};
use crate::attended::Papers;
use crate::debug::expression::{EvalState, Expression, Names};
use crate::debug::past::{self, UpTo, Write};
use crate::debug::stops::{At, Breaks, Reached, Stop};
use gier_machine::timeline::{Cancelled, Position, Reversed};
use gier_word::source_map::SourcePlace;
use gier_word::{Address, Home, Uops};

/// The message of a search that found nothing, if its expression contains a parameter called by name. The
/// search may then have missed something: it cannot evaluate such a parameter if the caller passed an
/// expression.
const ACTUALS: &str = "not found; a search cannot evaluate an expression that is passed by name";

impl Engine {
    /// The last write of a cell of the store or of a drum track. The search ignores every write after the
    /// limit `last`. `None` if there was no write.
    ///
    /// # Errors
    /// Returns an error if the search was cancelled.
    pub fn who_wrote(
        &self,
        home: Home,
        last: UpTo,
        report: impl FnMut(Position) -> bool,
    ) -> Result<Option<Write>, Cancelled> {
        past::last_write(self.room.timeline(), home, last, report)
    }

    /// The address of the cell that an expression names now, such as `cell 500` or a variable.
    ///
    /// # Errors
    /// Returns an error if the expression names no cell.
    pub fn address_of(&self, written: &Expression) -> Result<Address, String> {
        Ok(self.program.locate(&written.resolved(&self.program), &self.program_state())?.0)
    }

    /// The cell that the operand of a command names, in the store or on the drum. For a variable, this is the
    /// cell that the variable has now.
    ///
    /// # Errors
    /// Returns an error if the operand names no cell.
    pub fn home_of(&self, subject: &Subject) -> Result<Home, String> {
        match subject {
            Subject::Expression(written) => Ok(Home::Core(self.address_of(written)?)),
            Subject::Drum(track, word) => Ok(Home::Drum(*track, *word)),
        }
    }

    /// Describes a write for the user. If possible, also gives the place in the program's source text.
    pub fn told(&self, write: &Write) -> String {
        match self.line_before(write.before() + 1) {
            Some(line) => format!("{write}, at {line}"),
            None => write.to_string(),
        }
    }

    /// Describes for the user the place in the source text to which the order with this number belongs.
    /// `None` if the place is not known.
    pub(super) fn line_before(&self, number: u64) -> Option<String> {
        self.in_program_before(number, |state| self.program.line(state))
    }

    /// The place in the source text to which the order with this number belongs. `None` if the place is not
    /// known.
    pub(super) fn place_before(&self, number: u64) -> Option<SourcePlace> {
        self.in_program_before(number, |state| self.program.place(state))
    }

    /// Calls `look` with the state before the order with this number. Returns `None` if the run-time library
    /// is then printing `end` or the word of an alarm, because these words belong to no statement.
    fn in_program_before<T>(&self, number: u64, look: impl FnOnce(&EvalState<'_>) -> Option<T>) -> Option<T> {
        self.timeline().before(number, |machine| {
            let state = EvalState::of(machine);
            let alarms = self.alarms.as_ref().filter(|_| !self.program.is_in_own_code(&state));
            let is_ending = alarms.is_some_and(|alarms| alarms.is_ending(machine));
            if is_ending { None } else { look(&state) }
        })?
    }

    /// The machine time just after the typewriter's carriage reached this line of the sheet. The first line
    /// is 1. `None` if the carriage does not reach this line in the whole session.
    pub fn time_of_line(&self, line: usize) -> Option<Uops> {
        let mut papers = Papers::new();
        let outputs = self.room.timeline().all_outputs().iter();
        let mut there = outputs.filter(|(_, output)| {
            papers.take(*output, &mut |_| {});
            papers.sheet().lines().len() >= line
        });
        if line == 1 { Some(Uops::ZERO) } else { there.next().map(|(at, _)| *at + Uops(1)) }
    }

    /// Goes back to the last hit of this breakpoint before the present position. The breakpoint need not be
    /// in the table.
    pub fn back_to_stop(&mut self, stop: &Stop, report: impl FnMut(Position) -> bool) -> Reversed {
        let before = self.machine().orders().saturating_sub(1);
        match self.last_stop(stop.clone(), before, report) {
            Err(Cancelled) => Reversed::Cancelled,
            Ok(None) => Reversed::Never,
            Ok(Some(orders)) => {
                self.seek(orders);
                Reversed::Found
            }
        }
    }

    /// Finds the last hit of this breakpoint, and returns the order count at the hit. Ignores every hit with
    /// an order count higher than `last`.
    fn last_stop(
        &self,
        stop: Stop,
        last: u64,
        report: impl FnMut(Position) -> bool,
    ) -> Result<Option<u64>, Cancelled> {
        let mut breaks = Breaks::new();
        breaks.add(stop);
        let found = past::last_stop(self.room.timeline(), &breaks, &self.program, last, report)?;
        Ok(found.map(|(orders, ..)| orders))
    }

    /// Returns the number of orders that were executed before the write `found`, and stores a description of
    /// the write in `said`. Returns `None` if `found` is `None`: the search found no write.
    fn before_write(
        &self,
        found: Result<Option<Write>, Cancelled>,
        said: &mut String,
    ) -> Result<Option<u64>, Cancelled> {
        let Some(write) = found? else { return Ok(None) };
        *said = self.told(&write);
        Ok(Some(write.before()))
    }

    /// Whether `target` is a condition that was already true before the session's first order. A search does
    /// not find this case, because it evaluates the condition only after orders.
    fn held_at_the_start(&self, target: &BackTarget) -> bool {
        let BackTarget::Condition(condition) = target else { return false };
        self.timeline()
            .before(1, |machine| condition.surely_holds(&EvalState::of(machine).with_names(&self.program)))
            == Some(true)
    }

    /// Searches for the last change of an expression. Returns the number of orders executed before the order
    /// that made the change. `said` receives a message if a variable never changed.
    fn before_change(
        &self,
        watched: &Expression,
        report: impl FnMut(Position) -> bool,
        said: &mut String,
    ) -> Result<Option<u64>, Cancelled> {
        let (timeline, now) = (self.room.timeline(), self.machine().orders());
        let Ok((cell, ty)) = self.program.locate(watched, &self.program_state()) else {
            let order = past::last_change(timeline, watched, &self.program, now, report)?;
            return Ok(order.map(|order| order.saturating_sub(1)));
        };
        let found = past::last_new(timeline, cell, ty, now, report);
        if found == Ok(None) {
            *said = format!("{watched} is cell {cell} here; its value has not changed before");
        }
        self.before_write(found, said)
    }

    /// Goes back in the session to the point that `target` describes. Also returns a message for the user. It
    /// says what happened at that point, or why the search did not find the point. It may be empty.
    ///
    /// During the search, calls `report` with the position reached. If `report` returns `false`, cancels the
    /// search, and the session does not move.
    pub fn go_back(
        &mut self,
        target: &BackTarget,
        report: impl FnMut(Position) -> bool,
    ) -> (Reversed, String) {
        let now = self.machine().orders();
        let before = now.saturating_sub(1);
        let mut said = String::new();
        let timeline = self.room.timeline();
        let target = &target.resolved(&self.program);
        // A search for a faulty expression would find nothing, and could take long.
        if let Some(Err(error)) = target.expression().map(|asked| asked.check_use(&self.state())) {
            return (Reversed::Never, error);
        }
        let found = match target {
            BackTarget::Orders(orders) => Ok(Some(now.saturating_sub(*orders))),
            BackTarget::Moment(orders) => Ok((*orders <= now).then_some(*orders)),
            BackTarget::Place(place) => self.last_stop(Stop::at(At::Place(*place)), before, report),
            BackTarget::Condition(condition) => {
                past::last_held(timeline, condition, &self.program, before, report)
            }
            BackTarget::Change(watched) => self.before_change(watched, report, &mut said),
            BackTarget::Write(written) => match self.home_of(written) {
                Err(error) => {
                    said = error;
                    Ok(None)
                }
                Ok(home) => {
                    self.before_write(past::last_write(timeline, home, now.into(), report), &mut said)
                }
            },
            BackTarget::Named(at) => {
                let mut at = at.clone();
                match at.find(&self.program) {
                    Err(error) => {
                        said = error;
                        Ok(None)
                    }
                    Ok(()) => self.last_stop(Stop::at(at), before, report),
                }
            }
            BackTarget::Break => {
                past::last_stop(timeline, &self.breaks, &self.program, before, report).map(|stop| {
                    stop.map(|(orders, number, what)| {
                        said = what.clone();
                        self.reached = Some(Reached::Stop(number, what));
                        orders
                    })
                })
            }
        };
        match found {
            Err(Cancelled) => (Reversed::Cancelled, String::new()),
            Ok(None) if self.held_at_the_start(target) => {
                self.seek(0);
                (Reversed::Found, said)
            }
            Ok(None) if target.expression().is_some_and(|asked| asked.wants_actuals(&self.program)) => {
                (Reversed::Never, ACTUALS.to_string())
            }
            Ok(None) => (Reversed::Never, said),
            Ok(Some(orders)) => {
                self.seek(orders);
                (Reversed::Found, said)
            }
        }
    }
}
