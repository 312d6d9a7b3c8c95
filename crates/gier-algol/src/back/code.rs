//! Code before it is laid out on tracks: orders with labels and literals, jumps whose form depends
//! on where their target will lie, and calls of the running system, whose cells have names in
//! `roms/runtime.slip`.

use crate::ast::{BlockId, Span};
use gier_word::{Address, Base, Cell, Marks, Opcode, Order};

/// A label: a place in the code, bound by [`Action::Label`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(pub usize);

/// A name of the running system.
pub type Known = &'static str;

/// A ten-bit number in a cell. Some are known only after the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// A number that is known now.
    Number(i64),
    /// A name of the running system, plus this many cells.
    Known(Known, i64),
    /// The track of a label.
    Track(Label),
    /// The cell of a label on its track.
    Cell(Label),
    /// The track on which a string begins.
    StringTrack(usize),
    /// The cell in which a string begins.
    StringCell(usize),
    /// The number of cells in the frame of a body.
    Size(usize),
}

/// A cell with data: four groups of ten bits, and marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Datum {
    /// The groups, leftmost first.
    pub groups: [Field; 4],
    /// The marks.
    pub marks: Marks,
}

impl Datum {
    /// A cell whose contents are known now.
    pub fn cell(cell: Cell) -> Datum {
        Datum { groups: cell.groups().map(|group| Field::Number(group.into())), marks: cell.marks() }
    }

    /// A cell with the program point of a label.
    pub fn point(label: Label) -> Datum {
        let zero = Field::Number(0);
        Datum { groups: [Field::Track(label), Field::Cell(label), zero, zero], marks: Marks::NONE }
    }
}

/// An order whose address can be relative to a name of the running system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The order.
    pub order: Order,
    /// The name that the address is relative to, if any.
    pub from: Option<Known>,
}

impl From<Order> for Line {
    fn from(order: Order) -> Line {
        Line { order, from: None }
    }
}

impl Line {
    /// A half-word order with the address of a name of the running system.
    pub fn known(opcode: Opcode, name: Known) -> Line {
        Line { order: order(opcode, 0), from: Some(name) }
    }

    /// The order as a full word, in a cell of its own.
    #[must_use]
    pub fn full(self) -> Line {
        let tail = Some(self.order.tail.unwrap_or_default());
        Line { order: Order { tail, ..self.order }, ..self }
    }
}

/// The condition under which a branch is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
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
    pub fn inverse(self) -> When {
        match self {
            When::Negative => When::NotNegative,
            When::NotNegative => When::Negative,
            When::Zero => When::NotZero,
            When::NotZero => When::Zero,
        }
    }
}

/// One item of the code.
#[derive(Clone, Debug)]
pub enum Action {
    /// Binds a label to the next cell.
    Label(Label),
    /// A plain order.
    Order(Line),
    /// A substitution (`is`, `it`, `ns`, `nt`) and the order that it modifies. A substitution
    /// modifies the very next order, even a filler, so the layout must treat the two as one.
    Substituted(Line, Line),
    /// An order whose operand is among the literals of its track.
    Literal(Order, Box<Datum>),
    /// A jump.
    Jump(Label),
    /// A conditional jump.
    Branch(When, Label),
    /// A call of a resident routine, with two numbers in the right half of the cell.
    Resident {
        /// The routine.
        routine: Known,
        /// The number in bits 10-19.
        middle: Field,
        /// The number in bits 30-39.
        low: Field,
        /// Whether the routine never returns to the next cell.
        leaves: bool,
    },
    /// A cell with data.
    Datum(Box<Datum>),
    /// An order that always leaves this code, such as `hv {end}`.
    Leave(Line),
}

/// An action and its origin in the text.
#[derive(Clone, Debug)]
pub struct Op {
    /// The action.
    pub action: Action,
    /// Whether the action must be on the same track as the one before.
    pub glued: bool,
    /// The origin of the action in the text.
    pub origin: Origin,
}

/// The origin of an action, for the source map.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The statement, or the element or call within it.
    pub span: Span,
    /// Whether the action is the first one of a statement.
    pub begins: bool,
    /// The number of the body that the code belongs to.
    pub body: usize,
    /// The block that the code is in.
    pub block: BlockId,
}

/// A count of cells, parameters or tracks, as a number for an order.
pub fn count(count: usize) -> i64 {
    i64::try_from(count).expect("a program is not that large")
}

/// A half-word order with an absolute address.
pub fn order(opcode: Opcode, address: impl Into<Address>) -> Order {
    Order { opcode, address: address.into().number(), ..Order::default() }
}

/// A half-word order with a base.
pub fn based(opcode: Opcode, base: Base, address: i64) -> Order {
    Order { base, ..order(opcode, address) }
}
