//! The host's numbers as decimal digits, written and read: times, speeds, what a cell is worth.
//!
//! The standard library does both to the last bit of any double, with code and tables of 25 kB
//! that the web page would have to load. Writing is as exact here, but slower for numbers far from
//! 1; reading is exact for what a person types.

/// A number with this many decimals, rounded to the nearest, of two to the even one, as `{:.3}`
/// would write it.
///
/// ```
/// assert_eq!(gier_word::decimal::fixed(-1.0625, 3), "-1.062");
/// ```
pub fn fixed(value: f64, decimals: usize) -> String {
    let (digits, before) = figures(value);
    let digits = rounded(&digits, before + decimals as isize);
    // At least the 0 before the point.
    let digits = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, part) = digits.split_at(digits.len() - decimals);
    let (sign, point) = (sign(value), if decimals == 0 { "" } else { "." });
    format!("{sign}{whole}{point}{part}")
}

/// A number with one digit before the point, this many behind it, and the power of ten, as `{:.8e}`
/// would write it: `1.50000000e-7`. It is not 0.
pub fn scientific(value: f64, decimals: usize) -> String {
    let (digits, before) = figures(value);
    let rounded = rounded(&digits, decimals as isize + 1);
    // 9.99 may have become 10.0, which is a figure longer.
    let exponent = before - 1 + isize::from(rounded.len() > decimals + 1);
    let (first, rest) = rounded.split_at(1);
    format!("{}{first}.{}e{exponent}", sign(value), &rest[..decimals])
}

fn sign(value: f64) -> &'static str {
    if value.is_sign_negative() { "-" } else { "" }
}

/// All the decimal digits that a number has, without zeros in front, and how many of them stand
/// before the point; less than 0 if zeros stand between the point and the first one.
fn figures(value: f64) -> (String, isize) {
    const STORED: u32 = f64::MANTISSA_DIGITS - 1;
    const PART: u64 = 1_000_000_000;
    let bits = value.abs().to_bits();
    let (exponent, fraction) = (bits >> STORED, bits & ((1 << STORED) - 1));
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << STORED };
    if mantissa == 0 {
        return (String::new(), 0);
    }
    // The mantissa is an integer here, an odd one: the number is it times this power of two.
    let even = mantissa.trailing_zeros();
    let power = exponent.max(1) as i32 - 1075 + even as i32;
    // A half is five tenths.
    let (factor, behind) = if power < 0 { (5u64, power.unsigned_abs()) } else { (2, 0) };
    // In nines of digits, the last first.
    let mut parts = vec![mantissa >> even];
    let mut left = power.unsigned_abs();
    loop {
        let step = left.min(12);
        let mut carry = 0;
        for part in &mut parts {
            // Only the mantissa itself is more than nine digits, and it is split here.
            let product = u128::from(*part) * u128::from(factor.pow(step)) + carry;
            *part = (product % u128::from(PART)) as u64;
            carry = product / u128::from(PART);
        }
        while carry > 0 {
            parts.push((carry % u128::from(PART)) as u64);
            carry /= u128::from(PART);
        }
        left -= step;
        if left == 0 {
            break;
        }
    }
    let digits: String = parts.iter().rev().map(|part| format!("{part:09}")).collect();
    let digits = digits.trim_start_matches('0').to_string();
    let before = digits.len() as isize - behind as isize;
    (digits, before)
}

/// A row of digits cut to so many, or filled up to them, the last rounded; one longer if the
/// rounding carries through all of them.
fn rounded(digits: &str, kept: isize) -> String {
    let Ok(kept) = usize::try_from(kept) else { return String::new() };
    if kept >= digits.len() {
        return format!("{digits:0<kept$}");
    }
    let (kept, cut) = digits.as_bytes().split_at(kept);
    let (mut kept, next) = (kept.to_vec(), cut[0]);
    let half = next == b'5' && cut[1..].iter().all(|&digit| digit == b'0');
    let odd = kept.last().is_some_and(|last| last % 2 == 1);
    if next > b'5' || (next == b'5' && !half) || (half && odd) {
        match kept.iter().rposition(|&digit| digit != b'9') {
            Some(last) => {
                kept[last] += 1;
                kept[last + 1..].fill(b'0');
            }
            None => {
                kept.fill(b'0');
                kept.insert(0, b'1');
            }
        }
    }
    kept.into_iter().map(char::from).collect()
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
            assert_eq!(fixed(value, decimals), format!("{value:.decimals$}"));
        }
        assert_eq!(scientific(9.999_999_999, 8), "1.00000000e1");
        assert_eq!(scientific(-1.5e-7, 8), "-1.50000000e-7");
        // Just between two numbers of nine figures.
        assert_eq!(scientific(-104_313_460.5, 8), "-1.04313460e8");
        for text in ["", ".", "e5", "1e", "1.2.3", "-1", "1e5e5", "x"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!([read("5."), read(".5"), read("0e999")], [Some(5.0), Some(0.5), Some(0.0)]);
    }

    proptest! {
        /// As the standard library writes GIER's floating numbers, whose mantissas have 29 bits.
        #[test]
        fn floating_numbers_are_written_as_by_the_standard_library(
            mantissa in -0x2000_0000i64..0x2000_0000, exponent in -540i32..480, decimals in 0usize..13,
        ) {
            prop_assume!(mantissa != 0);
            let value = mantissa as f64 * 2f64.powi(exponent);
            prop_assert_eq!(scientific(value, 8), format!("{:.8e}", value));
            let small = mantissa as f64 * 2f64.powi(exponent.rem_euclid(40) - 39);
            prop_assert_eq!(fixed(small, decimals), format!("{small:.decimals$}"));
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
