//! A cell of the store. It has 40 bits, numbered from 0 (the sign, on the left) to 39. It also has the marks
//! a and b, which are the bits 40 and 41.  [F-CELL-1]

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// All 40 bits of a cell's contents, without the marks.
pub const MASK40: u64 = (1 << 40) - 1;
const SIGN: u64 = 1 << 39;

/// A half of a cell. It can hold a half-word order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Half {
    /// The left half, which consists of the bits 0-9 and 20-29. An order that fills the whole cell counts as
    /// an order in the left half.
    #[default]
    Left,
    /// The right half, bits 10-19 and 30-39.
    Right,
}

/// The two marks of a cell. In a cell with orders, mark a means that there are two half-word orders. Mark b
/// means floating-point arithmetic. In a cell with data, a program can use the marks for its own purposes.
/// [F-CELL-2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "u8")]
pub struct Marks(u8);

impl From<u8> for Marks {
    fn from(bits: u8) -> Marks {
        Marks::from_bits(bits)
    }
}

impl Marks {
    /// Neither mark.
    pub const NONE: Marks = Marks(0);
    /// Mark a only (bit 40).
    pub const A: Marks = Marks(0b10);
    /// Mark b only (bit 41).
    pub const B: Marks = Marks(0b01);
    /// Both marks.
    pub const C: Marks = Marks(0b11);

    /// Makes marks from the two bits.
    pub const fn new(a: bool, b: bool) -> Marks {
        Marks((a as u8) << 1 | b as u8)
    }

    /// Makes marks from a number 0-3: bit 1 is a, bit 0 is b. Higher bits are dropped.
    pub const fn from_bits(bits: u8) -> Marks {
        Marks(bits & 3)
    }

    /// The marks as a number 0-3: bit 1 is a, bit 0 is b.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether mark a (bit 40) is set.
    pub const fn a(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether mark b (bit 41) is set.
    pub const fn b(self) -> bool {
        self.0 & 1 != 0
    }

    /// The marks that a letter stands for in SLIP and in the museum's files. `a` and `b` each stand for one mark,
    /// and `c` for both. Returns `None` for any other character.
    pub fn from_letter(letter: char) -> Option<Marks> {
        [Marks::A, Marks::B, Marks::C].into_iter().find(|marks| marks.letter() == Some(letter))
    }

    /// The letter for the marks in SLIP and in the museum's files: a, b, or c for both marks. Returns `None`
    /// if neither mark is set.
    pub const fn letter(self) -> Option<char> {
        match self.0 {
            0 => None,
            1 => Some('b'),
            2 => Some('a'),
            _ => Some('c'),
        }
    }
}

/// The contents of one cell: 40 bits and two marks.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "u64")]
pub struct Cell(u64);

impl From<u64> for Cell {
    fn from(raw: u64) -> Cell {
        Cell::from_raw(raw)
    }
}

impl Cell {
    /// The cell whose 40 bits and both marks are zero.
    pub const ZERO: Cell = Cell(0);

    /// A cell with these 40 bits and these marks. The lowest bit of `bits` becomes bit 39 of the cell. Bits
    /// above the lowest 40 are dropped.
    pub const fn new(bits: u64, marks: Marks) -> Cell {
        Cell(bits & MASK40 | (marks.0 as u64) << 40)
    }

    /// A cell without marks that contains `value` modulo 2^40. Bit 39 of the cell is the integer's lowest
    /// bit.
    pub const fn from_integer(value: i64) -> Cell {
        Cell(value as u64 & MASK40)
    }

    /// Makes a cell from four groups of ten bits, the leftmost group first. Each group is taken modulo 1024.
    pub const fn from_groups(groups: [i16; 4], marks: Marks) -> Cell {
        let mut bits = 0;
        let mut i = 0;
        while i < 4 {
            bits = bits << 10 | (groups[i] as u64 & 1023);
            i += 1;
        }
        Cell::new(bits, marks)
    }

    /// The 40 bits without the marks, as a number. Bit 39 of the cell is the number's lowest bit.
    pub const fn bits(self) -> u64 {
        self.0 & MASK40
    }

    /// All 42 bits as a number. The lowest 40 bits are the contents of the cell. The bit with the value 2^40
    /// is mark b, and the highest bit is mark a.
    pub const fn raw(self) -> u64 {
        self.0
    }

    /// The cell with these 42 bits, arranged as in [`Cell::raw`]. Higher bits are dropped.
    pub const fn from_raw(raw: u64) -> Cell {
        Cell(raw & (MASK40 | 3 << 40))
    }

    /// The two marks of the cell.
    pub const fn marks(self) -> Marks {
        Marks((self.0 >> 40) as u8)
    }

    /// The 40 bits as a two's-complement integer. Bit 39 of the cell is the integer's lowest bit.
    pub const fn signed(self) -> i64 {
        let bits = self.bits();
        if bits & SIGN != 0 { bits as i64 - (1 << 40) } else { bits as i64 }
    }

    /// The four groups of ten bits, leftmost first.
    pub const fn groups(self) -> [u16; 4] {
        let bits = self.bits();
        [(bits >> 30) as u16, (bits >> 20 & 1023) as u16, (bits >> 10 & 1023) as u16, (bits & 1023) as u16]
    }

    /// The bits from `first` to `last` as a number. Both are from 0 to 39.
    pub const fn field(self, first: u32, last: u32) -> u64 {
        self.bits() >> (39 - last) & field_mask(first, last)
    }

    /// The cell with the bits from `first` to `last` replaced by the lowest bits of `value`. The marks stay
    /// the same.
    pub const fn with_field(self, first: u32, last: u32, value: u64) -> Cell {
        let shift = 39 - last;
        let mask = field_mask(first, last) << shift;
        Cell(self.0 & !mask | value << shift & mask)
    }

    /// The address part of the cell: bits 0-9.
    pub const fn address(self) -> u16 {
        (self.0 >> 30) as u16 & 1023
    }

    /// The cell with a new address part: `address` replaces the bits 0-9. The marks stay the same.
    pub const fn with_address(self, address: u16) -> Cell {
        self.with_field(0, 9, address as u64)
    }

    /// The increment part of the cell: bits 10-19.
    pub const fn increment(self) -> u16 {
        (self.0 >> 20) as u16 & 1023
    }

    /// The cell with a new increment part: `increment` replaces the bits 10-19. The marks stay the same.
    pub const fn with_increment(self, increment: u16) -> Cell {
        self.with_field(10, 19, increment as u64)
    }

    /// The cell with its 40 bits replaced by `bits`. The marks stay the same.
    pub const fn with_bits(self, bits: u64) -> Cell {
        Cell::new(bits, self.marks())
    }

    /// The cell with its marks replaced by `marks`. The 40 bits stay the same.
    pub const fn with_marks(self, marks: Marks) -> Cell {
        Cell::new(self.bits(), marks)
    }
}

/// A mask that is as wide as a field with the bits from `first` to `last`. The ones of the mask are in the
/// lowest bits.
const fn field_mask(first: u32, last: u32) -> u64 {
    (1 << (last - first + 1)) - 1
}

/// Writes the cell as the museum does: four groups of ten bits and the mark letter, such as
/// `6/396/0/0` or `0/256/0/0 a`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.groups();
        write!(f, "{a}/{b}/{c}/{d}")?;
        match self.marks().letter() {
            Some(letter) => write!(f, " {letter}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({self})")
    }
}

/// The error for a text that is not a cell. The message says what is wrong with the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotACell(pub String);

impl fmt::Display for NotACell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}; a cell is four groups of ten bits and a mark letter, such as 6/396/0/0 or 0/256/0/0 a",
            self.0
        )
    }
}

impl std::error::Error for NotACell {}

/// Parses a cell in the form that [`Display`](fmt::Display) writes, such as `6/396/0/0 a`. A group may be a
/// number from -512 to 1023.
impl FromStr for Cell {
    type Err = NotACell;

    fn from_str(text: &str) -> Result<Cell, NotACell> {
        let mut parts = text.split_whitespace();
        let groups_text = parts.next().unwrap_or("");
        let marks = match parts.next() {
            None => Marks::NONE,
            Some(letter) => letter
                .parse()
                .ok()
                .and_then(Marks::from_letter)
                .ok_or_else(|| NotACell(format!("'{letter}' is not a mark letter")))?,
        };
        if let Some(extra) = parts.next() {
            return Err(NotACell(format!("'{extra}' after the mark letter")));
        }
        let mut groups = [0i16; 4];
        let mut count = 0;
        for group in groups_text.split('/') {
            let value: i16 = group.parse().map_err(|_| NotACell(format!("'{group}' is not a number")))?;
            if count == 4 || !(-512..1024).contains(&value) {
                return Err(NotACell(format!("'{text}' has a group too many or out of -512..1023")));
            }
            groups[count] = value;
            count += 1;
        }
        if count != 4 {
            return Err(NotACell(format!("'{text}' has {count} groups")));
        }
        Ok(Cell::from_groups(groups, marks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_is_written_as_the_museum_writes_it() {
        let one: Cell = "0/256/0/0".parse().unwrap();
        assert_eq!(one.bits(), 1 << 28); // mantissa bit 11: unit 2^-28 in bit 39
        assert_eq!(one.to_string(), "0/256/0/0");
        let minus_one: Cell = "-1/512/0/0 c".parse().unwrap();
        assert_eq!(minus_one.to_string(), "1023/512/0/0 c");
    }

    proptest! {
        #[test]
        fn print_and_parse_agree(raw in 0u64..1 << 42) {
            let cell = Cell::from_raw(raw);
            prop_assert_eq!(cell.to_string().parse::<Cell>().unwrap(), cell);
        }

        #[test]
        fn a_field_is_read_back(raw in 0u64..1 << 42, first in 0u32..40, width in 1u32..41, value: u64) {
            let last = (first + width - 1).min(39);
            let cell = Cell::from_raw(raw).with_field(first, last, value);
            prop_assert_eq!(cell.field(first, last), value & field_mask(first, last));
            prop_assert_eq!(cell.marks(), Cell::from_raw(raw).marks());
        }
    }
}
