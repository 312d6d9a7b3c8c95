//! The time left in a run, and the number of orders executed.

use gier_word::Uops;

/// The width in bits of the lower half of `Budget::both`, which counts orders.
const COUNT: u32 = 32;

/// The time that the fast path may still use, and how many orders it has executed. The fast path gets time in
/// portions, called stretches.
///
/// One number holds both values, so that one subtraction updates both. Its upper half is the time left in
/// micro-operations, minus one. The whole number is therefore negative when no time is left. Its lower half
/// decreases by one for each order.
pub(crate) struct Budget {
    both: i64,
    /// The count of executed orders is this number minus the lower half of `both`.
    orders: u64,
}

/// The number that [`Budget::pay`] subtracts for an order that costs `cost` micro-operations.
pub(crate) const fn charge(cost: u32) -> i64 {
    ((cost as i64) << COUNT) + 1
}

impl Budget {
    /// Makes a budget of `stretch` micro-operations, 1 to 2^31. `done` orders have already been executed.
    pub fn new(stretch: u64, done: u64) -> Budget {
        let most = u64::from(u32::MAX);
        Budget { both: ((stretch.cast_signed() - 1) << COUNT) + most.cast_signed(), orders: done + most }
    }

    /// Subtracts the cost of an order from the time left, and counts the order.
    #[inline(always)]
    pub fn pay(&mut self, charge: i64) {
        self.both -= charge;
    }

    /// Subtracts `cost` micro-operations from the time left, without counting an order.
    #[inline(always)]
    pub fn pay_more(&mut self, cost: u32) {
        self.both -= i64::from(cost) << COUNT;
    }

    /// Subtracts one from the count of executed orders. The fast path does this when it ends with the stop
    /// order `zq`, which it does not count.
    pub fn give_back_one(&mut self) {
        self.both += 1;
    }

    /// Whether no time is left.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.both < 0
    }

    /// The time left in the current stretch, in micro-operations. It is negative if the last order took
    /// longer than the time that was left.
    pub fn left(&self) -> i64 {
        (self.both >> COUNT) + 1
    }

    /// The current time: `end` minus the time left. `end` is the time at which the stretch ends.
    pub fn now(&self, end: Uops) -> Uops {
        Uops(end.0.wrapping_sub(self.left().cast_unsigned()))
    }

    /// The number of orders executed, including those before this stretch.
    pub fn done(&self) -> u64 {
        self.orders - u64::from(self.both as u32)
    }
}
