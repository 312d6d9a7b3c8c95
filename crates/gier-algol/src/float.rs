//! GIER's floating arithmetic, exactly, for the conversion of numbers in the text: every
//! operation truncates towards minus infinity, and addition loses the low bits of the smaller
//! operand before it adds.  [F-AFE-5]

use gier_word::Cell;
use gier_word::number::{float_cell, float_parts};

/// Mantissas of normalised positive numbers lie from here up to twice this; unit 2^-28.
const ONE: i128 = 1 << 28;

/// A floating number: normalised, or zero. Operations answer none when the exponent would be
/// above 511 (`spill`); below -512 they give zero (Q50).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Float {
    mantissa: i64,
    exponent: i64,
}

impl Float {
    /// 0.
    pub const ZERO: Float = Float { mantissa: 0, exponent: 0 };
    /// 1.
    pub const ONE: Float = Float { mantissa: 1 << 28, exponent: 0 };
    /// 10.
    pub const TEN: Float = Float { mantissa: 10 << 25, exponent: 3 };

    /// 0.1 as the translator holds it: -4/409/614/410, the nearest number above.  [F-AFE-6]
    pub fn tenth() -> Float {
        Float::from_cell(Cell::from_groups([-4, 409, 614, 410], gier_word::Marks::NONE))
    }

    /// A whole number, truncated to 29 bits.
    pub fn whole(value: i64) -> Float {
        normalised(i128::from(value), 28).unwrap_or(Float::ZERO)
    }

    /// The number in a cell.
    pub fn from_cell(cell: Cell) -> Float {
        let (mantissa, exponent) = float_parts(cell);
        normalised(i128::from(mantissa), exponent).unwrap_or(Float::ZERO)
    }

    /// The cell that holds the number.
    pub fn cell(self) -> Cell {
        if self.mantissa == 0 { Cell::ZERO } else { float_cell(self.mantissa, self.exponent) }
    }

    /// Sum: the mantissa with the smaller exponent is shifted first and loses its low bits.
    pub fn add(self, other: Float) -> Option<Float> {
        if self.mantissa == 0 || other.mantissa == 0 {
            return Some(if self.mantissa == 0 { other } else { self });
        }
        let (large, small) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let shift = (large.exponent - small.exponent).min(63);
        normalised(i128::from(large.mantissa) + i128::from(small.mantissa >> shift), large.exponent)
    }

    /// Product.
    pub fn multiply(self, other: Float) -> Option<Float> {
        let product = i128::from(self.mantissa) * i128::from(other.mantissa);
        normalised(product, self.exponent + other.exponent - 28)
    }

    /// Quotient; none also for division by zero. The machine divides R and M together, and M still
    /// holds the dividend's exponent in its bits 1-9, which can carry a quotient up.  [F-AFE-6]
    pub fn divide(self, other: Float) -> Option<Float> {
        if other.mantissa == 0 {
            return None;
        }
        let left_over = i128::from(self.exponent & 511) << 30;
        let (dividend, divisor) = ((i128::from(self.mantissa) << 39) + left_over, i128::from(other.mantissa));
        let truncated = dividend / divisor;
        let below = dividend % divisor != 0 && (dividend < 0) != (divisor < 0);
        normalised(truncated - i128::from(below), self.exponent - other.exponent - 11)
    }

    /// The number with the other sign.
    pub fn negate(self) -> Float {
        normalised(-i128::from(self.mantissa), self.exponent).unwrap_or(self)
    }
}

/// The number `mantissa` × 2^(exponent - 28), truncated to 29 bits.
fn normalised(mut mantissa: i128, mut exponent: i64) -> Option<Float> {
    if mantissa == 0 {
        return Some(Float::ZERO);
    }
    while !(-2 * ONE..2 * ONE).contains(&mantissa) {
        mantissa >>= 1;
        exponent += 1;
    }
    while (-ONE..ONE).contains(&mantissa) {
        mantissa <<= 1;
        exponent -= 1;
    }
    match exponent {
        ..-512 => Some(Float::ZERO),
        -512..=511 => Some(Float { mantissa: mantissa as i64, exponent }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_translators_own_constants() {
        assert_eq!(Float::ONE.cell().to_string(), "0/256/0/0");
        assert_eq!(Float::ONE.negate().cell().to_string(), "1023/512/0/0");
        assert_eq!(Float::TEN.cell().to_string(), "3/320/0/0");
        assert_eq!(Float::whole(10), Float::TEN);
        assert_eq!(Float::tenth().cell().to_string(), "1020/409/614/410");
    }

    /// 1/10 truncates: it is one unit below the constant 0.1.
    #[test]
    fn a_tenth_by_division_is_smaller() {
        let quotient = Float::ONE.divide(Float::TEN).unwrap();
        assert_eq!(quotient.cell().bits() + 1, Float::tenth().cell().bits());
    }

    /// Ten times 0.1 added, as the museum's notes on the arithmetic give it: 1 - 2^-28.
    #[test]
    fn ten_tenths_are_not_one() {
        let tenth = Float::ONE.divide(Float::TEN).unwrap();
        let sum = (0..10).try_fold(Float::ZERO, |sum, _| sum.add(tenth)).unwrap();
        let value = gier_word::number::float(sum.cell());
        assert!((value - 0.999_999_996_27).abs() < 1e-11, "{value}");
    }

    proptest! {
        /// Small whole numbers are exact; quotients are the integer quotients' floors.
        #[test]
        fn whole_numbers_are_exact(a in -20_000i64..20_000, b in -20_000i64..20_000) {
            let (x, y) = (Float::whole(a), Float::whole(b));
            prop_assert_eq!(x.add(y), Some(Float::whole(a + b)));
            prop_assert_eq!(x.multiply(y), Some(Float::whole(a * b)));
            prop_assert_eq!(x.add(y.negate()), Some(Float::whole(a - b)));
        }

        /// A quotient is the largest 29-bit number that is not above the exact one.
        #[test]
        fn quotients_truncate_downwards(a in 1i64..1 << 29, b in 1i64..1 << 29, negative: bool) {
            let a = if negative { -a } else { a };
            let dividend = Float::whole(a);
            let quotient = dividend.divide(Float::whole(b)).unwrap();
            let unit = quotient.exponent - 28;
            // quotient.mantissa × 2^unit ≤ a / b < (quotient.mantissa + 1) × 2^unit
            let scale = |value: i64| (i128::from(value) << (64 + unit).max(0)) * i128::from(b);
            // The exponent stands nine places below the dividend's last bit.
            let left_over = i128::from(dividend.exponent & 511) << (64 - 28 - 9 + dividend.exponent);
            let exact = (i128::from(a) << 64) + left_over;
            prop_assert!(scale(quotient.mantissa) <= exact);
            prop_assert!(scale(quotient.mantissa + 1) > exact);
        }
    }
}
