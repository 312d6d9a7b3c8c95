//! Remembers the last write of each cell. The debugger needs these writes to find variables that were never
//! set.

use super::writes::{Write, last_writes};
use gier_machine::timeline::{Cancelled, Position, Timeline};
use gier_word::Address;
use std::collections::{BTreeMap, BTreeSet};

/// For each cell, the last write that an earlier search found. A new search then replays only the orders that
/// the earlier search did not cover.
#[derive(Clone, Debug, Default)]
pub struct KnownWrites(BTreeMap<Address, Known>);

/// The result of an earlier search for the last write of one cell.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The search covered the orders after the order with this number.
    after: u64,
    /// The search covered the orders up to the order with this number.
    up_to: u64,
    /// The last write in the orders that the search covered. `None` if there was no write.
    last: Option<Write>,
}

impl KnownWrites {
    /// Forgets all searches that covered an order after number `orders`.
    pub fn forget_after(&mut self, orders: u64) {
        self.0.retain(|_, known| known.up_to <= orders);
    }

    /// Returns the last write of each cell after order number `after` and up to order number `now`. Writes by
    /// the drum and by a person also count. A write by order `after` itself may be returned too. The map
    /// omits cells that were not written.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `report` returned `false`.
    pub fn last_writes(
        &mut self,
        timeline: &Timeline,
        cells: &BTreeSet<Address>,
        (after, now): (u64, u64),
        report: &mut dyn FnMut(Position) -> bool,
    ) -> Result<BTreeMap<Address, Write>, Cancelled> {
        let searched = |cell| self.of(cell, after, now).map_or(after, |known| known.up_to.clamp(after, now));
        let searched = cells.iter().map(|&cell| searched(cell)).min().unwrap_or(now);
        let mut last = last_writes(timeline, cells, (searched, now), report)?;
        for &cell in cells {
            let earlier = self.of(cell, after, now).and_then(|known| known.last);
            if let (None, Some(earlier)) = (last.get(&cell), earlier.filter(|write| write.orders >= after)) {
                last.insert(cell, earlier);
            }
            self.0.insert(cell, Known { after, up_to: now, last: last.get(&cell).copied() });
        }
        Ok(last)
    }

    /// Returns the result of the earlier search for this cell. Returns `None` if this result does not help a
    /// new search from order `after` up to order `now`.
    fn of(&self, cell: Address, after: u64, now: u64) -> Option<Known> {
        let is_before = |last: Write| last.orders <= now;
        let known = self.0.get(&cell).filter(|known| known.after <= after)?;
        (known.up_to <= now || known.last.is_none_or(is_before)).then_some(*known)
    }
}
