//! Numbers of a text as cells, exactly: GIER's fractions and floating numbers are the
//! nearest at or below the decimal number written.  [F-SLIP-5]

use crate::item::Decimal;
use gier_word::{Cell, Marks, number};
use std::cmp::Ordering;
use std::fmt;

/// Decimal exponents beyond this do not occur in GIER's range.
const SCALE_MAX: i32 = 400;

/// A whole number with its unit in bit 39; none outside -2^39 … 2^40 - 1.
pub fn integer(value: i64) -> Option<Cell> {
    (-(1i64 << 39)..1 << 40).contains(&value).then(|| Cell::from_integer(value))
}

/// A fraction -1 ≤ x < 1 with its unit in bit 0, rounded to the nearest.
pub fn fraction(value: Decimal) -> Option<Cell> {
    let (numerator, denominator) = ratio(value)?;
    let mut scaled = numerator;
    scaled.shift_left(40);
    let twice = scaled.divide(&denominator)?;
    let rounded = (twice + 1) >> 1;
    let limit = 1u128 << 39;
    if rounded < limit {
        let magnitude = rounded as i64;
        Some(Cell::from_integer(if value.negative { -magnitude } else { magnitude }))
    } else {
        (value.negative && rounded == limit).then(|| Cell::from_integer(-(1 << 39)))
    }
}

/// A floating number, rounded to the nearest; none outside the range of the exponent.
pub fn floating(value: Decimal) -> Option<Cell> {
    if value.digits == 0 {
        return Some(Cell::ZERO);
    }
    let (mut numerator, mut denominator) = ratio(value)?;
    let mut exponent = numerator.bits() as i64 - denominator.bits() as i64;
    if exponent >= 0 {
        denominator.shift_left(exponent as usize)
    } else {
        numerator.shift_left(-exponent as usize)
    }
    if numerator.compare(&denominator) == Ordering::Less {
        numerator.shift_left(1);
        exponent -= 1;
    }
    numerator.shift_left(29);
    let twice = numerator.divide(&denominator)? as i64;
    let mut mantissa = (twice + 1) >> 1;
    if value.negative {
        mantissa = -mantissa;
        if mantissa == -(1 << 28) {
            (mantissa, exponent) = (mantissa * 2, exponent - 1);
        }
    }
    if mantissa == 1 << 29 {
        (mantissa, exponent) = (mantissa / 2, exponent + 1);
    }
    (-512..=511).contains(&exponent).then(|| number::float_cell(mantissa, exponent).with_marks(Marks::NONE))
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        let digits = self.digits.to_string();
        if self.scale < 0 && self.scale >= -20 {
            let places = -self.scale as usize;
            let digits = format!("{digits:0>width$}", width = places + 1);
            let (whole, rest) = digits.split_at(digits.len() - places);
            write!(f, "{sign}{whole}.{rest}")
        } else if self.scale == 0 {
            write!(f, "{sign}{digits}")
        } else {
            write!(f, "{sign}{digits}'{}", self.scale)
        }
    }
}

fn ratio(value: Decimal) -> Option<(Big, Big)> {
    if value.scale.abs() > SCALE_MAX {
        return None;
    }
    let (mut numerator, mut denominator) = (Big::new(value.digits), Big::new(1));
    for _ in 0..value.scale.abs() {
        if value.scale > 0 { numerator.times(10) } else { denominator.times(10) }
    }
    Some((numerator, denominator))
}

/// A whole number without limit, 32 bits a place, lowest first.
#[derive(Clone, Debug)]
struct Big(Vec<u32>);

impl Big {
    fn new(value: u64) -> Big {
        let mut big = Big(vec![value as u32, (value >> 32) as u32]);
        big.trim();
        big
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn bits(&self) -> usize {
        self.0.last().map_or(0, |top| self.0.len() * 32 - top.leading_zeros() as usize)
    }

    fn times(&mut self, factor: u32) {
        let mut carry = 0u64;
        for place in &mut self.0 {
            carry += u64::from(*place) * u64::from(factor);
            *place = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn shift_left(&mut self, places: usize) {
        for _ in 0..places % 32 {
            self.times(2);
        }
        let zeros = vec![0; places / 32];
        self.0.splice(0..0, zeros);
        self.trim();
    }

    fn compare(&self, other: &Big) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    fn subtract(&mut self, other: &Big) {
        let mut borrow = 0i64;
        for (place, digit) in self.0.iter_mut().enumerate() {
            let difference = i64::from(*digit) - i64::from(other.0.get(place).copied().unwrap_or(0)) + borrow;
            *digit = difference as u32;
            borrow = difference >> 32;
        }
        self.trim();
    }

    /// The quotient without remainder, if it has at most 120 bits.
    fn divide(mut self, divisor: &Big) -> Option<u128> {
        let places = self.bits().saturating_sub(divisor.bits());
        if places > 118 || divisor.0.is_empty() {
            return None;
        }
        let mut quotient = 0u128;
        for place in (0..=places).rev() {
            let mut step = divisor.clone();
            step.shift_left(place);
            if self.compare(&step) != Ordering::Less {
                self.subtract(&step);
                quotient |= 1 << place;
            }
        }
        Some(quotient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decimal(digits: u64, scale: i32) -> Decimal {
        Decimal { negative: false, digits, scale }
    }

    /// Values that the museum's programs and the ALGOL running system hold.
    #[test]
    fn known_constants() {
        for (value, cell) in [
            (decimal(1, 0), "0/256/0/0"),
            (decimal(99, 0), "6/396/0/0"),
            (decimal(99, 2), "13/309/384/0"),
            (Decimal { negative: true, ..decimal(1, 0) }, "-1/512/0/0"),
        ] {
            assert_eq!(floating(value), Some(cell.parse().unwrap()), "{value}");
        }
        assert_eq!(fraction(decimal(5, -1)), Some("256/0/0/0".parse().unwrap()));
        assert_eq!(fraction(decimal(1, 0)), None);
        assert_eq!(floating(decimal(1, 200)), None);
        assert_eq!(integer(-1), Some(Cell::from_integer(-1)));
        assert_eq!(integer(1 << 40), None);
    }

    proptest! {
        #[test]
        fn floating_is_within_half_a_unit(negative: bool, digits in 1u64..1 << 40, scale in -20i32..20) {
            let value = Decimal { negative, digits, scale };
            let exact: f64 = format!("{}{digits}e{scale}", if negative { "-" } else { "" }).parse().unwrap();
            let near = number::float(floating(value).unwrap());
            prop_assert!(((near - exact) / exact).abs() <= 2f64.powi(-29) * 1.000001, "{} {}", near, exact);
        }
    }
}
