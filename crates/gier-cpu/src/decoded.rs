//! A decoded order: everything that can be computed from the order's bits alone, without the registers.

use gier_word::codec::{decode_full, decode_half};
use gier_word::order::{Needs, ORDERS};
use gier_word::{Base, Cell, Half, IndicatorOp, Letter, Marks, Opcode, Order, Tail};

use gier_word::timing;

/// The form of an order: the left or right half of a cell, or a full word.
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

/// The form of an order as the fast path distinguishes it: either half of a cell, a full word, or a full word with
/// the modifier D.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Half,
    Full,
    Direct,
}

impl Shape {
    /// The form of the order. Only `ud` tells the right half from the left, and it is not short; so a half is a left
    /// one here.
    pub(crate) const fn form(self) -> Form {
        match self {
            Shape::Half => Form::Left,
            Shape::Full | Shape::Direct => Form::Full,
        }
    }

    pub(crate) const fn is_direct(self) -> bool {
        matches!(self, Shape::Direct)
    }
}

/// The condition of a full-word order: the modifier N or L, with a letter and marks.  [F-COND-1] (Q7)
///
/// The letter selects two bits of the indicator, the lock keys (K) or the marks of R. The marks in the order
/// say which of these two bits are tested. L is true if all tested bits are one, and N is true if all are
/// zero.
///
/// Without marks in the order, the letters Z, O and T test whether R is zero, has overflowed or is negative.
/// For example, `ar 5 NZ` is executed only if R is not zero. With no marks and any other letter, N is true
/// and L is false.
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
    /// All tested bits of the indicator are one.
    AllBits,
    NoBits,
    /// All tested marks of R are one.
    AllMarks,
    NoMarks,
    /// All tested lock keys are on.
    AllKeys,
    NoKeys,
}

/// Returns how far to shift the indicator right, so that the letter's two bits become its lowest bits.
/// Returns `None` for a letter without indicator bits.
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
    /// The condition of an order, and a mask of the bits that the condition tests.
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

/// Returns `flag` if `on` is true, otherwise 0.
const fn flag(on: bool, flag: u16) -> u16 {
    if on { flag } else { 0 }
}

/// For each operation: its flags, its cost in micro-operations, and the cost of its floating variant. The
/// flags include [`Decoded::FLOATING`] if there is a floating variant.
static OPERATIONS: [(u16, [u16; 2]); 64] = {
    let mut operations = [(0, [0; 2]); 64];
    let mut code = 0;
    while code < operations.len() {
        let row = &ORDERS[code];
        let flags = flag(row.counts(), Decoded::COUNTS)
            | flag(row.floating.is_some(), Decoded::FLOATING)
            | flag(!matches!(row.needs, Needs::Nothing), Decoded::MAY_BE_REFUSED)
            | flag(matches!(row.needs, Needs::Block | Needs::Another), Decoded::MAY_BE_UNDONE);
        let own = [timing::own(row.opcode, false) as u16, timing::own(row.opcode, true) as u16];
        operations[code] = (flags, own);
        code += 1;
    }
    operations
};

/// A decoded order.
///
/// The fast path keeps a decoded order if only the address and the increment t in its cell change. So the
/// other fields must not depend on the address. They may depend on whether t is zero, but not on its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decoded {
    pub opcode: Opcode,
    pub form: Form,
    pub base: Base,
    pub condition: Condition,
    pub indicator: IndicatorOp,
    pub letter: Letter,
    pub marks: Marks,
    /// The flags of the order, such as [`Decoded::INDIRECT`], combined into one number.
    flags: u16,
    /// The cost of fetching the order and of its operation, in micro-operations.
    pub cost: u16,
    /// The address part of the order, ten bits.
    pub address: u16,
    /// The increment t in the cell, ten bits.
    pub t: u16,
    /// The bits that the condition tests.
    pub mask: u16,
}

impl Decoded {
    /// Flag: the address is indirect, that is, it names a cell that holds the address.
    pub const INDIRECT: u16 = 1;
    /// Flag: the operation adds t to the address and writes the sum back, unless t is zero.
    pub const COUNTS: u16 = 2;
    /// Flag: the order has the modifier D: the address itself is the operand.
    pub const DIRECT: u16 = 4;
    /// Flag: the order has the modifier n: clear R first.
    pub const CLEAR: u16 = 8;
    /// Flag: the order has the modifier X: exchange R and M at the end.
    pub const EXCHANGE: u16 = 16;
    /// Flag: the order has the modifier V: skip the next order.
    pub const SKIP: u16 = 32;
    /// Flag: the order executes the floating variant of the operation.
    pub const FLOATING: u16 = 64;
    /// Flag: the CPU must first check whether the order has to wait for a device or stops the machine.
    pub const MAY_BE_REFUSED: u16 = 128;
    /// Flag: after the operation has begun, the CPU may find that the order has to wait or stops the machine.
    /// The CPU then undoes everything that the order did.
    pub const MAY_BE_UNDONE: u16 = 256;
    /// Flag: the order has a modifier I or M that changes the indicator or marks.
    pub const INDICATES: u16 = 512;

    /// A placeholder for table entries that are not decoded yet.
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

    /// Makes an order without modifiers. If `shape` is [`Shape::Direct`], the order has the modifier D.
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

    /// Replaces the address and the increment t of the order by those in `cell`.
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

    /// Whether the order may be *short*: it uses no device, never waits, and its operation is the same with and
    /// without the modifier X. The fast path executes such an order without checks, if its operation is in the list
    /// of kinds. The list leaves out the operations that stop the machine or read its clock.
    pub const fn is_short(&self) -> bool {
        let logic = matches!(self.opcode, Opcode::Mb | Opcode::Ab) && self.has(Decoded::EXCHANGE);
        !self.has(Decoded::MAY_BE_REFUSED) && !logic
    }

    /// The form of the order, and whether a full word has the modifier D.
    pub const fn shape(&self) -> Shape {
        match self.form {
            Form::Left | Form::Right => Shape::Half,
            Form::Full if self.has(Decoded::DIRECT) => Shape::Direct,
            Form::Full => Shape::Full,
        }
    }

    /// Whether the address is indirect or the order adds t to it.
    pub const fn has_chain(&self) -> bool {
        self.has(Decoded::INDIRECT) || self.counts()
    }

    /// Whether the address is indirect.
    pub const fn is_indirect(&self) -> bool {
        self.has(Decoded::INDIRECT)
    }

    /// The cost of the fetch, the operation, and adding a register to the address, in micro-operations. It
    /// does not include [`timing::END`] (the end of every order) or costs that depend on operands. If the
    /// address is indirect or t is added to it, the address calculation is not included either.
    pub const fn cost_alone(&self) -> u32 {
        let is_modified = !matches!(self.base, Base::None) && !self.has_chain();
        self.cost as u32 + if is_modified { timing::MODIFICATION } else { 0 }
    }

    /// Whether the order is a `ud` (execute) without modifiers. The address may be indirect.
    pub const fn executes(&self) -> bool {
        let more = Decoded::DIRECT | Decoded::CLEAR;
        matches!(self.opcode, Opcode::Ud) && self.flags & more == 0 && self.after() == 0 && !self.counts()
    }

    /// The flags of the modifiers that act after the operation: one flag for I and M, one flag for X, and one
    /// flag for V.
    pub const fn after(&self) -> u16 {
        self.flags & (Decoded::INDICATES | Decoded::EXCHANGE | Decoded::SKIP)
    }

    /// Whether the effective address is the address part plus at most one register. Such an order has no
    /// indirect address and no modifier D, and its operation does not add t to the address.
    #[inline(always)]
    pub const fn is_plain(&self) -> bool {
        self.flags & (Decoded::INDIRECT | Decoded::COUNTS | Decoded::DIRECT) == 0
    }

    /// Whether the order adds t to its address and t is not zero.
    pub const fn counts(&self) -> bool {
        self.has(Decoded::COUNTS) && self.t != 0
    }
}

/// Decodes the order in one half of a cell. If the cell holds a full word, decodes the whole cell.
pub(crate) fn decode(cell: Cell, half: Half) -> (Form, Order) {
    if !cell.marks().a() {
        (Form::Full, decode_full(cell))
    } else if half == Half::Left {
        (Form::Left, decode_half(cell, half))
    } else {
        (Form::Right, decode_half(cell, half))
    }
}
