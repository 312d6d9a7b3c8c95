//! Orders that also transfer the marks of a cell, to and from RA and RB of the indicator.

use super::code::order;
use gier_word::{IndicatorOp, Letter, Marks, Opcode, Order, Tail};

/// M := cell; RA and RB := its marks.
pub(crate) fn fetch() -> Order {
    with(Opcode::Pm, IndicatorOp::I)
}

/// Cell := M; its marks := RA and RB.
pub(crate) fn store() -> Order {
    with(Opcode::Gm, IndicatorOp::M)
}

/// Cell := M with mark a: the head of a frame that rebuilds the display at its end.
pub(crate) fn walking() -> Order {
    let tail = Tail { indicator: IndicatorOp::M, marks: Marks::A, ..Tail::default() };
    Order { tail: Some(tail), ..order(Opcode::Gm, 0) }
}

fn with(opcode: Opcode, indicator: IndicatorOp) -> Order {
    let tail = Tail { indicator, letter: Letter::R, marks: Marks::C, ..Tail::default() };
    Order { tail: Some(tail), ..order(opcode, 0) }
}
