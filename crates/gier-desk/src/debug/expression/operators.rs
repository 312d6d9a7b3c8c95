//! The operators between two values, and numbers.

use super::Value;

/// An operator between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Between {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Plus,
    Minus,
    Times,
    Over,
    WholeOver,
    Mod,
}

/// A value in arithmetic.
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

/// Why an operation has no value.
pub(super) const TOO_LARGE: &str = "the number gets too large";
const BY_ZERO: &str = "division by zero";

impl Between {
    /// Of two numbers; true and false can only be compared.
    pub(super) fn of(self, a: Value, b: Value) -> Result<Value, String> {
        if let (Value::Truth(a), Value::Truth(b)) = (a, b) {
            return match self {
                Between::Equal => Ok(Value::Truth(a == b)),
                Between::Unequal => Ok(Value::Truth(a != b)),
                _ => Err("true and false are no numbers".to_string()),
            };
        }
        let (a, b) = (a.number()?, b.number()?);
        let (Number::Whole(a), Number::Whole(b)) = (a, b) else { return self.of_reals(a.real(), b.real()) };
        let too_large = || TOO_LARGE.to_string();
        let not_zero = || if b == 0 { Err(BY_ZERO.to_string()) } else { Ok(b) };
        Ok(match self {
            Between::Plus => Value::Whole(a.checked_add(b).ok_or_else(too_large)?),
            Between::Minus => Value::Whole(a.checked_sub(b).ok_or_else(too_large)?),
            Between::Times => Value::Whole(a.checked_mul(b).ok_or_else(too_large)?),
            Between::Over => Value::Real(a as f64 / not_zero()? as f64),
            Between::WholeOver => Value::Whole(a.checked_div(not_zero()?).ok_or_else(too_large)?),
            Between::Mod => Value::Whole(a.checked_rem_euclid(not_zero()?).ok_or_else(too_large)?),
            _ => Value::Truth(self.compares(&a, &b)),
        })
    }

    fn of_reals(self, a: f64, b: f64) -> Result<Value, String> {
        Ok(match self {
            Between::Plus => Value::Real(a + b),
            Between::Minus => Value::Real(a - b),
            Between::Times => Value::Real(a * b),
            Between::Over if b == 0.0 => return Err(BY_ZERO.to_string()),
            Between::Over => Value::Real(a / b),
            Between::WholeOver | Between::Mod => {
                return Err("÷ and mod are between whole numbers".to_string());
            }
            _ => Value::Truth(self.compares(&a, &b)),
        })
    }

    pub(super) fn compares<T: PartialOrd>(self, a: &T, b: &T) -> bool {
        match self {
            Between::Equal => a == b,
            Between::Unequal => a != b,
            Between::Less => a < b,
            Between::AtMost => a <= b,
            Between::Greater => a > b,
            Between::AtLeast => a >= b,
            Between::Or
            | Between::And
            | Between::Plus
            | Between::Minus
            | Between::Times
            | Between::Over
            | Between::WholeOver
            | Between::Mod => unreachable!("this is no comparison"),
        }
    }
}
