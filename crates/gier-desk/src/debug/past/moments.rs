//! Finds the last time that a condition was true, or the last order that changed the value of an expression.
//! The search replays the session and evaluates the expression.

use crate::debug::expression::{EvalState, Expression, Names, Reads, ScopeCache, Value};
use crate::debug::stops::both_halves;
use crate::whereabouts::Scope;
use gier_machine::timeline::{Cancelled, Position, Search, Timeline};
use gier_machine::{Arrival, CellChange, Interest, Machine, Probe, StateView, WatchSet};

/// How many orders an exact search covers. An exact search examines every order. For an expression with
/// variables and without registers, there are three searches. The first is an exact search at the end of the
/// session. If it finds nothing, a fast search skips the orders of ALGOL's run-time library. Another exact
/// search then covers the orders after the match of the fast search.
const NEAR: u64 = 1 << 16;

/// What a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MomentKind {
    /// The times when the condition is true.
    Held,
    /// The orders that change the value of the expression.
    Changed,
}

/// Finds the last time that a condition was true, or the last order that changed the value of an expression.
#[derive(Clone)]
struct Last<'a> {
    wanted: MomentKind,
    expression: &'a Expression,
    names: &'a dyn Names,
    /// Stores the expression for each scope, with its variables replaced by cells. `None` if the expression
    /// has no variables.
    cache: Option<ScopeCache>,
    /// The expression with its variables replaced by cells, if these cells are the same in every scope. See
    /// [`Expression::resolved_everywhere`].
    sole: Option<Expression>,
    /// Whether the expression contains variables, but no registers and no time. The value then depends only
    /// on cells. The scope and register p (the address of the stack frame) determine which cells these are.
    is_of_variables: bool,
    /// The scope and register p at the last evaluation, and whether the condition was true. In a search for a
    /// change, the `bool` is `false`. Used only if `is_of_variables`.
    ///
    /// While scope and p stay the same, this result is used again. A write to a cell that the evaluation read
    /// sets this field to `None`.
    settled: Option<((Option<Scope>, u16), bool)>,
    /// The cells that the last evaluation read.
    reads: Reads,
    /// The places and cells at which the search evaluates the expression.
    watch_set: &'a WatchSet,
    /// In a search for a change: the last value that the expression had.
    before: Option<Value>,
    /// The number of orders executed before the present replay began.
    done: u64,
    /// The number of orders executed before the latest match.
    found: Option<u64>,
}

impl Probe for Last<'_> {
    fn interest(&self) -> Interest<'_> {
        Interest::Watched(self.watch_set)
    }
    fn executed(&mut self, orders: u64) {
        self.done += orders;
        self.settled = None;
    }
    fn cell_written(&mut self, change: &CellChange, moment: &StateView<'_>) {
        if self.reads.contain(change.address) {
            self.settled = None;
            self.reached(moment);
        }
    }
    fn arrives(&mut self, arrival: &Arrival, _: &StateView<'_>) {
        if self.reads.contain(arrival.change.address) {
            self.settled = None;
        }
    }
    fn reached(&mut self, moment: &StateView<'_>) {
        let state = EvalState::of_view(moment, self.done, self.names);
        if self.is_here(&state) {
            self.found = Some(state.orders);
        }
    }
}

impl Last<'_> {
    /// Whether this state is a match: the condition is true, or the value has changed. If `is_of_variables`,
    /// the expression is evaluated only if its value may have changed.
    fn is_here(&mut self, state: &EvalState<'_>) -> bool {
        let is_change = self.wanted == MomentKind::Changed;
        if is_change && self.cache.is_some() && !self.names.is_in_own_code(state) {
            return false;
        }
        let scope = || self.cache.as_ref().and_then(|_| self.names.scope(state));
        if !self.is_of_variables {
            return !self.is_nowhere(state) && self.is_it(scope(), state);
        }
        let scope = scope();
        if is_change && self.left_changed(scope, state) {
            return true;
        }
        let here = (scope, state.registers.p);
        if let Some((_, is_true)) = self.settled.filter(|(there, _)| *there == here) {
            return is_true;
        }
        let reads = Reads::default();
        let is_it = self.is_it(scope, &EvalState { reads: Some(&reads), ..*state });
        self.reads = reads;
        self.settled = Some((here, is_it && self.wanted == MomentKind::Held));
        is_it
    }

    /// If the last order has left a scope, evaluates the expression in that scope. Returns whether its value
    /// has changed. See [`ScopeCache::left`].
    fn left_changed(&mut self, scope: Option<Scope>, state: &EvalState<'_>) -> bool {
        let left = self.cache.as_mut().and_then(|cache| cache.left(scope, state));
        left.is_some_and(|left| self.is_it(left, state))
    }

    /// Returns `true` if this state cannot be a match in any scope: the condition is false, or the value is
    /// unchanged. This test saves the slow computation of the present scope. Returns `false` if the test
    /// cannot decide.
    fn is_nowhere(&self, state: &EvalState<'_>) -> bool {
        self.sole.as_ref().is_some_and(|sole| match self.wanted {
            MomentKind::Held => !sole.surely_holds(state),
            MomentKind::Changed => sole.value(state).is_ok_and(|value| Some(value) == self.before),
        })
    }

    /// Evaluates the expression in this scope. Returns whether this state is a match: the condition is true,
    /// or the value has changed.
    fn is_it(&mut self, scope: Option<Scope>, state: &EvalState<'_>) -> bool {
        let resolved = match &mut self.cache {
            None => self.expression,
            Some(cache) => cache.resolved_in(self.expression, scope, state.names),
        };
        match self.wanted {
            MomentKind::Held => resolved.surely_holds(state),
            MomentKind::Changed => {
                // If the expression has no value now, this does not count as a change.
                let Ok(value) = resolved.value(state) else { return false };
                self.before.replace(value).is_some_and(|before| before != value)
            }
        }
    }
}

impl Search for Last<'_> {
    type Found = u64;
    fn begin(&mut self, machine: &Machine) {
        let state = EvalState::of(machine).with_names(self.names);
        self.done = machine.orders();
        self.settled = None;
        // This evaluation records the cells that the expression reads here.
        self.is_here(&state);
        self.before = self.expression.value(&state).ok();
    }
    fn found(&mut self) -> Option<u64> {
        self.found.take()
    }
}

/// Returns the number of orders executed before the last time that the condition was true, or, if a change is wanted,
/// the number of the last order that changed the value of the expression. The search ignores every order after order
/// number `last`. Calls `report` with the position that the search has reached. If `report` returns `false`, cancels
/// the search.
///
/// # Errors
/// Returns an error if the search was cancelled.
pub fn last_moment(
    timeline: &Timeline,
    (wanted, expression): (MomentKind, &Expression),
    names: &dyn Names,
    last: u64,
    mut report: impl FnMut(Position) -> bool,
) -> Result<Option<u64>, Cancelled> {
    let cache = expression.scope_cache(names);
    let is_of_variables = cache.is_some() && expression.is_of_variables();
    let sole = expression.resolved_everywhere(names);
    let search = |watch_set| Last {
        wanted,
        expression,
        names,
        cache: cache.clone(),
        sole: sole.clone(),
        is_of_variables,
        settled: None,
        reads: Reads::default(),
        watch_set,
        before: None,
        done: 0,
        found: None,
    };
    if !is_of_variables {
        return timeline.last_of(last, &search(&WatchSet::EVERY_PLACE), report);
    }
    // The fast search skips the orders of ALGOL's run-time library. These can change the scope or register p
    // without a write to a cell that the expression reads. The fast search notices this only before the next
    // order that is not in the library. At the end of the session, such an order may not follow. So an exact
    // search covers the end.
    let end = last.min(timeline.end().orders);
    let mut is_cancelled = false;
    let at_end = timeline.last_of(end, &search(&WatchSet::EVERYTHING), |reached| {
        is_cancelled = !report(reached);
        !is_cancelled && reached.orders > end.saturating_sub(NEAR)
    });
    match at_end {
        Ok(Some(found)) => return Ok(Some(found)),
        Err(Cancelled) if is_cancelled => return Err(Cancelled),
        Ok(None) | Err(Cancelled) => {}
    }
    let watch_set = for_variables(names);
    // The last match may be some orders after `near`, in the run-time library. So an exact search follows.
    let Some(near) = timeline.last_of(last, &search(&watch_set), &mut report)? else { return Ok(None) };
    timeline.last_of(last.min(near + NEAR), &search(&WatchSet::EVERYTHING), report)
}

/// Returns what the fast search watches: writes to all cells, and the orders outside ALGOL's run-time
/// library. The orders of the library change a variable only by a write to a cell. So they need not be
/// watched.
fn for_variables(names: &dyn Names) -> WatchSet {
    let mut watch_set = WatchSet::EVERYTHING;
    let of_running_system = names.first_own_cell().into_iter().flat_map(|first| 0..first.index());
    for place in of_running_system.flat_map(|cell| both_halves(cell.into())) {
        watch_set.set_place(place, false);
    }
    watch_set
}
