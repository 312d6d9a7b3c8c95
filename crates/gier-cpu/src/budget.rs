//! The time that a run has, and the orders that it makes.

use gier_word::Uops;

/// Bits in which orders are counted.
const COUNT: u32 = 32;

/// The time that is left of a stretch, and the orders done: one number, so that an order is
/// accounted for by one subtraction. Its upper half is the time left less one, its lower half what
/// is left of the orders that can be counted, both from above.
pub(crate) struct Budget {
    both: i64,
    /// Orders done before this stretch, and those that could be counted in it.
    orders: u64,
}

/// What an order of this cost takes from a [`Budget`].
pub(crate) const fn charge(cost: u32) -> i64 {
    ((cost as i64) << COUNT) + 1
}

impl Budget {
    /// For a stretch of 1 to 2^31 micro-operations, after this many orders.
    pub fn new(stretch: u64, done: u64) -> Budget {
        let most = u64::from(u32::MAX);
        Budget { both: ((stretch.cast_signed() - 1) << COUNT) + most.cast_signed(), orders: done + most }
    }

    /// Pays for an order.
    #[inline(always)]
    pub fn pay(&mut self, charge: i64) {
        self.both -= charge;
    }

    /// Pays what an order costs besides.
    #[inline(always)]
    pub fn pay_more(&mut self, cost: u32) {
        self.both -= i64::from(cost) << COUNT;
    }

    /// The last order was paid for, but is not counted.
    pub fn give_back_one(&mut self) {
        self.both += 1;
    }

    /// Whether no time is left.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.both < 0
    }

    /// The time left; less than none if the last order went beyond the stretch.
    pub fn left(&self) -> i64 {
        (self.both >> COUNT) + 1
    }

    /// The time, if the stretch ends at `end`.
    pub fn now(&self, end: Uops) -> Uops {
        Uops(end.0.wrapping_sub(self.left().cast_unsigned()))
    }

    /// Orders done.
    pub fn done(&self) -> u64 {
        self.orders - u64::from(self.both as u32)
    }
}
