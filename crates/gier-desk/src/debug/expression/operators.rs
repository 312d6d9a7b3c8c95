//! The operators between two values, and numbers. What is listed of comparisons and of arithmetic
//! stands in their enums alone.

use super::Value;

/// An operator between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Between {
    Or,
    And,
    Compares(Comparison),
    Does(Arithmetic),
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// What is made of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
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
pub(super) const NO_NUMBERS: &str = "true and false are no numbers";

impl Comparison {
    /// Of two numbers; true and false are only equal or not.
    pub(super) fn of_values(self, a: Value, b: Value) -> Result<bool, String> {
        if let (Value::Truth(a), Value::Truth(b)) = (a, b) {
            return match self {
                Comparison::Equal | Comparison::Unequal => Ok(self.of(&a, &b)),
                Comparison::Less | Comparison::AtMost | Comparison::Greater | Comparison::AtLeast => {
                    Err(NO_NUMBERS.to_string())
                }
            };
        }
        Ok(match (a.number()?, b.number()?) {
            (Number::Whole(a), Number::Whole(b)) => self.of(&a, &b),
            (a, b) => self.of(&a.real(), &b.real()),
        })
    }

    #[inline(always)]
    pub(super) fn of<T: PartialOrd>(self, a: &T, b: &T) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::Unequal => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Greater => a > b,
            Comparison::AtLeast => a >= b,
        }
    }

    /// The same with its sides changed.
    pub(super) const fn turned(self) -> Comparison {
        match self {
            Comparison::Equal | Comparison::Unequal => self,
            Comparison::Less => Comparison::Greater,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::Greater => Comparison::Less,
            Comparison::AtLeast => Comparison::AtMost,
        }
    }
}

impl Arithmetic {
    /// Of two numbers.
    pub(super) fn of_values(self, a: Value, b: Value) -> Result<Value, String> {
        match (a.number()?, b.number()?) {
            (Number::Whole(a), Number::Whole(b)) => self.of_whole(a, b),
            (a, b) => self.of_reals(a.real(), b.real()).map(Value::Real),
        }
    }

    fn of_whole(self, a: i64, b: i64) -> Result<Value, String> {
        let not_zero = || if b == 0 { Err(BY_ZERO.to_string()) } else { Ok(b) };
        let whole = match self {
            Arithmetic::Plus => a.checked_add(b),
            Arithmetic::Minus => a.checked_sub(b),
            Arithmetic::Times => a.checked_mul(b),
            Arithmetic::Over => return Ok(Value::Real(a as f64 / not_zero()? as f64)),
            Arithmetic::WholeOver => a.checked_div(not_zero()?),
            Arithmetic::Mod => a.checked_rem_euclid(not_zero()?),
        };
        whole.map(Value::Whole).ok_or_else(|| TOO_LARGE.to_string())
    }

    fn of_reals(self, a: f64, b: f64) -> Result<f64, String> {
        Ok(match self {
            Arithmetic::Plus => a + b,
            Arithmetic::Minus => a - b,
            Arithmetic::Times => a * b,
            Arithmetic::Over if b == 0.0 => return Err(BY_ZERO.to_string()),
            Arithmetic::Over => a / b,
            Arithmetic::WholeOver | Arithmetic::Mod => {
                return Err("÷ and mod are between whole numbers".to_string());
            }
        })
    }
}
