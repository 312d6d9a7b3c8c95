//! An order as SLIP writes it: like [`gier_word::Order`], but address and increment can contain names.

use crate::item::{Address, Expr};
use gier_word::{Base, IndicatorOp, Letter, Marks, Opcode, Order, Tail};

/// A number in an address, and the bit of the cell at which the number's lowest bit is placed. For example,
/// `960.39` places the lowest bit of 960 at bit 39, and `1.3` sets bit 3. In the right half of
/// a cell, the positions begin at bit 10, so `1.0` sets bit 10. So they do in an increment. Without a point,
/// the position is 9.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AddressPart {
    /// The number, which can contain names.
    pub value: Expr,
    /// The bit at which the number's lowest bit is placed, 0-78. Bits of the number beyond bit 39 are lost.
    pub position: u8,
}

/// The bit position of an address, if no position is written.
pub(crate) const ADDRESS_POSITION: u8 = 9;

impl AddressPart {
    /// Creates a part at bit 9, the normal position of an address.
    pub fn address(value: impl Into<Expr>) -> AddressPart {
        AddressPart { value: value.into(), position: ADDRESS_POSITION }
    }
}

/// The parts of a full-word order that a half-word order cannot have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TailLine {
    /// The increment: the sum of these parts. If there are no parts, the increment is 0.
    pub increment: Address,
    /// Whether the order has the letter X: exchange R and M at the end.
    pub exchange: bool,
    /// Whether the order has the letter V: skip the next order.
    pub skip: bool,
    /// Whether the order has the letter D: the address itself is the operand.
    pub direct: bool,
    /// The indicator operation: I, M, N or L.
    pub indicator: IndicatorOp,
    /// The letter of the indicator operation: K, Z, O, T, P, Q, R or none.
    pub letter: Letter,
    /// The marks of the indicator operation: A, B, C or none.
    pub marks: Marks,
}

/// One order, whose address may contain names. After the base r, a name means the distance from the order to
/// the name. For example, `hv ra1` jumps to a1 wherever the code is in the store, and `hv r-3` jumps three
/// cells back.  [F-SLIP-2]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OrderLine {
    /// The operation.
    pub opcode: Opcode,
    /// Whether the order has the letter n: clear R first.
    pub clear: bool,
    /// Whether the order is floating-point (letter F). A pair of half words is floating-point if either order
    /// is.
    pub floating: bool,
    /// The register that is added to the address.
    pub base: Base,
    /// Whether the address is indirect (written in parentheses).
    pub indirect: bool,
    /// The address: the sum of these parts. If there are no parts, the address is 0.
    pub address: Address,
    /// The parts of the order that only a full word has: X, V, D, increment and indicator operation.
    pub tail: TailLine,
}

impl OrderLine {
    /// An order with address 0.
    pub fn new(opcode: Opcode) -> OrderLine {
        OrderLine { opcode, ..OrderLine::default() }
    }

    /// An order whose address is a fixed number or a sum of names, without a base register.
    pub fn to(opcode: Opcode, address: impl Into<Expr>) -> OrderLine {
        OrderLine::new(opcode).address(Base::None, address)
    }

    /// Sets the base and the address.
    #[must_use]
    pub fn address(self, base: Base, address: impl Into<Expr>) -> OrderLine {
        OrderLine { base, address: vec![AddressPart::address(address)], ..self }
    }

    /// Makes the address indirect.
    #[must_use]
    pub fn indirect(self) -> OrderLine {
        OrderLine { indirect: true, ..self }
    }

    /// Adds the letter n: clear R first.
    #[must_use]
    pub fn clear(self) -> OrderLine {
        OrderLine { clear: true, ..self }
    }

    /// Adds the letter F: the floating-point variant.
    #[must_use]
    pub fn floating(self) -> OrderLine {
        OrderLine { floating: true, ..self }
    }

    /// Adds the letter X: exchange R and M at the end.
    #[must_use]
    pub fn exchange(mut self) -> OrderLine {
        self.tail.exchange = true;
        self
    }

    /// Adds the letter V: skip the next order.
    #[must_use]
    pub fn skip(mut self) -> OrderLine {
        self.tail.skip = true;
        self
    }

    /// Adds the letter D: the address itself is the operand.
    #[must_use]
    pub fn direct(mut self) -> OrderLine {
        self.tail.direct = true;
        self
    }

    /// Adds an increment.
    #[must_use]
    pub fn increment(mut self, increment: impl Into<Expr>) -> OrderLine {
        self.tail.increment = vec![AddressPart::address(increment)];
        self
    }

    /// Adds an indicator operation.
    #[must_use]
    pub fn indicator(mut self, operation: IndicatorOp, letter: Letter, marks: Marks) -> OrderLine {
        self.tail.indicator = operation;
        self.tail.letter = letter;
        self.tail.marks = marks;
        self
    }

    /// Whether the order fits into a half word: it has no X, V, D, increment or indicator operation.
    pub fn fits_half(&self) -> bool {
        self.tail == TailLine::default()
    }
}

/// Converts a decoded order, which contains no names. If the order has a base register, the address becomes
/// a number from -512 to 511. Otherwise it becomes a number from 0 to 1023.
impl From<Order> for OrderLine {
    fn from(order: Order) -> OrderLine {
        let part = |value: u16, signed: bool| {
            let value = i64::from(value);
            if value == 0 {
                Vec::new()
            } else {
                vec![AddressPart::address(if signed && value > 511 { value - 1024 } else { value })]
            }
        };
        let Tail { increment, exchange, skip, direct, indicator, letter, marks } =
            order.tail.unwrap_or_default();
        OrderLine {
            opcode: order.opcode,
            clear: order.clear,
            floating: order.floating,
            base: order.base,
            indirect: order.indirect,
            address: part(order.address, order.base != Base::None),
            tail: TailLine {
                increment: part(increment, true),
                exchange,
                skip,
                direct,
                indicator,
                letter,
                marks,
            },
        }
    }
}
