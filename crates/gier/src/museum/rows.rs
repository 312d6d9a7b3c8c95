//! The rows: which tapes are run, and what must come of them. The expected values come from
//! the tapes' own texts, from outputs kept in the museum's archive, and from mathematics.

mod help3;
mod tests;

/// One check.
#[derive(Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// The machine that it begins with.
    pub base: Base,
    /// The session; file names are relative to the archive's `tapes`.
    pub script: &'static str,
    /// Why it cannot pass yet, with the number of the question; empty if it must pass.
    pub open: &'static str,
}

impl Row {
    const fn new(name: &'static str, base: Base, script: &'static str) -> Row {
        Row { name, base, script, open: "" }
    }

    const fn open(self, why: &'static str) -> Row {
        Row { open: why, ..self }
    }
}

/// All rows, by subject.
pub const ROWS: [&[Row]; 2] = [tests::ROWS, help3::ROWS];

/// The machines that rows begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Base {
    /// Empty, stopped, all switches off.
    Empty,
    /// HELP 3 booted from the tapes of the museum's daily use.
    Help3,
    /// The same with GIER ALGOL III.
    Ga3,
}

impl Base {
    /// All of them.
    pub const ALL: [Base; 3] = [Base::Empty, Base::Help3, Base::Ga3];

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Base::Empty => "an empty machine",
            Base::Help3 => "HELP 3",
            Base::Ga3 => "GIER ALGOL III",
        }
    }

    /// The machine that it is made from.
    pub fn before(self) -> Option<Base> {
        match self {
            Base::Empty => None,
            Base::Help3 => Some(Base::Empty),
            Base::Ga3 => Some(Base::Help3),
        }
    }

    /// How it is made.
    pub fn script(self) -> &'static str {
        match self {
            Base::Empty => "",
            Base::Help3 => {
                r#"
                bootstrap
                reader "tapet3/1track0.flx"
                reader "tapet3/2mainhelp.flx"
                start
                expect "SUM"
                type "\n"
                expect "e0"
                await key
                "#
            }
            Base::Ga3 => {
                r#"
                reader "tapet3/ga3.flx"
                type "\n\nr<"
                await key
                "#
            }
        }
    }
}
