//! Fixed-point arithmetic. R has 41 bits: bit 00, and then bits 0-39. Bit 00 differs from bit 0 after an
//! overflow. M has 40 bits, 0-39.
//!
//! The long register RM consists of R and the bits 1-39 of M. It has 80 bits with bit 00, or 79 bits without
//! bit 00.

/// A mask of the bits 1-39 of M, without the sign bit.
pub const TAIL_MASK: u64 = (1 << 39) - 1;
const MASK40: u64 = (1 << 40) - 1;
/// A shift to the right by more places than this gives the same result as a shift by this many places.
const FAR: i32 = 62;

/// The value that R holds after `value` is stored in it: the low 41 bits, as a signed number.  [F-REG-2]
#[inline]
pub const fn wrap41(value: i64) -> i64 {
    value << 23 >> 23
}

/// The lowest 40 bits of `bits`, as a signed number.
#[inline]
pub const fn signed40(bits: u64) -> i64 {
    (bits << 24) as i64 >> 24
}

/// R and M as one long number: R times 2^39 plus the bits 1-39 of M.
#[inline]
pub const fn long(r: i64, m: u64) -> i128 {
    (r as i128) << 39 | (m & TAIL_MASK) as i128
}

/// Splits the 80-bit long register RM into R and M. R is wrapped to 41 bits, and bit 0 of M is zero.
#[inline]
pub const fn split(long: i128) -> (i64, u64) {
    (wrap41((long >> 39) as i64), long as u64 & TAIL_MASK)
}

/// The order `mk`: multiplies m by the operand c, adds r, and returns the new R. The numbers are fractions
/// with 39 fraction bits. The product is rounded to 39 fraction bits, and a tie is rounded up. [F-MUL-2, Q3]
#[inline]
pub const fn multiply_rounded(r: i64, m: u64, c: i64) -> i64 {
    let product = signed40(m) as i128 * c as i128;
    wrap41(r + ((product + (1 << 38)) >> 39) as i64)
}

/// The order `ml`: computes m * c + r * 2^-39. The result is a long number in R and M. Returns the new R and
/// the new M.  [F-MUL-1]
#[inline]
pub const fn multiply_long(r: i64, m: u64, c: i64) -> (i64, u64) {
    split(signed40(m) as i128 * c as i128 + r as i128)
}

/// The result of a division: the quotient and the remainder. Also says how the division ended, because its
/// time depends on that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// The complete quotient. A register can be too short for it.
    pub quotient: i128,
    /// The remainder: `dividend - quotient * divisor`.
    pub remainder: i128,
    /// Whether the last partial remainder of GIER's non-restoring division was negative. If so, the division
    /// takes longer.
    pub ended_negative: bool,
}

/// Divides as the machine does, and rounds the quotient down. With a negative divisor, an exact quotient is
/// one unit too low: 6 / -3 gives -3.  [F-DIV-1, Q4]
///
/// If the divisor is zero, the machine subtracts nothing in each of its 40 steps. The quotient is 2^40 - 1,
/// or -2^40 if the dividend is negative.  (Q5)
#[inline]
pub const fn divide(dividend: i128, divisor: i64) -> Division {
    let quotient = if divisor > 0 {
        rounded_down(dividend, divisor)
    } else if divisor < 0 {
        // ceil(N / d) - 1 = -floor(N / -d) - 1.
        -rounded_down(dividend, -divisor) - 1
    } else if dividend >= 0 {
        (1 << 40) - 1
    } else {
        -(1 << 40)
    };
    let remainder = dividend - quotient * divisor as i128;
    Division { quotient, remainder, ended_negative: (quotient & 1 == 0) == (divisor >= 0) }
}

/// Divides by a positive divisor and rounds down. If the dividend fits in 64 bits, uses 64-bit division,
/// which is faster.
const fn rounded_down(dividend: i128, divisor: i64) -> i128 {
    let small = dividend as i64;
    if small as i128 == dividend {
        small.div_euclid(divisor) as i128
    } else {
        dividend.div_euclid(divisor as i128)
    }
}

/// The order `dl`: divides the long register RM by the operand c. Returns the new R, the new M, and the whole
/// [`Division`]. R is the low 41 bits of the quotient, and M is the low 40 bits of the remainder.
#[inline]
pub const fn divide_long(r: i64, m: u64, c: i64) -> (i64, u64, Division) {
    let division = divide(long(r, m), c);
    (wrap41(division.quotient as i64), division.remainder as u64 & MASK40, division)
}

/// The order `dk`: divides R by the operand c. Both are fractions. [`divide`] says how the quotient is
/// rounded. Returns the new R (the quotient), the new M (the remainder), and the whole [`Division`].
/// [F-DIV-2, Q4]
#[inline]
pub const fn divide_short(r: i64, c: i64) -> (i64, u64, Division) {
    divide_long(r, 0, c)
}

/// The order `tk`: shifts R arithmetically. A positive `places` shifts R to the left, and the bits that leave
/// bit 00 are lost. A negative `places` shifts R to the right and rounds.  [F-SHIFT-1]
#[inline]
pub const fn shift_rounded(r: i64, places: i32) -> i64 {
    if places >= 41 {
        0
    } else if places >= 0 {
        wrap41(r << places)
    } else {
        let right = if -places > FAR { FAR } else { -places };
        (r + (1 << (right - 1))) >> right
    }
}

/// The order `tl`: shifts R and M arithmetically as one long register. A positive `places` shifts to the
/// left. A shift to the right does not round.  [F-SHIFT-2]
#[inline]
pub const fn shift_long(r: i64, m: u64, places: i32) -> (i64, u64) {
    let long = long(r, m);
    if places >= 80 {
        (0, 0)
    } else if places >= 0 {
        let shift = places as u32;
        // Only the lowest 80 bits matter, so higher ones may be lost from the i128.
        split(((long as u128) << shift) as i128)
    } else {
        let right = if -places > 126 { 126 } else { -places };
        split(long >> right)
    }
}

/// The order `ck`: rotates the bits 0-39 of R. A positive `places` rotates to the left. Bit 00 becomes 0.
/// [F-SHIFT-3]
#[inline]
pub const fn rotate(r: i64, places: i32) -> i64 {
    let left = places.rem_euclid(40) as u32;
    let bits = r as u64 & MASK40;
    ((bits << left | bits >> (40 - left)) & MASK40) as i64
}

/// The order `cl`: rotates 79 bits, which are the bits 0-39 of R and 1-39 of M. A positive `places` rotates
/// to the left. Bit 00 of R and bit 0 of M become 0.  [F-SHIFT-4]
#[inline]
pub const fn rotate_long(r: i64, m: u64, places: i32) -> (i64, u64) {
    const RING: u128 = (1 << 79) - 1;
    let left = places.rem_euclid(79) as u32;
    let bits = ((r as u64 & MASK40) as u128) << 39 | (m & TAIL_MASK) as u128;
    let turned = (bits << left | bits >> (79 - left)) & RING;
    ((turned >> 39) as i64, turned as u64 & TAIL_MASK)
}

/// How many bits a two's-complement number needs, not counting its sign bit. For 5 and for -5, this is 3. For
/// 0 and for -1, it is 0.
#[inline]
pub const fn significant(value: i128) -> i32 {
    128 - (value ^ value >> 127).leading_zeros() as i32
}

/// Like [`significant`], for a 64-bit number.
#[inline]
pub(crate) const fn significant64(value: i64) -> i32 {
    64 - (value ^ value >> 63).leading_zeros() as i32
}

/// The order `nk`: shifts R left until its bits 0 and 1 differ. Returns the new R, and by how many places it
/// was shifted. If R has overflowed, shifts R one place to the right and returns -1 for the places. If R is
/// zero, returns 40 for the places.  [F-NORM-1, Q6]
#[inline]
pub const fn normalise(r: i64) -> (i64, i32) {
    let places = if r == 0 { 40 } else { 39 - significant64(r) };
    if places < 0 { (r >> 1, places) } else { (wrap41(r << places), places) }
}

/// The order `nl`: shifts the long register RM left until the bits 0 and 1 of R differ. Returns the new R and
/// M, and by how many places RM was shifted. If R has overflowed, shifts RM one place to the right and
/// returns -1 for the places. If RM is zero, returns 79 for the places.  [F-NORM-2, Q6]
#[inline]
pub const fn normalise_long(r: i64, m: u64) -> (i64, u64, i32) {
    let value = long(r, m);
    let places = if value == 0 { 79 } else { 78 - significant(value) };
    let (r, m) = split(if places < 0 { value >> 1 } else { value << places });
    (r, m, places)
}
