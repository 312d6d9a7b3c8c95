//! The test cases of the orders. A case gives the state of a machine before an order is executed, and the
//! required state after it.
//!
//! ```text
//! ar 5 IZA                     the order under test, in cell 10 (`right ar 5`: in its right half)
//!   from   mktest1             where the expectation comes from
//!   given  R = 0.25   c(5) = 0.5 a
//!   then   R = 0.75   marks = a
//!   takes  19                  the cost of the order, in micro-operations
//! ```
//!
//! Two or more spaces separate the fields. The order must change only the parts of the machine that `then`
//! names. If `then` does not name r1 (the address of the next order), r1 must advance as usual.
//!
//! | field | value |
//! |---|---|
//! | R, R00, M, marks, s, p, in, by, tk, c(n) | the contents of the register or cell |
//! | r1 | the address of the next order, for example `11`, or `10 right` for the right half of cell 10 |
//! | next s, next t | the number that the next order uses instead of register s or of its increment t |
//! | keys | the lock keys that are on: A, B or AB |
//! | drum, unit | `busy` (a unit is a device for input or output) |
//! | tape | the next symbol, followed by `!` for wrong parity |
//! | world | what the order did with a device |
//! | flow | how the order ended, for example `wait for drum` |

use gier_word::{Address, Cell, Half, Marks, Opcode, Symbol};
use include_dir::{Dir, include_dir};

use crate::notation::{cell, marks, ten};

/// The case files: one file for each order, and the files whose names [`COMMON`] lists.
static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/orders");

/// The names of the case files that test what all orders have in common, such as addresses and conditions.
pub const COMMON: [&str; 3] = ["address", "condition", "effects"];

/// One test case of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// The order under test, as the case file writes it.
    pub title: &'static str,
    /// The line of the file in which the case begins, counted from 1.
    pub line: usize,
    /// Why this result is expected: fact ids, or the names of the museum's programs.
    pub from: &'static str,
    /// The fields that the case sets before the order is executed, with their values.
    pub given: Vec<(&'static str, &'static str)>,
    /// The fields that the order must change, with their values after the order.
    pub then: Vec<(&'static str, &'static str)>,
    /// The required cost of the order, in micro-operations. `None` if the case does not check the cost.
    pub takes: Option<u64>,
}

/// A field of a case with its value. A field is a part of the machine, or an effect on a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Bits 0-39 of register R. Bit 00, the bit before them, gets the value of bit 0.
    R(Cell),
    /// Bit 00 of register R, which comes before bit 0. The two bits differ after an overflow.
    R00(bool),
    /// Register M.
    M(Cell),
    /// The marks of register R.
    Marks(Marks),
    /// Register s.
    S(u16),
    /// Register p.
    P(u16),
    /// The indicator: ten bits that programs set and test.
    In(u16),
    /// The register `by`, which selects the units for input and output.
    By(u16),
    /// Register tk, which holds the number of the drum track for the next transfer.
    Tk(u16),
    /// The address of the next order, which is the value of register r1. Also the half of the cell that holds
    /// this order.
    R1(Address, Half),
    /// The value that the next order uses instead of register s, after an order such as `is`. `None` if the
    /// next order uses register s.
    NextS(Option<u16>),
    /// The value that the next order uses instead of its increment t, after an order such as `it`. `None` if
    /// the next order uses its own t.
    NextT(Option<u16>),
    /// The address and the contents of a cell of the store.
    Cell(Address, Cell),
    /// Two switches on the operator's desk: whether lock key KA is on, and whether lock key KB is on.
    Keys(bool, bool),
    /// Whether the device that the order uses is busy.
    Busy(bool),
    /// The next symbol on the tape, and whether the parity of its row is wrong.
    Tape(Symbol, bool),
    /// The effect of the order on a device, as text, for example `984 to track 319`.
    World(&'static str),
    /// How the order ends, as text, for example `wait for drum`. After most orders the machine goes on, which
    /// is written `next`.
    Flow(&'static str),
}

/// Reads a field from its name and its value. Returns `None` if there is no such field, or if its value should
/// be a number, a symbol, marks or a cell and is not. Other values are not checked.
fn field(name: &str, value: &'static str) -> Option<Field> {
    let number = || ten(value);
    let next = || if value == "none" { Some(None) } else { ten(value).map(Some) };
    Some(match name {
        "R" => Field::R(cell(value)?),
        "R00" => Field::R00(value == "1"),
        "M" => Field::M(cell(value)?),
        "marks" => Field::Marks(marks(value)?),
        "s" => Field::S(number()?),
        "p" => Field::P(number()?),
        "in" => Field::In(number()?),
        "by" => Field::By(number()?),
        "tk" => Field::Tk(number()?),
        "next s" => Field::NextS(next()?),
        "next t" => Field::NextT(next()?),
        "r1" => {
            let right = value.strip_suffix(" right");
            let half = if right.is_some() { Half::Right } else { Half::Left };
            Field::R1(ten(right.unwrap_or(value))?.into(), half)
        }
        "keys" => Field::Keys(value.contains('A'), value.contains('B')),
        "drum" | "unit" => Field::Busy(value == "busy"),
        "tape" => {
            let symbol = value.trim_end_matches('!');
            Field::Tape(Symbol::new(symbol.parse().ok()?), symbol != value)
        }
        "world" => Field::World(value),
        "flow" => Field::Flow(value),
        _ => Field::Cell(ten(name.strip_prefix("c(")?.strip_suffix(')')?)?.into(), cell(value)?),
    })
}

impl Case {
    /// The address of the cell with the order under test. It is the same in every case.
    pub const PLACE: u16 = 10;

    /// The contents of cell [`Case::PLACE`], and the half of this cell in which the order under test is.
    ///
    /// # Panics
    /// Panics if the title is not an order. A test checks all titles.
    pub fn order(&self) -> (Cell, Half) {
        let (text, half) = match self.title.strip_prefix("right ") {
            Some(text) => (text, Half::Right),
            None => (self.title, Half::Left),
        };
        (cell(text).expect("the title of a case is an order"), half)
    }

    /// The fields that the case sets before the order is executed.
    pub fn before(&self) -> impl Iterator<Item = Field> {
        fields(&self.given)
    }

    /// The fields that the order must change, with their values after the order.
    pub fn after(&self) -> impl Iterator<Item = Field> {
        fields(&self.then)
    }
}

/// Converts names and values to fields.
fn fields(texts: &[(&'static str, &'static str)]) -> impl Iterator<Item = Field> {
    texts.iter().map(|&(name, value)| field(name, value).expect("a test reads all fields of all cases"))
}

/// The test cases of one order, as its case file lists them.
pub fn of(opcode: Opcode) -> Vec<Case> {
    named(opcode.mnemonic()).expect("a test checks that every order has a case file that can be read")
}

/// Returns the cases of the file `name.txt`.
///
/// # Errors
/// Returns a message if the file is missing, or if it has a line that cannot be read.
pub fn named(name: &str) -> Result<Vec<Case>, String> {
    let file = FILES.get_file(format!("{name}.txt"));
    let text = file.and_then(|file| file.contents_utf8()).ok_or_else(|| format!("{name}.txt is missing"))?;
    read(text).map_err(|(line, what)| format!("{name}.txt:{line}: {what}"))
}

/// Reads the text of a case file. If a line cannot be read, the error is its line number and a message.
fn read(text: &'static str) -> Result<Vec<Case>, (usize, String)> {
    let mut cases: Vec<Case> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if !line.starts_with(' ') {
            cases.push(Case { title: line.trim(), line: number, ..Case::default() });
            continue;
        }
        let case = cases.last_mut().ok_or((number, "a case begins with its order".to_string()))?;
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let fields = rest.split("  ").map(str::trim).filter(|field| !field.is_empty());
        let fields = fields.map(|field| field.split_once(" = ").unwrap_or((field, "")));
        match word {
            "from" => case.from = rest.trim(),
            "given" => case.given.extend(fields),
            "then" => case.then.extend(fields),
            "takes" => {
                let charge = rest.trim().parse::<u64>();
                let no_number = |_| (number, format!("'{}' is no number of micro-operations", rest.trim()));
                case.takes = Some(charge.map_err(no_number)?);
            }
            other => return Err((number, format!("'{other}' is no word of a case"))),
        }
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_word::order::ORDERS;

    #[test]
    fn every_order_has_cases_with_a_source() {
        for name in ORDERS.iter().map(|row| row.mnemonic).chain(COMMON) {
            let cases = named(name).unwrap();
            assert!(!cases.is_empty(), "{name}.txt has no case");
            for case in cases {
                assert!(!case.from.is_empty(), "{name}.txt:{}: no line 'from'", case.line);
                let fields = case.given.iter().chain(&case.then);
                let wrong: Vec<_> = fields.filter(|(name, value)| field(name, value).is_none()).collect();
                assert!(wrong.is_empty(), "{name}.txt:{}: {wrong:?}", case.line);
                case.order();
            }
        }
    }

    #[test]
    fn a_line_that_is_no_part_of_a_case_is_reported() {
        assert_eq!(read("  given  R = 1").unwrap_err().0, 1);
        assert_eq!(
            read("ar 5\n  gives  R = 1").unwrap_err(),
            (2, "'gives' is no word of a case".to_string())
        );
        assert_eq!(read("ar 5\n  takes  long").unwrap_err().0, 2);
    }
}
