//! The host's numbers as decimal digits, written and read: times, speeds, what a cell is worth.
//!
//! The standard library does both to the last bit of any double, with code and tables of 25 kB
//! that the web page would have to load. What is written here has at most ten figures, so doubles
//! do.

/// A number with this many decimals, rounded to the nearest, of two to the even one, as `{:.3}`
/// would write it. The part before the point is below 2^64.
///
/// ```
/// assert_eq!(gier_word::decimal::fixed(-1.0625, 3), "-1.062");
/// ```
pub fn fixed(value: f64, decimals: u32) -> String {
    let unit = 10u64.pow(decimals);
    let size = value.abs();
    let (whole, part) = if decimals == 0 {
        (size.round_ties_even() as u64, 0)
    } else {
        let part = rounded(size.fract(), unit);
        (size as u64 + part / unit, part % unit)
    };
    let sign = if value.is_sign_negative() { "-" } else { "" };
    match decimals as usize {
        0 => format!("{sign}{whole}"),
        decimals => format!("{sign}{whole}.{part:0decimals$}"),
    }
}

/// A fraction below 1, multiplied and rounded. A product of doubles would have been rounded before.
fn rounded(fraction: f64, factor: u64) -> u64 {
    const MANTISSA: u32 = f64::MANTISSA_DIGITS - 1;
    let bits = fraction.to_bits();
    let exponent = (bits >> MANTISSA) as u32;
    // The fraction is these bits divided by 2^shift; what is not normalised is nothing here.
    let shift = 1075 - exponent;
    if exponent == 0 || shift >= u128::BITS {
        return 0;
    }
    let product = u128::from(bits & ((1 << MANTISSA) - 1) | 1 << MANTISSA) * u128::from(factor);
    let (whole, rest, half) = ((product >> shift) as u64, product & ((1 << shift) - 1), 1 << (shift - 1));
    whole + u64::from(rest > half || (rest == half && whole % 2 == 1))
}

/// A number with one digit before the point, this many behind it, and the power of ten, as `{:.8e}`
/// would write it: `1.50000000e-7`. It is not 0.
pub fn scientific(value: f64, decimals: u32) -> String {
    const STEPS: [i32; 9] = [256, 128, 64, 32, 16, 8, 4, 2, 1];
    let (mut size, mut exponent) = (value.abs(), 0);
    for step in STEPS {
        let power = 10f64.powi(step);
        if size >= power {
            (size, exponent) = (size / power, exponent + step);
        }
    }
    for step in STEPS {
        let power = 10f64.powi(step);
        if size * power < 10.0 {
            (size, exponent) = (size * power, exponent - step);
        }
    }
    let mut digits = fixed(size, decimals);
    if digits.starts_with("10") {
        (digits, exponent) = (fixed(size / 10.0, decimals), exponent + 1);
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    format!("{sign}{digits}e{exponent}")
}

/// The number that a person wrote: digits, perhaps a point, perhaps `e` and a power of ten, no
/// sign before it. None if the text is no such number. To the last bit up to fifteen figures and
/// powers of ten up to 22, beyond them nearly so.
///
/// ```
/// assert_eq!(gier_word::decimal::read("2.5e-3"), Some(0.0025));
/// ```
pub fn read(text: &str) -> Option<f64> {
    let (number, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() && part.is_empty() {
        return None;
    }
    let digits = whole.bytes().chain(part.bytes()).try_fold(0.0, |number, digit| {
        digit.is_ascii_digit().then(|| number * 10.0 + f64::from(digit - b'0'))
    })?;
    let exponent: i32 = exponent.parse().ok()?;
    let power = exponent.saturating_sub(i32::try_from(part.len()).ok()?);
    let factor = 10f64.powi(power.saturating_abs());
    match power {
        // 0 however great the power.
        _ if digits == 0.0 => Some(0.0),
        0.. => Some(digits * factor),
        _ => Some(digits / factor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn round_numbers_and_carries() {
        for (value, decimals, text) in [
            (0.0, 1, "0.0"),
            (0.95, 1, "0.9"),
            (0.96, 1, "1.0"),
            (9.9996, 3, "10.000"),
            (2.5, 0, "2"),
            (3.5, 0, "4"),
            (-12.0, 2, "-12.00"),
        ] {
            assert_eq!(fixed(value, decimals), text);
            assert_eq!(fixed(value, decimals), format!("{value:.*}", decimals as usize));
        }
        assert_eq!(scientific(9.999_999_999, 8), "1.00000000e1");
        assert_eq!(scientific(-1.5e-7, 8), "-1.50000000e-7");
        for text in ["", ".", "e5", "1e", "1.2.3", "-1", "1e5e5", "x"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!([read("5."), read(".5"), read("0e999")], [Some(5.0), Some(0.5), Some(0.0)]);
    }

    proptest! {
        /// As the standard library writes GIER's floating numbers, whose mantissas have 29 bits.
        #[test]
        fn floating_numbers_are_written_as_by_the_standard_library(
            mantissa in -0x2000_0000i64..0x2000_0000, exponent in -540i32..480, decimals in 0u32..13,
        ) {
            prop_assume!(mantissa != 0);
            let value = mantissa as f64 * 2f64.powi(exponent);
            prop_assert_eq!(scientific(value, 8), format!("{:.8e}", value));
            let small = mantissa as f64 * 2f64.powi(exponent.rem_euclid(40) - 39);
            prop_assert_eq!(fixed(small, decimals), format!("{:.*}", decimals as usize, small));
        }

        #[test]
        fn numbers_are_read_as_by_the_standard_library(
            digits in 0u64..1_000_000_000_000_000, point in 0usize..15, power in -7i32..8,
        ) {
            let mut text = format!("{digits:015}");
            text.insert(point, '.');
            let text = format!("{text}e{power}");
            prop_assert_eq!(read(&text), text.parse().ok());
        }
    }
}
