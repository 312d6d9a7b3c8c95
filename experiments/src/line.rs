//! The lines that an experiment prints, and their check sums.
//!
//! ```text
//! gier mk 2 3cbab4ab0c      the head: name, version, and the sum of the program in the store
//! 001 04 0000000001 4c337   a trial: number, flags, what it changed, check sum
//! fff f32fcfdd73 43cf4      the end: the sum of the sums of all lines, check sum
//! ```
//!
//! All numbers are hexadecimal. The flags are eight bits: exponent overflow, bit 00 of R, marks a and b of R,
//! a measurement, R changed, M changed, operand changed. The new value of each changed cell follows, 40 bits
//! each. The flags 88 mean that the trial stopped the machine, and that it was started again by hand.
//!
//! The check sum of each line also depends on the program. So a line of a mistyped program has a wrong check
//! sum, and so has a line of another experiment.

use std::fmt;

/// The factor by which a check sum is multiplied for each digit: 5 to the power 16.
const FACTOR: u64 = 152_587_890_625;
/// A mask of the 39 bits of a check sum.
const MASK: u64 = (1 << 39) - 1;
/// The number of the last line of an experiment.
pub const END: u16 = 0xfff;
/// The flag of a line that is a measurement. No candidate predicts the contents of such a line.
const MEASURES: u8 = 8;
/// If a line has both of these flags, its trial stopped the machine. Such a line is not a measurement.
const STOPPED: u8 = 0x88;

/// A line that an experiment printed. Its check sum was correct.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The number of the line, from 1. The last line has the number [`END`].
    pub number: u16,
    /// The flags of the line. In the last line they are 0.
    pub flags: u8,
    /// The cells that the line prints after its number and flags, 40 bits each.
    pub cells: Vec<u64>,
}

/// An unfinished check sum. [`Sum::add`] adds digits to it.
#[derive(Clone, Copy, Debug)]
struct Sum(u64);

impl Sum {
    fn add(&mut self, value: u64, digits: u32) {
        for digit in (0..digits).rev() {
            self.0 = self.0.wrapping_mul(FACTOR).wrapping_add(value >> (4 * digit) & 15) & MASK;
        }
    }
}

impl Line {
    /// The number of cells that a line prints after its number and flags.
    fn cells_of(number: u16, flags: u8) -> usize {
        if number == END { 1 } else { (flags & 7).count_ones() as usize }
    }

    /// The complete check sum of 39 bits. It covers all digits of the line, and a digit 0 after them. `seed`
    /// is the check sum of the program.
    fn sum(&self, seed: u64) -> Sum {
        let mut sum = Sum(seed & MASK);
        sum.add(self.number.into(), 3);
        if self.number != END {
            sum.add(self.flags.into(), 2);
        }
        self.cells.iter().for_each(|&cell| sum.add(cell, 10));
        sum.add(0, 1);
        sum
    }

    /// The check sum that the line prints: the upper 20 bits of [`Line::sum`]. `seed` is as in that method.
    fn check(&self, seed: u64) -> u64 {
        self.sum(seed).0 >> 19
    }

    /// Reads a line. Returns `None` if the text is not a line or its check sum is wrong.
    pub fn read(text: &str, seed: u64) -> Option<Line> {
        let mut words = text.split(' ');
        let mut hex = |digits: usize| {
            let word = words.next().filter(|word| word.len() == digits)?;
            let is_hex = word.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
            if is_hex { u64::from_str_radix(word, 16).ok() } else { None }
        };
        let number = hex(3)? as u16;
        let flags = if number == END { 0 } else { hex(2)? as u8 };
        let cells = (0..Line::cells_of(number, flags)).map(|_| hex(10)).collect::<Option<Vec<u64>>>()?;
        let check = hex(5)?;
        let line = Line { number, flags, cells };
        (words.next().is_none() && line.check(seed) == check).then_some(line)
    }

    /// Whether the line is a measurement. No candidate predicts the contents of such a line.
    pub const fn measures(&self) -> bool {
        self.flags & STOPPED == MEASURES
    }

    /// Whether the trial stopped the machine.
    pub const fn stopped(&self) -> bool {
        self.flags & STOPPED == STOPPED
    }

    /// The total of these lines, which the last line prints. `seed` is the check sum of the program.
    pub fn total(lines: &[Line], seed: u64) -> u64 {
        lines.iter().fold(0, |total, line| {
            let mut sum = line.sum(seed);
            sum.add(line.check(seed), 5);
            (total + sum.0) & ((1 << 40) - 1)
        })
    }
}

/// Writes the line as it is printed, without its check sum.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:03x}", self.number)?;
        if self.number != END {
            write!(f, " {:02x}", self.flags)?;
        }
        self.cells.iter().try_for_each(|cell| write!(f, " {cell:010x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The printed text of the experiment mk.
    const PAPER: &str = include_str!("../answers/mk/assumed.txt");

    fn lines() -> (u64, Vec<&'static str>) {
        let seed = PAPER.lines().next().and_then(|head| head.rsplit(' ').next()).unwrap();
        (u64::from_str_radix(seed, 16).unwrap(), PAPER.lines().skip(1).collect())
    }

    #[test]
    fn a_line_with_one_changed_digit_is_refused() {
        let (seed, lines) = lines();
        for text in lines {
            let line = Line::read(text, seed).unwrap();
            assert!(text.starts_with(&line.to_string()));
            assert!(Line::read(text, seed + 1).is_none());
            for at in (0..text.len()).filter(|&at| text.as_bytes()[at] != b' ') {
                for other in b"0123456789abcdef".iter().filter(|&&other| other != text.as_bytes()[at]) {
                    let mut changed = text.as_bytes().to_vec();
                    changed[at] = *other;
                    let changed = std::str::from_utf8(&changed).unwrap();
                    assert!(Line::read(changed, seed).is_none(), "{changed}");
                }
            }
        }
    }

    #[test]
    fn the_last_line_sums_up_the_others() {
        let (seed, lines) = lines();
        let mut lines: Vec<Line> = lines.into_iter().map(|text| Line::read(text, seed).unwrap()).collect();
        let end = lines.pop().unwrap();
        assert_eq!((end.number, end.cells), (END, vec![Line::total(&lines, seed)]));
    }
}
