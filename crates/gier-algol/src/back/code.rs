//! Code before it is laid out on tracks: orders with labels and literals, jumps whose form
//! depends on where their target will lie, and calls of the running system, whose cells have the
//! names of `roms/runtime.slip`.

use crate::ast::{BlockId, Span};
use gier_word::{Address, Base, Cell, Marks, Opcode, Order};

/// A place in the code, bound by [`Action::Label`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(pub usize);

/// A name of the running system.
pub type Known = &'static str;

/// A number of ten bits in a cell, some known only when everything has its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Known.
    Number(i64),
    /// So many cells behind a name of the running system.
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

/// Four groups of ten bits and marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Datum {
    /// The groups, leftmost first.
    pub groups: [Field; 4],
    /// The marks.
    pub marks: Marks,
}

impl Datum {
    /// A known cell.
    pub fn cell(cell: Cell) -> Datum {
        Datum { groups: cell.groups().map(|group| Field::Number(group.into())), marks: cell.marks() }
    }

    /// The program point of a label.
    pub fn point(label: Label) -> Datum {
        let zero = Field::Number(0);
        Datum { groups: [Field::Track(label), Field::Cell(label), zero, zero], marks: Marks::NONE }
    }
}

/// An order; its address counts from a name of the running system if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The order.
    pub order: Order,
    /// The name.
    pub from: Option<Known>,
}

impl From<Order> for Line {
    fn from(order: Order) -> Line {
        Line { order, from: None }
    }
}

impl Line {
    /// A half-word order with an address of the running system.
    pub fn known(opcode: Opcode, name: Known) -> Line {
        Line { order: order(opcode, 0), from: Some(name) }
    }

    /// The order in a cell of its own.
    #[must_use]
    pub fn full(self) -> Line {
        let tail = Some(self.order.tail.unwrap_or_default());
        Line { order: Order { tail, ..self.order }, ..self }
    }
}

/// When a branch is taken.
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
    /// The opposite.
    pub fn inverse(self) -> When {
        match self {
            When::Negative => When::NotNegative,
            When::NotNegative => When::Negative,
            When::Zero => When::NotZero,
            When::NotZero => When::Zero,
        }
    }
}

/// What the code consists of.
#[derive(Clone, Debug)]
pub enum Action {
    /// The next cell has this label.
    Label(Label),
    /// An order.
    Order(Line),
    /// A substitution (`is`, `it`, `ns`, `nt`) and the order that it serves: what comes next is
    /// what it serves, be it a filler, so that the layout must know the two as one.
    Substituted(Line, Line),
    /// An order whose operand stands among the literals of its track.
    Literal(Order, Box<Datum>),
    /// A jump.
    Jump(Label),
    /// A jump under a condition.
    Branch(When, Label),
    /// A call of a resident routine with two numbers in the right half of the cell.
    Resident {
        /// The routine.
        routine: Known,
        /// Bits 10-19.
        middle: Field,
        /// Bits 30-39.
        low: Field,
        /// Whether it never comes back to the next cell.
        leaves: bool,
    },
    /// A cell that is data.
    Datum(Box<Datum>),
    /// An order after which control is elsewhere, such as `hv {end}`.
    Leave(Line),
}

/// An action with where it comes from.
#[derive(Clone, Debug)]
pub struct Op {
    /// What to do.
    pub action: Action,
    /// It must stand on the track of the one before.
    pub glued: bool,
    /// Where it comes from.
    pub origin: Origin,
}

/// What the source map says of an action.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The statement that it belongs to, or the element or call within it.
    pub span: Span,
    /// The first action of a statement.
    pub begins: bool,
    /// Whose code it is.
    pub body: usize,
    /// The block in which it stands.
    pub block: BlockId,
}

/// A count of cells, parameters, tracks as a number of orders.
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
