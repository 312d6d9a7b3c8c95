//! Evaluates the syntax tree of an expression. If the expression has no value, the error says why.

use super::descriptor;
use super::node::{Node, Register};
use super::operators::{Between, TOO_LARGE};
use super::state::EvalState;
use super::value::{Number, Value};
use crate::notation::forms::{Form, floating};
use gier_machine::Registers;
use gier_word::source_map::Type;
use gier_word::{Address, Cell, number};

/// The error message for a parameter called by name whose actual parameter is an expression. Only a copy of
/// the whole machine can evaluate such an expression.
pub(crate) const PASSED_BY_NAME: &str =
    "an expression passed by name has a value only where the machine is stopped";
/// The message for an array element whose subscripts are outside the bounds of the array.
pub(crate) const OUTSIDE: &str = "the subscripts are outside the bounds";

/// Evaluates subscripts of an array. Real values are rounded to whole numbers as in ALGOL.
pub(super) fn whole(subscripts: &[Node], state: &EvalState<'_>) -> Result<Vec<i64>, String> {
    let whole = |of: &Node| match of.value(state)?.number()? {
        Number::Whole(value) => Ok(value),
        Number::Real(value) => Ok(rounded(value)),
    };
    subscripts.iter().map(whole).collect()
}

/// Rounds a number to the nearest whole number as ALGOL does it: a half is rounded up.
pub(super) fn rounded(value: f64) -> i64 {
    (value + 0.5).floor() as i64
}

impl Node {
    pub(super) fn value(&self, state: &EvalState<'_>) -> Result<Value, String> {
        Ok(match self {
            Node::Known(value) => *value,
            Node::Register(register) => Value::Whole(register.value(state.registers)),
            Node::Indicator(bit) => Value::Truth(state.registers.indicator & bit != 0),
            Node::Orders => Value::Whole(state.orders.cast_signed()),
            Node::Seconds => Value::Real(state.now.seconds()),
            Node::Cell(at) => match at.value(state)?.number()? {
                Number::Whole(at) => Value::Cell(state.read(Address::from(at))),
                Number::Real(at) => return Err(format!("there is no cell {}", floating(at))),
            },
            Node::Bits(first, last, of) => {
                let field = of.cell(state)?.field(*first, *last);
                if first == last { Value::Truth(field != 0) } else { Value::Whole(field.cast_signed()) }
            }
            Node::Marks(of) => Value::Whole(of.cell(state)?.marks().bits().into()),
            Node::Form(Form::Fraction, of) => Value::Real(number::fraction(of.cell(state)?)),
            Node::Form(Form::Floating, of) => Value::Real(number::float(of.cell(state)?)),
            Node::Form(Form::Integer, of) => Value::Whole(of.cell(state)?.signed()),
            Node::Form(Form::Groups | Form::Order | Form::Binary | Form::Text, of) => {
                Value::Cell(of.cell(state)?)
            }
            Node::Integer(of) => Value::typed(Type::Integer, of.cell(state)?),
            Node::Element(of, subscripts) => {
                let (descriptor, subscripts) = (of.cell(state)?, whole(subscripts, state)?);
                descriptor::dope_vector(descriptor, subscripts.len()).for_each(|cell| state.note(cell));
                let cell = descriptor::element(state.cells, descriptor, subscripts).ok_or(OUTSIDE)?;
                Value::Cell(state.read(cell))
            }
            Node::Actual(of) => {
                let descriptor = of.cell(state)?;
                state.note(descriptor.address().into());
                Value::Cell(descriptor::actual(state.cells, descriptor).ok_or(PASSED_BY_NAME)?)
            }
            Node::Not(of) => Value::Truth(!of.value(state)?.truth()?),
            Node::Negative(of) => match of.value(state)?.number()? {
                Number::Whole(value) => Value::Whole(value.checked_neg().ok_or(TOO_LARGE)?),
                Number::Real(value) => Value::Real(-value),
            },
            Node::Between(Between::Or, a, b) => {
                Value::Truth(a.value(state)?.truth()? || b.value(state)?.truth()?)
            }
            Node::Between(Between::And, a, b) => {
                Value::Truth(a.value(state)?.truth()? && b.value(state)?.truth()?)
            }
            Node::Between(Between::Compares(comparison), a, b) => {
                Value::Truth(comparison.of_values(a.value(state)?, b.value(state)?)?)
            }
            Node::Between(Between::Does(arithmetic), a, b) => {
                arithmetic.of_values(a.value(state)?, b.value(state)?)?
            }
            Node::Variable(name, subscripts) => {
                let subscripts = whole(subscripts, state)?;
                state.note_all();
                state.names.variable(name, &subscripts, state)?
            }
        })
    }

    /// The value of this node as a cell. If the node is the register R, the cell also has the marks of R.
    pub(super) fn cell(&self, state: &EvalState<'_>) -> Result<Cell, String> {
        let cell = self.value(state)?.cell()?;
        Ok(if self.is_r() { cell.with_marks(state.registers.r_marks) } else { cell })
    }

    const fn is_r(&self) -> bool {
        matches!(self, Node::Register(Register::R))
    }
}

impl Register {
    pub(super) fn value(self, registers: &Registers) -> i64 {
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
