//! The cost of each part of an order's cycle, in micro-operations. The orders' own costs are columns
//! of the order table, [`order`](crate::order). `docs/timing.md` describes the model and its evidence.
//!
//! Marks: M measured, D derived, F fitted to whole programs, G guessed.  [F-TIME-3]

use crate::Opcode;

/// Fetch of the left half of a pair. M
pub const BASE_LEFT: u32 = 8;
/// Fetch of the right half of a pair. M
pub const BASE_RIGHT: u32 = 10;
/// Fetch of a full word. M
pub const BASE_FULL: u32 = 10;
/// The end of every order; for a `ud` with the order that it executes, only once. M
pub const END: u32 = 1;
/// Adding s, r or p to an address. D for r, F for s and p
pub const MODIFICATION: u32 = 4;
/// Fetching the next address word of an indirect chain. D
pub const INDIRECT: u32 = 3;
/// A step of an indirect chain that fetches the older s from the cell of the call. G
pub const OLDER_S: u32 = 3;
/// Adding t to the address and storing it back. D
pub const COUNT: u32 = 7;
/// The extra cost of `hv` from a right half. M
pub const HV_RIGHT: u32 = 2;
/// `dk`, `dl`: a remainder that is not zero. The sum with [`REMAINDER_NEGATIVE`] is D, the split G
pub const REMAINDER: u32 = 5;
/// `dk`, `dl`: the last partial remainder was negative. G, see [`REMAINDER`]
pub const REMAINDER_NEGATIVE: u32 = 2;
/// Each place of alignment or normalisation in floating orders. G
pub const FLOATING_PLACE: u32 = 1;
/// Each place shifted by a floating `tk`. G
pub const TKF_PLACE: u32 = 2;

/// The own cost of an order, from the order table. An order without a floating variant costs the same
/// with mark b.  (Q12)
pub const fn own(opcode: Opcode, floating: bool) -> u32 {
    let row = opcode.row();
    match row.floating {
        Some(cost) if floating => cost as u32,
        Some(_) | None => row.own as u32,
    }
}

/// The cost of shifting by `places`.
pub const fn shift(opcode: Opcode, places: u32) -> u32 {
    opcode.row().place as u32 * places
}
