//! The compiled form of an expression, for conditions that are evaluated after millions of orders. The tree
//! is compiled once to functions. Each function does one operation on the results of other functions. Whole
//! numbers, truth values and real numbers are all 64 bits, and their kinds are known when the functions are
//! made. If an expression has no value, evaluating the tree says why.

use super::descriptor;
use super::evaluate::rounded;
use super::node::{Node, Register};
use super::operators::{Arithmetic, Between, Comparison};
use super::sight::Sight;
use super::value::{Value, whole_of};
use crate::notation::forms::Form;
use gier_word::{Address, Cell, number};
use std::fmt;
use std::sync::Arc;

/// A sum of thousands of whole numbers below this limit still fits in 64 bits.
const SMALL: u64 = 1 << 50;
/// Whole numbers below this limit are represented exactly as real numbers.
const EXACT: f64 = (1_u64 << 53) as f64;

/// The kind of value that an expression has, if it has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueKind {
    Whole,
    Real,
    Truth,
}

/// The reason why there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)] // as long as a value, so that both are returned in registers of the host
pub(super) enum Lacks {
    /// The expression has no value.
    Value,
    /// Only the tree can decide whether the expression has a value.
    Way,
}

/// A function that returns the value of a part of an expression, if it has one.
type Function = dyn Fn(&Sight<'_>) -> Result<i64, Lacks> + Send + Sync;
type Way = Box<Function>;

/// The compiled form of an expression.
#[derive(Clone)]
pub(super) struct Compiled {
    pub kind: ValueKind,
    way: Arc<Function>,
}

impl fmt::Debug for Compiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compiled").field("kind", &self.kind).finish_non_exhaustive()
    }
}

impl Compiled {
    /// Compiles an expression. Returns `None` if the kind of its value is not known in advance.
    pub fn of(node: &Node) -> Option<Compiled> {
        Some(Compiled { kind: node.kind()?, way: Arc::from(node.way()) })
    }

    /// The value of the expression as 64 bits: true is 1, and a real number is the bits of an `f64`.
    ///
    /// # Errors
    /// Returns an error if the expression has no value here, or if only the tree can decide that.
    #[inline]
    pub fn value(&self, sight: &Sight<'_>) -> Result<i64, Lacks> {
        (self.way)(sight)
    }
}

/// A function that applies `turn` to the value of one operand.
fn turned(of: Way, turn: impl Fn(i64, &Sight<'_>) -> Result<i64, Lacks> + Send + Sync + 'static) -> Way {
    Box::new(move |sight| turn(of(sight)?, sight))
}

/// The second of two operands.
enum Second {
    Known(i64),
    Way(Way),
}

/// A function that applies `join` to the values of two operands.
fn joined(a: Way, b: Second, join: impl Fn(i64, i64) -> Result<i64, Lacks> + Send + Sync + 'static) -> Way {
    match b {
        Second::Known(b) => Box::new(move |sight| join(a(sight)?, b)),
        Second::Way(b) => Box::new(move |sight| join(a(sight)?, b(sight)?)),
    }
}

// The sums and registers that most conditions contain have functions of their own.

impl Comparison {
    fn way(self, a: Way, b: Second, is_real: bool) -> Way {
        if is_real {
            joined(a, b, move |x, y| Ok(self.of(&real(x), &real(y)).into()))
        } else {
            joined(a, b, move |x, y| Ok(self.of(&x, &y).into()))
        }
    }
}

impl Arithmetic {
    fn way(self, a: Way, b: Second, is_real: bool) -> Way {
        let of = |arithmetic: Arithmetic, x, y| arithmetic.of_whole(x, y).ok_or(Lacks::Value);
        match self {
            _ if is_real => {
                joined(a, b, move |x, y| self.of_reals(real(x), real(y)).map(bits).ok_or(Lacks::Value))
            }
            Arithmetic::Plus => joined(a, b, move |x, y| of(Arithmetic::Plus, x, y)),
            Arithmetic::Minus => joined(a, b, move |x, y| of(Arithmetic::Minus, x, y)),
            Arithmetic::Times => joined(a, b, move |x, y| of(Arithmetic::Times, x, y)),
            other @ (Arithmetic::Over | Arithmetic::WholeOver | Arithmetic::Mod) => {
                joined(a, b, move |x, y| of(other, x, y))
            }
        }
    }

    /// A function that computes with ALGOL integers as real numbers. If whole operands have a large result,
    /// or if there is no result, only the tree can decide.
    fn way_of_integers(self, a: Way, b: Second) -> Way {
        let is_whole = |number: f64| number.abs() < EXACT && number as i64 as f64 == number;
        joined(a, b, move |x, y| match self.of_reals(real(x), real(y)) {
            Some(value) if value.abs() < EXACT || !is_whole(real(x)) || !is_whole(real(y)) => Ok(bits(value)),
            Some(_) | None => Err(Lacks::Way),
        })
    }
}

impl Register {
    fn way(self) -> Way {
        match self {
            Register::R => Box::new(|sight| Ok(Register::R.value(sight.registers))),
            Register::S => Box::new(|sight| Ok(Register::S.value(sight.registers))),
            Register::P => Box::new(|sight| Ok(Register::P.value(sight.registers))),
            Register::R1 => Box::new(|sight| Ok(Register::R1.value(sight.registers))),
            other @ (Register::M | Register::In | Register::By | Register::Tk) => {
                Box::new(move |sight| Ok(other.value(sight.registers)))
            }
        }
    }
}

const fn bits(value: f64) -> i64 {
    value.to_bits().cast_signed()
}

const fn real(bits: i64) -> f64 {
    f64::from_bits(bits.cast_unsigned())
}

/// The cell with this number.
fn at(number: i64, sight: &Sight<'_>) -> Cell {
    sight.cells[Address::from(number).index()]
}

impl Node {
    /// The kind of value that this node has, or `None` if the kind is not known in advance or if the node
    /// never has a value.
    pub(super) fn kind(&self) -> Option<ValueKind> {
        let number = |node: &Node| node.kind().filter(|kind| *kind != ValueKind::Truth);
        let is = |node: &Node, kind| node.kind() == Some(kind);
        match self {
            Node::Known(Value::Whole(_) | Value::Cell(_)) | Node::Register(_) | Node::Orders => {
                Some(ValueKind::Whole)
            }
            Node::Known(Value::Truth(_)) | Node::Indicator(_) => Some(ValueKind::Truth),
            Node::Known(Value::Real(_)) | Node::Seconds => Some(ValueKind::Real),
            Node::Variable(..) => None,
            Node::Cell(at) => is(at, ValueKind::Whole).then_some(ValueKind::Whole),
            Node::Marks(of) => match &**of {
                Node::Register(Register::R) => Some(ValueKind::Whole),
                Node::Cell(_) => of.kind(),
                _ => None,
            },
            Node::Bits(first, last, of) => {
                number(of).map(|_| if first == last { ValueKind::Truth } else { ValueKind::Whole })
            }
            Node::Form(Form::Fraction | Form::Floating, of) => number(of).map(|_| ValueKind::Real),
            Node::Form(Form::Integer | Form::Groups | Form::Order | Form::Binary | Form::Text, of) => {
                number(of).map(|_| ValueKind::Whole)
            }
            Node::Integer(of) => is(of, ValueKind::Whole).then_some(ValueKind::Whole),
            Node::Actual(of) => match &**of {
                Node::Cell(_) | Node::Known(_) => of.kind(),
                _ => None,
            },
            Node::Element(of, subscripts) => {
                let is_array = is(of, ValueKind::Whole) && !subscripts.is_empty();
                (is_array && subscripts.iter().all(|of| number(of).is_some())).then_some(ValueKind::Whole)
            }
            Node::Negative(of) => number(of),
            Node::Not(of) => is(of, ValueKind::Truth).then_some(ValueKind::Truth),
            Node::Between(Between::And | Between::Or, a, b) => {
                (is(a, ValueKind::Truth) && is(b, ValueKind::Truth)).then_some(ValueKind::Truth)
            }
            Node::Between(Between::Compares(comparison), a, b) => match (a.kind()?, b.kind()?) {
                (ValueKind::Truth, ValueKind::Truth) => comparison.is_of_truths().then_some(ValueKind::Truth),
                (ValueKind::Truth, _) | (_, ValueKind::Truth) => None,
                (ValueKind::Whole | ValueKind::Real, ValueKind::Whole | ValueKind::Real) => {
                    Some(ValueKind::Truth)
                }
            },
            Node::Between(Between::Does(arithmetic), a, b) => match (arithmetic, number(a)?, number(b)?) {
                (Arithmetic::Over, ..) => Some(ValueKind::Real),
                (_, ValueKind::Whole, ValueKind::Whole) => Some(ValueKind::Whole),
                (Arithmetic::WholeOver | Arithmetic::Mod, ..) => None,
                (Arithmetic::Plus | Arithmetic::Minus | Arithmetic::Times, ..) => Some(ValueKind::Real),
            },
        }
    }

    /// The value of this node, if it is the same at every moment and known.
    fn constant(&self) -> Option<i64> {
        match self {
            Node::Known(Value::Whole(value)) => Some(*value),
            Node::Known(Value::Cell(cell)) => Some(cell.signed()),
            Node::Known(Value::Truth(truth)) => Some((*truth).into()),
            Node::Known(Value::Real(value)) => Some(bits(*value)),
            Node::Negative(of) if of.is_real() => of.constant().map(|value| bits(-real(value))),
            Node::Negative(of) => of.constant()?.checked_neg(),
            _ => None,
        }
    }

    /// Compiles a node that has a kind to a function.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
    fn way(&self) -> Way {
        if let Some(value) = self.constant() {
            return Box::new(move |_| Ok(value));
        }
        match self {
            Node::Register(register) => register.way(),
            Node::Indicator(bit) => {
                let bit = *bit;
                Box::new(move |sight| Ok((sight.registers.indicator & bit != 0).into()))
            }
            Node::Orders => Box::new(|sight| Ok(sight.orders.cast_signed())),
            Node::Seconds => Box::new(|sight| Ok(bits(sight.now.seconds()))),
            Node::Cell(of) => match of.constant() {
                Some(number) => Box::new(move |sight| Ok(at(number, sight).signed())),
                None => {
                    let (way, is_none) = (of.way(), of.is_whole_or_none());
                    Box::new(move |sight| match way(sight) {
                        Ok(number) => Ok(at(number, sight).signed()),
                        Err(Lacks::Way) if is_none => Err(Lacks::Value),
                        Err(lacks) => Err(lacks),
                    })
                }
            },
            Node::Marks(of) => match &**of {
                Node::Register(Register::R) => Box::new(|sight| Ok(sight.registers.r_marks.bits().into())),
                Node::Cell(of) => {
                    turned(of.way(), |number, sight| Ok(at(number, sight).marks().bits().into()))
                }
                _ => unreachable!("marks of anything else have no kind"),
            },
            Node::Bits(first, last, of) => {
                let (first, last) = (*first, *last);
                let field =
                    move |word, _: &Sight<'_>| Ok(Cell::from_integer(word).field(first, last).cast_signed());
                turned(of.way_of_word(), field)
            }
            Node::Form(Form::Floating, _) if let Some(way) = self.way_of_floating() => way,
            Node::Form(form, of) => {
                let word = of.way_of_word();
                match form {
                    Form::Fraction => {
                        turned(word, |word, _| Ok(bits(number::fraction(Cell::from_integer(word)))))
                    }
                    Form::Floating => {
                        turned(word, |word, _| Ok(bits(number::float(Cell::from_integer(word)))))
                    }
                    Form::Integer | Form::Groups | Form::Order | Form::Binary | Form::Text => {
                        turned(word, |word, _| Ok(Cell::from_integer(word).signed()))
                    }
                }
            }
            // If the number is not whole, the tree takes it as a real number.
            Node::Integer(of) => turned(of.way(), |word, _| {
                whole_of(number::float(Cell::from_integer(word))).ok_or(Lacks::Way)
            }),
            Node::Actual(of) => match &**of {
                Node::Cell(of) => turned(of.way(), |number, sight| {
                    let actual = descriptor::actual(sight.cells, at(number, sight));
                    Ok(actual.ok_or(Lacks::Value)?.signed())
                }),
                // A name that is not visible, or a value that would have to be computed.
                Node::Known(_) => Box::new(|_| Err(Lacks::Value)),
                _ => unreachable!("an actual that is in no cell has no kind"),
            },
            Node::Element(of, subscripts) => {
                let subscripts = subscripts.iter().map(|of| of.way_of_subscript()).collect();
                way_of_element(of.way(), subscripts)
            }
            Node::Not(of) => turned(of.way(), |truth, _| Ok(truth ^ 1)),
            Node::Negative(of) if of.is_real() => turned(of.way(), |value, _| Ok(bits(-real(value)))),
            Node::Negative(of) => turned(of.way(), |value, _| value.checked_neg().ok_or(Lacks::Value)),
            Node::Between(Between::And, a, b) => {
                let (a, b) = (a.way(), b.way());
                Box::new(move |sight| if a(sight)? == 0 { Ok(0) } else { b(sight) })
            }
            Node::Between(Between::Or, a, b) => {
                let (a, b) = (a.way(), b.way());
                Box::new(move |sight| if a(sight)? == 0 { b(sight) } else { Ok(1) })
            }
            Node::Between(Between::Compares(comparison), a, b) => {
                // ALGOL integers and their sums are compared as the floating numbers that hold them. So
                // nothing has to check that they are whole.
                let are_integers = (a.has_integer() || b.has_integer()) && a.is_small() && b.is_small();
                let is_real = a.is_real() || b.is_real() || are_integers;
                comparison.way(a.way_as(is_real), b.second(is_real), is_real)
            }
            Node::Between(Between::Does(arithmetic), a, b) => {
                let is_real = self.is_real();
                arithmetic.way(a.way_as(is_real), b.second(is_real), is_real)
            }
            Node::Known(_) | Node::Variable(..) => unreachable!("it is known, or has no kind"),
        }
    }

    fn is_real(&self) -> bool {
        self.kind() == Some(ValueKind::Real)
    }

    /// Whether this node is an ALGOL integer, or a sum with one.
    fn has_integer(&self) -> bool {
        match self {
            Node::Integer(_) => true,
            Node::Between(Between::Does(_), a, b) => a.has_integer() || b.has_integer(),
            _ => false,
        }
    }

    /// Whether this node, used as the number of a cell, is either a whole number or has no value. The node
    /// has no value if an ALGOL integer in it is not whole, because the sum is then a real number.
    fn is_whole_or_none(&self) -> bool {
        match self {
            Node::Known(_) | Node::Register(_) | Node::Orders => true,
            Node::Integer(of) => matches!(**of, Node::Cell(_) | Node::Actual(_)),
            Node::Negative(of) => of.is_whole_or_none(),
            Node::Between(Between::Does(_), a, b) => a.is_whole_or_none() && b.is_whole_or_none(),
            _ => false,
        }
    }

    /// Whether computing this node with real numbers gives the same result as with whole numbers.
    fn is_small(&self) -> bool {
        match self {
            Node::Integer(_) | Node::Register(_) | Node::Cell(_) | Node::Bits(..) => true,
            Node::Between(Between::Does(Arithmetic::Plus | Arithmetic::Minus | Arithmetic::Times), a, b) => {
                a.is_small() && b.is_small()
            }
            _ => self.known().is_some_and(|value| value.unsigned_abs() < SMALL),
        }
    }

    /// Whether this node is best computed as a real number, although it is not one.
    fn is_of_integers(&self) -> bool {
        self.has_integer() && self.is_small()
    }

    /// Compiles a subscript, rounded as ALGOL rounds it.
    fn way_of_subscript(&self) -> Way {
        let is_real = self.is_real() || self.is_of_integers();
        let way = self.way_as(is_real);
        if is_real { turned(way, |value, _| Ok(rounded(real(value)))) } else { way }
    }

    /// Compiles a number to a function that returns the cell that holds the number.
    fn way_of_word(&self) -> Way {
        let way = self.way();
        if self.is_real() {
            turned(way, |value, _| Ok(number::from_float(real(value)).ok_or(Lacks::Value)?.signed()))
        } else {
            way
        }
    }

    /// A short function for the floating number of a variable in a known cell or at a known distance from p.
    /// Returns `None` for any other node.
    fn way_of_floating(&self) -> Option<Way> {
        let (Node::Integer(of) | Node::Form(Form::Floating, of)) = self else { return None };
        let Node::Cell(at) = &**of else { return None };
        let float = |cell: Cell| Ok(bits(number::float(cell)));
        if let Node::Between(Between::Does(Arithmetic::Plus), frame, offset) = &**at
            && **frame == Node::Register(Register::P)
        {
            let offset = i16::try_from(offset.known()?).ok()?;
            let cell = move |sight: &Sight<'_>| Address::from(sight.registers.p) + offset;
            return Some(Box::new(move |sight| float(sight.cells[cell(sight).index()])));
        }
        let address = Address::from(at.known()?);
        Some(Box::new(move |sight| float(sight.cells[address.index()])))
    }

    /// The whole number, if this node was written as one.
    fn known(&self) -> Option<i64> {
        match self {
            Node::Known(Value::Whole(value)) => Some(*value),
            Node::Known(Value::Cell(cell)) => Some(cell.signed()),
            Node::Negative(of) => of.known()?.checked_neg(),
            _ => None,
        }
    }

    /// Compiles a number, as a real number if `is_real`.
    fn way_as(&self, is_real: bool) -> Way {
        match self {
            Node::Integer(_) if is_real && let Some(way) = self.way_of_floating() => way,
            Node::Integer(of) if is_real => {
                turned(of.way(), |word, _| Ok(bits(number::float(Cell::from_integer(word)))))
            }
            Node::Between(Between::Does(arithmetic), a, b) if is_real && self.is_of_integers() => {
                arithmetic.way_of_integers(a.way_as(true), b.second(true))
            }
            _ if is_real && !self.is_real() => turned(self.way(), |value, _| Ok(bits(value as f64))),
            _ => self.way(),
        }
    }

    /// Compiles the second of two operands. A constant operand is not compiled to a function.
    fn second(&self, is_real: bool) -> Second {
        match self.constant() {
            Some(value) if is_real && !self.is_real() => Second::Known(bits(value as f64)),
            Some(value) => Second::Known(value),
            None => Second::Way(self.way_as(is_real)),
        }
    }
}

/// Compiles the element with these subscripts, of the array with this descriptor.
fn way_of_element(descriptor: Way, subscripts: Vec<Way>) -> Way {
    Box::new(move |sight| {
        let descriptor = Cell::from_integer(descriptor(sight)?);
        let mut lacks = None;
        let value = |way: &Way| {
            way(sight).unwrap_or_else(|lack| {
                lacks = Some(lack);
                0
            })
        };
        let cell = descriptor::element(sight.cells, descriptor, subscripts.iter().map(value));
        match (lacks, cell) {
            (Some(lacks), _) => Err(lacks),
            (None, Some(cell)) => Ok(sight.cells[cell.index()].signed()),
            (None, None) => Err(Lacks::Value),
        }
    })
}
