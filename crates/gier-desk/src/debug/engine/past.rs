//! Searches the past of the session for the last write of a cell, the last change of a value, or the last
//! time that a condition was true. The engine can also go back to the point that it has found.

use super::language::{BackTarget, Subject};
use super::origin::nameless;
use super::{Engine, Report};
use crate::attended::Papers;
use crate::debug::answer::{Answer, Named, Notation, What};
use crate::debug::expression::{EvalState, Expression, Names};
use crate::debug::past::{self, Reversed, UpTo, Write, Writer, Written};
use crate::debug::stops::{Access, At, Breaks, Reached, Stop};
use gier_machine::timeline::{Cancelled, Position};
use gier_word::{Address, Home, Uops};

/// The message of a search that found nothing, if its expression contains a parameter called by name. The
/// search may then have missed something: it cannot evaluate such a parameter if the caller passed an
/// expression.
const ACTUALS: &str = "not found; a search cannot evaluate an expression that is passed by name";

impl Engine {
    /// The address of the cell that an expression names now, such as `cell 500` or a variable.
    ///
    /// # Errors
    /// Returns an error if the expression names no cell.
    pub fn address_of(&self, written: &Expression) -> Result<Address, String> {
        let written = written.resolved(&self.program);
        let located = self.program.locate(&written, &self.program_state());
        Ok(located.map_err(|error| self.gone(&written, error))?.0)
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

    /// Tells of a write in the words of the program. `named` is what the cell is called now; if it is `None`,
    /// the name that it had at that time is used.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `report` returned `false`.
    pub fn answer(
        &self,
        write: &Write,
        named: Option<&Named>,
        report: &mut Report<'_>,
    ) -> Result<Answer, Cancelled> {
        let detail = Some(write.to_string());
        let order = write.before() + 1;
        let scene = self.in_program_before(order, |state| self.program.scene(state));
        // Without a source text, the machine's words are the only ones.
        let change = match write.what {
            Written::Cell(change) if self.program.map().is_some() => change,
            _ => return Ok(Answer::new(What::Words(write.to_string()), scene)),
        };
        let cell = change.address;
        let then = || self.named(cell, order).or_else(|| scene.as_ref().map(|_| nameless(cell)));
        let Some(named) = named.cloned().or_else(then) else {
            return Ok(Answer::new(What::Words(write.to_string()), None));
        };
        let (name, after) = (named.name.clone(), self.program.write(named.notation, change.new));
        let (what, scene) = match write.by {
            Writer::Desk => (What::ByHand(name, after), None),
            Writer::Drum(..) => (What::FromDrum(name, after), None),
            Writer::Order(_) => {
                // A parameter has no value before it is evaluated.
                let is_entering =
                    self.in_program_before(order, |state| Some(self.program.is_entering(state)));
                let was_set = is_entering != Some(true) && self.is_set(&named, cell, order, report)?;
                let before = was_set.then(|| self.program.write(named.notation, change.old));
                (What::Changed(name, before, after), scene)
            }
        };
        Ok(Answer { at: Some(write.at), detail, ..Answer::new(what, scene) })
    }

    /// Answers who wrote the cell of the store or of a drum track last, up to the limit `last`. Also returns
    /// the write, or `None` if there was none. A variable that the present call has not set is not set,
    /// whatever its cell holds.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `report` returned `false`.
    pub fn who(
        &self,
        home: Home,
        last: UpTo,
        report: &mut Report<'_>,
    ) -> Result<(Answer, Option<Write>), Cancelled> {
        let now = self.machine().orders() + 1;
        let named = if let Home::Core(cell) = home { self.named(cell, now) } else { None };
        let write = past::last_write(self.timeline(), (home, None), last, &mut *report)?;
        if let (Home::Core(cell), Some(named)) = (home, &named)
            && !self.is_set(named, cell, last.order + 1, report)?
        {
            let body = || named.frame.and_then(|_| self.program.scene(&self.program_state())?.body);
            let detail = write.map(|write| write.to_string());
            let what = match last.order < self.machine().orders() {
                true => What::Words(format!("{} was not set before that", named.name)),
                false => What::NotSet(named.name.clone(), body()),
            };
            return Ok((Answer { detail, ..Answer::new(what, None) }, None));
        }
        Ok(match write {
            Some(write) => (self.answer(&write, named.as_ref(), report)?, Some(write)),
            None => {
                let name = named.map_or_else(|| past::named(home), |named| named.name);
                (Answer::new(What::Begun(name), None), None)
            }
        })
    }

    /// The place in words of what has just stopped the run. A write, a read or a change belongs to the order
    /// before, and everything else to the next one.
    pub(super) fn with_scene(&self, number: u32, what: What) -> Answer {
        let at = self.breaks.stops().iter().find(|stop| stop.number == number).map(|stop| &stop.at);
        let is_of_order = match at {
            Some(At::Cells { access, .. }) => *access != Access::Executed,
            at => matches!(at, Some(At::Change(_) | At::Unset)),
        };
        let next = self.machine().orders() + u64::from(!is_of_order);
        let scene = self.in_program_before(next, |state| self.program.scene(state));
        let what = match at {
            Some(At::Named { .. } | At::Place(_)) if scene.is_some() => What::Here,
            _ => what,
        };
        Answer::new(what, scene)
    }

    /// Calls `look` with the state before the order with this number. Returns `None` if the run-time library
    /// is then printing `end` or the word of an alarm, because these words belong to no statement.
    pub(super) fn in_program_before<T>(
        &self,
        number: u64,
        look: impl FnOnce(&EvalState<'_>) -> Option<T>,
    ) -> Option<T> {
        if number > self.machine().orders() {
            return look(&self.program_state());
        }
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
        let found = self.last_stop(stop.clone(), before, report);
        self.come_to(found)
    }

    /// Goes to the order that a search has found.
    fn come_to(&mut self, found: Result<Option<u64>, Cancelled>) -> Reversed {
        match found {
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
        report: &mut Report<'_>,
    ) -> Result<Option<u64>, Cancelled> {
        let Some(write) = found? else { return Ok(None) };
        let now = self.machine().orders() + 1;
        let named = if let Home::Core(cell) = write.home() { self.named(cell, now) } else { None };
        *said = self.answer(&write, named.as_ref(), report)?.to_string();
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
        report: &mut Report<'_>,
        said: &mut String,
    ) -> Result<Option<u64>, Cancelled> {
        let (timeline, now) = (self.room.timeline(), self.machine().orders());
        let Ok((cell, ty)) = self.program.locate(watched, &self.program_state()) else {
            let order = past::last_moment(
                timeline,
                (past::MomentKind::Changed, watched),
                &self.program,
                now,
                report,
            )?;
            return Ok(order.map(|order| order.saturating_sub(1)));
        };
        let notation = ty.map_or(Notation::Bits, Notation::Typed);
        let value = (Home::Core(cell), Some(notation));
        let found = past::last_write(timeline, value, now.into(), &mut *report);
        if found == Ok(None) {
            *said = format!("{watched} has not changed before");
        }
        self.before_write(found, said, report)
    }

    /// Goes back in the session to the point that `target` describes. Also returns a message for the user. It
    /// says what happened at that point, or why the search did not find the point. It may be empty.
    ///
    /// During the search, calls `report` with the position reached. If `report` returns `false`, cancels the
    /// search, and the session does not move.
    pub fn go_back(
        &mut self,
        target: &BackTarget,
        mut report: impl FnMut(Position) -> bool,
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
            BackTarget::Condition(condition) => past::last_moment(
                timeline,
                (past::MomentKind::Held, condition),
                &self.program,
                before,
                report,
            ),
            BackTarget::Change(watched) => self.before_change(watched, &mut report, &mut said),
            BackTarget::Write(written) => match self.home_of(written) {
                Err(error) => return (Reversed::Never, error),
                Ok(home) => {
                    let found = past::last_write(timeline, (home, None), now.into(), &mut report);
                    self.before_write(found, &mut said, &mut report)
                }
            },
            BackTarget::Named(at) => {
                let mut at = at.clone();
                match at.find(&self.program) {
                    Err(error) => return (Reversed::Never, error),
                    Ok(()) => self.last_stop(Stop::at(at), before, report),
                }
            }
            BackTarget::Break => {
                let stop = past::last_stop(timeline, &self.breaks, &self.program, before, report);
                if let Ok(Some((orders, number, what))) = stop {
                    self.seek(orders);
                    let answer = self.with_scene(number, what);
                    let said = answer.to_string();
                    self.reached = Some(Reached::Stop(number, Box::new(answer)));
                    return (Reversed::Found, said);
                }
                stop.map(|_| None)
            }
        };
        match found {
            Ok(None) if self.held_at_the_start(target) => {
                self.seek(0);
                (Reversed::Found, said)
            }
            Ok(None) if target.expression().is_some_and(|asked| asked.wants_actuals(&self.program)) => {
                (Reversed::Never, ACTUALS.to_string())
            }
            found => (self.come_to(found), said),
        }
    }
}
