//! The last moment at which something was the case: a condition held, an expression changed, an order
//! was next.

use crate::debug::expression::{self, Expression, Names, Spell, Value, Valueless};
use gier_machine::timeline::{GivenUp, Position, Search, Timeline};
use gier_machine::{Lookout, Machine, Moment, Parts, Place, Probe, Quantity, Question, Sight, Test};

/// What a search for a moment has seen of an expression last.
#[derive(Clone, Default)]
struct Before {
    /// What it came to.
    value: Option<Value>,
    /// After how many orders that was.
    orders: u64,
}

/// Finds the last moment at which something was the case.
#[derive(Clone)]
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

impl<F: FnMut(&expression::Sight<'_>, &mut Before) -> Option<u64> + Clone + Send> Search
    for LastMoment<'_, F>
{
    type Found = u64;
    fn begin(&mut self, machine: &Machine, _: Position) {
        self.done = machine.orders();
        let sight = expression::Sight::of(machine).with_names(self.names);
        let value = self.watched.and_then(|watched| watched.value(&sight).ok());
        self.before = Before { value, orders: self.done };
    }
    fn found(&mut self) -> Option<u64> {
        self.found.take()
    }
}

/// Finds the last moment at which a condition held. A part of the session is first looked through for
/// moments at which it may hold, if that is quicker; and where there are any, for the last at which it
/// does.
#[derive(Clone)]
struct LastHeld<'a> {
    condition: &'a Expression,
    /// Whether variables stand in it by name.
    is_named: bool,
    names: &'a dyn Names,
    /// What it may mean without names: it is one of these; none if these are too many.
    meant: Option<Vec<Expression>>,
    /// What is asked in the part that is looked through: one of these may hold.
    here: Vec<Expression>,
    /// Whether that is more than the condition itself, and the last moment at which it held.
    is_rough: bool,
    may: Option<u64>,
    /// Whether it may also hold where it has no value, since something else is asked first.
    is_loose: bool,
    lookout: Lookout,
    done: u64,
    found: Option<u64>,
}

impl<'a> LastHeld<'a> {
    fn new(condition: &'a Expression, names: &'a dyn Names) -> LastHeld<'a> {
        LastHeld {
            condition,
            is_named: condition.is_named(),
            names,
            meant: condition.meant(names),
            here: Vec::new(),
            is_rough: true,
            may: None,
            is_loose: false,
            lookout: Lookout::NOWHERE,
            done: 0,
            found: None,
        }
    }

    /// What is asked in a part: first what is asked sooner than the condition, if anything is.
    fn ask_in(&mut self, spell: Spell) {
        let Some(meant) = &self.meant else {
            (self.here, self.is_rough) = (vec![self.condition.clone()], false);
            self.lookout = Lookout::EVERY_PLACE;
            return;
        };
        let within: Vec<Expression> = meant.iter().map(|meant| meant.within(spell)).collect();
        let rough: Vec<Expression> = meant.iter().map(|meant| meant.roughly(spell)).collect();
        let is_looser = rough != within;
        let is_quicker = self.is_named || is_looser;
        self.is_rough &= is_quicker && !rough.iter().any(Expression::is_true);
        self.is_loose = is_looser && self.is_rough;
        self.here = if self.is_rough { rough } else { within };
        // Which variables are seen depends on where the program is.
        let is_of_places = self.is_named && !self.is_rough;
        let parts = if is_of_places { Parts::ALL } else { Parts::NONE };
        let valueless = if self.is_loose { Valueless::Told } else { Valueless::PassedOver };
        self.lookout = lookout_for(&self.here, parts, valueless);
    }
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
        let holds = |here: &Expression| here.surely_holds(&sight) || self.is_loose && here.may_hold(&sight);
        if !self.here.iter().any(holds) {
            return;
        }
        if self.is_rough {
            self.may = Some(sight.orders);
        } else if !self.is_named || self.condition.surely_holds(&sight) {
            self.found = Some(sight.orders);
        }
    }
}

impl Search for LastHeld<'_> {
    type Found = u64;
    fn begin(&mut self, machine: &Machine, end: Position) {
        self.done = machine.orders();
        self.ask_in(Spell { from: Position { orders: machine.orders(), at: machine.now() }, to: end });
    }
    fn found(&mut self) -> Option<u64> {
        self.found.take()
    }
    fn is_idle(&self) -> bool {
        self.lookout.is_empty()
    }
    fn again(&mut self) -> Option<u64> {
        let may = self.may.take();
        self.is_rough = may.is_none();
        may
    }
}

/// Where a run is asked for conditions: of a stretch of orders over which one holds, and these parts
/// stay, the last moment.
fn lookout_for(conditions: &[Expression], parts: Parts, valueless: Valueless) -> Lookout {
    let mut lookout = Lookout::NOWHERE;
    for condition in conditions {
        for tests in condition.questions(valueless).unwrap_or_else(|| vec![Vec::new()]) {
            // What is sooner seen is asked first.
            let is_late = |test: &Test| is_local(test.quantity) || test.less.is_some_and(is_local);
            let (late, mut tests): (Vec<_>, Vec<_>) = tests.into_iter().partition(is_late);
            tests.extend(late);
            lookout.ask(Question::everywhere(condition.parts().and(parts), tests));
        }
    }
    lookout
}

/// Whether cells must be read to find that which is looked at.
const fn is_local(quantity: Quantity) -> bool {
    matches!(quantity, Quantity::Local(..))
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
    timeline.last_of(last, &LastHeld::new(condition, names), report)
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
    let search = LastMoment { watched: Some(watched), ..LastMoment::new(lookout, names, is_it) };
    timeline.last_of(last, &search, report)
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
    timeline.last_of(last, &LastMoment::new(lookout, names, is_it), report)
}
