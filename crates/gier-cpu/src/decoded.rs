//! An order as the cycle takes it: everything that can be said of it without registers.

use gier_word::codec::{decode_full, decode_half};
use gier_word::order::{Meets, ORDERS};
use gier_word::{Base, Cell, Half, IndicatorOp, Letter, Marks, Opcode, Order, Tail};

use gier_word::timing;

/// How an order was fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Form {
    Left,
    Right,
    Full,
}

impl Form {
    pub(crate) const fn base(self) -> u32 {
        match self {
            Form::Left => timing::BASE_LEFT,
            Form::Right => timing::BASE_RIGHT,
            Form::Full => timing::BASE_FULL,
        }
    }
}

/// A form, and a full word with D by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Left,
    Right,
    Full,
    Direct,
}

impl Shape {
    pub(crate) const fn form(self) -> Form {
        match self {
            Shape::Left => Form::Left,
            Shape::Right => Form::Right,
            Shape::Full | Shape::Direct => Form::Full,
        }
    }

    pub(crate) const fn is_direct(self) -> bool {
        matches!(self, Shape::Direct)
    }
}

/// When a full word is done: its N or L with a letter and marks.  [F-COND-1] (Q7)
///
/// With marks L wants every bit named to be one, N every bit named to be zero. Without, they look
/// at the live signals Z, O and T; for anything else N holds and L does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Condition {
    Always,
    Never,
    Zero,
    NotZero,
    Overflow,
    NotOverflow,
    Sign,
    NotSign,
    /// Bits of the indicator.
    AllBits,
    NoBits,
    /// Marks of R.
    AllMarks,
    NoMarks,
    /// The lock keys.
    AllKeys,
    NoKeys,
}

/// The shift that brings the two indicator bits of a letter to the lowest places.
pub(crate) const fn indicator_shift(letter: Letter) -> Option<u32> {
    match letter {
        Letter::Z | Letter::O => Some(8),
        Letter::T => Some(6),
        Letter::P => Some(4),
        Letter::Q => Some(2),
        Letter::R => Some(0),
        Letter::None | Letter::K => None,
    }
}

impl Condition {
    /// The condition and the bits that it is about.
    const fn of(tail: &Tail) -> (Condition, u16) {
        let negated = match tail.indicator {
            IndicatorOp::I | IndicatorOp::M => return (Condition::Always, 0),
            IndicatorOp::N => true,
            IndicatorOp::L => false,
        };
        let bits = tail.marks.bits() as u16;
        let (not, plain, mask) = match (tail.letter, indicator_shift(tail.letter)) {
            (Letter::Z, _) if bits == 0 => (Condition::NotZero, Condition::Zero, 0),
            (Letter::O, _) if bits == 0 => (Condition::NotOverflow, Condition::Overflow, 0),
            (Letter::T, _) if bits == 0 => (Condition::NotSign, Condition::Sign, 0),
            _ if bits == 0 => (Condition::Always, Condition::Never, 0),
            (_, Some(shift)) => (Condition::NoBits, Condition::AllBits, bits << shift),
            (Letter::K, None) => (Condition::NoKeys, Condition::AllKeys, bits),
            (_, None) => (Condition::NoMarks, Condition::AllMarks, bits),
        };
        (if negated { not } else { plain }, mask)
    }
}

/// A flag if it is set.
const fn flag(on: bool, flag: u16) -> u16 {
    if on { flag } else { 0 }
}

/// The flags that an operation alone gives, as if it were always the floating variant, and its own
/// cost without and with it.
static OPERATIONS: [(u16, [u16; 2]); 64] = {
    let mut operations = [(0, [0; 2]); 64];
    let mut code = 0;
    while code < operations.len() {
        let row = &ORDERS[code];
        let flags = flag(row.counts(), Decoded::COUNTS)
            | flag(row.floating.is_some(), Decoded::FLOATING)
            | flag(!matches!(row.meets, Meets::Nothing), Decoded::ASKS)
            | flag(matches!(row.meets, Meets::Block | Meets::Another), Decoded::TAKES_BACK);
        let own = [timing::own(row.opcode, false) as u16, timing::own(row.opcode, true) as u16];
        operations[code] = (flags, own);
        code += 1;
    }
    operations
};

/// An order, decoded. Runs keep it when only `address` and `t` change in its cell: nothing else here
/// may depend on the address, and on t only whether it is counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decoded {
    pub opcode: Opcode,
    pub form: Form,
    pub base: Base,
    pub condition: Condition,
    pub indicator: IndicatorOp,
    pub letter: Letter,
    pub marks: Marks,
    /// Bits of [`Decoded::INDIRECT`] and its neighbours.
    flags: u16,
    /// Fetch and own cost.
    pub cost: u16,
    /// The address as it stands in the cell.
    pub address: u16,
    /// The increment as it stands in the cell.
    pub t: u16,
    /// The bits that the condition is about.
    pub mask: u16,
}

impl Decoded {
    /// The address is that of a cell holding the address.
    pub const INDIRECT: u16 = 1;
    /// t is added to the address, and the sum stored back, if it is not zero.
    pub const COUNTS: u16 = 2;
    /// D.
    pub const DIRECT: u16 = 4;
    /// n.
    pub const CLEAR: u16 = 8;
    /// X.
    pub const EXCHANGE: u16 = 16;
    /// V.
    pub const SKIP: u16 = 32;
    /// The floating variant of the operation.
    pub const FLOATING: u16 = 64;
    /// It asks the world, and may have to wait or may be refused.
    pub const ASKS: u16 = 128;
    /// It can be refused in the middle of its operation.
    pub const TAKES_BACK: u16 = 256;
    /// The I or M of its tail does something.
    pub const INDICATES: u16 = 512;

    /// No order yet: what stands in a table before anything is decoded.
    pub const QQ: Decoded = Decoded {
        opcode: Opcode::Qq,
        form: Form::Full,
        base: Base::None,
        condition: Condition::Always,
        indicator: IndicatorOp::I,
        letter: Letter::None,
        marks: Marks::NONE,
        flags: 0,
        cost: 0,
        address: 0,
        t: 0,
        mask: 0,
    };

    /// An order of this operation and shape that has nothing else.
    #[inline(always)]
    pub const fn plain(opcode: Opcode, shape: Shape, floating: bool) -> Decoded {
        let direct = if shape.is_direct() { Decoded::DIRECT } else { 0 };
        let flags = if floating { Decoded::FLOATING } else { 0 } | direct;
        Decoded { opcode, form: shape.form(), flags, ..Decoded::QQ }
    }

    pub fn new(form: Form, order: &Order) -> Decoded {
        let tail = order.tail.unwrap_or_default();
        let (of_operation, own) = OPERATIONS[order.opcode.code() as usize % OPERATIONS.len()];
        let indicates = match tail.indicator {
            IndicatorOp::I => tail.letter != Letter::None,
            IndicatorOp::M => true,
            IndicatorOp::N | IndicatorOp::L => false,
        };
        let flags = of_operation & !if order.floating { 0 } else { Decoded::FLOATING }
            | flag(order.indirect, Decoded::INDIRECT)
            | flag(tail.direct, Decoded::DIRECT)
            | flag(order.clear, Decoded::CLEAR)
            | flag(tail.exchange, Decoded::EXCHANGE)
            | flag(tail.skip, Decoded::SKIP)
            | flag(indicates, Decoded::INDICATES);
        let from_right = order.opcode == Opcode::Hv && form == Form::Right;
        let more = if from_right { timing::HV_RIGHT } else { 0 };
        let (condition, mask) = Condition::of(&tail);
        Decoded {
            opcode: order.opcode,
            form,
            base: order.base,
            condition,
            indicator: tail.indicator,
            letter: tail.letter,
            marks: tail.marks,
            flags,
            cost: (form.base() + more) as u16 + own[order.floating as usize],
            address: order.address,
            t: tail.increment,
            mask,
        }
    }

    /// The same order as it stands in the cell now, if only its address and t may have changed.
    #[inline(always)]
    pub const fn in_cell(mut self, cell: Cell) -> Decoded {
        (self.address, self.t) = match self.form {
            Form::Left => (cell.address(), 0),
            Form::Right => (cell.increment(), 0),
            Form::Full => (cell.address(), cell.increment()),
        };
        self
    }

    #[inline(always)]
    pub const fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Whether address, n, operation, I or M, X and V are all there is, given that the condition
    /// holds, and X is nothing to the operation itself.
    pub const fn is_short(&self) -> bool {
        let logic = matches!(self.opcode, Opcode::Mb | Opcode::Ab) && self.has(Decoded::EXCHANGE);
        !self.has(Decoded::ASKS) && !logic
    }

    /// Its form, and whether it has D.
    pub const fn shape(&self) -> Shape {
        match self.form {
            Form::Left => Shape::Left,
            Form::Right => Shape::Right,
            Form::Full if self.has(Decoded::DIRECT) => Shape::Direct,
            Form::Full => Shape::Full,
        }
    }

    /// Whether its address takes more than a register.
    pub const fn has_chain(&self) -> bool {
        self.has(Decoded::INDIRECT) || self.counts()
    }

    /// Whether its address is that of a cell that holds the address.
    pub const fn is_indirect(&self) -> bool {
        self.has(Decoded::INDIRECT)
    }

    /// Whether it is counted in its own cell.
    pub const fn is_counted_once(&self) -> bool {
        self.counts() && !self.has(Decoded::INDIRECT)
    }

    /// The address that a cell holds for an order with one indirection, and what that costs; none
    /// if the cell does not hold a plain one. The older s, which is fetched if s was added, is then
    /// of no use.
    #[inline(always)]
    pub fn address_in(&self, cell: Cell) -> Option<(u16, u32)> {
        const MODIFIED: u32 = timing::INDIRECT + timing::MODIFICATION;
        let costs = [timing::INDIRECT, MODIFIED + timing::OLDER_S, MODIFIED, MODIFIED];
        let word = decode_half(cell, Half::Left);
        let is_plain = !word.indirect && word.base == Base::None;
        is_plain.then_some((word.address, costs[self.base as usize % costs.len()]))
    }

    /// The cost of the order before its end, without an indirect chain and without what its operands add.
    pub const fn cost_alone(&self) -> u32 {
        let is_modified = !matches!(self.base, Base::None) && !self.is_indirect();
        let modification = if is_modified { timing::MODIFICATION } else { 0 };
        let count = if self.is_counted_once() { timing::COUNT } else { 0 };
        self.cost as u32 + modification + count
    }

    /// Whether it is a `ud` that is nothing but its address, which may be indirect.
    pub const fn executes(&self) -> bool {
        let more = Decoded::DIRECT | Decoded::CLEAR;
        matches!(self.opcode, Opcode::Ud) && self.flags & more == 0 && self.after() == 0 && !self.counts()
    }

    /// I or M, X and V.
    pub const fn after(&self) -> u16 {
        self.flags & (Decoded::INDICATES | Decoded::EXCHANGE | Decoded::SKIP)
    }

    /// Whether its address is what stands in it, and a register: whatever its t is.
    #[inline(always)]
    pub const fn is_plain(&self) -> bool {
        self.flags & (Decoded::INDIRECT | Decoded::COUNTS | Decoded::DIRECT) == 0
    }

    /// Whether its t is added to its address.
    pub const fn counts(&self) -> bool {
        self.has(Decoded::COUNTS) && self.t != 0
    }
}

/// The order in one half of a cell, or in the whole of it.
pub(crate) fn decode(cell: Cell, half: Half) -> (Form, Order) {
    if !cell.marks().a() {
        (Form::Full, decode_full(cell))
    } else if half == Half::Left {
        (Form::Left, decode_half(cell, half))
    } else {
        (Form::Right, decode_half(cell, half))
    }
}
