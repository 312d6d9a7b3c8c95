//! What a condition with variables by name may come to: with every name as each of the variables that
//! it may mean somewhere in the program. To know which one is meant, and whether it is seen at all,
//! takes a look at where the program is, many times slower than these.

use super::operators::{Arithmetic, Between, Comparison};
use super::{Expression, Form, Meaning, Names, Node, Register, Sight, Value};
use gier_word::source_map::{PROGRAM_FRAME, Type, VariableKind};
use gier_word::{Cell, Marks};

/// More ways to take the names than this are not tried.
const MOST: usize = 64;

impl Expression {
    /// Whether variables stand in it by name.
    pub fn is_named(&self) -> bool {
        !self.node.names().is_empty()
    }

    /// Whether a parameter called by name stands in it, which has no value in a run where its actual is
    /// an expression.
    pub fn wants_actuals(&self, names: &dyn Names) -> bool {
        let is_by_name = |meaning: &Meaning| matches!(meaning.kind, VariableKind::Name(_));
        let meanings = |name| names.meanings(name).unwrap_or_default();
        self.node.names().into_iter().any(|name| meanings(name).iter().any(is_by_name))
    }

    /// Whether all names in it are known.
    ///
    /// # Errors
    /// One is not.
    pub fn check_names(&self, names: &dyn Names) -> Result<(), String> {
        self.node.names().into_iter().try_for_each(|name| names.known(name))
    }

    /// The same without names: of these one comes to what this does, wherever this has a value. None if
    /// there are too many.
    pub fn meant(&self, names: &dyn Names) -> Option<Vec<Meant>> {
        let mut nodes = vec![(self.node.clone(), Vec::new())];
        while let Some(name) = nodes.iter().find_map(|(node, _)| node.names().first().copied()) {
            let name = name.to_string();
            let meanings = names.meanings(&name)?;
            if nodes.len() * meanings.len() > MOST {
                return None;
            }
            for (node, known) in std::mem::take(&mut nodes) {
                for meaning in &meanings {
                    let (mut node, mut known) = (node.clone(), known.clone());
                    node.bind(&|known, subscripts| (known == name).then(|| meaning.node(subscripts)));
                    known.push((name.clone(), *meaning));
                    nodes.push((node, known));
                }
            }
        }
        let meant = |(node, meanings)| Meant { expression: Expression::new(node, &self.text), meanings };
        Some(nodes.into_iter().map(meant).collect())
    }

    /// Whether it holds only if everything in it has been asked.
    pub fn asks_all(&self) -> bool {
        self.node.asks_all()
    }
}

/// What an expression comes to where its names mean this.
#[derive(Clone, Debug)]
pub struct Meant {
    /// The expression without names.
    pub expression: Expression,
    meanings: Vec<(String, Meaning)>,
}

impl Meant {
    /// Whether the names mean this here.
    pub fn is_here(&self, sight: &Sight<'_>) -> bool {
        sight.names.are_meant(&self.meanings, sight)
    }
}

impl Meaning {
    /// Its value, or that of an element of it.
    fn node(self, subscripts: &[Node]) -> Node {
        let cell = Box::new(self.cell());
        match (self.kind, subscripts.len()) {
            (
                VariableKind::Simple(ty)
                | VariableKind::Own(ty)
                | VariableKind::Result(ty)
                | VariableKind::Value(ty),
                0,
            ) => typed(ty, cell),
            (VariableKind::Name(ty), 0) => typed(ty, Box::new(Node::Actual(cell))),
            (VariableKind::Array { ty, dimensions }, given) if given == dimensions => {
                typed(ty, Box::new(Node::Element(cell, subscripts.to_vec())))
            }
            (VariableKind::ArrayName(ty), 1..) => {
                typed(ty, Box::new(Node::Element(cell, subscripts.to_vec())))
            }
            (
                VariableKind::Simple(_)
                | VariableKind::Own(_)
                | VariableKind::Result(_)
                | VariableKind::Value(_)
                | VariableKind::Name(_)
                | VariableKind::Array { .. }
                | VariableKind::ArrayName(_)
                | VariableKind::ProcedureName(_)
                | VariableKind::LabelName
                | VariableKind::SwitchName
                | VariableKind::StringName,
                _,
            ) => no_value(),
        }
    }

    /// Its cell.
    fn cell(self) -> Node {
        let known = |value| Box::new(Node::Known(Value::Whole(value)));
        let cell = |at| Node::Cell(Box::new(at));
        let Some(out) = self.out else {
            return cell(Node::Known(Value::Whole(i64::from(PROGRAM_FRAME) + i64::from(self.offset))));
        };
        // The head of a frame has its environment in bits 20-29.
        let around = |frame, _| Node::Bits(20, 29, Box::new(cell(frame)));
        let frame = (0..out).fold(Node::Register(Register::P), around);
        let plus = Between::Does(Arithmetic::Plus);
        cell(Node::Between(plus, Box::new(frame), known(self.offset.into())))
    }
}

/// What a cell holds, as a value of this type.
fn typed(ty: Type, cell: Box<Node>) -> Node {
    match ty {
        Type::Real => Node::Form(Form::Floating, cell),
        Type::Integer => Node::Integer(cell),
        Type::Boolean => {
            let nought = Box::new(Node::Known(Value::Whole(0)));
            Node::Between(Between::Compares(Comparison::AtLeast), cell, nought)
        }
    }
}

/// What has no value anywhere: an actual that would have to be worked out.
fn no_value() -> Node {
    let body = Cell::ZERO.with_marks(Marks::B);
    Node::Actual(Box::new(Node::Known(Value::Cell(body))))
}

impl Node {
    /// The names of variables in it, those of arrays before those in their subscripts.
    fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        self.put_names(&mut names);
        names
    }

    fn put_names<'a>(&'a self, names: &mut Vec<&'a str>) {
        if let Node::Variable(name, _) = self {
            names.push(name);
        }
        self.parts_of().into_iter().for_each(|part| part.put_names(names));
    }

    /// Whether it holds only if everything in it has been asked.
    fn asks_all(&self) -> bool {
        match self {
            Node::Between(Between::And, a, b) => a.asks_all() && b.asks_all(),
            _ => !self.chooses(),
        }
    }

    /// Whether there are two conditions in it of which the second need not be asked.
    fn chooses(&self) -> bool {
        matches!(self, Node::Between(Between::And | Between::Or, ..))
            || self.parts_of().into_iter().any(Node::chooses)
    }
}
