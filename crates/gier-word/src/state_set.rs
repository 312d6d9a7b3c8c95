//! Sets of parts of the machine, for example the set of registers that an order changes.

use crate::Opcode;
use crate::order::{Class, IndicatorOp, Letter, Needs, Order};

/// A set of parts of the machine: registers, marks, and the store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StateSet(u16);

impl StateSet {
    /// No part.
    pub const NONE: StateSet = StateSet(0);
    /// The register R with its sign.
    pub const R: StateSet = StateSet(1);
    /// The marks of R.
    pub const R_MARKS: StateSet = StateSet(2);
    /// The register M.
    pub const M: StateSet = StateSet(4);
    /// The register s.
    pub const S: StateSet = StateSet(8);
    /// The register p.
    pub const P: StateSet = StateSet(16);
    /// The indicator.
    pub const IN: StateSet = StateSet(32);
    /// The register by, which selects units for input and output.
    pub const BY: StateSet = StateSet(64);
    /// The register tk, which selects the drum track.
    pub const TK: StateSet = StateSet(128);
    /// The cells of the store.
    pub const CELLS: StateSet = StateSet(256);
    /// All parts.
    pub const ALL: StateSet = StateSet(511);

    /// The parts that are in at least one of the two sets.
    #[must_use]
    pub const fn union(self, others: StateSet) -> StateSet {
        StateSet(self.0 | others.0)
    }

    /// The parts of this set that are not in `others`.
    #[must_use]
    pub const fn without(self, others: StateSet) -> StateSet {
        StateSet(self.0 & !others.0)
    }

    /// Whether the two sets have a part in common.
    pub const fn intersects(self, others: StateSet) -> bool {
        self.0 & others.0 != 0
    }

    const fn if_so(self, is_so: bool) -> StateSet {
        if is_so { self } else { StateSet::NONE }
    }
}

impl Order {
    /// The parts that this order may change. The register r1 and the time are not included, because every
    /// order changes them. If the previous order is `it` or `nt`, it replaces this order's increment. This
    /// order may then also store a new address in a cell. The set does not include this change.
    pub fn changes(&self) -> StateSet {
        let row = self.opcode.row();
        let tail = self.tail.unwrap_or_default();
        let of_class = match row.class {
            Class::Fetch => StateSet::R_MARKS,
            Class::Store => StateSet::CELLS,
            Class::Jump | Class::Number | Class::None => StateSet::NONE,
        };
        let of_indicator = match (tail.indicator, tail.letter) {
            (IndicatorOp::I, Letter::None) | (IndicatorOp::N | IndicatorOp::L, _) => StateSet::NONE,
            (IndicatorOp::I, Letter::K) => StateSet::IN.union(StateSet::P),
            (IndicatorOp::I, _) => StateSet::IN,
            (IndicatorOp::M, _) => StateSet::CELLS.union(StateSet::R_MARKS),
        };
        let counts = row.counts() && tail.increment != 0;
        row.changes
            .union(of_class)
            .union(of_indicator)
            .union(StateSet::M.if_so(self.is_floating()))
            .union(StateSet::R.if_so(self.clear))
            .union(StateSet::R.union(StateSet::M).if_so(tail.exchange))
            .union(StateSet::CELLS.if_so(counts))
    }

    /// The parts that this order uses as data. Parts that affect only the order's address, its condition or
    /// its indicator operation are not included.
    pub fn uses(&self) -> StateSet {
        let row = self.opcode.row();
        let exchanges = self.tail.is_some_and(|tail| tail.exchange);
        let of_operation = row
            .uses
            .union(StateSet::CELLS.if_so(row.class == Class::Fetch))
            .union(StateSet::M.if_so(self.is_floating()));
        let of_exchange = StateSet::R.union(StateSet::M).if_so(exchanges);
        // An order with the modifier n clears R first, so it does not use the old R. For `ud`, R stays in the
        // set. A floating addition to zero does not use the exponent in M either.
        let is_cleared = self.clear && row.needs != Needs::Another;
        let is_zero = is_cleared
            && self.is_floating()
            && matches!(self.opcode, Opcode::Ar | Opcode::Sr | Opcode::An | Opcode::Sn);
        let cleared = StateSet::R.if_so(is_cleared).union(StateSet::M.if_so(is_zero));
        of_operation.union(of_exchange).without(cleared)
    }

    /// Whether the order executes a floating operation: it has the modifier F, and its operation has a
    /// floating variant.
    fn is_floating(&self) -> bool {
        self.floating && self.opcode.row().floating.is_some()
    }
}
