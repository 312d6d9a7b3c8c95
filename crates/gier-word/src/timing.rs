//! The cost of each part of an order's cycle, in micro-operations. The orders' own costs are columns
//! of the order table, [`order`](crate::order). `docs/timing.md` describes the model and its evidence.
//!
//! Marks: M measured, D derived, F fitted to whole programs, G guessed.  [F-TIME-3]

use crate::Opcode;

/// The cost of fetching the left half of a pair, in micro-operations. (M: measured)
pub const BASE_LEFT: u32 = 8;
/// The cost of fetching the right half of a pair, in micro-operations. (M: measured)
pub const BASE_RIGHT: u32 = 10;
/// The cost of fetching a full word, in micro-operations. (M: measured)
pub const BASE_FULL: u32 = 10;
/// The cost of the end of every order, in micro-operations. A `ud` and the order that it executes have only
/// one end. (M: measured)
pub const END: u32 = 1;
/// The cost of adding s, r or p to an address, in micro-operations. (D: derived, for r. F: fitted, for s and
/// p.)
pub const MODIFICATION: u32 = 4;
/// The cost of fetching the next address word of an indirect chain, in micro-operations. (D: derived)
pub const INDIRECT: u32 = 3;
/// The cost of a step of an indirect chain that fetches the older s from the cell of the call, in
/// micro-operations. (G: guessed)
pub const OLDER_S: u32 = 3;
/// The cost of adding t to the address and storing the sum back, in micro-operations. (D: derived)
pub const COUNT: u32 = 7;
/// The extra cost of `hv` from a right half, in micro-operations. (M: measured)
pub const HV_RIGHT: u32 = 2;
/// The extra cost of `dk` and `dl` if the remainder is not zero, in micro-operations. (D: the sum of this
/// cost and [`REMAINDER_NEGATIVE`] is derived. G: the division of the sum into two parts is guessed.)
pub const REMAINDER: u32 = 5;
/// The extra cost of `dk` and `dl` if the last partial remainder was negative, in micro-operations.
/// (G: guessed; see [`REMAINDER`])
pub const REMAINDER_NEGATIVE: u32 = 2;
/// The cost of each place of alignment or normalisation in floating orders, in micro-operations.
/// (G: guessed)
pub const FLOATING_PLACE: u32 = 1;
/// The cost of each place shifted by a floating `tk`, in micro-operations. (G: guessed)
pub const TKF_PLACE: u32 = 2;

/// The cost of the operation of an order, from the order table. An order without a floating variant costs
/// the same with mark b.  (Q12)
pub const fn own(opcode: Opcode, floating: bool) -> u32 {
    let row = opcode.row();
    match row.floating {
        Some(cost) if floating => cost as u32,
        Some(_) | None => row.own as u32,
    }
}

/// The cost of shifting by `places`, in micro-operations.
pub const fn shift(opcode: Opcode, places: u32) -> u32 {
    opcode.row().place as u32 * places
}
