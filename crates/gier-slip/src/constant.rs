//! Converts decimal numbers to cells, exactly as GIER's own assembler SLIP does. SLIP rounds intermediate
//! results, so the cell is sometimes not the nearest to the number. SLIP first reads the digits as a whole
//! number of 39 bits. Then it computes a power of ten, and rounds at each step. It multiplies the two. For a
//! floating number, it truncates the product. For a fraction, it rounds the product.  [F-SLIP-5]

use crate::item::Decimal;
use gier_word::Cell;
use gier_word::arith::fixed::{shift_rounded, significant};
use gier_word::arith::float::{self, Float};
use std::fmt;

/// A number has this many bits besides its sign. The product of two numbers has [`LONG_BITS`] bits.
const BITS: i32 = 39;
const LONG_BITS: i32 = 2 * BITS;
const LIMIT: i128 = 1 << BITS;
/// The bits of the fraction 0.8, which SLIP writes as `409/614/409/614`. SLIP computes 1/10 as 0.8 × 2^-3.
const FOUR_FIFTHS: i128 = 439_804_651_110;
/// The bits of the fraction 10/16, which SLIP writes as `320/0/0/0`. SLIP computes 10 as 10/16 × 2^4.
const FIVE_EIGHTHS: i128 = 320 << 30;
/// The largest exponent of ten. Larger ones are replaced by this one, because 10^400 already fits in no cell.
const POWER_MAX: u32 = 400;

/// Returns the cell that holds a whole number. Bit 39, the last bit, is the lowest bit of the number.
/// Returns `None` for numbers outside -2^39 … 2^39 - 1.
pub fn integer(value: i64) -> Option<Cell> {
    (-(1i64 << 39)..1 << 39).contains(&value).then(|| Cell::from_integer(value))
}

/// Returns the cell of a fraction -1 ≤ x < 1. The number 1 gives the largest fraction below 1.
pub(crate) fn fraction(value: &Decimal) -> Option<Cell> {
    let Some((long, exponent)) = normal(value) else { return Some(Cell::ZERO) };
    if exponent > 1 {
        return None;
    }
    let rounded = ((long >> (BITS - 1)) + 1) >> 1;
    let shifted = shift_rounded(i64::try_from(rounded).expect("it has 40 bits"), exponent);
    let bits = if shifted == 1 << BITS { shifted - 1 } else { shifted };
    (-(1 << BITS)..1 << BITS).contains(&bits).then(|| Cell::from_integer(bits))
}

/// Returns the cell of a floating number, or `None` if the exponent is outside its range.
pub fn floating(value: &Decimal) -> Option<Cell> {
    let Some((long, exponent)) = normal(value) else { return Some(Cell::ZERO) };
    let (number, _) = float::normalise(long, LONG_BITS, exponent).ok()?;
    (number != Float::ZERO).then(|| number.cell())
}

/// Converts a number to a fraction of 78 bits and a power of two, or returns `None` for zero. The fraction is
/// normalised: 1/2 ≤ x < 1 or -1 ≤ x < -1/2.
fn normal(value: &Decimal) -> Option<(i128, i32)> {
    let mut whole = 0i128;
    let mut factor = Factor { bits: LIMIT / 2, exponent: 1 };
    let mut gather = |digit: char, factor: &mut Factor, after: bool| {
        let next = whole * 10 + i128::from(digit.to_digit(10).expect("a decimal number is made of digits"));
        match (next < LIMIT, after) {
            (true, false) => whole = next,
            (true, true) => {
                whole = next;
                factor.tenth();
            }
            (false, false) => factor.ten(),
            (false, true) => {}
        }
    };
    value.whole.chars().for_each(|digit| gather(digit, &mut factor, false));
    value
        .decimals
        .iter()
        .flat_map(|digits| digits.chars())
        .for_each(|digit| gather(digit, &mut factor, true));
    if value.whole.is_empty() && value.decimals.is_none() && value.power.is_some() {
        whole = 1;
    }
    let power = value.power.unwrap_or(0);
    for _ in 0..power.unsigned_abs().min(POWER_MAX) {
        if power > 0 { factor.ten() } else { factor.tenth() }
    }
    if whole == 0 {
        return None;
    }
    let product = if value.negative { -whole } else { whole } * factor.bits;
    let places = LONG_BITS - significant(product);
    Some((product << places, factor.exponent + BITS - places))
}

/// A power of ten: a fraction 1/2 ≤ x < 1 times a power of two.
struct Factor {
    bits: i128,
    exponent: i32,
}

impl Factor {
    fn ten(&mut self) {
        self.times(FIVE_EIGHTHS, 4);
    }

    fn tenth(&mut self) {
        self.times(FOUR_FIFTHS, -3);
    }

    fn times(&mut self, by: i128, exponent: i32) {
        self.bits = (self.bits * by + LIMIT / 2) >> BITS;
        self.exponent += exponent;
        while self.bits < LIMIT / 2 {
            self.bits <<= 1;
            self.exponent -= 1;
        }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.negative { "-" } else { "" }, self.whole)?;
        if let Some(decimals) = &self.decimals {
            write!(f, ".{decimals}")?;
        }
        match self.power {
            Some(power) => write!(f, "'{power}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disassemble::parse_cell;
    use gier_word::number;
    use proptest::prelude::*;

    /// The expected cells were made by the assembler SLIP of HELP 3 on the emulated machine.
    #[test]
    fn constants_are_slips() {
        for (text, cell) in [
            ("_f 320.0", "8/319/1023/1023"),
            ("_f 320", "8/320/0/0"),
            ("_f 1", "0/256/0/0"),
            ("_f 10", "3/320/0/0"),
            ("_f 0.1", "1020/409/614/409"),
            ("_f 354.1982", "8/354/202/979"),
            ("_f 3.14159265", "1/402/126/851"),
            ("_f -1", "1023/512/0/0"),
            ("_f -0.5", "1022/512/0/0"),
            ("_f 1'10", "33/298/23/800"),
            ("_f 1'-3", "1014/262/147/466"),
            ("_m 0.5", "256/0/0/0"),
            ("_m 0.519 860 384 45", "266/172/574/726"),
            ("_m 0.144 099 511 28", "73/797/660/40"),
            ("_m 0.707 106 781 1865", "362/39/614/501"),
            ("_m 0.1", "51/204/819/205"),
            ("_m '-3", "0/524/294/934"),
            ("_m -0.25", "896/0/0/0"),
            ("_m 10", "0/0/0/10"),
        ] {
            assert_eq!(parse_cell(text), Ok(cell.parse().unwrap()), "{text}");
        }
        for text in ["_f 1'200", "_m 1'3", "_m 2.5", "_m 1099511627776"] {
            assert!(parse_cell(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn floating_is_near(negative: bool, digits in 1u64..1 << 38, power in -20i32..20) {
            let value = Decimal { negative, whole: digits.to_string(), decimals: None, power: Some(power) };
            let exact = if negative { -1.0 } else { 1.0 } * digits as f64 * 10f64.powi(power);
            let near = number::float(floating(&value).unwrap());
            prop_assert!(((near - exact) / exact).abs() <= 2f64.powi(-27), "{} {}", near, exact);
        }
    }
}
