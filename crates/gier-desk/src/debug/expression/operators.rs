//! The binary operators of expressions, and the results of each operation.

use super::value::{NO_NUMBERS, Number, Value};

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Between {
    Or,
    And,
    Compares(Comparison),
    Does(Arithmetic),
}

/// An operator that compares two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// An arithmetic operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Plus,
    Minus,
    Times,
    /// The operator `/`. Its result is always a real number.
    Over,
    /// The operator `÷` between whole numbers. It rounds towards zero.
    WholeOver,
    /// The remainder `mod` between whole numbers. It is never negative.
    Mod,
}

/// The message for an operation whose result is too large.
pub(super) const TOO_LARGE: &str = "the number gets too large";
const BY_ZERO: &str = "division by zero";

impl Comparison {
    /// Compares two numbers, or two truth values. Only `=` and `≠` compare truth values.
    pub(super) fn of_values(self, a: Value, b: Value) -> Result<bool, String> {
        if let (Value::Truth(a), Value::Truth(b)) = (a, b) {
            let is_of_truths = matches!(self, Comparison::Equal | Comparison::Unequal);
            return if is_of_truths { Ok(self.of(&a, &b)) } else { Err(NO_NUMBERS.to_string()) };
        }
        Ok(match (a.number()?, b.number()?) {
            (Number::Whole(a), Number::Whole(b)) => self.of(&a, &b),
            (a, b) => self.of(&a.real(), &b.real()),
        })
    }

    fn of<T: PartialOrd>(self, a: &T, b: &T) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::Unequal => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Greater => a > b,
            Comparison::AtLeast => a >= b,
        }
    }
}

impl Arithmetic {
    /// The result of the operation on two numbers.
    pub(super) fn of_values(self, a: Value, b: Value) -> Result<Value, String> {
        let (a, b) = (a.number()?, b.number()?);
        let value = match (self, a, b) {
            (Arithmetic::Over, ..) => self.of_reals(a.real(), b.real()).map(Value::Real),
            (_, Number::Whole(a), Number::Whole(b)) => self.of_whole(a, b).map(Value::Whole),
            (Arithmetic::WholeOver | Arithmetic::Mod, ..) => {
                return Err("÷ and mod are between whole numbers".to_string());
            }
            _ => self.of_reals(a.real(), b.real()).map(Value::Real),
        };
        value.ok_or_else(|| self.failure(b).to_string())
    }

    /// The message that says why the operation has no result. `b` is its second operand.
    fn failure(self, b: Number) -> &'static str {
        match self {
            Arithmetic::Over | Arithmetic::WholeOver | Arithmetic::Mod if b.real() == 0.0 => BY_ZERO,
            _ => TOO_LARGE,
        }
    }

    /// The result of the operation on two whole numbers. `None` for a division by zero, for a result that
    /// does not fit into 64 bits, and for [`Arithmetic::Over`].
    fn of_whole(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Arithmetic::Plus => a.checked_add(b),
            Arithmetic::Minus => a.checked_sub(b),
            Arithmetic::Times => a.checked_mul(b),
            Arithmetic::WholeOver => a.checked_div(b),
            Arithmetic::Mod => a.checked_rem_euclid(b),
            Arithmetic::Over => None,
        }
    }

    /// The result of the operation on two real numbers. `None` for a division by zero, and for the operators
    /// that need whole numbers.
    fn of_reals(self, a: f64, b: f64) -> Option<f64> {
        match self {
            Arithmetic::Plus => Some(a + b),
            Arithmetic::Minus => Some(a - b),
            Arithmetic::Times => Some(a * b),
            Arithmetic::Over => (b != 0.0).then(|| a / b),
            Arithmetic::WholeOver | Arithmetic::Mod => None,
        }
    }
}
