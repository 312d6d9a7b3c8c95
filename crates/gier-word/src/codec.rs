//! The positions of an order's fields in its cell, for encoding and decoding.
//!
//! ```text
//! left half, full word:  address 0-9    operation 20-25  S 26  indirect 27  base 28-29
//! right half:            address 10-19  operation 30-35  S 36  indirect 37  base 38-39
//! full word only:        t 10-19  X 30  V 31  D 32  I/M/N/L 33-34  letter 35-37  A 38  B 39
//! ```
//! The bit S is one if the order clears R first. The field t is the increment. If mark a is set, the cell
//! contains two half-word orders. If mark b is set, the orders in the cell use floating-point arithmetic.
//! [F-ORDER-1]

use crate::cell::{Cell, Half, Marks};
use crate::order::{Base, IndicatorOp, Letter, Opcode, Order, Tail};

type Bits = (u32, u32);
const INCREMENT: Bits = (10, 19);
const EXCHANGE: Bits = (30, 30);
const SKIP: Bits = (31, 31);
const DIRECT: Bits = (32, 32);
const INDICATOR: Bits = (33, 34);
const LETTER: Bits = (35, 37);
const MARKS: Bits = (38, 39);

/// The positions of an order in this half of a cell: the first bit of its address, and of its operation.
const fn fields(half: Half) -> (u32, u32) {
    match half {
        Half::Left => (0, 20),
        Half::Right => (10, 30),
    }
}

const fn get(cell: Cell, (first, last): Bits) -> u64 {
    cell.field(first, last)
}

fn put(cell: Cell, (first, last): Bits, value: u64) -> Cell {
    cell.with_field(first, last, value)
}

/// The contents of a cell, decoded as orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// One full-word order (mark a is 0).
    Full(Order),
    /// Two half-word orders, left and right (mark a is 1).
    Pair(Order, Order),
}

impl Content {
    /// Decodes a cell. Every bit pattern is an order or a pair.
    pub fn decode(cell: Cell) -> Content {
        if cell.marks().a() {
            Content::Pair(decode_half(cell, Half::Left), decode_half(cell, Half::Right))
        } else {
            Content::Full(decode_full(cell))
        }
    }

    /// The order in this half of the cell. An order that fills the cell is in both halves.
    pub const fn order(self, half: Half) -> Order {
        match (self, half) {
            (Content::Full(order), _)
            | (Content::Pair(order, _), Half::Left)
            | (Content::Pair(_, order), Half::Right) => order,
        }
    }

    /// Encodes the orders as a cell. For a pair, the left order decides whether mark b (floating) is set.
    pub fn encode(self) -> Cell {
        match self {
            Content::Full(order) => {
                let tail = order.tail.unwrap_or_default();
                let cell =
                    encode_half(Cell::ZERO.with_marks(Marks::new(false, order.floating)), Half::Left, order);
                encode_tail(cell, tail)
            }
            Content::Pair(left, right) => {
                let cell = Cell::ZERO.with_marks(Marks::new(true, left.floating));
                encode_half(encode_half(cell, Half::Left, left), Half::Right, right)
            }
        }
    }
}

/// The operation in one half of a cell. The marks of the cell are ignored.
pub fn opcode(cell: Cell, half: Half) -> Opcode {
    let (_, operation) = fields(half);
    Opcode::from_code(cell.field(operation, operation + 5) as u8)
}

/// The address in one half of a cell. The marks of the cell are ignored.
pub fn address(cell: Cell, half: Half) -> u16 {
    let (address, _) = fields(half);
    cell.field(address, address + 9) as u16
}

/// Decodes one half of a cell as a half-word order, whether or not mark a of the cell is set.
pub fn decode_half(cell: Cell, half: Half) -> Order {
    let (_, operation) = fields(half);
    Order {
        opcode: opcode(cell, half),
        address: address(cell, half),
        base: Base::from_bits(cell.field(operation + 8, operation + 9) as u8),
        indirect: cell.field(operation + 7, operation + 7) != 0,
        clear: cell.field(operation + 6, operation + 6) != 0,
        floating: cell.marks().b(),
        tail: None,
    }
}

/// Decodes a cell as a full-word order, whether or not mark a of the cell is set.
pub fn decode_full(cell: Cell) -> Order {
    let tail = Tail {
        increment: get(cell, INCREMENT) as u16,
        exchange: get(cell, EXCHANGE) != 0,
        skip: get(cell, SKIP) != 0,
        direct: get(cell, DIRECT) != 0,
        indicator: IndicatorOp::from_bits(get(cell, INDICATOR) as u8),
        letter: Letter::from_bits(get(cell, LETTER) as u8),
        marks: Marks::from_bits(get(cell, MARKS) as u8),
    };
    Order { tail: Some(tail), ..decode_half(cell, Half::Left) }
}

fn encode_half(cell: Cell, half: Half, order: Order) -> Cell {
    let (address, operation) = fields(half);
    let cell = put(cell, (address, address + 9), order.address as u64);
    let cell = put(cell, (operation, operation + 5), order.opcode.code() as u64);
    let cell = put(cell, (operation + 6, operation + 6), order.clear as u64);
    let cell = put(cell, (operation + 7, operation + 7), order.indirect as u64);
    put(cell, (operation + 8, operation + 9), order.base as u64)
}

fn encode_tail(cell: Cell, tail: Tail) -> Cell {
    let cell = put(cell, INCREMENT, tail.increment as u64);
    let cell = put(cell, EXCHANGE, tail.exchange as u64);
    let cell = put(cell, SKIP, tail.skip as u64);
    let cell = put(cell, DIRECT, tail.direct as u64);
    let cell = put(cell, INDICATOR, tail.indicator as u64);
    let cell = put(cell, LETTER, tail.letter as u64);
    put(cell, MARKS, tail.marks.bits() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Tests that the order `qq XVDN` sets the bits 30 to 33. The monitor program HELP 3 writes the constant
    /// 960 as this order.
    #[test]
    fn the_constant_960_is_qq_xvdn() {
        let Content::Full(order) = Content::decode(Cell::from_integer(960)) else { panic!("a full word") };
        let tail = order.tail.unwrap();
        assert_eq!(order.opcode, Opcode::Qq);
        assert!(tail.exchange && tail.skip && tail.direct);
        assert_eq!((tail.indicator, tail.letter, tail.marks), (IndicatorOp::N, Letter::None, Marks::NONE));
    }

    #[test]
    fn a_million_cells_are_orders_and_back() {
        let mut state = 1u64;
        for _ in 0..1_000_000 {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let cell = Cell::from_raw(mixed ^ mixed >> 27);
            assert_eq!(Content::decode(cell).encode(), cell, "{cell}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn every_cell_is_an_order_and_back(raw in 0u64..1 << 42) {
            let cell = Cell::from_raw(raw);
            prop_assert_eq!(Content::decode(cell).encode(), cell);
        }
    }
}
