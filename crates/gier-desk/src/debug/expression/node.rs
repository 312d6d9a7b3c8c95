//! The syntax tree of an expression, and the names of registers and of the indicator's bits.

use super::operators::Between;
use super::value::Value;
use crate::notation::forms::Form;

/// A register that an expression can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Register {
    R,
    M,
    S,
    P,
    R1,
    In,
    By,
    Tk,
}

/// The names of the registers in expressions.
pub(super) const REGISTERS: [(&str, Register); 8] = [
    ("R", Register::R),
    ("M", Register::M),
    ("s", Register::S),
    ("p", Register::P),
    ("r1", Register::R1),
    ("in", Register::In),
    ("by", Register::By),
    ("tk", Register::Tk),
];
/// The names of the indicator's bits, each with its bit mask. `ZA` and `ZB` are other names of OA and OB.
pub(super) const INDICATOR: [(&str, u16); 12] = [
    ("OA", 512),
    ("ZA", 512),
    ("OB", 256),
    ("ZB", 256),
    ("TA", 128),
    ("TB", 64),
    ("PA", 32),
    ("PB", 16),
    ("QA", 8),
    ("QB", 4),
    ("RA", 2),
    ("RB", 1),
];

/// Whether a word names a register in an expression.
pub(crate) fn is_register(word: &str) -> bool {
    REGISTERS.iter().any(|(name, _)| *name == word)
}

/// The keywords of expressions that need no operand: the registers, the bits of the indicator, `orders`,
/// `seconds`, and some words of the debugger's command `tell`. A `$` before a keyword distinguishes it from a
/// variable.
pub(crate) fn simple_words() -> impl Iterator<Item = &'static str> {
    let registers = REGISTERS.iter().map(|(name, _)| *name);
    registers.chain(INDICATOR.iter().map(|(name, _)| *name)).chain([
        "calls",
        "line",
        "orders",
        "seconds",
        "variables",
    ])
}

/// The bit mask of the indicator bit with this name. `None` if no bit has this name.
pub fn indicator_bit(name: &str) -> Option<u16> {
    INDICATOR.iter().find(|(known, _)| *known == name).map(|(_, bit)| *bit)
}

/// A node of the syntax tree of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// A constant value.
    Known(Value),
    Register(Register),
    /// A bit of the indicator, as a truth value. The field is its bit mask.
    Indicator(u16),
    Orders,
    Seconds,
    /// The contents of the cell whose address is the value of this node.
    Cell(Box<Node>),
    /// Some bits of the operand, as a whole number. The first two fields are the numbers of the first and the
    /// last bit. If these numbers are equal, the value is this one bit as a truth value.
    Bits(u32, u32, Box<Node>),
    Marks(Box<Node>),
    Form(Form, Box<Node>),
    /// The contents of a cell, read as an ALGOL integer.
    Integer(Box<Node>),
    /// The contents of an array element. The first field is the descriptor of the array, and the second has
    /// the subscripts.
    Element(Box<Node>, Vec<Node>),
    /// The value of a parameter called by name. The operand is the contents of the formal parameter's cell: a
    /// descriptor of the actual parameter. There is no value if the actual parameter is an expression.
    Actual(Box<Node>),
    Not(Box<Node>),
    Negative(Box<Node>),
    Between(Between, Box<Node>, Box<Node>),
    /// A variable of the program. The fields are its name and its subscripts. The name is a `Box<str>` to
    /// keep the nodes small.
    Variable(Box<str>, Vec<Node>),
}

/// Borrows all operands of a node, and puts them into a `Vec`. `$part` and `$parts` are the methods that
/// borrow: `as_ref` and `iter`, or `as_mut` and `iter_mut`.
macro_rules! parts_of {
    ($node:expr, $part:ident, $parts:ident) => {
        match $node {
            Node::Known(_) | Node::Register(_) | Node::Indicator(_) | Node::Orders | Node::Seconds => {
                Vec::new()
            }
            Node::Cell(of)
            | Node::Bits(_, _, of)
            | Node::Marks(of)
            | Node::Form(_, of)
            | Node::Integer(of)
            | Node::Actual(of)
            | Node::Not(of)
            | Node::Negative(of) => vec![of.$part()],
            Node::Between(_, a, b) => vec![a.$part(), b.$part()],
            Node::Element(of, subscripts) => [of.$part()].into_iter().chain(subscripts.$parts()).collect(),
            Node::Variable(_, subscripts) => subscripts.$parts().collect(),
        }
    };
}

impl Node {
    /// The operands of the node. The descriptor of an array comes before its subscripts.
    pub(super) fn parts_of(&self) -> Vec<&Node> {
        parts_of!(self, as_ref, iter)
    }

    /// Replaces each variable by the node that `resolve` returns for the variable's name and subscripts. If
    /// `resolve` returns `None`, the variable stays. Does not replace variables in the new nodes.
    pub(super) fn bind(&mut self, resolve: &dyn Fn(&str, &[Node]) -> Option<Node>) {
        if let Node::Variable(name, subscripts) = self
            && let Some(node) = resolve(name, subscripts)
        {
            *self = node;
            return;
        }
        let parts: Vec<&mut Node> = parts_of!(self, as_mut, iter_mut);
        parts.into_iter().for_each(|part| part.bind(resolve));
    }
}
