//! GIER's floating-point arithmetic for the evaluator, written independently from the rules in
//! `docs/facts.md`. A number is n × 2^e, where n has at most 29 bits and a sign. Every result is rounded
//! down.

/// The number n × 2^e. Either n is 0, or 2^28 ≤ n < 2^29, or -2^29 ≤ n < -2^28.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    n: i64,
    e: i32,
}

impl Number {
    pub const ZERO: Number = Number { n: 0, e: 0 };

    /// Makes the number n × 2^e, with n truncated to 29 bits.
    fn cut(mut n: i128, mut e: i32) -> Number {
        if n == 0 {
            return Number::ZERO;
        }
        while !(-(1 << 29)..1 << 29).contains(&n) {
            n >>= 1;
            e += 1;
        }
        while (-(1 << 28)..1 << 28).contains(&n) {
            n <<= 1;
            e -= 1;
        }
        Number { n: n as i64, e }
    }

    /// Makes a number from an integer.
    pub fn whole(value: i64) -> Number {
        Number::cut(value.into(), 0)
    }

    /// Makes the number `value` divided by 2^`power`.
    pub fn part(value: i64, power: i32) -> Number {
        Number::cut(value.into(), -power)
    }

    fn added(self, other: Number, sign: i128) -> Number {
        if self.n == 0 || other.n == 0 {
            return Number::cut(
                i128::from(self.n) + sign * i128::from(other.n),
                if self.n == 0 { other.e } else { self.e },
            );
        }
        let e = self.e.max(other.e);
        let aligned = |number: Number| i128::from(number.n) >> (e - number.e).min(100);
        Number::cut(aligned(self) + sign * aligned(other), e)
    }

    pub fn plus(self, other: Number) -> Number {
        self.added(other, 1)
    }

    pub fn minus(self, other: Number) -> Number {
        self.added(other, -1)
    }

    pub fn times(self, other: Number) -> Number {
        Number::cut(i128::from(self.n) * i128::from(other.n), self.e + other.e)
    }

    /// Returns the quotient of the two numbers, or `None` if the divisor is not positive.
    pub fn over(self, other: Number) -> Option<Number> {
        if other.n <= 0 {
            return None;
        }
        if self.n == 0 {
            return Some(Number::ZERO);
        }
        // In the division, nine bits of the exponent, in register M, continue the dividend.  [F-FLOAT-4]
        let behind = i128::from((self.e + 28) & 511) << 31;
        let (above, below) = ((i128::from(self.n) << 40) + behind, i128::from(other.n));
        Some(Number::cut(above.div_euclid(below), self.e - other.e - 40))
    }

    /// Adds one half to the number, and returns the largest integer that is not above the sum.
    pub fn rounded(self) -> i64 {
        match self.e {
            e if e >= 0 => self.n << e.min(30),
            e if e < -60 => 0,
            e => ((self.n >> (-e - 1)) + 1) >> 1,
        }
    }

    /// The operator ÷: moves the quotient towards zero by almost one half, and rounds it. Above 2^28, the
    /// result is sometimes one too large, as in GIER ALGOL III.
    pub fn divided(self, other: Number) -> Option<Number> {
        let quotient = self.over(other)?;
        let nearly_half = Number::part((1 << 29) - 1, 30);
        let moved = if quotient.n < 0 { quotient.plus(nearly_half) } else { quotient.minus(nearly_half) };
        Some(Number::whole(moved.rounded()))
    }

    /// Returns the largest integer that is not above the number, computed by subtracting one half and
    /// rounding.
    pub fn entier(self) -> Number {
        Number::whole(self.minus(Number::part(1, 1)).rounded())
    }

    /// Returns the sign of the number: -1, 0 or 1.
    pub fn sign(self) -> i64 {
        self.n.signum()
    }

    /// Compares two numbers by their values.
    pub fn compare(self, other: Number) -> std::cmp::Ordering {
        let shift = |number: Number, e: i32| i128::from(number.n) << (number.e - e).min(60);
        if self.n == 0 || other.n == 0 || self.sign() != other.sign() {
            return self.n.signum().cmp(&other.n.signum());
        }
        let e = self.e.min(other.e);
        shift(self, e).cmp(&shift(other, e))
    }

    /// Returns the 40 bits of the number as GIER stores it in a cell.
    pub fn bits(self) -> u64 {
        if self.n == 0 {
            return 0;
        }
        ((self.e + 28) as u64 & 1023) << 30 | self.n as u64 & ((1 << 30) - 1)
    }
}
