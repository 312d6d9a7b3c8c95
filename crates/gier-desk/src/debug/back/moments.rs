//! The last moment at which something was the case: a condition held, an expression changed, an order
//! was next.

use crate::debug::expression::{self, Expression, Guesses, Names, Spell, Value};
use gier_machine::timeline::{GivenUp, Position, Search, Timeline};
use gier_machine::{Lookout, Machine, Moment, Place, Probe, Question, Sight};

/// What a search for a moment has seen of an expression last.
#[derive(Default)]
struct Before {
    /// What it came to.
    value: Option<Value>,
    /// After how many orders that was.
    orders: u64,
}

/// Finds the last moment at which something was the case.
struct LastMoment<'a, F> {
    lookout: Lookout,
    names: &'a dyn Names,
    /// After how many orders it was the case, as is seen at this moment.
    is_it: F,
    done: u64,
    found: Option<u64>,
    before: Before,
    watched: Option<&'a Expression>,
}

impl<'a, F: FnMut(&expression::Sight<'_>, &mut Before) -> Option<u64>> LastMoment<'a, F> {
    const fn new(lookout: Lookout, names: &'a dyn Names, is_it: F) -> LastMoment<'a, F> {
        let before = Before { value: None, orders: 0 };
        LastMoment { lookout, names, is_it, done: 0, found: None, before, watched: None }
    }
}

impl<F: FnMut(&expression::Sight<'_>, &mut Before) -> Option<u64>> Probe for LastMoment<'_, F> {
    fn sight(&self) -> Sight<'_> {
        Sight::Places(&self.lookout)
    }
    fn passed(&mut self, orders: u64) {
        self.done += orders;
    }
    fn stands(&mut self, moment: &Moment<'_>) {
        let sight = expression::Sight::of_moment(moment, self.done, self.names);
        let found = (self.is_it)(&sight, &mut self.before);
        self.found = found.or(self.found);
    }
}

impl<F: FnMut(&expression::Sight<'_>, &mut Before) -> Option<u64>> Search for LastMoment<'_, F> {
    type Found = u64;
    fn begin(&mut self, machine: &Machine) {
        self.done = machine.orders();
        let sight = expression::Sight::of(machine).with_names(self.names);
        let value = self.watched.and_then(|watched| watched.value(&sight).ok());
        self.before = Before { value, orders: self.done };
    }
    fn found(&mut self) -> Option<u64> {
        self.found.take()
    }
}

/// Finds the last moment at which a condition held.
struct LastHeld<'a> {
    condition: &'a Expression,
    names: &'a dyn Names,
    /// What is left of it in the part of the session that is looked through, which ends there.
    here: Expression,
    end: Position,
    lookout: Lookout,
    done: u64,
    found: Option<u64>,
}

impl Probe for LastHeld<'_> {
    fn sight(&self) -> Sight<'_> {
        Sight::Places(&self.lookout)
    }
    fn passed(&mut self, orders: u64) {
        self.done += orders;
    }
    fn stands(&mut self, moment: &Moment<'_>) {
        let sight = expression::Sight::of_moment(moment, self.done, self.names);
        if self.here.surely_holds(&sight) {
            self.found = Some(sight.orders);
        }
    }
}

impl Search for LastHeld<'_> {
    type Found = u64;
    fn begin(&mut self, machine: &Machine) {
        self.done = machine.orders();
        let from = Position { orders: machine.orders(), at: machine.now() };
        if self.condition.is_of_spells() {
            self.here = self.condition.within(Spell { from, to: self.end });
            self.lookout = lookout_for(&self.here);
        }
        self.end = from;
    }
    fn found(&mut self) -> Option<u64> {
        self.found.take()
    }
}

/// Where a run is asked for a condition: of a stretch of orders over which it holds the last moment.
fn lookout_for(condition: &Expression) -> Lookout {
    let mut lookout = Lookout::NOWHERE;
    for tests in condition.questions().unwrap_or_else(|| vec![Vec::new()]) {
        lookout.ask(Question::everywhere(condition.parts(), tests));
    }
    lookout
}

/// The last moment, up to that after `last` orders, at which the condition held.
///
/// # Errors
/// The search was given up.
pub fn last_held(
    timeline: &Timeline,
    condition: &Expression,
    names: &dyn Names,
    last: u64,
    report: impl FnMut(Position) -> bool,
) -> Result<Option<u64>, GivenUp> {
    if let Some(guesses) = condition.guesses(names) {
        let is_it = |sight: &expression::Sight<'_>, _: &mut Before| {
            condition.surely_holds(sight).then_some(sight.orders)
        };
        return last_guessed(timeline, (&guesses, names), last, report, is_it);
    }
    let (here, lookout) = (condition.clone(), lookout_for(condition));
    let end = timeline.end();
    let mut search = LastHeld { condition, names, here, end, lookout, done: 0, found: None };
    timeline.last_of(last, &mut search, report)
}

/// The last moment at which this is the case, which it can be only where a guess may hold: every order
/// is asked after only in those parts of the session in which one may.
fn last_guessed(
    timeline: &Timeline,
    (guesses, names): (&Guesses, &dyn Names),
    last: u64,
    mut report: impl FnMut(Position) -> bool,
    mut is_it: impl FnMut(&expression::Sight<'_>, &mut Before) -> Option<u64>,
) -> Result<Option<u64>, GivenUp> {
    let mut last = last;
    loop {
        let mut lookout = Lookout::NOWHERE;
        lookout.ask(Question::everywhere(guesses.parts(), Vec::new()));
        let may =
            |sight: &expression::Sight<'_>, _: &mut Before| guesses.may_hold(sight).then_some(sight.orders);
        let Some(at) = timeline.last_of(last, &mut LastMoment::new(lookout, names, may), &mut report)? else {
            return Ok(None);
        };
        let is_it = |sight: &expression::Sight<'_>, before: &mut Before| {
            guesses.may_hold(sight).then(|| is_it(sight, before)).flatten()
        };
        let mut every = LastMoment::new(Lookout::EVERY_PLACE, names, is_it);
        let mut part = None;
        let mut is_beyond = false;
        let found = timeline.last_of(at, &mut every, |begin| {
            is_beyond = *part.get_or_insert(begin) != begin;
            !is_beyond && report(begin)
        });
        match (found, part) {
            (Err(GivenUp), Some(begin)) if is_beyond => last = begin.orders,
            (found, _) => return found,
        }
    }
}

/// The number of the last order, up to `last`, that changed what the expression comes to.
///
/// # Errors
/// The search was given up.
pub fn last_change(
    timeline: &Timeline,
    watched: &Expression,
    names: &dyn Names,
    last: u64,
    report: impl FnMut(Position) -> bool,
) -> Result<Option<u64>, GivenUp> {
    // What it depends on has stayed from the order behind the moment before to this one.
    let is_it = |sight: &expression::Sight<'_>, before: &mut Before| {
        let changed_by = std::mem::replace(&mut before.orders, sight.orders) + 1;
        if watched.still_is(before.value, sight) {
            return None;
        }
        // That it has no value for a while is no change.
        let value = watched.value(sight).ok()?;
        before.value.replace(value).is_some_and(|before| before != value).then_some(changed_by)
    };
    let mut lookout = Lookout::NOWHERE;
    lookout.ask(Question::everywhere(watched.parts(), Vec::new()));
    let mut search = LastMoment { watched: Some(watched), ..LastMoment::new(lookout, names, is_it) };
    timeline.last_of(last, &mut search, report)
}

/// The last moment, up to that after `last` orders, at which the order at this place was next.
///
/// # Errors
/// The search was given up.
pub fn last_at(
    timeline: &Timeline,
    place: Place,
    last: u64,
    report: impl FnMut(Position) -> bool,
) -> Result<Option<u64>, GivenUp> {
    let mut lookout = Lookout::NOWHERE;
    lookout.set_place(place, true);
    let names = &expression::NoNames;
    let is_it = |sight: &expression::Sight<'_>, _: &mut Before| Some(sight.orders);
    timeline.last_of(last, &mut LastMoment::new(lookout, names, is_it), report)
}
