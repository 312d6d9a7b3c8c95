//! A cell during assembly: fixed fields, and sums that grow as names get values.

use crate::assembly::AssembledCell;
use crate::order_line::OrderLine;
use crate::scope::Field;
use gier_word::Home;
use gier_word::{Address, Cell, Opcode, Order, Tail};

/// The bits of a cell.
const MASK40: i64 = (1 << 40) - 1;
/// The bits from the right half's address on: 10 to 39.
const MASK30: i64 = (1 << 30) - 1;
/// The bits of a second address, 10 to 19.
const SECOND: i64 = 0x3FF << 20;
/// The last bit of a cell.
const LAST_BIT: u32 = 39;
/// The bits to change in an order's code, unit in bit 39, if the order refers to a right half: `hv`
/// becomes `hh`, and `pa` becomes `pt`. Other orders do not change.  [F-SLIP-16]
pub(crate) fn to_right(opcode: Opcode) -> u64 {
    let right = match opcode {
        Opcode::Hv => Opcode::Hh,
        Opcode::Pa => Opcode::Pt,
        other => other,
    };
    u64::from(right.code() ^ opcode.code()) << 4
}

/// A cell during assembly: its fixed fields and two sums. The three are combined bit by bit,
/// without carry.  [F-SLIP-18]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    store: Home,
    runs_at: Address,
    item: usize,
    fixed: Cell,
    word: i64,
    right: i64,
    /// Whether bits 10-19 hold a second address, that of a right half or an increment. The first address
    /// cannot reach these bits.
    second: bool,
}

impl Slot {
    pub(crate) fn new(store: Home, runs_at: Address, item: usize, fixed: Cell) -> Slot {
        Slot { store, runs_at, item, fixed, word: 0, right: 0, second: false }
    }

    /// Adds to a field; the amount has its unit in bit 39.
    pub(crate) fn add(&mut self, field: Field, amount: i64) {
        let sum = match field {
            Field::Word => &mut self.word,
            Field::Right => &mut self.right,
        };
        *sum = sum.wrapping_add(amount) & MASK40;
    }

    /// Sets fixed bits.
    pub(crate) fn set(&mut self, bits: u64) {
        self.fixed = Cell::new(self.fixed.bits() | bits, self.fixed.marks());
    }

    /// Reserves bits 10-19 for a second address.
    pub(crate) fn set_second(&mut self) {
        self.second = true;
    }

    /// The finished cell with its place.
    pub(crate) fn made(&self) -> AssembledCell {
        AssembledCell { store: self.store, runs_at: self.runs_at, cell: self.cell(), item: self.item }
    }

    fn cell(&self) -> Cell {
        let word = if self.second { self.word & !SECOND } else { self.word };
        // Positions of the second address count from bit 10: its sum is shifted at the end.
        let right = self.right << 24 >> 34;
        let sums = word & MASK40 | right & MASK30;
        Cell::new(self.fixed.bits() | sums.cast_unsigned(), self.fixed.marks())
    }
}

/// An amount with its unit in a position; bits beyond 39 are lost.  [F-SLIP-11]
pub(crate) fn placed(position: u8, amount: i64) -> i64 {
    let position = u32::from(position);
    match position.checked_sub(LAST_BIT) {
        Some(beyond) => amount / 1i64.checked_shl(beyond).filter(|&unit| unit > 0).unwrap_or(i64::MAX),
        None => amount << (LAST_BIT - position),
    }
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
