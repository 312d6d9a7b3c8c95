//! Orders that carry the marks of a cell along: to the indicator's RA and RB, and from there.

use super::code::order;
use gier_word::{IndicatorOp, Letter, Marks, Opcode, Order, Tail};

/// M := cell; RA and RB := its marks.
pub fn fetch() -> Order {
    with(Opcode::Pm, IndicatorOp::I)
}

/// Cell := M; its marks := RA and RB.
pub fn store() -> Order {
    with(Opcode::Gm, IndicatorOp::M)
}

/// Cell := M with mark a: the head of a frame whose end makes the display anew.
pub fn walking() -> Order {
    let tail = Tail { indicator: IndicatorOp::M, marks: Marks::A, ..Tail::default() };
    Order { tail: Some(tail), ..order(Opcode::Gm, 0) }
}

fn with(opcode: Opcode, indicator: IndicatorOp) -> Order {
    let tail = Tail { indicator, letter: Letter::R, marks: Marks::C, ..Tail::default() };
    Order { tail: Some(tail), ..order(opcode, 0) }
}
