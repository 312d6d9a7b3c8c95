//! What a condition with variables by name may come to: with every name as each of the cells that it
//! may mean somewhere in the program. To know which one is meant, and whether it is seen at all, takes
//! a look at where the program is, many times slower than these.

use super::operators::{Arithmetic, Between, Comparison};
use super::quick::{Kind, Row};
use super::{Expression, Form, Names, Node, Register, Sight, Value};
use gier_machine::Parts;
use gier_word::source_map::{PROGRAM_FRAME, Type};

/// More ways to take the names than this are not tried.
const MOST: usize = 16;

/// A simple variable, as a body of the program sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// How many environments out from the frame in use its frame is; none: it is that of the program.
    pub out: Option<usize>,
    /// Where it lies, relative to p of its frame.
    pub offset: i16,
    /// Its type.
    pub ty: Type,
}

/// Conditions of which one holds wherever the one does of which they are.
pub struct Guesses {
    rows: Vec<Row>,
    parts: Parts,
}

impl Guesses {
    /// False: the condition surely does not hold here.
    pub fn may_hold(&self, sight: &Sight<'_>) -> bool {
        self.rows.iter().any(|row| row.value(sight) != Some(0))
    }

    /// What this depends on.
    pub const fn parts(&self) -> Parts {
        self.parts
    }
}

impl Expression {
    /// What a condition with names may come to; none if it has no names, or if there is no quick way.
    pub fn guesses(&self, names: &dyn Names) -> Option<Guesses> {
        self.node.first_name()?;
        let mut nodes = vec![self.node.clone()];
        while let Some(name) = nodes[0].first_name() {
            let meanings = names.meanings(name)?;
            let with = |node: &Node, meaning: &Meaning| {
                let mut node = node.clone();
                node.bind(&|known| (known == name).then(|| meaning.node()));
                node
            };
            nodes = nodes.iter().flat_map(|node| meanings.iter().map(move |of| with(node, of))).collect();
            if nodes.is_empty() || nodes.len() > MOST {
                return None;
            }
        }
        let parts = nodes.iter().map(Node::parts).fold(Parts::NONE, Parts::and);
        let row = |node: &Node| Row::of(node).filter(|row| row.kind == Kind::Truth);
        Some(Guesses { rows: nodes.iter().map(row).collect::<Option<_>>()?, parts })
    }
}

impl Meaning {
    /// Its value.
    fn node(self) -> Node {
        let known = |value| Box::new(Node::Known(Value::Whole(value)));
        let frame = match self.out {
            None => known(PROGRAM_FRAME.into()),
            // The head of a frame has its environment in bits 20-29.
            Some(out) => (0..out).fold(Box::new(Node::Register(Register::P)), |frame, _| {
                Box::new(Node::Bits(20, 29, Box::new(Node::Cell(frame))))
            }),
        };
        let plus = Between::Does(Arithmetic::Plus);
        let cell = Box::new(Node::Cell(Box::new(Node::Between(plus, frame, known(self.offset.into())))));
        match self.ty {
            Type::Real => Node::Form(Form::Floating, cell),
            Type::Integer => Node::Integer(cell),
            Type::Boolean => Node::Between(Between::Compares(Comparison::AtLeast), cell, known(0)),
        }
    }
}

impl Node {
    /// The first name of a variable in it.
    fn first_name(&self) -> Option<&str> {
        match self {
            Node::Known(_) | Node::Register(_) | Node::Indicator(_) | Node::Orders | Node::Seconds => None,
            Node::Cell(of)
            | Node::Bits(_, _, of)
            | Node::Marks(of)
            | Node::Form(_, of)
            | Node::Integer(of)
            | Node::Not(of)
            | Node::Negative(of) => of.first_name(),
            Node::Between(_, a, b) => a.first_name().or_else(|| b.first_name()),
            Node::Variable(name, _) => Some(name),
        }
    }
}
