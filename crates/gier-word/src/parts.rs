//! Parts of the machine as a set: what an order changes, and what it uses as data.

use crate::order::{Class, IndicatorOp, Letter, Meets, Order};

/// Some parts of the machine, as an order sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Parts(u16);

impl Parts {
    /// None of them.
    pub const NONE: Parts = Parts(0);
    /// R with its sign.
    pub const R: Parts = Parts(1);
    /// The marks of R.
    pub const R_MARKS: Parts = Parts(2);
    /// M.
    pub const M: Parts = Parts(4);
    /// s.
    pub const S: Parts = Parts(8);
    /// p.
    pub const P: Parts = Parts(16);
    /// The indicator.
    pub const IN: Parts = Parts(32);
    /// The selected units.
    pub const BY: Parts = Parts(64);
    /// The drum track.
    pub const TK: Parts = Parts(128);
    /// The cells of the store.
    pub const CELLS: Parts = Parts(256);
    /// All of them.
    pub const ALL: Parts = Parts(511);

    /// The parts of both sets.
    #[must_use]
    pub const fn and(self, others: Parts) -> Parts {
        Parts(self.0 | others.0)
    }

    /// The parts of this set that are not in the other.
    #[must_use]
    pub const fn without(self, others: Parts) -> Parts {
        Parts(self.0 & !others.0)
    }

    /// Whether the two sets have a part in common.
    pub const fn meets(self, others: Parts) -> bool {
        self.0 & others.0 != 0
    }

    const fn if_so(self, is_so: bool) -> Parts {
        if is_so { self } else { Parts::NONE }
    }
}

impl Order {
    /// The parts that this order may change, whatever its operands are. The place of the next order and
    /// the time are no parts: every order changes them. The cell in which the order counts by the t of
    /// an `it` before it is left out.
    pub fn changes(&self) -> Parts {
        let row = self.opcode.row();
        let tail = self.tail.unwrap_or_default();
        let of_class = match row.class {
            Class::Fetch => Parts::R_MARKS,
            Class::Store => Parts::CELLS,
            Class::Jump | Class::Number | Class::None => Parts::NONE,
        };
        let of_indicator = match (tail.indicator, tail.letter) {
            (IndicatorOp::I, Letter::None) | (IndicatorOp::N | IndicatorOp::L, _) => Parts::NONE,
            (IndicatorOp::I, Letter::K) => Parts::IN.and(Parts::P),
            (IndicatorOp::I, _) => Parts::IN,
            (IndicatorOp::M, _) => Parts::CELLS.and(Parts::R_MARKS),
        };
        let counts = row.counts() && tail.increment != 0;
        row.changes
            .and(of_class)
            .and(of_indicator)
            .and(Parts::M.if_so(self.is_floating()))
            .and(Parts::R.if_so(self.clear))
            .and(Parts::R.and(Parts::M).if_so(tail.exchange))
            .and(Parts::CELLS.if_so(counts))
    }

    /// The parts whose contents this order uses as data. What it uses for its address, its condition and
    /// its indicator operation is left out.
    pub fn uses(&self) -> Parts {
        let row = self.opcode.row();
        let exchanges = self.tail.is_some_and(|tail| tail.exchange);
        let of_operation = row
            .uses
            .and(Parts::CELLS.if_so(row.class == Class::Fetch))
            .and(Parts::M.if_so(self.is_floating()));
        let of_exchange = Parts::R.and(Parts::M).if_so(exchanges);
        // With n an operation finds zero in R, unless it executes another order.
        let cleared = Parts::R.if_so(self.clear && row.meets != Meets::Another);
        of_operation.and(of_exchange).without(cleared)
    }

    /// Whether the floating variant of the operation is executed.
    fn is_floating(&self) -> bool {
        self.floating && self.opcode.row().floating.is_some()
    }
}
