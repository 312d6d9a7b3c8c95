//! A cell during assembly: bits that are known from the start, and two sums that grow when names get values.

use crate::assembly::AssembledCell;
use crate::order_line::OrderLine;
use crate::scope::Field;
use gier_word::Home;
use gier_word::{Address, Cell, Opcode, Order, Tail};

/// A mask of all bits of a cell.
const MASK40: i64 = (1 << 40) - 1;
/// A mask of the bits 10-39.
const MASK30: i64 = (1 << 30) - 1;
/// A mask of the bits 10-19, which hold a second address if the cell has one.
const SECOND: i64 = 0x3FF << 20;
/// The number of the last bit of a cell.
const LAST_BIT: u32 = 39;
/// Returns the bits to set in the operation (bits 30-35) if the order refers to a right half. They turn `hv`
/// into `hh`, and `pa` into `pt`. For other orders the result is 0.  [F-SLIP-16]
pub(crate) fn to_right(opcode: Opcode) -> u64 {
    let right = match opcode {
        Opcode::Hv => Opcode::Hh,
        Opcode::Pa => Opcode::Pt,
        other => other,
    };
    u64::from(right.code() ^ opcode.code()) << 4
}

/// A cell during assembly. `fixed` has the bits known from the start. `word` is the sum of the address, and
/// `right` the sum of the second address. A bitwise OR of the three gives the finished cell.  [F-SLIP-18]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    store: Home,
    runs_at: Address,
    item: usize,
    fixed: Cell,
    word: i64,
    right: i64,
    /// Whether bits 10-19 hold a second address: the address of a right half, or an increment. If so, the
    /// sum `word` does not affect these bits.
    second: bool,
}

impl Slot {
    pub(crate) fn new(store: Home, runs_at: Address, item: usize, fixed: Cell) -> Slot {
        Slot { store, runs_at, item, fixed, word: 0, right: 0, second: false }
    }

    /// Adds `amount` to the sum of `field`. The caller must already have shifted `amount` to its bit position
    /// with [`placed`].
    pub(crate) fn add(&mut self, field: Field, amount: i64) {
        let sum = match field {
            Field::Word => &mut self.word,
            Field::Right => &mut self.right,
        };
        *sum = sum.wrapping_add(amount) & MASK40;
    }

    /// Sets these bits in `fixed`. Bits that are already set stay set.
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
        // Positions of the second address are counted from bit 10, so its sum is shifted here.
        let right = self.right << 24 >> 34;
        let sums = word & MASK40 | right & MASK30;
        Cell::new(self.fixed.bits() | sums.cast_unsigned(), self.fixed.marks())
    }
}

/// Shifts `amount` left so that its lowest bit is bit `position` of a cell. If `position` is greater than
/// 39, the bits beyond bit 39 are lost.  [F-SLIP-11]
pub(crate) fn placed(position: u8, amount: i64) -> i64 {
    let position = u32::from(position);
    match position.checked_sub(LAST_BIT) {
        Some(beyond) => amount / 1i64.checked_shl(beyond).filter(|&unit| unit > 0).unwrap_or(i64::MAX),
        None => amount << (LAST_BIT - position),
    }
}

/// Returns the order with the address 0 and the increment 0.
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
