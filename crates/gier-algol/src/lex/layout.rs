//! Packs layouts. A layout says how `write` and `output` print a number. The compiler packs it into one
//! word.  [F-AFE-7]
//!
//! ```text
//! bits 0-19   bit k: a blank before position k. The digits and the point are positions 0, 1, …
//!      20-23  number of n and d before ⏨       24-27  number of positions before the point
//!      28-29  sign: 0 none, 1 -, 2 +, 3 underlined +
//!      30-33  number of positions after the point     34  whether the layout begins with n
//!      35-37  number of digits of the exponent        38-39  sign of the exponent, as in bits 28-29
//! ```
//!
//! The grammar is that of GIER's original compiler. A layout has three parts. The first part is a
//! sign, then `n` or `d`, more `d`s, and `0`s. The second part is the point, `d`s and `0`s. The third part is
//! ⏨, a sign and `d`s. The signs and the second and third part can be omitted, and a layout may begin with
//! the point. No `d` may follow a `0`, even after the point.

use crate::source::{Glyph, TapeSign};
use gier_word::{Cell, Marks};

/// The advice about a faulty layout.
pub(super) const DECIMALS: &str = "a layout with two decimals is ‹-nddd.dd›";

/// The largest number of positions before the point, of positions after the point, and of digits before ⏨.
const POSITIONS_MAX: u64 = 15;
/// The largest number of digits in an exponent.
const EXPONENT_DIGITS_MAX: u64 = 7;

/// The part of a layout that the packer is reading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LayoutPart {
    Whole,
    Fraction,
    Exponent,
}

/// The kind of the previous character of the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// No character: this part of the layout is still empty.
    Start,
    Sign,
    Digit,
    Zero,
    /// A blank, or the point, after `n` or `d`.
    BlankDigit,
    BlankZero,
}

struct LayoutPacker {
    part: LayoutPart,
    last: Last,
    blanks: u64,
    /// The number of positions read so far, in all parts together.
    position: u32,
    /// The number of `n` and `d` characters before ⏨.
    digits: u64,
    /// The number of positions in each part of the layout.
    positions: [u64; 3],
    sign: u64,
    exponent_sign: u64,
    starts_with_n: bool,
}

/// Packs a layout. `signs` are the characters between the layout's brackets.
///
/// If the layout is faulty, returns a message and the index of the faulty character.
pub(super) fn pack(signs: &[TapeSign]) -> Result<Cell, (usize, &'static str)> {
    let mut layout = LayoutPacker {
        part: LayoutPart::Whole,
        last: Last::Start,
        blanks: 0,
        position: 0,
        digits: 0,
        positions: [0; 3],
        sign: 0,
        exponent_sign: 0,
        starts_with_n: false,
    };
    for (at, sign) in signs.iter().enumerate() {
        layout.take(sign).map_err(|message| (at, message))?;
    }
    layout.finish().map_err(|message| (signs.len().saturating_sub(1), message))
}

impl LayoutPacker {
    fn take(&mut self, sign: &TapeSign) -> Result<(), &'static str> {
        match (sign.plain(), sign.lined()) {
            (Some('n'), _) if self.part == LayoutPart::Whole && self.fresh() => {
                self.starts_with_n = true;
                self.digit()
            }
            (Some('n'), _) => Err("n may only be the first position"),
            (Some('d'), _) => self.digit(),
            (Some('0'), _) => self.zero(),
            (Some('.'), _) => self.point(),
            (Some('⏨' | 'e'), _) => self.ten(),
            (Some('-'), _) => self.signed(1),
            (Some('+'), _) => self.signed(2),
            (_, Some('+')) => self.signed(3),
            (Some(' '), _) | (_, Some(',' | ' ')) => self.blank(),
            _ if matches!(sign.glyph(), Glyph::Control(63 | 127)) => Ok(()),
            _ => Err("a layout consists of n, d, 0, point, ⏨, signs and blanks"),
        }
    }

    /// Whether the current part of the layout has no position yet.
    fn fresh(&self) -> bool {
        matches!(self.last, Last::Start | Last::Sign)
    }

    fn digit(&mut self) -> Result<(), &'static str> {
        if matches!(self.last, Last::Zero | Last::BlankZero) {
            return Err("d may not follow 0");
        }
        if self.part != LayoutPart::Exponent {
            self.digits += 1;
        }
        self.last = Last::Digit;
        self.step()
    }

    fn zero(&mut self) -> Result<(), &'static str> {
        if self.fresh() || self.part == LayoutPart::Exponent {
            return Err("0 may only follow n, d or 0 of the same part, and not in the exponent");
        }
        self.last = Last::Zero;
        self.step()
    }

    /// Adds 1 to the count of positions in the current part of the layout. Returns a message if there are too
    /// many.
    fn step(&mut self) -> Result<(), &'static str> {
        self.position += 1;
        let count = &mut self.positions[self.part as usize];
        *count += 1;
        let limit = if self.part == LayoutPart::Exponent { EXPONENT_DIGITS_MAX } else { POSITIONS_MAX };
        if *count > limit || self.digits > POSITIONS_MAX {
            return Err(
                "too many positions: 15 before and after the point, 15 of n and d, 7 in the exponent",
            );
        }
        Ok(())
    }

    fn point(&mut self) -> Result<(), &'static str> {
        if self.part != LayoutPart::Whole || self.is_blank() {
            return Err("only one point is allowed, after a position");
        }
        self.position += 1;
        self.part = LayoutPart::Fraction;
        // As after a blank, `d` may follow the point unless a `0` precedes it.
        self.last = match self.last {
            Last::Digit => Last::BlankDigit,
            Last::Zero => Last::BlankZero,
            Last::Start | Last::Sign | Last::BlankDigit | Last::BlankZero => Last::Start,
        };
        Ok(())
    }

    fn ten(&mut self) -> Result<(), &'static str> {
        if self.part == LayoutPart::Exponent || !matches!(self.last, Last::Digit | Last::Zero) {
            return Err("only one ⏨ is allowed, after a position");
        }
        (self.part, self.last) = (LayoutPart::Exponent, Last::Start);
        Ok(())
    }

    fn signed(&mut self, kind: u64) -> Result<(), &'static str> {
        if self.last != Last::Start || self.part == LayoutPart::Fraction {
            return Err("a sign must come first or directly after ⏨");
        }
        match self.part {
            LayoutPart::Exponent => self.exponent_sign = kind,
            LayoutPart::Whole | LayoutPart::Fraction => self.sign = kind,
        }
        self.last = Last::Sign;
        Ok(())
    }

    fn blank(&mut self) -> Result<(), &'static str> {
        self.last = match self.last {
            Last::Digit if self.part != LayoutPart::Exponent => Last::BlankDigit,
            Last::Zero => Last::BlankZero,
            Last::Start | Last::Sign | Last::Digit | Last::BlankDigit | Last::BlankZero => {
                return Err("a blank must come between two positions, one at a time");
            }
        };
        if self.position > 19 {
            return Err("a blank is only allowed within the first 20 positions");
        }
        self.blanks |= 1 << (19 - self.position);
        Ok(())
    }

    fn is_blank(&self) -> bool {
        matches!(self.last, Last::BlankDigit | Last::BlankZero)
    }

    fn finish(self) -> Result<Cell, &'static str> {
        if self.fresh() || self.is_blank() {
            return Err("a layout must end in n, d or 0");
        }
        let [whole, fraction, exponent] = self.positions;
        Ok(Cell::new(0, Marks::NONE)
            .with_field(0, 19, self.blanks)
            .with_field(20, 23, self.digits)
            .with_field(24, 27, whole)
            .with_field(28, 29, self.sign)
            .with_field(30, 33, fraction)
            .with_field(34, 34, u64::from(self.starts_with_n))
            .with_field(35, 37, exponent)
            .with_field(38, 39, self.exponent_sign))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceText;

    fn packed(text: &str) -> Result<Cell, (usize, &'static str)> {
        pack(&SourceText::clean("", text).signs())
    }

    fn fields(text: &str) -> [u64; 8] {
        let cell = packed(text).unwrap();
        [(0, 19), (20, 23), (24, 27), (28, 29), (30, 33), (34, 34), (35, 37), (38, 39)]
            .map(|(first, last)| cell.field(first, last))
    }

    #[test]
    fn the_fields_of_known_layouts() {
        assert_eq!(fields("-ndd"), [0, 3, 3, 1, 0, 1, 0, 0]);
        assert_eq!(fields("nd"), [0, 2, 2, 0, 0, 1, 0, 0]);
        assert_eq!(fields("+ddd.d00"), [0, 4, 3, 2, 3, 0, 0, 0]);
        assert_eq!(fields("±d.ddd⏨-dd"), [0, 4, 1, 3, 3, 0, 2, 1]);
        assert_eq!(fields("d00"), [0, 1, 3, 0, 0, 0, 0, 0]);
        assert_eq!(fields("d0.00"), [0, 1, 2, 0, 2, 0, 0, 0]);
        assert_eq!(fields("d.00"), [0, 1, 1, 0, 2, 0, 0, 0]);
        assert_eq!(fields(".dd"), [0, 2, 0, 0, 2, 0, 0, 0]);
    }

    /// Tests that a blank before position k sets bit k. Positions are counted from 0, and the point counts as
    /// a position too.
    #[test]
    fn blanks_are_bits_by_position() {
        assert_eq!(fields("ddd ddd")[0], 1 << (19 - 3));
        assert_eq!(fields("ddd␣ddd")[0], 1 << (19 - 3));
        assert_eq!(fields("d.ddd ddd")[0], 1 << (19 - 5));
    }

    #[test]
    fn faults() {
        for text in [
            "",
            "-",
            "-nnd",
            "dn",
            " dd",
            "dd ",
            "d  d",
            "0",
            "d0d",
            "d.",
            "d0.d",
            ".0",
            "d.d.d",
            "⏨d",
            "d⏨",
            "d⏨-",
            "dddddddddddddddd",
            "d⏨dddddddd",
            "dx",
            "--d",
            "d-",
            "d.-d",
            "d .d",
        ] {
            assert!(packed(text).is_err(), "{text}");
        }
    }
}
