//! The language of conditions and of what is told: registers, cells, their bits, numbers in all
//! forms, comparison, arithmetic, `and or not`; and the variables of an ALGOL program.
//!
//! ```
//! use gier_desk::debug::expression::{Expression, Sight, Value};
//! use gier_machine::Machine;
//!
//! let machine = Machine::new();
//! let condition = Expression::parse("R ≥ 0 and not (cell 500 = 6/396/0/0 or bit 3 of M)").unwrap();
//! assert_eq!(condition.value(&Sight::of(&machine)), Ok(Value::Truth(true)));
//! ```
//!
//! | written | is |
//! |---|---|
//! | `R M s p r1 in by tk` | a register as a whole number; R has its sign in bit 00 |
//! | `OA OB TA TB PA PB QA QB RA RB` | a bit of the indicator, true when on; `ZA`, `ZB` are OA, OB |
//! | `cell 500`, `cell s`, `cell (p+1)` | what a cell holds |
//! | `bit 3 of R`, `bits 0-9 of cell 500` | bits, true or false, or a whole number |
//! | `address of …`, `increment of …`, `marks of …` | bits 0-9, bits 10-19, the marks 0-3 (a is 2, b is 1) |
//! | `17`, `2.5`, `1⏨3`, `6/396/0/0 a`, `"arn 83"` | a whole number, a real one, four groups, an order |
//! | `fraction R`, `floating cell 500`, `integer M` | the bits as this kind of number |
//! | `groups R`, `binary M`, `order cell 3`, `text cell 9` | told in this form |
//! | `orders`, `seconds` | orders done, the machine's time |
//! | `group sum`, `bunker[2]` | a variable of the ALGOL program, where it stands |
//! | `× * / ÷ : mod + -`, `= ≠ < ≤ > ≥`, `not and or` | in this order, `(` `)` before all |

mod compiled;
mod meanings;
mod operators;
mod parse;
mod sight;
mod value;

pub use meanings::Meanings;
pub use sight::{Meaning, Names, NoNames, Sight};
pub use value::Value;

use super::descriptor;
use super::forms::Form;
use compiled::{Compiled, Kind, Lacks};
use gier_machine::Registers;
use gier_word::source_map::Type;
use gier_word::{Address, Cell, Diagnostic, number};
use operators::{Between, Number, TOO_LARGE};
use std::fmt;
use std::ops::Range;

/// A register by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Register {
    R,
    M,
    S,
    P,
    R1,
    In,
    By,
    Tk,
}

/// The names of the registers, of the bits of the indicator and of the forms.
const REGISTERS: [(&str, Register); 8] = [
    ("R", Register::R),
    ("M", Register::M),
    ("s", Register::S),
    ("p", Register::P),
    ("r1", Register::R1),
    ("in", Register::In),
    ("by", Register::By),
    ("tk", Register::Tk),
];
const INDICATOR: [(&str, u16); 12] = [
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
pub(in crate::debug) fn is_register(word: &str) -> bool {
    REGISTERS.iter().any(|(name, _)| *name == word)
}

/// The bit of the indicator with this name.
pub fn indicator_bit(name: &str) -> Option<u16> {
    INDICATOR.iter().find(|(known, _)| *known == name).map(|(_, bit)| *bit)
}

/// A tree of what was written.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    Known(Value),
    Register(Register),
    Indicator(u16),
    Orders,
    Seconds,
    Cell(Box<Node>),
    Bits(u32, u32, Box<Node>),
    Marks(Box<Node>),
    Form(Form, Box<Node>),
    /// The value of an ALGOL integer.
    Integer(Box<Node>),
    /// The cell of an element of the array with this descriptor.
    Element(Box<Node>, Vec<Node>),
    /// The cell of the actual of a parameter called by name with this descriptor.
    Actual(Box<Node>),
    Not(Box<Node>),
    Negative(Box<Node>),
    Between(Between, Box<Node>, Box<Node>),
    Variable(String, Vec<Node>),
}

/// The parts of which a node is made, those of arrays before their subscripts, borrowed in one of two ways.
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
    /// The parts of which it is made.
    fn parts_of(&self) -> Vec<&Node> {
        parts_of!(self, as_ref, iter)
    }

    /// See [`Expression::bound`]; what stands for a name is made of its subscripts.
    fn bind(&mut self, meant: &dyn Fn(&str, &[Node]) -> Option<Node>) {
        if let Node::Variable(name, subscripts) = self
            && let Some(node) = meant(name, subscripts)
        {
            *self = node;
            return;
        }
        let parts: Vec<&mut Node> = parts_of!(self, as_mut, iter_mut);
        parts.into_iter().for_each(|part| part.bind(meant));
    }
}

/// An expression that was read.
#[derive(Clone, Debug)]
pub struct Expression {
    node: Node,
    text: String,
    /// The compiled way, if there is one.
    compiled: Option<Compiled>,
}

impl PartialEq for Expression {
    fn eq(&self, other: &Expression) -> bool {
        self.node == other.node && self.text == other.text
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn parse(text: &str) -> Result<Expression, Diagnostic> {
        let (expression, end) = Expression::parse_part(text, 0..text.len())?;
        match parse::rest(text, end..text.len()) {
            None => Ok(expression),
            Some(span) => {
                let message = format!("'{}' does not belong to the expression", &text[span.clone()]);
                Err(parse::fault(span, message))
            }
        }
    }

    /// Reads the expression at the beginning of a part of a text, and tells where it ends.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn parse_part(text: &str, part: Range<usize>) -> Result<(Expression, usize), Diagnostic> {
        let (node, span) = parse::read(text, part)?;
        Ok((Expression::new(node, &text[span.clone()]), span.end))
    }

    /// The same, in which names that always stand for one cell are that cell: they need not be
    /// looked for at every order then.
    pub fn bound(&self, cell_of: &dyn Fn(&str) -> Option<Address>) -> Expression {
        let (mut node, _) = parse::read(&self.text, 0..self.text.len()).expect("it was read before");
        node.bind(&|name, _| {
            cell_of(name).map(|cell| Node::Cell(Box::new(Node::Known(Value::Whole(cell.into())))))
        });
        Expression::new(node, &self.text)
    }

    fn new(node: Node, text: &str) -> Expression {
        let compiled = Compiled::of(&node);
        Expression { node, text: text.to_string(), compiled }
    }

    /// What it comes to.
    ///
    /// # Errors
    /// Why it has no value here.
    pub fn value(&self, sight: &Sight<'_>) -> Result<Value, String> {
        self.node.value(sight)
    }

    /// Whether it holds.
    ///
    /// # Errors
    /// Why that cannot be said here.
    pub fn holds(&self, sight: &Sight<'_>) -> Result<bool, String> {
        match self.compiled_truth(sight) {
            Ok(truth) => Ok(truth),
            Err(_) => self.node.value(sight)?.truth(),
        }
    }

    /// Whether it holds; where that cannot be said it does not.
    pub fn surely_holds(&self, sight: &Sight<'_>) -> bool {
        match self.compiled_truth(sight) {
            Ok(truth) => truth,
            Err(Lacks::Value) => false,
            Err(Lacks::Way) => self.holds(sight) == Ok(true),
        }
    }

    fn compiled_truth(&self, sight: &Sight<'_>) -> Result<bool, Lacks> {
        let compiled =
            self.compiled.as_ref().filter(|compiled| compiled.kind == Kind::Truth).ok_or(Lacks::Way)?;
        Ok(compiled.value(sight)? != 0)
    }

    /// Whether it surely still comes to this, or has no value; if there is a compiled way to say so.
    pub fn still_is(&self, value: Option<Value>, sight: &Sight<'_>) -> bool {
        let Some(compiled) = &self.compiled else { return false };
        match (compiled.value(sight), value) {
            (Err(Lacks::Value), _) => true,
            (Err(Lacks::Way), _) | (Ok(_), None) => false,
            (Ok(now), Some(Value::Whole(value))) => now == value,
            (Ok(now), Some(Value::Truth(truth))) => now == i64::from(truth),
            (Ok(now), Some(Value::Real(value))) => now == value.to_bits().cast_signed(),
            // Its marks may have changed.
            (Ok(_), Some(Value::Cell(_))) => false,
        }
    }

    /// What it comes to, as people read it: in the form that it asks for.
    ///
    /// # Errors
    /// Why it has no value here.
    pub fn tell(&self, sight: &Sight<'_>) -> Result<String, String> {
        match &self.node {
            Node::Form(form, of) => Ok(form.write(of.cell(sight)?)),
            Node::Register(Register::R | Register::M) => {
                let Value::Whole(value) = self.value(sight)? else { unreachable!("registers are whole") };
                Ok(format!("{} ({value})", self.node.cell(sight)?))
            }
            _ => Ok(self.value(sight)?.to_string()),
        }
    }

    /// The one cell whose contents it is, if it is nothing else: that can be watched.
    pub fn as_cell(&self) -> Option<u16> {
        match &self.node {
            Node::Cell(of) => match **of {
                Node::Known(Value::Whole(cell)) => u16::try_from(cell).ok(),
                _ => None,
            },
            _ => None,
        }
    }

    /// The name and the subscripts, if it is nothing but a variable.
    ///
    /// # Errors
    /// A subscript has no value.
    pub fn as_variable(&self, sight: &Sight<'_>) -> Option<Result<(&str, Vec<i64>), String>> {
        match &self.node {
            Node::Variable(name, subscripts) => {
                Some(whole(subscripts, sight).map(|list| (name.as_str(), list)))
            }
            _ => None,
        }
    }
}

/// Why an element has no cell.
pub(super) const OUTSIDE: &str = "the subscripts are outside the bounds";

/// Subscripts, rounded as ALGOL rounds them.
fn whole(subscripts: &[Node], sight: &Sight<'_>) -> Result<Vec<i64>, String> {
    let whole = |of: &Node| match of.value(sight)?.number()? {
        Number::Whole(value) => Ok(value),
        Number::Real(value) => Ok(rounded(value)),
    };
    subscripts.iter().map(whole).collect()
}

/// A number rounded as ALGOL rounds it.
fn rounded(value: f64) -> i64 {
    (value + 0.5).floor() as i64
}

impl Node {
    fn value(&self, sight: &Sight<'_>) -> Result<Value, String> {
        Ok(match self {
            Node::Known(value) => *value,
            Node::Register(register) => Value::Whole(register.value(sight.registers)),
            Node::Indicator(bit) => Value::Truth(sight.registers.indicator & bit != 0),
            Node::Orders => Value::Whole(sight.orders.cast_signed()),
            Node::Seconds => Value::Real(sight.now.as_seconds()),
            Node::Cell(at) => match at.value(sight)?.number()? {
                Number::Whole(at) => Value::Cell(sight.cells[Address::from(at).index()]),
                Number::Real(at) => return Err(format!("there is no cell {}", super::forms::floating(at))),
            },
            Node::Bits(first, last, of) => {
                let field = of.cell(sight)?.field(*first, *last);
                if first == last { Value::Truth(field != 0) } else { Value::Whole(field.cast_signed()) }
            }
            Node::Marks(of) => Value::Whole(of.cell(sight)?.marks().bits().into()),
            Node::Form(Form::Fraction, of) => Value::Real(number::fraction(of.cell(sight)?)),
            Node::Form(Form::Floating, of) => Value::Real(number::float(of.cell(sight)?)),
            Node::Form(Form::Integer, of) => Value::Whole(of.cell(sight)?.signed()),
            Node::Form(Form::Groups | Form::Order | Form::Binary | Form::Text, of) => {
                Value::Cell(of.cell(sight)?)
            }
            Node::Integer(of) => Value::typed(Type::Integer, of.cell(sight)?),
            Node::Element(of, subscripts) => {
                let (descriptor, subscripts) = (of.cell(sight)?, whole(subscripts, sight)?);
                let cell = descriptor::element(sight.cells, descriptor, subscripts).ok_or(OUTSIDE)?;
                Value::Cell(sight.cells[cell.index()])
            }
            Node::Actual(of) => {
                let actual = descriptor::actual(sight.cells, of.cell(sight)?);
                Value::Cell(actual.ok_or("an expression is worked out only where the machine stands")?)
            }
            Node::Not(of) => Value::Truth(!of.value(sight)?.truth()?),
            Node::Negative(of) => match of.value(sight)?.number()? {
                Number::Whole(value) => Value::Whole(value.checked_neg().ok_or(TOO_LARGE)?),
                Number::Real(value) => Value::Real(-value),
            },
            Node::Between(Between::Or, a, b) => {
                Value::Truth(a.value(sight)?.truth()? || b.value(sight)?.truth()?)
            }
            Node::Between(Between::And, a, b) => {
                Value::Truth(a.value(sight)?.truth()? && b.value(sight)?.truth()?)
            }
            Node::Between(Between::Compares(comparison), a, b) => {
                Value::Truth(comparison.of_values(a.value(sight)?, b.value(sight)?)?)
            }
            Node::Between(Between::Does(arithmetic), a, b) => {
                arithmetic.of_values(a.value(sight)?, b.value(sight)?)?
            }
            Node::Variable(name, subscripts) => {
                let subscripts = whole(subscripts, sight)?;
                sight.names.variable(name, &subscripts, sight)?
            }
        })
    }

    /// Forty bits and marks; those of R are in its own flip-flops.
    fn cell(&self, sight: &Sight<'_>) -> Result<Cell, String> {
        let cell = self.value(sight)?.cell()?;
        Ok(if self.is_r() { cell.with_marks(sight.registers.r_marks) } else { cell })
    }

    const fn is_r(&self) -> bool {
        matches!(self, Node::Register(Register::R))
    }
}

impl Register {
    fn value(self, registers: &Registers) -> i64 {
        match self {
            Register::R => registers.r,
            Register::M => Cell::new(registers.m, gier_word::Marks::NONE).signed(),
            Register::S => registers.s.into(),
            Register::P => registers.p.into(),
            Register::R1 => registers.r1.into(),
            Register::In => registers.indicator.into(),
            Register::By => registers.by.into(),
            Register::Tk => registers.tk.into(),
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
