//! Code before it is laid out on tracks: orders, labels, literals, jumps, and calls of the running system.
//! The names of the running system's cells are in `roms/runtime.slip`.

use crate::ast::{BlockId, Span};
use gier_word::{Address, Base, Cell, Marks, Opcode, Order};

/// A label: a place in the code, bound by [`Action::Label`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Label(pub(crate) usize);

/// A name of the running system.
pub(crate) type RuntimeName = &'static str;

/// A ten-bit number in a cell. Some of these numbers are known only after the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TenBits {
    /// A number that is known before the layout.
    Number(i64),
    /// The address of a name of the running system, plus this many cells.
    Known(RuntimeName, i64),
    /// The number of the track of a label.
    Track(Label),
    /// The number of a label's cell on the label's track.
    Cell(Label),
    /// The number of the track on which a string begins.
    StringTrack(usize),
    /// The number, on its track, of the cell in which a string begins.
    StringCell(usize),
    /// The number of cells in the frame of the body with this number.
    Size(usize),
}

/// A cell with data: four groups of ten bits, and marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Datum {
    /// The groups, leftmost first.
    pub(crate) groups: [TenBits; 4],
    pub(crate) marks: Marks,
}

impl Datum {
    /// A cell whose contents are known before the layout.
    pub(crate) fn cell(cell: Cell) -> Datum {
        Datum { groups: cell.groups().map(|group| TenBits::Number(group.into())), marks: cell.marks() }
    }

    /// A cell that holds the program point of a label: the label's track and cell.
    pub(crate) fn point(label: Label) -> Datum {
        let zero = TenBits::Number(0);
        Datum { groups: [TenBits::Track(label), TenBits::Cell(label), zero, zero], marks: Marks::NONE }
    }
}

/// An order. Its address can be relative to a name of the running system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CodeOrder {
    pub(crate) order: Order,
    /// The name that the address is relative to, if any.
    pub(crate) from: Option<RuntimeName>,
}

impl From<Order> for CodeOrder {
    fn from(order: Order) -> CodeOrder {
        CodeOrder { order, from: None }
    }
}

impl CodeOrder {
    /// A half-word order whose address is that of a name of the running system.
    pub(crate) fn known(opcode: Opcode, name: RuntimeName) -> CodeOrder {
        CodeOrder { order: order(opcode, 0), from: Some(name) }
    }

    /// Converts the order to a full-word order, which fills a cell.
    #[must_use]
    pub(crate) fn full(self) -> CodeOrder {
        let tail = Some(self.order.tail.unwrap_or_default());
        CodeOrder { order: Order { tail, ..self.order }, ..self }
    }
}

/// The condition under which a branch is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// R is negative.
    Negative,
    /// R is not negative.
    NotNegative,
    /// R is zero.
    Zero,
    /// R is not zero.
    NotZero,
}

impl When {
    /// The opposite condition.
    pub(crate) fn inverse(self) -> When {
        match self {
            When::Negative => When::NotNegative,
            When::NotNegative => When::Negative,
            When::Zero => When::NotZero,
            When::NotZero => When::Zero,
        }
    }
}

/// One piece of code before the layout: an order, a label, a jump, a call or data.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Binds a label to the next cell.
    Label(Label),
    /// A plain order.
    Order(CodeOrder),
    /// A substitution (`is`, `it`, `ns`, `nt`) and the order that it modifies. A substitution
    /// modifies the very next order, even a filler, so the layout must treat the two as one.
    Substituted(CodeOrder, CodeOrder),
    /// An order whose operand is among the literals of its track.
    Literal(Order, Box<Datum>),
    Jump(Label),
    /// A conditional jump.
    Branch(When, Label),
    /// A call of a resident routine, with two numbers in the right half of the cell.
    Resident {
        routine: RuntimeName,
        /// The number in bits 10-19.
        middle: TenBits,
        /// The number in bits 30-39.
        low: TenBits,
        /// Whether the routine never returns to the next cell.
        leaves: bool,
    },
    /// A cell with data.
    Datum(Box<Datum>),
    /// An order that always leaves this code, such as `hv {end}`.
    Leave(CodeOrder),
}

/// An action and its origin in the text.
#[derive(Clone, Debug)]
pub(crate) struct Op {
    pub(crate) action: Action,
    /// Whether the action must be on the same track as the action before it.
    pub(crate) glued: bool,
    /// The origin of the action in the text.
    pub(crate) origin: Origin,
}

/// The origin of an action, for the source map.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// Where the statement is in the source text, or an array element or a call within the statement.
    pub(crate) span: Span,
    /// Whether the action is the first one of a statement.
    pub(crate) begins: bool,
    /// The number of the body that the code belongs to.
    pub(crate) body: usize,
    /// The block that the code is in.
    pub(crate) block: BlockId,
}

/// A count of cells, parameters or tracks, as a number for an order.
pub(crate) fn count(count: usize) -> i64 {
    i64::try_from(count).expect("a program is not that large")
}

/// A half-word order with an absolute address.
pub(crate) fn order(opcode: Opcode, address: impl Into<Address>) -> Order {
    Order { opcode, address: address.into().number(), ..Order::default() }
}

/// A half-word order whose address is relative to a register.
pub(crate) fn based(opcode: Opcode, base: Base, address: i64) -> Order {
    Order { base, ..order(opcode, address) }
}
