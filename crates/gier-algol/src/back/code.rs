//! The elements of generated code: orders, labels, literals, jumps, and calls of the running system. Later,
//! the module `placing` puts them on tracks and decides the form of each jump. `roms/runtime.slip` defines the
//! names of the running system's cells.

use crate::ast::{BlockId, Span};
use gier_word::{Address, Base, Cell, Marks, Opcode, Order};

/// A label, to which code can jump. The labels are numbered from 0. An [`Action::Label`] comes directly
/// before the code that the label marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Label(pub(crate) usize);

/// The name of a cell of the running system.
pub(crate) type RuntimeName = &'static str;

/// A ten-bit number in a cell. Some of these numbers are known only when the code has been put on tracks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TenBits {
    /// A number that is already known.
    Number(i64),
    /// The address of a cell of the running system, plus this number of cells.
    Known(RuntimeName, i64),
    /// The number of the track on which a label is.
    Track(Label),
    /// The position of a label on its track.
    Cell(Label),
    /// The number of the track on which a string begins.
    StringTrack(usize),
    /// The position of the cell in which a string begins, counted from the start of the track.
    StringCell(usize),
    /// The number of cells in the frame of a body. The argument is the index of the body.
    Size(usize),
}

/// A cell with data: four numbers of ten bits, and marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Datum {
    /// The four numbers, from left to right.
    pub(crate) groups: [TenBits; 4],
    pub(crate) marks: Marks,
}

impl Datum {
    /// A cell whose contents are already known.
    pub(crate) fn cell(cell: Cell) -> Datum {
        Datum { groups: cell.groups().map(|group| TenBits::Number(group.into())), marks: cell.marks() }
    }

    /// A cell that points to a label: it holds the label's track and cell.
    pub(crate) fn point(label: Label) -> Datum {
        let zero = TenBits::Number(0);
        Datum { groups: [TenBits::Track(label), TenBits::Cell(label), zero, zero], marks: Marks::NONE }
    }
}

/// An order. Its address can be relative to a cell of the running system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CodeOrder {
    pub(crate) order: Order,
    /// The address is relative to this cell of the running system, if any.
    pub(crate) from: Option<RuntimeName>,
}

impl From<Order> for CodeOrder {
    fn from(order: Order) -> CodeOrder {
        CodeOrder { order, from: None }
    }
}

impl CodeOrder {
    /// A half-word order whose address is a cell of the running system.
    pub(crate) fn known(opcode: Opcode, name: RuntimeName) -> CodeOrder {
        CodeOrder { order: order(opcode, 0), from: Some(name) }
    }

    /// Converts the order to a full-word order, which fills a whole cell.
    #[must_use]
    pub(crate) fn full(self) -> CodeOrder {
        let tail = Some(self.order.tail.unwrap_or_default());
        CodeOrder { order: Order { tail, ..self.order }, ..self }
    }
}

/// The condition under which a conditional jump is executed.
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

/// An element of the generated code, such as an order or a label. Later, the layout puts the code on tracks.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Puts a label at the next cell.
    Label(Label),
    /// A plain order.
    Order(CodeOrder),
    /// A substitution (`is`, `it`, `ns`, `nt`) and the order after it. The substitution modifies that order,
    /// so the layout must put nothing between the two.
    Substituted(CodeOrder, CodeOrder),
    /// An order whose operand is a literal. The layout puts the literals of a track after the orders of the
    /// track.
    Literal(Order, Box<Datum>),
    Jump(Label),
    /// A conditional jump.
    Branch(When, Label),
    /// A call of a routine that is always in the store. The call is the left half of a cell. The right half,
    /// bits 10-19 and 30-39, holds two numbers for the routine.
    Resident {
        routine: RuntimeName,
        /// The number in bits 10-19.
        middle: TenBits,
        /// The number in bits 30-39.
        low: TenBits,
        /// If true, the routine does not return to the cell after the call.
        leaves: bool,
    },
    /// A cell with data.
    Datum(Box<Datum>),
    /// An order after which the next order is never executed, such as the jump `hv {end}`.
    Leave(CodeOrder),
}

/// An action, and its origin in the source text.
#[derive(Clone, Debug)]
pub(crate) struct Op {
    pub(crate) action: Action,
    /// Whether the action must be on the same track as the action before it.
    pub(crate) glued: bool,
    /// The position in the source text, the body and the block that the action comes from.
    pub(crate) origin: Origin,
}

/// Where an action comes from, for the source map.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// The source text from which the action was generated, such as a statement or a call.
    pub(crate) span: Span,
    /// Whether the action is the first one of a statement.
    pub(crate) begins: bool,
    /// The number of the body (program, procedure, thunk or switch) to which the code belongs.
    pub(crate) body: usize,
    /// The innermost block that contains the code.
    pub(crate) block: BlockId,
}

/// Converts a count of cells, parameters or tracks to a number for an order.
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
