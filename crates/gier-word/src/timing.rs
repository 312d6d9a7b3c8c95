//! The cost of each part of an order's cycle, in micro-operations. The orders' own costs are columns
//! of the order table, [`order`](crate::order). `docs/timing.md` describes the model and its evidence.
//!
//! Marks: M measured, D derived, F fitted to whole programs, G guessed.  [F-TIME-3]

use crate::Opcode;

/// Fetch of the left half of a pair. (M: measured)
pub const BASE_LEFT: u32 = 8;
/// Fetch of the right half of a pair. (M: measured)
pub const BASE_RIGHT: u32 = 10;
/// Fetch of a full word. (M: measured)
pub const BASE_FULL: u32 = 10;
/// The end of every order. A `ud` and the order that it executes have only one end. (M: measured)
pub const END: u32 = 1;
/// Adding s, r or p to an address. (D, derived, for r; F, fitted, for s and p)
pub const MODIFICATION: u32 = 4;
/// Fetching the next address word of an indirect chain. (D: derived)
pub const INDIRECT: u32 = 3;
/// A step of an indirect chain that fetches the older s from the cell of the call. (G: guessed)
pub const OLDER_S: u32 = 3;
/// Adding t to the address and storing the sum back. (D: derived)
pub const COUNT: u32 = 7;
/// The extra cost of `hv` from a right half. (M: measured)
pub const HV_RIGHT: u32 = 2;
/// The extra cost of `dk` and `dl` if the remainder is not zero. (The sum with [`REMAINDER_NEGATIVE`] is
/// derived, D; how it is divided between the two is guessed, G.)
pub const REMAINDER: u32 = 5;
/// The extra cost of `dk` and `dl` if the last partial remainder was negative. (G: guessed; see
/// [`REMAINDER`])
pub const REMAINDER_NEGATIVE: u32 = 2;
/// Each place of alignment or normalisation in floating orders. (G: guessed)
pub const FLOATING_PLACE: u32 = 1;
/// Each place shifted by a floating `tk`. (G: guessed)
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
