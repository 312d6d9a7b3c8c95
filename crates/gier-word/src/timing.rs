//! The cost of each step of an order's execution, in micro-operations. The cost of the operation itself is in
//! the order table, [`order`](crate::order). `docs/timing.md` describes the evidence.
//!
//! The letter at the end of each comment says how the cost is known: R measured on a real GIER, S from measured
//! sums with what the museum's sound program states, B only bounded, G guessed. [F-TIME-3]

use crate::Opcode;

/// The cost of fetching the left order of a pair (two orders in one cell), in micro-operations. S
pub const BASE_LEFT: u32 = 8;
/// The cost of fetching the right order of a pair (two orders in one cell), in micro-operations. S
pub const BASE_RIGHT: u32 = 10;
/// The cost of fetching an order that fills a whole cell, in micro-operations. S
pub const BASE_FULL: u32 = 10;
/// The cost of ending an order, in micro-operations. A `ud`, which executes another order, ends together with
/// that order, so the two orders pay this cost only once. S
pub const END: u32 = 1;
/// The cost of adding s, r or p to an address, in micro-operations. S for r in an order that fills its cell.
/// G for s and p, and for all three in a pair, where period texts suggest 0 or 1. (Q75)
pub const MODIFICATION: u32 = 4;
/// The cost of following one indirect address, in micro-operations. An indirect step with r takes 7 together
/// with [`MODIFICATION`]; that sum is R, and this part of it is S.
pub const INDIRECT: u32 = 3;
/// The extra cost of an indirect address that adds the register s, in micro-operations. The machine then
/// fetches the caller's s from the cell that called the current subroutine. If the next address of the chain
/// adds s, too, it adds the caller's s. G
pub const OLDER_S: u32 = 3;
/// The cost of adding the increment t to an address, and of storing the sum in the cell, in micro-operations.
/// A `bt` that counts takes 24 with it, which is S; how the 24 is divided is G.
pub const COUNT: u32 = 7;
/// The extra cost of an `hv` that is the right order of its cell, in micro-operations. Only the sound program
/// states it. S
pub const HV_RIGHT: u32 = 2;
/// The extra cost of a division (`dk` or `dl`) if the remainder is not zero, in micro-operations. Three of
/// these and two [`REMAINDER_NEGATIVE`] are 11 to 29 clocks, which is B. How they are divided is G.
pub const REMAINDER: u32 = 5;
/// The extra cost of a division (`dk` or `dl`) if the last partial remainder was negative, in
/// micro-operations. G; see [`REMAINDER`].
pub const REMAINDER_NEGATIVE: u32 = 2;
/// The cost of shifting by one place in a floating addition or normalisation, in micro-operations. G
pub const FLOATING_PLACE: u32 = 1;
/// The cost of shifting by one place in a floating `tk`, in micro-operations. G
pub const TKF_PLACE: u32 = 2;

/// The cost of an operation according to the order table, in micro-operations. If `floating` is true and the
/// order has a floating variant, this is the cost of the floating operation.  (Q12)
pub const fn own(opcode: Opcode, floating: bool) -> u32 {
    let row = opcode.row();
    match row.floating {
        Some(cost) if floating => cost as u32,
        Some(_) | None => row.own as u32,
    }
}

/// The cost of the shift in an order with this `opcode`, in micro-operations. The order shifts by `places`
/// places.
pub const fn shift(opcode: Opcode, places: u32) -> u32 {
    opcode.row().place as u32 * places
}
