//! The compiled form of an expression, for conditions that are evaluated after millions of orders.
//!
//! The syntax tree is compiled once to closures. Each closure performs one operation on the results of other
//! closures. All closures return 64 bits, for whole numbers, truth values and real numbers alike. The kind of
//! each value is known when the tree is compiled. If an expression has no value, the tree must be evaluated
//! to find out why.

use super::descriptor;
use super::evaluate::rounded;
use super::node::{Node, Register};
use super::operators::{Arithmetic, Between, Comparison};
use super::state::EvalState;
use super::value::{Value, whole_of};
use crate::notation::forms::Form;
use gier_word::{Address, Cell, number};
use std::fmt;
use std::sync::Arc;

/// The kind of value that an expression has: a whole number, a real number or a truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueKind {
    Whole,
    Real,
    Truth,
}

/// Why a compiled expression returned no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)] // as long as a value, so that the host returns the `Result` in its registers
pub(super) enum Lacks {
    /// The expression has no value.
    Value,
    /// The compiled form cannot decide whether there is a value. The syntax tree must be evaluated instead.
    Decision,
}

/// A compiled part of an expression. Returns its value as 64 bits, or why it returns no value.
type Function = dyn Fn(&EvalState<'_>) -> Result<i64, Lacks> + Send + Sync;
type Evaluator = Box<Function>;

/// The compiled form of an expression.
#[derive(Clone)]
pub(super) struct Compiled {
    pub kind: ValueKind,
    evaluator: Arc<Function>,
}

impl fmt::Debug for Compiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compiled").field("kind", &self.kind).finish_non_exhaustive()
    }
}

impl Compiled {
    /// Compiles the syntax tree of an expression. Returns `None` if [`Node::kind`] returns `None` for the
    /// tree.
    pub fn of(node: &Node) -> Option<Compiled> {
        Some(Compiled { kind: node.kind()?, evaluator: Arc::from(node.compile()) })
    }

    /// The value of the expression as 64 bits. True is 1, and false is 0. A real number is returned as the
    /// bits of an `f64`.
    ///
    /// # Errors
    /// Returns an error if the expression has no value now, or if only the syntax tree can decide this.
    #[inline]
    pub fn value(&self, state: &EvalState<'_>) -> Result<i64, Lacks> {
        (self.evaluator)(state)
    }
}

/// Creates a closure that applies `map` to the value of one operand.
fn mapped(
    of: Evaluator,
    map: impl Fn(i64, &EvalState<'_>) -> Result<i64, Lacks> + Send + Sync + 'static,
) -> Evaluator {
    Box::new(move |state| map(of(state)?, state))
}

/// Creates a closure that applies `join` to the values of two operands.
fn joined(
    a: Evaluator,
    b: Evaluator,
    join: impl Fn(i64, i64) -> Result<i64, Lacks> + Send + Sync + 'static,
) -> Evaluator {
    Box::new(move |state| join(a(state)?, b(state)?))
}

impl Comparison {
    fn compile(self, a: Evaluator, b: Evaluator, is_real: bool) -> Evaluator {
        if is_real {
            joined(a, b, move |x, y| Ok(self.of(&real(x), &real(y)).into()))
        } else {
            joined(a, b, move |x, y| Ok(self.of(&x, &y).into()))
        }
    }
}

impl Arithmetic {
    fn compile(self, a: Evaluator, b: Evaluator, is_real: bool) -> Evaluator {
        if is_real {
            joined(a, b, move |x, y| self.of_reals(real(x), real(y)).map(bits).ok_or(Lacks::Value))
        } else {
            joined(a, b, move |x, y| self.of_whole(x, y).ok_or(Lacks::Value))
        }
    }
}

const fn bits(value: f64) -> i64 {
    value.to_bits().cast_signed()
}

const fn real(bits: i64) -> f64 {
    f64::from_bits(bits.cast_unsigned())
}

/// The contents of the cell with this address.
fn at(number: i64, state: &EvalState<'_>) -> Cell {
    state.read(Address::from(number))
}

impl Node {
    /// The kind of value that this node has. `None` if the kind is not known before the evaluation, or if the
    /// node never has a value.
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

    /// The value of this node as 64 bits, if the node is a constant.
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

    /// Compiles this node to a closure. Call this method only if [`Node::kind`] returns a kind, not `None`.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
    fn compile(&self) -> Evaluator {
        if let Some(value) = self.constant() {
            return Box::new(move |_| Ok(value));
        }
        match self {
            Node::Register(register) => {
                let register = *register;
                Box::new(move |state| Ok(register.value(state.registers)))
            }
            Node::Indicator(bit) => {
                let bit = *bit;
                Box::new(move |state| Ok((state.registers.indicator & bit != 0).into()))
            }
            Node::Orders => Box::new(|state| Ok(state.orders.cast_signed())),
            Node::Seconds => Box::new(|state| Ok(bits(state.now.seconds()))),
            Node::Cell(of) => mapped(of.compile(), |number, state| Ok(at(number, state).signed())),
            Node::Marks(of) => match &**of {
                Node::Register(Register::R) => Box::new(|state| Ok(state.registers.r_marks.bits().into())),
                Node::Cell(of) => {
                    mapped(of.compile(), |number, state| Ok(at(number, state).marks().bits().into()))
                }
                _ => unreachable!("marks of anything else have no kind"),
            },
            Node::Bits(first, last, of) => {
                let (first, last) = (*first, *last);
                let field = move |word, _: &EvalState<'_>| {
                    Ok(Cell::from_integer(word).field(first, last).cast_signed())
                };
                mapped(of.compile_word(), field)
            }
            Node::Form(form, of) => {
                let word = of.compile_word();
                match form {
                    Form::Fraction => {
                        mapped(word, |word, _| Ok(bits(number::fraction(Cell::from_integer(word)))))
                    }
                    Form::Floating => {
                        mapped(word, |word, _| Ok(bits(number::float(Cell::from_integer(word)))))
                    }
                    Form::Integer | Form::Groups | Form::Order | Form::Binary | Form::Text => {
                        mapped(word, |word, _| Ok(Cell::from_integer(word).signed()))
                    }
                }
            }
            // The cell may hold a number that is not whole. Its value is then real, so the tree must
            // be evaluated.
            Node::Integer(of) => mapped(of.compile(), |word, _| {
                whole_of(number::float(Cell::from_integer(word))).ok_or(Lacks::Decision)
            }),
            Node::Actual(of) => match &**of {
                Node::Cell(of) => mapped(of.compile(), |number, state| {
                    let descriptor = at(number, state);
                    state.note(descriptor.address().into());
                    let actual = descriptor::actual(state.cells, descriptor);
                    Ok(actual.ok_or(Lacks::Value)?.signed())
                }),
                // This node never has a value. It replaces a name that is not visible or is misused;
                // see `no_value` in resolve.rs.
                Node::Known(_) => Box::new(|_| Err(Lacks::Value)),
                _ => unreachable!("an actual that is in no cell has no kind"),
            },
            Node::Element(of, subscripts) => {
                let subscripts = subscripts.iter().map(|of| of.compile_subscript()).collect();
                compile_element(of.compile(), subscripts)
            }
            Node::Not(of) => mapped(of.compile(), |truth, _| Ok(truth ^ 1)),
            Node::Negative(of) if of.is_real() => mapped(of.compile(), |value, _| Ok(bits(-real(value)))),
            Node::Negative(of) => mapped(of.compile(), |value, _| value.checked_neg().ok_or(Lacks::Value)),
            Node::Between(Between::And, a, b) => {
                let (a, b) = (a.compile(), b.compile());
                Box::new(move |state| if a(state)? == 0 { Ok(0) } else { b(state) })
            }
            Node::Between(Between::Or, a, b) => {
                let (a, b) = (a.compile(), b.compile());
                Box::new(move |state| if a(state)? == 0 { b(state) } else { Ok(1) })
            }
            Node::Between(Between::Compares(comparison), a, b) => {
                let is_real = a.is_real() || b.is_real();
                comparison.compile(a.compile_as(is_real), b.compile_as(is_real), is_real)
            }
            Node::Between(Between::Does(arithmetic), a, b) => {
                let is_real = self.is_real();
                arithmetic.compile(a.compile_as(is_real), b.compile_as(is_real), is_real)
            }
            Node::Known(_) | Node::Variable(..) => unreachable!("it is known, or has no kind"),
        }
    }

    fn is_real(&self) -> bool {
        self.kind() == Some(ValueKind::Real)
    }

    /// Compiles a subscript to a closure. The closure rounds the value to a whole number as ALGOL does.
    fn compile_subscript(&self) -> Evaluator {
        let evaluator = self.compile();
        if self.is_real() { mapped(evaluator, |value, _| Ok(rounded(real(value)))) } else { evaluator }
    }

    /// Compiles a number to a closure that returns the number as the bits of a cell. A real number has the
    /// format of a GIER floating-point number.
    fn compile_word(&self) -> Evaluator {
        let evaluator = self.compile();
        if self.is_real() {
            mapped(evaluator, |value, _| Ok(number::from_float(real(value)).ok_or(Lacks::Value)?.signed()))
        } else {
            evaluator
        }
    }

    /// Compiles an operand to a closure. If `is_real` is true, the closure converts a whole number to a real
    /// number.
    fn compile_as(&self, is_real: bool) -> Evaluator {
        let evaluator = self.compile();
        if is_real && !self.is_real() {
            mapped(evaluator, |value, _| Ok(bits(value as f64)))
        } else {
            evaluator
        }
    }
}

/// Creates a closure that returns the contents of an array element. `descriptor` returns the descriptor of
/// the array, and each of `subscripts` returns a subscript as a whole number.
fn compile_element(descriptor: Evaluator, subscripts: Vec<Evaluator>) -> Evaluator {
    Box::new(move |state| {
        let descriptor = Cell::from_integer(descriptor(state)?);
        let mut lacks = None;
        let value = |evaluator: &Evaluator| {
            evaluator(state).unwrap_or_else(|lack| {
                lacks = Some(lack);
                0
            })
        };
        let cell = descriptor::element(state.cells, descriptor, subscripts.iter().map(value));
        descriptor::dope_vector(descriptor, subscripts.len()).for_each(|cell| state.note(cell));
        match (lacks, cell) {
            (Some(lacks), _) => Err(lacks),
            (None, Some(cell)) => Ok(state.read(cell).signed()),
            (None, None) => Err(Lacks::Value),
        }
    })
}
