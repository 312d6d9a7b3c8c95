//! Finds the last moment at which a condition was true, an expression changed, or an order was next.
//! Conditions and expressions are evaluated after every order of the replay.

use crate::debug::expression::{self, Expression, Meanings, Names, Value};
use crate::whereabouts::Scope;
use gier_machine::timeline::{Cancelled, Position, Search, Timeline};
use gier_machine::{Arrival, CellChange, Interest, Machine, Place, Probe, StateView, WatchSet};

/// The kind of moment that a search looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MomentKind {
    /// A moment at which the condition is true.
    Held,
    /// A moment at which the value of the expression changes.
    Changed,
}

/// Finds the last moment at which a condition was true, or the last order that changed a value.
#[derive(Clone)]
struct Last<'a> {
    wanted: MomentKind,
    expression: &'a Expression,
    names: &'a dyn Names,
    /// The meaning of the expression in each scope, if it names variables.
    meanings: Option<Meanings>,
    /// The scope and p at the last evaluation of an expression of variables alone, and whether the condition
    /// was true. With the same scope and p, the expression still has the same value. `None` once a cell was
    /// written.
    settled: Option<((Option<Scope>, u16), bool)>,
    /// The last value of the expression. A variable of the expression may have been invisible since.
    before: Option<Value>,
    /// The number of orders executed before the present replay.
    done: u64,
    found: Option<u64>,
}

impl Probe for Last<'_> {
    fn interest(&self) -> Interest<'_> {
        Interest::Watched(if self.is_of_variables() { &WatchSet::EVERYTHING } else { &WatchSet::EVERY_PLACE })
    }
    fn executed(&mut self, orders: u64) {
        self.done += orders;
        self.settled = None;
    }
    fn cell_written(&mut self, _: &CellChange, _: &StateView<'_>) {
        self.settled = None;
    }
    fn arrives(&mut self, _: &Arrival, _: &StateView<'_>) {
        self.settled = None;
    }
    fn reached(&mut self, moment: &StateView<'_>) {
        let sight = expression::Sight::of_moment(moment, self.done, self.names);
        let scope = self.meanings.as_ref().and_then(|_| self.names.scope(&sight));
        let here = (scope, sight.registers.p);
        let is_it = match self.settled {
            Some((there, is_true)) if there == here => is_true,
            _ => {
                let is_it = self.is_it(scope, &sight);
                let is_true = is_it && self.wanted == MomentKind::Held;
                self.settled = self.is_of_variables().then_some((here, is_true));
                is_it
            }
        };
        if is_it {
            self.found = Some(sight.orders);
        }
    }
}

impl Last<'_> {
    /// Whether the expression depends on cells, the scope and p alone.
    fn is_of_variables(&self) -> bool {
        self.meanings.as_ref().is_some_and(Meanings::are_of_variables)
    }

    /// Whether the condition is true or, in a search for a change, whether the value has changed. `scope` is
    /// the scope of an expression with variables.
    fn is_it(&mut self, scope: Option<Scope>, sight: &expression::Sight<'_>) -> bool {
        let meant = match &mut self.meanings {
            None => self.expression,
            Some(meanings) => meanings.meant_in(scope, sight.names),
        };
        match self.wanted {
            MomentKind::Held => meant.surely_holds(sight),
            // A value that is missing for a while is no change.
            MomentKind::Changed if meant.still_is(self.before, sight) => false,
            MomentKind::Changed => {
                let Ok(value) = meant.value(sight) else { return false };
                self.before.replace(value).is_some_and(|before| before != value)
            }
        }
    }
}

impl Search for Last<'_> {
    type Found = u64;
    fn begin(&mut self, machine: &Machine) {
        let sight = expression::Sight::of(machine).with_names(self.names);
        self.before = self.expression.value(&sight).ok();
        self.done = machine.orders();
        self.settled = None;
    }
    fn found(&mut self) -> Option<u64> {
        self.found.take()
    }
}

fn last(
    timeline: &Timeline,
    (wanted, expression): (MomentKind, &Expression),
    names: &dyn Names,
    last: u64,
    report: impl FnMut(Position) -> bool,
) -> Result<Option<u64>, Cancelled> {
    let meanings = expression.meanings(names);
    let (before, settled) = (None, None);
    let search = Last { wanted, expression, names, meanings, settled, before, done: 0, found: None };
    timeline.last_of(last, &search, report)
}

/// The number of orders executed before the last moment at which the condition was true. Moments after more
/// than `last` orders do not count.
///
/// # Errors
/// Returns an error if the search was cancelled.
pub fn last_held(
    timeline: &Timeline,
    condition: &Expression,
    names: &dyn Names,
    last: u64,
    report: impl FnMut(Position) -> bool,
) -> Result<Option<u64>, Cancelled> {
    self::last(timeline, (MomentKind::Held, condition), names, last, report)
}

/// The number of the last order, up to `last`, that changed the value of the expression.
///
/// # Errors
/// Returns an error if the search was cancelled.
pub fn last_change(
    timeline: &Timeline,
    watched: &Expression,
    names: &dyn Names,
    last: u64,
    report: impl FnMut(Position) -> bool,
) -> Result<Option<u64>, Cancelled> {
    self::last(timeline, (MomentKind::Changed, watched), names, last, report)
}

/// The latest moment at which the machine was about to execute the order at this place, among the moments
/// of the first `last` orders.
///
/// # Errors
/// Returns an error if the search was cancelled.
pub fn last_at(
    timeline: &Timeline,
    place: Place,
    last: u64,
    report: impl FnMut(Position) -> bool,
) -> Result<Option<u64>, Cancelled> {
    let mut watch_set = WatchSet::EMPTY;
    watch_set.set_place(place, true);
    timeline.last_among(last, &watch_set, |_| true, report)
}
