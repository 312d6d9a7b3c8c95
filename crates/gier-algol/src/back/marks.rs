//! Orders that also load or store the two marks of a cell. They copy the marks to or from the indicator bits
//! RA and RB.

use super::code::order;
use gier_word::{IndicatorOp, Letter, Marks, Opcode, Order, Tail};

/// An order that loads a cell into M, and the cell's marks into RA and RB.
pub(crate) fn fetch() -> Order {
    with(Opcode::Pm, IndicatorOp::I)
}

/// An order that stores M in a cell, and RA and RB as the cell's marks.
pub(crate) fn store() -> Order {
    with(Opcode::Gm, IndicatorOp::M)
}

/// An order that stores M in a cell and sets the cell's mark a. The caller adds the address, which is
/// cell p + 1 of a frame. When the body of this frame ends, mark a makes the running system rebuild the display.
pub(crate) fn store_with_mark_a() -> Order {
    let tail = Tail { indicator: IndicatorOp::M, marks: Marks::A, ..Tail::default() };
    Order { tail: Some(tail), ..order(Opcode::Gm, 0) }
}

fn with(opcode: Opcode, indicator: IndicatorOp) -> Order {
    let tail = Tail { indicator, letter: Letter::R, marks: Marks::C, ..Tail::default() };
    Order { tail: Some(tail), ..order(opcode, 0) }
}
