//! The values of expressions.

use crate::notation::forms::floating;
use gier_word::source_map::Type;
use gier_word::{Cell, number};
use std::fmt;

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Whole(i64),
    /// A real number.
    Real(f64),
    /// True or false.
    Truth(bool),
    /// The contents of a cell or a long register, which count as a whole number in arithmetic.
    Cell(Cell),
}

impl Value {
    /// Converts the value to a cell: the bits of a whole number, or the floating number nearest to a
    /// real number.
    pub(super) fn cell(self) -> Result<Cell, String> {
        match self {
            Value::Whole(value) => Ok(Cell::from_integer(value)),
            Value::Cell(cell) => Ok(cell),
            Value::Real(value) => {
                number::from_float(value).ok_or_else(|| format!("{} fits in no cell", floating(value)))
            }
            Value::Truth(_) => Err("true and false have no bits".to_string()),
        }
    }

    /// Reads the contents of a cell as a value of this ALGOL type.
    pub fn typed(ty: Type, cell: Cell) -> Value {
        let value = number::float(cell);
        match ty {
            Type::Boolean => Value::Truth(cell.signed() >= 0),
            Type::Integer => whole_of(value).map_or(Value::Real(value), Value::Whole),
            Type::Real => Value::Real(value),
        }
    }

    /// The contents that a cell gets when a variable of this type is set to this value. Without a type, these
    /// are the bits of the value.
    ///
    /// # Errors
    /// Returns an error if the value has another type, or is outside GIER's numbers.
    pub fn stored_as(self, ty: Option<Type>) -> Result<Cell, String> {
        let real = match (ty, self) {
            (None, value) => return value.cell(),
            (_, Value::Cell(cell)) => return Ok(cell),
            (Some(Type::Boolean), Value::Truth(true)) => return Ok(Cell::ZERO),
            (Some(Type::Boolean), Value::Truth(false)) => return Ok(Cell::ZERO.with_field(0, 0, 1)),
            (Some(Type::Integer | Type::Real), Value::Whole(value)) => value as f64,
            (Some(Type::Integer), Value::Real(value)) => (value + 0.5).floor(),
            (Some(Type::Real), Value::Real(value)) => value,
            (Some(Type::Boolean), Value::Whole(_) | Value::Real(_)) => {
                return Err("give true or false".to_string());
            }
            (Some(Type::Integer | Type::Real), Value::Truth(_)) => return Err("give a number".to_string()),
        };
        number::from_float(real).ok_or_else(|| format!("{} is outside GIER's numbers", floating(real)))
    }

    pub(super) fn number(self) -> Result<Number, String> {
        match self {
            Value::Whole(value) => Ok(Number::Whole(value)),
            Value::Cell(cell) => Ok(Number::Whole(cell.signed())),
            Value::Real(value) => Ok(Number::Real(value)),
            Value::Truth(_) => Err(NO_NUMBERS.to_string()),
        }
    }

    /// The value as a condition.
    ///
    /// # Errors
    /// Returns an error if the value is a number.
    pub fn truth(self) -> Result<bool, String> {
        match self {
            Value::Truth(truth) => Ok(truth),
            Value::Whole(_) | Value::Real(_) | Value::Cell(_) => {
                Err("a number is no condition; compare it: R < 0".to_string())
            }
        }
    }
}

/// Converts a real number to a whole number. Returns `None` if the number is not whole, or is 10^15 or
/// more.
pub(super) fn whole_of(value: f64) -> Option<i64> {
    let whole = value as i64;
    (whole as f64 == value && value.abs() < 1e15).then_some(whole)
}

/// Writes a cell as four groups and its whole number. Writes the exponent of a real number with GIER's
/// sign ⏨.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(value) => write!(f, "{value}"),
            Value::Real(value) => f.write_str(&floating(*value)),
            Value::Truth(truth) => write!(f, "{truth}"),
            Value::Cell(cell) => write!(f, "{cell} ({})", cell.signed()),
        }
    }
}

/// A number in arithmetic.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(super) enum Number {
    Whole(i64),
    Real(f64),
}

impl Number {
    pub(super) fn real(self) -> f64 {
        match self {
            Number::Whole(value) => value as f64,
            Number::Real(value) => value,
        }
    }
}

pub(super) const NO_NUMBERS: &str = "true and false are no numbers";
