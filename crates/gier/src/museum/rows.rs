//! The rows: which tapes are run, and what must come of them. The expected values come from
//! the tapes' own texts, from outputs kept in the museum's archive, and from mathematics.

mod algol3;
mod algol4;
mod assembled;
mod checks;
mod digits;
mod euler;
mod help3;
mod old;
mod tests;

use crate::host::files;
use anyhow::Result;
use gier_desk::acts::Operator;
use std::path::Path;

/// A row whose acts are done, with the archive's tapes to compare with.
pub struct Done<'a> {
    operator: &'a Operator,
    tapes: &'a Path,
}

impl<'a> Done<'a> {
    /// What this operator has done.
    pub fn new(operator: &'a Operator, tapes: &'a Path) -> Done<'a> {
        Done { operator, tapes }
    }

    /// A tape of the archive.
    fn tape(&self, file: &str) -> Result<Vec<u8>> {
        files::read(&self.tapes.join(file))
    }

    /// A text of the archive.
    fn text(&self, file: &str) -> Result<String> {
        files::read_source(&self.tapes.join(file))
    }
}

/// What is looked at when a row's acts are done.
pub type Check = fn(&Done<'_>) -> Result<()>;

/// One check.
#[derive(Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// The machine that it begins with.
    pub base: Base,
    /// The session; file names are relative to the archive's `tapes`.
    pub script: &'static str,
    /// What must be true after the session.
    pub check: Option<Check>,
    /// The time in seconds that the author noted, as the program itself prints it.
    pub recorded: Option<f64>,
    /// Why it cannot pass yet; none if it must pass.
    pub open: Option<Open>,
}

/// Why a row cannot pass yet.
#[derive(Debug)]
pub struct Open {
    /// In words, with the number of the question.
    pub why: &'static str,
    /// What stands in the message when it does not pass: any other end is a fault.
    pub ends: &'static str,
}

impl Row {
    const fn new(name: &'static str, base: Base, script: &'static str) -> Row {
        Row { name, base, script, check: None, recorded: None, open: None }
    }

    const fn check(self, check: Check) -> Row {
        Row { check: Some(check), ..self }
    }

    const fn recorded(self, seconds: f64) -> Row {
        Row { recorded: Some(seconds), ..self }
    }

    const fn open(self, why: &'static str, ends: &'static str) -> Row {
        Row { open: Some(Open { why, ends }), ..self }
    }
}

/// All rows, by subject.
pub const ROWS: [&[Row]; 7] =
    [tests::ROWS, old::ROWS, help3::ROWS, assembled::ROWS, algol3::ROWS, algol4::ROWS, euler::ROWS];

/// The machines that rows begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Base {
    /// Empty, stopped, all switches off.
    Empty,
    /// HJÆLP I, the monitor before HELP 3.
    Hjaelp,
    /// HELP 3 booted from the tapes of the museum's daily use.
    Help3,
    /// The same with GIER ALGOL III.
    Ga3,
    /// The same with GIER ALGOL 4.
    Ga4,
    /// The same with GIER ALGOL 4 for a machine with a buffer store.
    Ga4Buffer,
    /// HELP 3 booted without its assembler: 48 more tracks of the drum are free.
    Bare,
    /// The same with GIER ALGOL 4.
    BareGa4,
    /// The same with GIER ALGOL 4 for a machine with a buffer store.
    BareGa4Buffer,
}

impl Base {
    /// All of them.
    pub const ALL: [Base; 9] = [
        Base::Empty,
        Base::Hjaelp,
        Base::Help3,
        Base::Ga3,
        Base::Ga4,
        Base::Ga4Buffer,
        Base::Bare,
        Base::BareGa4,
        Base::BareGa4Buffer,
    ];

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Base::Empty => "an empty machine",
            Base::Hjaelp => "HJÆLP I",
            Base::Help3 => "HELP 3",
            Base::Ga3 => "GIER ALGOL III",
            Base::Ga4 => "GIER ALGOL 4",
            Base::Ga4Buffer => "GIER ALGOL 4 with a buffer store",
            Base::Bare => "HELP 3 without slip",
            Base::BareGa4 => "GIER ALGOL 4 under HELP 3 without slip",
            Base::BareGa4Buffer => "GIER ALGOL 4 with a buffer store under HELP 3 without slip",
        }
    }

    /// The machine that it is made from.
    pub fn before(self) -> Option<Base> {
        match self {
            Base::Empty => None,
            Base::Hjaelp | Base::Help3 | Base::Bare => Some(Base::Empty),
            Base::Ga3 | Base::Ga4 | Base::Ga4Buffer => Some(Base::Help3),
            Base::BareGa4 | Base::BareGa4Buffer => Some(Base::Bare),
        }
    }

    /// How it is made.
    pub fn script(self) -> &'static str {
        match self {
            Base::Empty => "",
            Base::Hjaelp => old::HJAELP,
            Base::Help3 => help3::DAILY,
            Base::Ga3 => "reader \"tapet3/ga3.flx\"\ntype \"\\n\\nr<\"\nawait key",
            Base::Bare => help3::BARE,
            Base::Ga4 | Base::BareGa4 => "reader \"ga4bin/GA4.flx\"\ntype \"\\n\\nr<\"\nawait key",
            Base::Ga4Buffer | Base::BareGa4Buffer => {
                "reader \"ga4bin/ga4buffer.flx\"\ntype \"\\n\\nr<\"\nawait key"
            }
        }
    }
}

#[cfg(test)]
mod about_all_rows {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn open_rows_name_their_question_and_no_two_rows_are_called_the_same() {
        let rows: Vec<&Row> = ROWS.iter().copied().flatten().collect();
        for open in rows.iter().filter_map(|row| row.open.as_ref()) {
            let number = open.why.strip_prefix('Q').and_then(|rest| rest.split_once(':'));
            assert!(number.is_some_and(|(number, _)| number.parse::<u8>().is_ok()), "{}", open.why);
            assert!(!open.ends.is_empty());
        }
        let names: BTreeSet<&str> = rows.iter().map(|row| row.name).collect();
        assert_eq!(names.len(), rows.len());
    }
}
