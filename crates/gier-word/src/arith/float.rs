//! Floating-point arithmetic. The floating register RF has a mantissa and an exponent. R holds the mantissa
//! in units of 2^-28, and the bits 0-9 of M hold the exponent. All results are rounded toward minus infinity.
//! An operand need not be normalised, and is not normalised first.  [F-FLOAT-1] (Q14)

use crate::arith::fixed::{divide, long, shift_rounded, significant, significant64};
use crate::cell::Cell;

/// The number of fraction bits of a mantissa.
pub(crate) const FRACTION: i32 = 28;
/// A shift to the right by this many places or more gives 0, or -1 if the mantissa is negative.
const FAR: i32 = 64;

/// A floating-point number: `mantissa * 2^(exponent - 28)`. Zero is (0, 0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Float {
    /// The mantissa as an integer, in units of 2^-28. In a normalised number, it has 30 bits. Its value m is
    /// then in the range 1 ≤ m < 2 or -2 ≤ m < -1.
    pub mantissa: i64,
    /// The exponent. In a normalised number, it is from -512 to 511.
    pub exponent: i32,
}

impl Float {
    /// The number 0.
    pub const ZERO: Float = Float { mantissa: 0, exponent: 0 };
    /// The number 1.
    pub const ONE: Float = Float { mantissa: 1 << FRACTION, exponent: 0 };

    /// Unpacks a floating-point number from the 40 bits of a cell. The exponent is in bits 0-9, and the
    /// mantissa in bits 10-39. `bits` contains all of them as a signed integer.
    #[inline]
    pub const fn unpack(bits: i64) -> Float {
        Float { mantissa: bits << 34 >> 34, exponent: (bits >> 30) as i32 }
    }

    /// The floating-point number in a cell. The mantissa need not be normalised.
    #[inline]
    pub const fn from_cell(cell: Cell) -> Float {
        Float::unpack(cell.signed())
    }

    /// Packs the number into a cell without marks. The mantissa is cut to 30 bits, and the exponent to 10
    /// bits. The number is not normalised.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell::ZERO.with_field(0, 9, self.exponent as u64).with_field(10, 39, self.mantissa as u64)
    }

    /// Converts an integer to a floating-point number. The mantissa is truncated to 30 bits, as in the
    /// machine.
    #[inline]
    pub const fn whole(value: i64) -> Float {
        match normalise(value as i128, 0, 0) {
            Ok((number, _)) => number,
            Err(Spill) => panic!("a whole number of 64 bits has an exponent below 64"),
        }
    }

    /// The sum of two numbers.
    ///
    /// # Errors
    /// Returns [`Spill`] if the exponent overflows.
    #[inline]
    pub const fn plus(self, other: Float) -> Result<Float, Spill> {
        number(add(self, Sign::Plus, other))
    }

    /// The product of two numbers.
    ///
    /// # Errors
    /// Returns [`Spill`] if the exponent overflows.
    #[inline]
    pub const fn times(self, other: Float) -> Result<Float, Spill> {
        number(multiply(self, other))
    }

    /// The quotient of two numbers, exactly as GIER computes it. GIER first loads the dividend, and puts its
    /// exponent into M. The division then uses the bits of M as low bits of the dividend's mantissa. So the
    /// quotient can be one unit larger than expected.  [F-FLOAT-4]
    ///
    /// # Errors
    /// Returns [`Spill`] if the exponent overflows or the divisor is zero.
    #[inline]
    pub const fn over(self, other: Float) -> Result<Float, Spill> {
        let m = (self.exponent as u64 & 1023) << 30;
        number(divide_register(self.mantissa, m, self.exponent, other))
    }

    /// The negated number, computed as zero minus the number.
    ///
    /// Returns [`Spill`] if the number is -2^512, because 2^512 is too large.
    #[inline]
    pub const fn negative(self) -> Result<Float, Spill> {
        number(add(Float::ZERO, Sign::Minus, self))
    }
}

/// The error for an exponent above 511, and for a division by zero. In both cases, the machine jumps to cell
/// 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spill;

/// Returns only the floating-point number of a result, without the length of the shift.
const fn number(outcome: Outcome) -> Result<Float, Spill> {
    match outcome {
        Ok((number, _)) => Ok(number),
        Err(spill) => Err(spill),
    }
}

/// The result of a calculation, and by how many places the machine shifts in all. The order takes longer
/// if the machine shifts more. If the exponent overflows, the result is [`Spill`].
type Outcome = Result<(Float, u32), Spill>;

/// Converts `value * 2^(exponent - fraction)` to a normalised floating-point number, rounded down. If the
/// exponent of the result would be below -512, the result is zero.
///
/// Returns [`Spill`] if the exponent of the result would be above 511.
#[inline]
pub const fn normalise(value: i128, fraction: i32, exponent: i32) -> Outcome {
    if value == 0 {
        return Ok((Float::ZERO, 0));
    }
    let small = value as i64;
    let (shift, mantissa) = if small as i128 == value {
        let shift = significant64(small) - (FRACTION + 1);
        (shift, if shift >= 0 { small >> shift } else { small << -shift })
    } else {
        let shift = significant(value) - (FRACTION + 1);
        (shift, (value >> shift) as i64)
    };
    let exponent = exponent - fraction + FRACTION + shift;
    let places = (shift + FRACTION - fraction).unsigned_abs();
    if exponent > 511 {
        Err(Spill)
    } else if exponent < -512 {
        Ok((Float::ZERO, places))
    } else {
        Ok((Float { mantissa, exponent }, places))
    }
}

/// How an addition changes the mantissa of its second operand before it adds the operand. GIER has an order
/// for each variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `ar`: the mantissa is unchanged.
    Plus,
    /// `sr`: the mantissa is negated.
    Minus,
    /// `an`: the mantissa is replaced by its absolute value.
    Absolute,
    /// `sn`: the mantissa is replaced by minus its absolute value.
    MinusAbsolute,
}

impl Sign {
    /// Changes a mantissa in the way that this variant describes.
    #[inline]
    pub const fn of(self, value: i64) -> i64 {
        match self {
            Sign::Plus => value,
            Sign::Minus => -value,
            Sign::Absolute => value.abs(),
            Sign::MinusAbsolute => -value.abs(),
        }
    }
}

/// Adds `a` and `b`, after `sign` has changed the mantissa of `b`. The mantissa with the smaller exponent is
/// first shifted right, and loses its lowest bits. If one operand is zero, the result is the other operand,
/// normalised.  [F-FLOAT-2]
///
/// # Errors
/// Returns [`Spill`] if the exponent overflows.
#[inline]
pub const fn add(a: Float, sign: Sign, b: Float) -> Outcome {
    if a.mantissa == 0 {
        return normalise(sign.of(b.mantissa) as i128, FRACTION, b.exponent);
    }
    if b.mantissa == 0 {
        return normalise(a.mantissa as i128, FRACTION, a.exponent);
    }
    let distance = a.exponent - b.exponent;
    let far = if distance.abs() < FAR { distance.abs() } else { FAR - 1 };
    let (high, sum) = if distance >= 0 {
        (a.exponent, a.mantissa + sign.of(b.mantissa >> far))
    } else {
        (b.exponent, (a.mantissa >> far) + sign.of(b.mantissa))
    };
    match normalise(sum as i128, FRACTION, high) {
        Ok((sum, places)) => Ok((sum, places + distance.unsigned_abs())),
        Err(spill) => Err(spill),
    }
}

/// The product of two numbers. It is computed exactly and then rounded down.  [F-FLOAT-3]
///
/// # Errors
/// Returns [`Spill`] if the exponent overflows.
#[inline]
pub const fn multiply(a: Float, b: Float) -> Outcome {
    normalise(a.mantissa as i128 * b.mantissa as i128, 2 * FRACTION, a.exponent + b.exponent)
}

/// Divides the floating-point number in the registers R and M by `b`. The mantissa of the dividend is R,
/// followed by the bits 1-39 of M. `exponent` is the exponent of the dividend. If the divisor is negative and
/// there is no remainder, the quotient is one unit too low.  [F-FLOAT-4]
///
/// # Errors
/// Returns [`Spill`] if the exponent overflows or the divisor is zero.
#[inline]
pub const fn divide_register(r: i64, m: u64, exponent: i32, b: Float) -> Outcome {
    if b.mantissa == 0 {
        return Err(Spill);
    }
    normalise(divide(long(r, m), b.mantissa).quotient, 39, exponent - b.exponent)
}

/// The order `nkf`: multiplies the fraction in R by 2^`places`, and converts the product to a floating-point
/// number.  [F-FLOAT-5]
///
/// Returns [`Spill`] if the exponent overflows. This cannot happen if `places` is from -512 to 511.
#[inline]
pub const fn from_fixed(r: i64, places: i32) -> Outcome {
    normalise(r as i128, 39, places)
}

/// The order `tkf`: converts a floating-point number to a fraction in R. It shifts the mantissa left by
/// `exponent + 1 + places`. If this sum is negative, it shifts the mantissa right and rounds. Returns the new
/// R, and by how many places the mantissa was shifted.  [F-FLOAT-6]
#[inline]
pub const fn to_fixed(a: Float, places: i32) -> (i64, u32) {
    let shift = a.exponent + 1 + places;
    (shift_rounded(a.mantissa, shift), shift.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEN: Float = Float::whole(10);

    #[test]
    fn known_cells() {
        assert_eq!(Float::ONE.cell().to_string(), "0/256/0/0");
        assert_eq!(Float::ONE.negative().unwrap().cell().to_string(), "1023/512/0/0");
        assert_eq!(TEN.cell().to_string(), "3/320/0/0");
        assert_eq!(Float::from_cell(TEN.cell()), TEN);
    }

    /// Tests that adding one tenth ten times gives 1 - 2^-28. The museum's notes on the arithmetic say so.
    /// [F-AFE-5]
    #[test]
    fn ten_tenths_are_not_one() {
        let tenth = Float::ONE.over(TEN).unwrap();
        let sum = (0..10).try_fold(Float::ZERO, |sum, _| sum.plus(tenth)).unwrap();
        let value = crate::number::float(sum.cell());
        assert!((value - 0.999_999_996_27).abs() < 1e-11, "{value}");
    }

    proptest! {
        #[test]
        fn small_whole_numbers_are_exact(a in -20_000i64..20_000, b in -20_000i64..20_000) {
            let (x, y) = (Float::whole(a), Float::whole(b));
            prop_assert_eq!(x.plus(y), Ok(Float::whole(a + b)));
            prop_assert_eq!(x.times(y), Ok(Float::whole(a * b)));
            prop_assert_eq!(y.negative().and_then(|minus| x.plus(minus)), Ok(Float::whole(a - b)));
        }
    }
}
