//! The last moment at which something was the case: a condition held, an expression changed, an order
//! was next.

use crate::debug::expression::{self, Expression, Names, Senses, Spell, Value, Valueless};
use gier_machine::timeline::{GivenUp, Position, Search, Timeline};
use gier_machine::{Lookout, Machine, Moment, Parts, Place, Probe, Quantity, Question, Sight, Test};

/// The parts on which depends which variables are seen: a program leaves a block by no other orders.
const WHEREABOUTS: Parts = Parts::P.and(Parts::S).and(Parts::CELLS).and(Parts::JUMPS);

/// Finds the last order that changed what an expression comes to. With variables by name a part of the
/// session is first looked through for any change of what they can only mean, which is quicker; in most
/// parts there is none.
#[derive(Clone)]
struct LastChange<'a> {
    watched: &'a Expression,
    names: &'a dyn Names,
    /// What it may mean without names, if variables stand in it by name and that is not too much.
    senses: Option<Senses>,
    /// Whether the one that it can only mean is looked at, and whether it has changed.
    is_rough: bool,
    changes: bool,
    lookout: Lookout,
    /// What it came to last, and after how many orders it was looked at.
    before: Option<Value>,
    seen: u64,
    done: u64,
    found: Option<u64>,
}

impl LastChange<'_> {
    /// The one that it can only mean.
    fn only_sense(&self) -> Option<&Expression> {
        self.senses.as_ref()?.only()
    }
}

impl Probe for LastChange<'_> {
    fn sight(&self) -> Sight<'_> {
        Sight::Places(&self.lookout)
    }
    fn passed(&mut self, orders: u64) {
        self.done += orders;
    }
    fn stands(&mut self, moment: &Moment<'_>) {
        let sight = expression::Sight::of_moment(moment, self.done, self.names);
        // What it depends on has stayed from the order behind the moment before to this one.
        let changed_by = std::mem::replace(&mut self.seen, sight.orders) + 1;
        let meant = match &mut self.senses {
            Some(senses) if self.is_rough => senses.only(),
            Some(senses) => Some(senses.meant(&sight)),
            None => None,
        };
        let looked_at = meant.unwrap_or(self.watched);
        // That it has no value for a while is no change.
        if looked_at.still_is(self.before, &sight) {
            return;
        }
        let Ok(value) = looked_at.value(&sight) else { return };
        if self.before.replace(value).is_some_and(|before| before != value) {
            self.changes = true;
            self.found = Some(changed_by);
        }
    }
}

impl Search for LastChange<'_> {
    type Found = u64;
    fn begin(&mut self, machine: &Machine, _: Position) {
        let sight = expression::Sight::of(machine).with_names(self.names);
        let rough = self.only_sense().filter(|_| self.is_rough);
        let before = rough.unwrap_or(self.watched).value(&sight).ok();
        let parts = match (&self.senses, rough) {
            (_, Some(rough)) => rough.parts(),
            (Some(senses), None) => senses.all().iter().map(Expression::parts).fold(WHEREABOUTS, Parts::and),
            (None, None) => self.watched.parts(),
        };
        self.lookout = Lookout::NOWHERE;
        self.lookout.ask(Question::everywhere(parts, Vec::new()));
        (self.before, self.changes) = (before, false);
        (self.done, self.seen) = (machine.orders(), machine.orders());
    }
    fn found(&mut self) -> Option<u64> {
        self.found.take().filter(|_| !self.is_rough)
    }
    fn is_idle(&self) -> bool {
        // One change is enough.
        self.is_rough && self.changes
    }
    fn again(&mut self) -> Option<u64> {
        let is_again = self.is_rough && self.changes;
        self.is_rough = self.only_sense().is_some() && !is_again;
        is_again.then_some(u64::MAX)
    }
}

/// As many parts of a session are looked through at most before it is seen again whether a look for
/// moments at which a condition may hold is of use.
const MOST_AT_ONCE: u32 = 15;

/// Finds the last moment at which a condition held. A part of the session is first looked through for
/// moments at which it may hold, if that is quicker; and where there are any, for the last at which it
/// does.
#[derive(Clone)]
struct LastHeld<'a> {
    condition: &'a Expression,
    /// Whether variables stand in it by name.
    is_named: bool,
    names: &'a dyn Names,
    /// What it may mean without names; none if that is too much.
    senses: Option<Senses>,
    /// What is asked in the part that is looked through: one of these may hold.
    here: Vec<Expression>,
    /// Whether that is more than the condition itself, and the last moment at which it held.
    is_rough: bool,
    may: Option<u64>,
    /// As many parts to come are looked through for the condition at once, since in those before it might
    /// have held; and how many were to be when that was last seen.
    at_once: u32,
    doubt: u32,
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
            senses: condition.senses(names),
            here: Vec::new(),
            is_rough: true,
            may: None,
            at_once: 0,
            doubt: 0,
            is_loose: false,
            lookout: Lookout::NOWHERE,
            done: 0,
            found: None,
        }
    }

    /// What is asked in a part: first what is asked sooner than the condition, if anything is.
    fn ask_in(&mut self, spell: Spell) {
        let Some(senses) = &self.senses else {
            (self.here, self.is_rough) = (vec![self.condition.clone()], false);
            self.lookout = Lookout::EVERY_PLACE;
            return;
        };
        let within: Vec<_> = senses.all().iter().map(|meant| meant.within(spell)).collect();
        let rough: Vec<_> = senses.all().iter().map(|meant| meant.roughly(spell)).collect();
        let is_looser = rough != within;
        let is_quicker = self.is_named || is_looser;
        self.is_rough &= is_quicker && !rough.iter().any(Expression::is_true);
        self.is_loose = is_looser && self.is_rough;
        self.here = if self.is_rough { rough } else { within };
        let valueless = if self.is_loose { Valueless::Told } else { Valueless::PassedOver };
        self.lookout = Lookout::NOWHERE;
        let whereabouts = if self.is_named && !self.is_rough { WHEREABOUTS } else { Parts::NONE };
        for condition in &self.here {
            for tests in questions_of(condition, valueless) {
                self.lookout.ask(Question::everywhere(whereabouts.and(condition.parts()), tests));
            }
        }
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
        let is_it = match &mut self.senses {
            Some(senses) if self.is_named && !self.is_rough => holds(senses.meant(&sight)),
            _ => self.here.iter().any(holds),
        };
        if is_it {
            let found = if self.is_rough { &mut self.may } else { &mut self.found };
            *found = Some(sight.orders);
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
        if may.is_some() {
            self.doubt = (2 * self.doubt + 1).min(MOST_AT_ONCE);
            self.at_once = self.doubt;
        } else if self.is_rough {
            self.doubt = 0;
        } else {
            self.at_once = self.at_once.saturating_sub(1);
        }
        self.is_rough = may.is_none() && self.at_once == 0;
        may
    }
}

/// What a run is asked for a condition: alternatives of tests that all hold.
fn questions_of(condition: &Expression, valueless: Valueless) -> Vec<Vec<Test>> {
    let mut questions = condition.questions(valueless).unwrap_or_else(|| vec![Vec::new()]);
    for tests in &mut questions {
        // What is sooner seen is asked first.
        let is_late =
            |test: &Test| is_local(test.quantity) || test.less.is_some_and(|(less, _)| is_local(less));
        let (late, soon): (Vec<_>, Vec<_>) = tests.iter().partition(|test| is_late(test));
        *tests = [soon, late].concat();
    }
    questions
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
    let senses = watched.senses(names).filter(|_| watched.is_named());
    let search = LastChange {
        watched,
        names,
        is_rough: senses.as_ref().is_some_and(|senses| senses.only().is_some()),
        senses,
        changes: false,
        lookout: Lookout::NOWHERE,
        before: None,
        seen: 0,
        done: 0,
        found: None,
    };
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
    timeline.last_among(last, &lookout, |_| true, report)
}
