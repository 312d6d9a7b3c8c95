//! Compares GIER's arithmetic in `arith` with a second, simpler implementation, which uses rational numbers
//! and loops. The environment variable `GIER_OPERANDS` sets the number of operands (default 5 000; the full
//! test uses a million).

use gier_word::arith::fixed;
use gier_word::arith::float::{self, Float, Sign, Spill};
use proptest::prelude::*;

fn operands() -> ProptestConfig {
    let text = std::env::var("GIER_OPERANDS").ok();
    ProptestConfig::with_cases(text.and_then(|text| text.parse().ok()).unwrap_or(5_000))
}

/// Generates signed numbers with `width` bits. The largest and smallest numbers are frequent.
fn bits(width: u32) -> impl Strategy<Value = i64> {
    let half = 1i64 << (width - 1);
    prop_oneof![
        6 => -half..half,
        2 => (0..width - 1, any::<bool>(), -1i64..=1).prop_map(move |(place, minus, more)| {
            let power = if minus { -(1i64 << place) } else { 1i64 << place };
            (power + more).clamp(-half, half - 1)
        }),
        1 => prop::sample::select(vec![0, 1, -1, half - 1, -half]),
    ]
}

/// Generates normalised floating-point numbers, and zero.
fn floats() -> impl Strategy<Value = Float> {
    let exponents = prop_oneof![3 => -40i32..40, 1 => -512i32..512];
    (bits(29), any::<bool>(), exponents).prop_map(|(low, minus, exponent)| {
        let low = low & ((1 << 28) - 1);
        let mantissa = if minus { low - (1 << 29) } else { low + (1 << 28) };
        if low == 77 { Float::default() } else { Float { mantissa, exponent } }
    })
}

/// The largest floating-point number that is not above `value * 2^exponent`. Unlike the tested code, this
/// function tries one shift after another.
fn below(value: i128, mut exponent: i32) -> Result<Float, Spill> {
    let floor = |shift: i32| if shift >= 0 { value.div_euclid(1 << shift) } else { value << -shift };
    if value == 0 {
        return Ok(Float::default());
    }
    let normal = |m: i128| (1 << 28..1 << 29).contains(&m) || (-(1 << 29)..-(1 << 28)).contains(&m);
    let shift = (-30..100).find(|&shift| normal(floor(shift))).expect("a place");
    exponent += shift + 28;
    match exponent {
        512.. => Err(Spill),
        -512..=511 => Ok(Float { mantissa: floor(shift) as i64, exponent }),
        _ => Ok(Float::default()),
    }
}

fn low41(value: i128) -> i64 {
    let modulus = 1i128 << 41;
    let low = value.rem_euclid(modulus);
    (if low >= modulus / 2 { low - modulus } else { low }) as i64
}

proptest! {
    #![proptest_config(operands())]

    #[test]
    fn products(r in bits(41), m in bits(40), c in bits(40)) {
        let m_bits = m as u64 & ((1 << 40) - 1);
        let (high, low) = fixed::multiply_long(r, m_bits, c);
        let exact = m as i128 * c as i128 + r as i128;
        prop_assert_eq!(exact.rem_euclid(1 << 39), low as i128);
        prop_assert_eq!(low41(exact.div_euclid(1 << 39)), high);
        // The product is rounded to the nearest unit, and a half is rounded up. So twice the error is in the
        // range -1 < error ≤ 1, in units.
        let rounded = fixed::multiply_rounded(0, m_bits, c) as i128;
        let error = 2 * ((rounded << 39) - m as i128 * c as i128);
        prop_assert!(-(1 << 39) < error && error <= 1 << 39);
        prop_assert_eq!(fixed::multiply_rounded(r, m_bits, c), low41(rounded + r as i128));
    }

    /// Compares quotients with the results of non-restoring division, which is the hardware's method. Each
    /// digit of such a quotient is +1 or -1.
    #[test]
    fn quotients_of_the_non_restoring_loop(r in bits(41), m in bits(40), c in bits(40)) {
        if c == 0 {
            return Ok(());
        }
        let r = r % c;
        let dividend = fixed::long(r, m as u64);
        let mut partial = dividend;
        let mut quotient = 0i128;
        for place in (0..39).rev() {
            let same = (partial >= 0) == (c > 0);
            let digit = if same { 1 } else { -1 };
            partial -= digit * ((c as i128) << place);
            quotient += digit << place;
        }
        let ended_negative = partial < 0;
        // If the remainder has the wrong sign, the loop needs one more step down.
        if partial < 0 {
            if c > 0 {
                quotient -= 1;
                partial += c as i128;
            }
        } else if c < 0 {
            quotient -= 1;
            partial += c as i128;
        }
        let division = fixed::divide(dividend, c);
        prop_assert_eq!((division.quotient, division.remainder), (quotient, partial));
        prop_assert_eq!(division.ended_negative, ended_negative);
    }

    /// In a division by zero, no step subtracts anything: the remainder is the dividend.  (Q5)
    #[test]
    fn division_by_zero_leaves_the_dividend(r in bits(41), m in bits(40)) {
        let dividend = fixed::long(r, m as u64 & ((1 << 40) - 1));
        let division = fixed::divide(dividend, 0);
        prop_assert_eq!((division.remainder, division.ended_negative), (dividend, dividend < 0));
    }

    #[test]
    fn quotients_of_natural_numbers(high: u64, low in 0u64..1 << 39, c in bits(40)) {
        let c = c.abs().clamp(1, (1 << 39) - 1);
        let (r, m) = ((high % c as u64) as i64, low);
        let dividend = fixed::long(r, m);
        let (quotient, remainder, _) = fixed::divide_long(r, m, c);
        prop_assert_eq!(quotient as i128, dividend / c as i128);
        prop_assert_eq!(remainder as i128, dividend % c as i128);
    }

    #[test]
    fn shifts(r in bits(41), m in bits(40), places in -512i32..512) {
        // The expected values are shifted one place at a time.
        let m = m as u64 & ((1 << 40) - 1);
        let (mut one, mut long) = (r, (r, m & fixed::TAIL_MASK));
        for _ in 0..places.abs() {
            one = if places > 0 { low41(one as i128 * 2) } else { one };
            let step = if places > 0 { 1 } else { -1 };
            long = fixed::shift_long(long.0, long.1, step);
        }
        if places < 0 {
            let unit = 1i128 << places.abs().min(60);
            one = (2 * r as i128 + unit).div_euclid(2 * unit) as i64;
        }
        prop_assert_eq!(fixed::shift_rounded(r, places), one);
        prop_assert_eq!(fixed::shift_long(r, m, places), long);
        // The bits that rotate: R0-39, or R0-39 followed by M1-39.
        let ring = |bits: u128, length: u32| {
            let mut ring: Vec<u128> = (0..length).rev().map(|bit| bits >> bit & 1).collect();
            ring.rotate_left(places.rem_euclid(length as i32) as usize);
            ring.into_iter().fold(0, |bits, bit| bits << 1 | bit)
        };
        let short = r as u128 & ((1 << 40) - 1);
        prop_assert_eq!(fixed::rotate(r, places) as u128, ring(short, 40));
        let (high, low) = fixed::rotate_long(r, m, places);
        let long = short << 39 | (m & fixed::TAIL_MASK) as u128;
        prop_assert_eq!((high as u128) << 39 | low as u128, ring(long, 79));
    }

    #[test]
    fn normalised(r in bits(41), m in bits(40)) {
        let (value, places) = fixed::normalise(r);
        let normal = |r: i64| (r >> 39 ^ r >> 38) & 1 != 0 && (r >> 40 ^ r >> 39) & 1 == 0;
        prop_assert!(r == 0 || normal(value));
        prop_assert_eq!(if places < 0 { value } else { value >> places.min(40) }, if places < 0 { r >> 1 } else { r });
        let m = m as u64 & fixed::TAIL_MASK;
        let (high, low, places) = fixed::normalise_long(r, m);
        prop_assert!(fixed::long(r, m) == 0 || normal(high));
        let back = fixed::long(high, low);
        prop_assert_eq!(if places < 0 { back } else { back >> places }, if places < 0 { fixed::long(r, m) >> 1 } else { fixed::long(r, m) });
    }

    #[test]
    fn floating_numbers_of_any_length(value: i128, short in 8u32..127, exponent in -500i32..400) {
        let value = value >> short;
        prop_assert_eq!(float::normalise(value, 0, exponent).map(|(number, _)| number), below(value, exponent));
    }

    #[test]
    fn floating_sums(a in floats(), b in floats()) {
        for sign in [Sign::Plus, Sign::Minus, Sign::Absolute, Sign::MinusAbsolute] {
            let sum = float::add(a, sign, b).map(|(sum, _)| sum);
            // Each operand, rounded down to a multiple of the unit of the larger exponent.
            let high = if a.mantissa == 0 { b.exponent } else if b.mantissa == 0 { a.exponent } else { a.exponent.max(b.exponent) };
            let cut = |x: Float| (x.mantissa as i128).div_euclid(1 << (high - x.exponent).clamp(0, 100));
            let exact = cut(a) + sign.of(cut(b) as i64) as i128;
            prop_assert_eq!(sum, below(exact, high - 28), "{:?} {:?} {:?}", a, sign, b);
        }
    }

    #[test]
    fn floating_products(a in floats(), b in floats()) {
        let product = float::multiply(a, b).map(|(product, _)| product);
        prop_assert_eq!(product, below(a.mantissa as i128 * b.mantissa as i128, a.exponent + b.exponent - 56));
    }

    /// The dividend is the mantissa in R, followed by bits 1-39 of M. Bits 0-9 of M still contain the
    /// exponent, so the exponent's bits 1-9 are part of the dividend.
    #[test]
    fn floating_quotients(a in floats(), b in floats()) {
        let m = (a.exponent as u64 & 1023) << 30;
        let quotient = float::divide_register(a.mantissa, m, a.exponent, b).map(|(quotient, _)| quotient);
        if b.mantissa == 0 {
            prop_assert_eq!(quotient, Err(Spill));
            return Ok(());
        }
        let dividend = (a.mantissa as i128) * (1 << 39) + (m & fixed::TAIL_MASK) as i128;
        let divisor = b.mantissa as i128;
        // The quotient has digits down to 2^-39 and is then cut to a mantissa.
        let digits = dividend.div_euclid(divisor.abs());
        let digits = if divisor > 0 { digits } else { -digits - 1 };
        prop_assert_eq!(quotient, below(digits, a.exponent - b.exponent - 39));
    }

    #[test]
    fn to_fixed_and_back(r in bits(40), places in -60i32..60) {
        let (number, _) = float::from_fixed(r, 0).expect("small");
        prop_assert_eq!(number, below(r as i128, -39).expect("small"));
        let (whole, _) = float::to_fixed(number, places);
        let shift = number.exponent + 1 + places;
        prop_assert_eq!(whole, fixed::shift_rounded(number.mantissa, shift));
    }
}
