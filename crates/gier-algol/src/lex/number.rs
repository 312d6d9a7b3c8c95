//! Converts numbers, such as `12`, `1.5` or `1.5⏨-3`, which is 0.0015. If no digit precedes ⏨, the number
//! begins with 1: `⏨5` is 100 000. The conversion takes the same steps as GIER's original compiler. Each step
//! truncates its result. [F-AFE-6]

use crate::ast::Type;
use gier_word::arith::float::{Float, Spill};
use gier_word::{Cell, Marks};

const TEN: Float = Float::whole(10);
/// The value that GIER's original compiler uses for 0.1: the nearest floating number above 0.1.  [F-AFE-6]
const TENTH: Float = Float::from_cell(Cell::from_groups([-4, 409, 614, 410], Marks::NONE));
/// The exponent after ⏨ must be smaller than this. `1⏨350` is reported as too large, and `1⏨-350` becomes
/// zero.
const EXPONENT_LIMIT: u32 = 350;

/// Converts a number and finds its type. `text` consists of digits, points, `⏨`, and signs after `⏨`. It has
/// no blanks.
///
/// If the number is faulty, returns a message that says what is wrong with it.
pub(super) fn convert(text: &str) -> Result<(Cell, Type), &'static str> {
    let (mantissa, exponent) = match text.split_once('⏨') {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, decimals) = match mantissa.split_once('.') {
        Some((whole, decimals)) => (whole, Some(decimals)),
        None => (mantissa, None),
    };
    if decimals.is_some_and(str::is_empty) {
        return Err("digits must follow the point");
    }
    if [whole, decimals.unwrap_or("")].concat().contains(|character: char| !character.is_ascii_digit()) {
        return Err("a number has at most one point, and at most one ⏨ after it");
    }
    let spilt = |Spill| "the number is too large";
    let mut value = digits(whole).and_then(|value| decimals.map_or(Ok(value), |d| more(value, d)));
    if let Some(decimals) = decimals {
        value = value.and_then(|value| value.over(power(decimals.len())?));
    }
    let Some(exponent) = exponent else {
        let ty = if decimals.is_some() { Type::Real } else { Type::Integer };
        return Ok((value.map_err(spilt)?.cell(), ty));
    };
    if mantissa.is_empty() {
        value = Ok(Float::ONE);
    }
    let factor = if exponent.starts_with('-') { TENTH } else { TEN };
    let magnitude = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    if magnitude.is_empty() || magnitude.contains(|character: char| !character.is_ascii_digit()) {
        return Err("after ⏨ only a sign and digits are allowed");
    }
    match magnitude.parse::<u32>() {
        Ok(count @ ..EXPONENT_LIMIT) => {
            value = (0..count).try_fold(value.map_err(spilt)?, |value, _| value.times(factor));
        }
        _ if exponent.starts_with('-') => value = Ok(Float::ZERO),
        _ => value = Err(Spill),
    }
    Ok((value.map_err(spilt)?.cell(), Type::Real))
}

/// The value of a sequence of digits. The value n starts as 0, and each digit d changes it to n × 10 + d.
fn digits(text: &str) -> Result<Float, Spill> {
    more(Float::ZERO, text)
}

fn more(start: Float, text: &str) -> Result<Float, Spill> {
    text.bytes()
        .try_fold(start, |number, digit| number.times(TEN)?.plus(Float::whole(i64::from(digit - b'0'))))
}

/// 10 to the power of `decimals`. For example, `1.25` is converted as 125 divided by `power(2)`.
fn power(decimals: usize) -> Result<Float, Spill> {
    (0..decimals).try_fold(Float::ONE, |factor, _| factor.times(TEN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_word::number::float;

    fn value(text: &str) -> f64 {
        float(convert(text).unwrap().0)
    }

    #[test]
    fn types_and_values() {
        assert_eq!(convert("2796203").unwrap().1, Type::Integer);
        assert_eq!(convert("1.0").unwrap().1, Type::Real);
        assert_eq!(convert("⏨5").unwrap().1, Type::Real);
        assert_eq!(value("2796203"), 2796203.0);
        assert_eq!(value("536870911"), 536_870_911.0);
        assert_eq!(value("⏨5"), 100_000.0);
        assert_eq!(value("12.5"), 12.5);
        assert_eq!(value(".5"), 0.5);
        assert_eq!(value("2⏨+3"), 2000.0);
        assert_eq!(value("1⏨-400"), 0.0);
    }

    /// Tests that `0.1` and `1⏨-1` have different values. `0.1` is 1/10, truncated. `1⏨-1` is 1 times a
    /// constant that is rounded upwards.
    #[test]
    fn the_order_of_the_steps_matters() {
        let point = convert("0.1").unwrap().0;
        let ten = convert("1⏨-1").unwrap().0;
        assert_eq!(point.bits() + 1, ten.bits());
    }

    #[test]
    fn faults() {
        for text in [".", "5.", "1.2.3", "1⏨", "1⏨5.", "⏨", "1⏨400", "1⏨5⏨", "1⏨154⏨", "1⏨200"]
        {
            assert!(convert(text).is_err(), "{text}");
        }
    }
}
