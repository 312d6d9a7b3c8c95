//! Searches a session backwards for the last position at which something happened.

use super::replay::{Cursor, Goal};
use super::{Position, Timeline};
use crate::machine::Machine;
use gier_cpu::{CellChange, Interest, Probe, StateView, WatchSet};
use gier_word::Uops;

/// The number of orders that a search replays before it reports again and asks whether it was
/// cancelled.
const SLICE: u64 = 1 << 17;

/// Finds the last position before one of the orders that `watch_set` contains, or after a write to one of its cells.
#[derive(Clone)]
struct AmongPlaces<'a> {
    watch_set: &'a WatchSet,
    /// The order count at the last call of [`Probe::executed`]. [`StateView::orders`] counts the later
    /// orders.
    orders: u64,
    hit: Option<u64>,
}

impl Probe for AmongPlaces<'_> {
    fn interest(&self) -> Interest<'_> {
        Interest::Watched(self.watch_set)
    }
    fn executed(&mut self, orders: u64) {
        self.orders += orders;
    }
    fn reached(&mut self, moment: &StateView<'_>) {
        self.hit = Some(self.orders + moment.orders);
    }
    fn cell_written(&mut self, _: &CellChange, moment: &StateView<'_>) {
        self.reached(moment);
    }
}

/// A probe that searches parts of a session, called segments, for the last occurrence of an event.
pub trait Search: Probe {
    /// What the search returns for an occurrence, for example the order count.
    type Found;
    /// Called before a segment is replayed, with the machine at the beginning of the segment.
    fn begin(&mut self, machine: &Machine);
    /// Returns the last occurrence since the previous call of this method, or `None` if there was none.
    fn found(&mut self) -> Option<Self::Found>;
}

impl Search for AmongPlaces<'_> {
    type Found = u64;
    fn begin(&mut self, machine: &Machine) {
        self.orders = machine.orders();
    }
    fn found(&mut self) -> Option<u64> {
        self.hit.take()
    }
}

/// A part of a session: the orders from a keyframe up to the order with the number `last`.
struct Segment<'a> {
    /// The machine at the beginning of the segment.
    keyframe: &'a Cursor,
    /// The number of the last order that is searched.
    last: u64,
}

impl Segment<'_> {
    fn begin(&self) -> Position {
        self.keyframe.position()
    }
}

/// The error of a cancelled search. A search is cancelled when its callback `report` returns `false`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl Timeline {
    /// Goes back to the last earlier position before one of the orders that `watch_set` contains, or after a write to
    /// one of its cells. Returns `false`, and does not move, if there was none.
    pub fn reverse_to(&mut self, watch_set: &WatchSet) -> bool {
        let last = self.cursor.machine.orders().saturating_sub(1);
        let search = AmongPlaces { watch_set, orders: 0, hit: None };
        let found = self.last_of(last, &search, |_| true).unwrap_or_default();
        found.map(|orders| self.seek(orders)).is_some()
    }

    /// Returns the last occurrence that a copy of `search` finds among the orders up to number `last`. The
    /// timeline does not move. The search replays the session from one keyframe after another, the latest
    /// first, because most searches end near the present. `report` receives the position that the search has
    /// reached on its way back. If `report` returns `false`, the search is cancelled.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `report` returned `false`.
    pub fn last_of<S: Search + Clone>(
        &self,
        last: u64,
        search: &S,
        mut report: impl FnMut(Position) -> bool,
    ) -> Result<Option<S::Found>, Cancelled> {
        let (mut search, mut reached) = (search.clone(), self.end);
        for segment in self.segments(last) {
            let mut is_wanted = || report(reached);
            if let Some(found) = self.last_in_segment(&segment, &mut search, &mut is_wanted)? {
                return Ok(Some(found));
            }
            reached = segment.begin();
        }
        Ok(None)
    }

    /// The segments of the session up to order `last`, the latest first.
    fn segments(&self, last: u64) -> Vec<Segment<'_>> {
        let mut last = last.min(self.end.orders);
        let mut segments = Vec::new();
        for frame in self.keyframes.iter().rev() {
            let segment = Segment { keyframe: &frame.cursor, last };
            let begin = segment.begin().orders;
            if begin < last {
                last = begin;
                segments.push(segment);
            }
        }
        segments
    }

    /// Returns the last occurrence that `search` finds in a segment. Calls `is_wanted` after each [`SLICE`]
    /// orders. If `is_wanted` returns `false`, gives up and returns an error.
    fn last_in_segment<F>(
        &self,
        segment: &Segment<'_>,
        search: &mut dyn Search<Found = F>,
        is_wanted: &mut dyn FnMut() -> bool,
    ) -> Result<Option<F>, Cancelled> {
        let mut cursor = segment.keyframe.clone();
        search.begin(&cursor.machine);
        let mut found = None;
        while cursor.machine.orders() < segment.last {
            let before = (cursor.position(), cursor.fed);
            let orders = (before.0.orders + SLICE).min(segment.last);
            cursor.advance(&self.inputs, Goal { orders, at: Uops::NEVER }, search);
            found = search.found().or(found);
            if !is_wanted() {
                return Err(Cancelled);
            }
            if (cursor.position(), cursor.fed) == before {
                break;
            }
        }
        Ok(found)
    }
}
