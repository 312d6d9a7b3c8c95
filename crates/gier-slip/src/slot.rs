//! A cell in the making: fixed fields, and sums that grow as names get their values.

use crate::assembly::{Made, Store};
use crate::order_line::OrderLine;
use crate::scope::Field;
use gier_word::{Cell, Marks, Opcode, Order, Tail};

/// A cell as a number of 42 bits, mark b lowest: a sum in it may reach the marks.
const MASK42: i64 = (1 << 42) - 1;
/// The bits from the right half's address on: 10 to 41.
const MASK32: i64 = (1 << 32) - 1;
/// What makes `hv` to `hh` in a right half, in a row of 42 bits.  [F-SLIP-16]
pub(crate) const HV_TO_HH: i64 = (Opcode::Hh as i64 - Opcode::Hv as i64) << 6;

/// A cell being made: what is fixed in it, and two sums that are added at the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    store: Store,
    runs_at: u16,
    item: usize,
    fixed: Cell,
    word: i64,
    right: i64,
}

impl Slot {
    pub(crate) fn new(store: Store, runs_at: u16, item: usize, fixed: Cell) -> Slot {
        Slot { store, runs_at, item, fixed, word: 0, right: 0 }
    }

    /// Adds to a field; the amount has the position of its unit in it.
    pub(crate) fn add(&mut self, field: Field, amount: i64) {
        let sum = match field {
            Field::Word => &mut self.word,
            Field::Right => &mut self.right,
        };
        *sum = sum.wrapping_add(amount) & MASK42;
    }

    /// The finished cell with its place.
    pub(crate) fn made(&self) -> Made {
        Made { store: self.store, runs_at: self.runs_at, cell: self.cell(), item: self.item }
    }

    /// The fixed fields and the sums; that of the right half and the increment does not carry
    /// into the left address.
    fn cell(&self) -> Cell {
        let marks = self.fixed.marks().bits();
        let row = (self.fixed.bits() << 2 | u64::from(marks)) as i64;
        let row = row.wrapping_add(self.word) & MASK42;
        let low = row.wrapping_add(self.right) & MASK32;
        let row = (row & !MASK32 | low) as u64;
        Cell::new(row >> 2, Marks::from_bits(row as u8))
    }
}

/// What the unit of a position weighs in a row of 42 bits. In the right half and in the
/// increment positions count from bit 10.  [F-SLIP-11]
pub(crate) fn unit(field: Field, position: u8) -> i64 {
    let last = match field {
        Field::Word => 41,
        Field::Right => 31,
    };
    let shift = last - i64::from(position);
    if (0..42).contains(&shift) { 1 << shift } else { 0 }
}

/// The order with address and increment zero.
pub(crate) fn fixed(order: &OrderLine, full: bool) -> Order {
    let tail = &order.tail;
    Order {
        opcode: order.opcode,
        address: 0,
        base: order.base,
        indirect: order.indirect,
        clear: order.clear,
        floating: order.floating,
        tail: full.then_some(Tail {
            increment: 0,
            exchange: tail.exchange,
            skip: tail.skip,
            direct: tail.direct,
            indicator: tail.indicator,
            letter: tail.letter,
            marks: tail.marks,
        }),
    }
}
