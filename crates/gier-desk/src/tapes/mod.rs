//! Recognises what is on a paper tape, and checks the checksums that are punched on it. Only the rows of the tape
//! count, not its name.
//!
//! | part | module |
//! |---|---|
//! | the kinds of tape, and the function that recognises them | this module |
//! | the binary parts of a tape, and their checksums | `binary` |
//! | what a file looks like that is no tape of GIER | [`guess`] |
//! | the text of a tape, its checksums, and its programming language | `text` |
//!
//! A tape of none of the known kinds is reported as unknown, and so is a checksum if nobody knows how it was
//! computed.

mod binary;
pub mod guess;
#[cfg(test)]
mod tests;
mod text;

use binary::BinaryPart;
use gier_word::tape::Row;
use gier_word::{Address, Symbol};
use std::fmt;
pub use text::{Sum, Text, command, has_word, reads_again};

/// If more than this share of the punched rows has wrong parity, the file is not recognised as a tape.
const SPOILT: f64 = 0.1;

/// What gier found on a tape: the kind of tape, how many rows and checksums it has, and its first line.
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
    /// How many of the checksums punched on the tape are right, wrong or unknown.
    pub sums: Sums,
    /// The first line of the tape's text. It is empty if the tape has no text.
    pub first_line: String,
}

/// How many of the checksums punched on a tape are right, wrong or unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// How many checksums are right.
    pub right: usize,
    /// How many checksums are wrong.
    pub wrong: usize,
    /// How many checksums gier cannot check, because nobody knows where they begin or how they were computed (Q80).
    pub untold: usize,
}

/// The kinds of tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TapeKind {
    /// A first tape. A machine with an empty store can read it after an operator has set three cells by hand.
    First(First),
    /// Commands for the monitor program HELP 3, with binary parts that its program `binin` reads.
    Help3Binary,
    /// Commands for the monitor program HELP 3, without binary parts.
    Help3Text,
    /// A binary tape for HJÆLP, the monitor program before HELP 3.
    HjaelpBinary,
    /// A program in the assembly language SLIP.
    Slip,
    /// A program in GIER ALGOL.
    Algol(Dialect),
    /// Another text, for example a letter, data or results.
    Text,
    /// The tape was not recognised.
    Unknown(Unknown),
}

/// The three cells that are set by hand in an empty machine before its first tape is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cells {
    /// The cells for tapes that were made for HELP 3, and for the test programs.
    #[default]
    Help3,
    /// The cells for tapes that are older than HELP 3.
    Old,
}

/// The contents of a first tape's heading. A machine with an empty store can read a first tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First {
    /// The three cells to set by hand before the tape is read.
    pub cells: Cells,
    /// The first cell of the program, or `None` if the tape does not give it.
    pub start: Option<Address>,
    /// The number of cells that the program occupies, or `None` if the tape does not give it.
    pub words: Option<usize>,
}

/// The compiler for which an ALGOL text was written, judged by the words in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// GIER ALGOL II, or the translator before it. Both have procedures with Danish names.
    Two,
    /// GIER ALGOL III.
    Three,
    /// GIER ALGOL 4.
    Four,
    /// GIER ALGOL III or 4. The text has no words that decide between the two.
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

/// Displays the name of the kind, for example `first tape`.
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
    // The symbols of a tape without text may look like a text by accident.
    let has_text = !matches!(kind, TapeKind::Unknown(_) | TapeKind::First(_) | TapeKind::HjaelpBinary);
    let mut sums = if has_text { text.sums } else { Sums::default() };
    parts.iter().for_each(|part| part.count_into(&mut sums));
    let first_line = if has_text { text.first_line() } else { String::new() };
    (TapeInfo { kind, rows: rows.len(), blank: rows.len() - punched, wrong_parity, sums, first_line }, text)
}

/// The symbols of all rows with holes. At the beginning of the tape, rows of tape feed and rows with all
/// holes are left out.
fn symbols(rows: &[Row]) -> Vec<Symbol> {
    let punched = rows.iter().filter(|row| !row.is_blank()).map(|row| row.symbol());
    punched.skip_while(|&symbol| symbol == Symbol::TAPE_FEED || symbol == Symbol::ALL_HOLES).collect()
}

/// The symbols outside the binary parts.
fn text_symbols(symbols: &[Symbol], parts: &[BinaryPart]) -> Vec<Symbol> {
    let mut text = Vec::new();
    let mut from = 0;
    for part in parts {
        text.extend_from_slice(&symbols[from..part.range().start]);
        from = part.range().end;
    }
    text.extend_from_slice(&symbols[from..]);
    text
}

/// Recognises the kind of a tape. If the tape has binary parts, its kind depends on the first of them and on
/// the text before it. Otherwise, it depends on the text of the tape.
fn kind(symbols: &[Symbol], parts: &[BinaryPart], text: &Text) -> TapeKind {
    let Some(part) = parts.first() else { return text.kind() };
    let before = Text::of(&symbols[..part.range().start]);
    match part {
        BinaryPart::First { first, .. } if before.is_blank() => TapeKind::First(*first),
        BinaryPart::Hjaelp { .. } => TapeKind::HjaelpBinary,
        BinaryPart::Binin { .. } if before.is_blank() || before.calls("binin") => TapeKind::Help3Binary,
        BinaryPart::First { .. } | BinaryPart::Binin { .. } => before.kind(),
    }
}
