//! Recognises what is on a paper tape, from its rows alone, and checks the tape's own sums.
//!
//! | part | module |
//! |---|---|
//! | the kinds, and which one a tape is | here |
//! | binary parts: first tapes, HELP 3's `binin`, and their sums | `binary` |
//! | the text of a tape, its sum codes, and whose language it is | `text` |
//!
//! A kind that is not recognised, and a sum whose rule is not known, are reported as unknown.

mod binary;
#[cfg(test)]
mod tests;
mod text;

use crate::acts::Cells;
use binary::Part;
use gier_word::tape::Row;
use gier_word::{Address, Symbol};
use std::fmt;
pub use text::{Text, command};

/// The largest share of rows that may have wrong parity. If more are wrong, the file is no tape or a
/// badly damaged one.
const SPOILT: f64 = 0.1;

/// What is on a tape, as far as it was recognised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TapeInfo {
    /// The kind of the tape.
    pub kind: TapeKind,
    /// The number of rows.
    pub rows: usize,
    /// The number of rows without holes. The reader skips these rows.
    pub blank: usize,
    /// The number of rows that have holes and wrong parity.
    pub wrong_parity: usize,
    /// The sums punched on the tape, checked.
    pub sums: Sums,
    /// The first line of the tape's text. It is empty if the tape has no text.
    pub first_line: String,
}

/// How many of the sums punched on a tape are right, wrong or unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The number of right sums.
    pub right: usize,
    /// The number of wrong sums.
    pub wrong: usize,
    /// The number of sums that cannot be checked because their rule is unknown (Q80).
    pub untold: usize,
}

/// The kinds of tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TapeKind {
    /// A first tape, for an empty machine with three cells set by hand.
    First(First),
    /// HELP 3's commands, with binary parts for its program `binin`. HELP 3's SLIP punches such tapes.
    Help3Binary,
    /// HELP 3's commands, without binary parts.
    Help3Text,
    /// A binary tape for the HJÆLP that is older than HELP 3.
    HjaelpBinary,
    /// A program in SLIP.
    Slip,
    /// A program in GIER ALGOL.
    Algol(Dialect),
    /// A text of another kind: a letter, data, results.
    Text,
    /// The tape was not recognised.
    Unknown(Unknown),
}

/// What the heading of a first tape says. A first tape is one that an empty machine reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First {
    /// The three cells to set by hand before the tape is read.
    pub cells: Cells,
    /// The first cell that the program fills, or `None` if the tape does not give it.
    pub start: Option<Address>,
    /// The number of cells that the program fills, or `None` if the tape does not give it.
    pub words: Option<usize>,
}

/// The compiler for which an ALGOL text was written. The words in the text show which it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// GIER ALGOL II, or the older translator. Both have procedures with Danish names.
    Two,
    /// GIER ALGOL III.
    Three,
    /// GIER ALGOL 4.
    Four,
    /// GIER ALGOL III or 4. The words do not show which of them.
    Either,
}

/// Why a tape was not recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// No row has holes.
    Empty,
    /// Too many rows have wrong parity: this is not a tape, or it is damaged.
    NoTape,
    /// The rows are neither a text nor a known binary form.
    OtherForm,
}

/// Displays the name of the kind.
impl fmt::Display for TapeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TapeKind::First(First { cells: Cells::Help3, .. }) => "first tape",
            TapeKind::First(First { cells: Cells::Old, .. }) => "first tape, old cells",
            TapeKind::Help3Binary => "HELP 3 binary",
            TapeKind::Help3Text => "HELP 3 text",
            TapeKind::HjaelpBinary => "HJÆLP binary",
            TapeKind::Slip => "SLIP source",
            TapeKind::Algol(Dialect::Two) => "GIER ALGOL II",
            TapeKind::Algol(Dialect::Three) => "GIER ALGOL III",
            TapeKind::Algol(Dialect::Four) => "GIER ALGOL 4",
            TapeKind::Algol(Dialect::Either) => "GIER ALGOL III or 4",
            TapeKind::Text => "text",
            TapeKind::Unknown(Unknown::Empty) => "unknown: no row has holes",
            TapeKind::Unknown(Unknown::NoTape) => "unknown: too many rows of wrong parity",
            TapeKind::Unknown(Unknown::OtherForm) => "unknown: neither text nor a known binary form",
        })
    }
}

/// Recognises what is on a tape.
pub fn look(rows: &[Row]) -> TapeInfo {
    look_and_read(rows).0
}

/// Recognises what is on a tape. Also returns its text without the binary parts.
pub fn look_and_read(rows: &[Row]) -> (TapeInfo, Text) {
    let punched = rows.iter().filter(|row| !row.is_blank()).count();
    let wrong_parity = rows.iter().filter(|row| !row.is_blank() && !row.parity_is_right()).count();
    let symbols = symbols(rows);
    let parts = binary::parts(&symbols);
    let text = Text::of(&text_symbols(&symbols, &parts));
    let kind = if punched == 0 {
        TapeKind::Unknown(Unknown::Empty)
    } else if wrong_parity as f64 > SPOILT * punched as f64 {
        TapeKind::Unknown(Unknown::NoTape)
    } else {
        kind(&symbols, &parts, &text)
    };
    // If the tape is of another form, its symbols may look like a text by accident.
    let has_text = !matches!(kind, TapeKind::Unknown(_) | TapeKind::First(_) | TapeKind::HjaelpBinary);
    let mut sums = if has_text { text.sums } else { Sums::default() };
    parts.iter().for_each(|part| part.count_into(&mut sums));
    let first_line = if has_text { text.first_line() } else { String::new() };
    (TapeInfo { kind, rows: rows.len(), blank: rows.len() - punched, wrong_parity, sums, first_line }, text)
}

/// The symbols that a program reads from the tape. Tape feed and rows with all holes are left out
/// before the first other symbol.
fn symbols(rows: &[Row]) -> Vec<Symbol> {
    let punched = rows.iter().filter(|row| !row.is_blank()).map(|row| row.symbol());
    punched.skip_while(|&symbol| symbol == Symbol::TAPE_FEED || symbol == Symbol::ALL_HOLES).collect()
}

/// The symbols that are not in a binary part.
fn text_symbols(symbols: &[Symbol], parts: &[Part]) -> Vec<Symbol> {
    let mut text = Vec::new();
    let mut from = 0;
    for part in parts {
        text.extend_from_slice(&symbols[from..part.range().start]);
        from = part.range().end;
    }
    text.extend_from_slice(&symbols[from..]);
    text
}

/// Recognises the kind of a tape from its beginning.
fn kind(symbols: &[Symbol], parts: &[Part], text: &Text) -> TapeKind {
    let Some(part) = parts.first() else { return text.kind() };
    let before = Text::of(&symbols[..part.range().start]);
    match part {
        Part::First { first, .. } if before.is_blank() => TapeKind::First(*first),
        Part::Hjaelp { .. } => TapeKind::HjaelpBinary,
        Part::Binin { .. } if before.is_blank() || before.calls("binin") => TapeKind::Help3Binary,
        Part::First { .. } | Part::Binin { .. } => before.kind(),
    }
}
