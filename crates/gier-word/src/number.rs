//! Conversions between a cell and an `f64`. The cell contains a fraction or a floating-point number.
//! Listings, panels, assemblers and tests use these conversions. The machine itself calculates with the
//! functions in [`arith`](crate::arith).  [F-NUM-1]

use crate::arith::float::{FRACTION, Float};
use crate::cell::Cell;

/// The value of the lowest bit of the mantissa in a floating-point cell: 2^-28.
const MANTISSA_UNIT: f64 = 1.0 / (1u64 << FRACTION) as f64;

/// The value of the cell as a fraction from -1 to just below 1. The conversion is exact.
pub fn fraction(cell: Cell) -> f64 {
    cell.signed() as f64 / (1u64 << 39) as f64
}

/// The value of the cell as a floating-point number, mantissa × 2^exponent. The conversion is exact, because
/// an `f64` has a longer mantissa and a larger range of exponents.
pub fn float(cell: Cell) -> f64 {
    let Float { mantissa, exponent } = Float::from_cell(cell);
    mantissa as f64 * MANTISSA_UNIT * power_of_two(exponent)
}

/// Returns 2^`exponent` for a ten-bit exponent. The function composes the bits of the `f64`, because `powi`
/// is slow.
const fn power_of_two(exponent: i32) -> f64 {
    const BIAS: i32 = 1023;
    const EXPONENT_FROM: u32 = 52;
    f64::from_bits(((exponent + BIAS) as u64) << EXPONENT_FROM)
}

/// Converts a number to a normalised floating-point cell. A value between two cells is rounded down, as GIER
/// does. Returns `None` if the exponent does not fit, or if the value is infinite or not a number.
pub fn from_float(value: f64) -> Option<Cell> {
    if value == 0.0 {
        return Some(Cell::ZERO);
    }
    if !value.is_finite() {
        return None;
    }
    let mut exponent = value.abs().log2().floor() as i32;
    for candidate in [exponent - 1, exponent, exponent + 1] {
        let scaled = value / 2f64.powi(candidate);
        if (1.0..2.0).contains(&scaled) || (-2.0..-1.0).contains(&scaled) {
            exponent = candidate;
        }
    }
    let mantissa = (value / 2f64.powi(exponent) / MANTISSA_UNIT).floor() as i64;
    (-512..=511).contains(&exponent).then(|| Float { mantissa, exponent }.cell())
}

/// Parses a number without a sign, such as `12`, `0.5` or `2.5e-3`. Returns `None` for any other text.
///
/// ```
/// assert_eq!(gier_word::number::parse_unsigned("2.5e-3"), Some(0.0025));
/// ```
pub fn parse_unsigned(text: &str) -> Option<f64> {
    // The standard library also reads signs, "inf" and "NaN".
    let is_plain = text.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        && text.chars().all(|character| character.is_ascii_digit() || ".e+-".contains(character));
    if is_plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsigned_numbers() {
        for text in ["", ".", "e5", "1e", "1.2.3", "-1", "+1", "1e5e5", "x", "inf", "NaN", "1E5"] {
            assert_eq!(parse_unsigned(text), None, "{text}");
        }
        for (text, value) in [("5.", 5.0), (".5", 0.5), ("0e999", 0.0), ("2.5e-3", 0.0025)] {
            assert_eq!(parse_unsigned(text), Some(value), "{text}");
        }
    }

    fn cell(text: &str) -> Cell {
        text.parse().unwrap()
    }

    #[test]
    fn powers_of_two_are_exact() {
        for exponent in -512..=511 {
            assert_eq!(power_of_two(exponent), 2f64.powi(exponent), "{exponent}");
        }
    }

    /// Compares the conversion with values that the museum's test programs and the ALGOL run-time library
    /// have printed.
    #[test]
    fn known_floating_cells() {
        for (text, value) in [
            ("0/256/0/0", 1.0),
            ("-1/512/0/0", -1.0),
            ("3/320/0/0", 10.0),
            ("6/396/0/0", 99.0),
            ("13/309/384/0", 9900.0),
        ] {
            assert_eq!(float(cell(text)), value, "{text}");
            assert_eq!(from_float(value), Some(cell(text)), "{text}");
        }
        assert_eq!(from_float(0.0), Some(Cell::ZERO));
        assert_eq!(from_float(f64::INFINITY), None);
        assert_eq!(from_float(1e200), None);
    }
}
