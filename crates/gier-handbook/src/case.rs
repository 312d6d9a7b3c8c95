//! The cases of the orders. Each case says what a machine holds before an order, and what the machine must
//! hold after the order.
//!
//! ```text
//! ar 5 IZA                     the cell under test, in cell 10 (`right ar 5`: its right half)
//!   from   mktest1             where the expectation comes from
//!   given  R = 0.25   c(5) = 0.5 a
//!   then   R = 0.75   marks = a
//!   takes  19
//! ```
//!
//! Two or more spaces separate the fields. Everything that `then` does not name stays as it was,
//! except r1, which goes on to the next order. Fields: R, R00, M, marks, s, p, in, by, tk,
//! r1 (`11` or `10 right`), next s, next t, c(n), keys (A, B, AB), drum (busy), tape (a symbol,
//! followed by `!` for wrong parity), world (what the order did outside), flow.

use gier_word::Opcode;
use include_dir::{Dir, include_dir};

/// The case files: one for each order, and `address`, `condition`, `effects`.
static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/orders");

/// The case files that belong to no single order.
pub const COMMON: [&str; 3] = ["address", "condition", "effects"];

/// One case of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// The order under test, as the notation of the cases writes it.
    pub title: &'static str,
    /// The line of the file in which the case begins, from 1.
    pub line: usize,
    /// The source of the expectation: ids of facts, programs of the museum.
    pub from: &'static str,
    /// The fields that the case sets before the order, with their values.
    pub given: Vec<(&'static str, &'static str)>,
    /// The fields that the order must change, with their values after the order.
    pub then: Vec<(&'static str, &'static str)>,
    /// The cost of the order in micro-operations, if the case checks the cost.
    pub takes: Option<u64>,
}

/// The cases of one order, in the sequence of the order's file.
pub fn of(opcode: Opcode) -> Vec<Case> {
    named(opcode.mnemonic()).expect("a test checks that every order has a case file that can be read")
}

/// The cases of a file, which is named without its ending `.txt`.
///
/// # Errors
/// Returns a message if the file is missing, or if a line of the file is not a line of a case.
pub fn named(name: &str) -> Result<Vec<Case>, String> {
    let file = FILES.get_file(format!("{name}.txt"));
    let text = file.and_then(|file| file.contents_utf8()).ok_or_else(|| format!("{name}.txt is missing"))?;
    read(text).map_err(|(line, what)| format!("{name}.txt:{line}: {what}"))
}

/// Reads a file of cases. An error is the number of a line and a message.
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
