//! Orders that also transfer the marks of a cell, to and from RA and RB of the indicator.

use super::code::order;
use gier_word::{IndicatorOp, Letter, Marks, Opcode, Order, Tail};

/// The order that sets M to a cell, and RA and RB to the marks of the cell.
pub(crate) fn fetch() -> Order {
    with(Opcode::Pm, IndicatorOp::I)
}

/// The order that sets a cell to M, and the marks of the cell to RA and RB.
pub(crate) fn store() -> Order {
    with(Opcode::Gm, IndicatorOp::M)
}

/// The order that sets a cell to M with mark a. A frame with such a head rebuilds the display when
/// the frame ends.
pub(crate) fn walking() -> Order {
    let tail = Tail { indicator: IndicatorOp::M, marks: Marks::A, ..Tail::default() };
    Order { tail: Some(tail), ..order(Opcode::Gm, 0) }
}

fn with(opcode: Opcode, indicator: IndicatorOp) -> Order {
    let tail = Tail { indicator, letter: Letter::R, marks: Marks::C, ..Tail::default() };
    Order { tail: Some(tail), ..order(opcode, 0) }
}
