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
    /// Forty bits and two marks, for example the contents of a cell. In arithmetic, the bits count as a whole
    /// number.
    Cell(Cell),
}

impl Value {
    /// Converts the value to a cell. A whole number becomes its lowest 40 bits. A real number becomes the
    /// nearest GIER floating-point number.
    ///
    /// # Errors
    /// Returns an error for a truth value, and for a real number outside GIER's range.
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

    /// Interprets the contents of a cell as a value of this ALGOL type. GIER stores an ALGOL integer as a
    /// floating-point number. If this number is not whole, the result is a real number.
    pub fn typed(ty: Type, cell: Cell) -> Value {
        let value = number::float(cell);
        match ty {
            Type::Boolean => Value::Truth(cell.signed() >= 0),
            Type::Integer => whole_of(value).map_or(Value::Real(value), Value::Whole),
            Type::Real => Value::Real(value),
        }
    }

    /// Returns the contents of a variable's cell after an assignment of this value. `ty` is the type of the
    /// variable. If `ty` is `None`, the bits of the value are stored. A [`Value::Cell`] is stored unchanged.
    ///
    /// # Errors
    /// Returns an error if a variable of this type cannot hold the value.
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

    /// Returns the value as a truth value, for a condition.
    ///
    /// # Errors
    /// Returns an error if the value is not a truth value.
    pub fn truth(self) -> Result<bool, String> {
        match self {
            Value::Truth(truth) => Ok(truth),
            Value::Whole(_) | Value::Real(_) | Value::Cell(_) => {
                Err("a number is no condition; compare it: R < 0".to_string())
            }
        }
    }
}

/// Converts a real number to a whole number. Returns `None` if the number is not whole, or if its absolute
/// value is 10^15 or more.
pub(super) fn whole_of(value: f64) -> Option<i64> {
    let whole = value as i64;
    (whole as f64 == value && value.abs() < 1e15).then_some(whole)
}

/// Writes a cell as four groups, and then the same bits as a whole number: `0/0/0/6 (6)`. The exponent of a
/// real number is written with `⏨`.
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

/// A number: an operand of arithmetic or of a comparison.
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
