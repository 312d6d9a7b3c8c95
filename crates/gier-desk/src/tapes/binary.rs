//! Finds the binary parts of tapes, and checks their checksums. A binary part holds the words of a program,
//! not the symbols of a text.

use super::{Cells, First, Sums};
use gier_word::{Address, Symbol};
use std::ops::Range;

/// The symbols `_<`, with which most first tapes begin. A first tape is a tape that a machine with an empty
/// store can read.
const BEGIN: [u8; 2] = [14, 17];
/// The symbols after `_<` on most first tapes (tapes for an empty machine). They hold the program that reads
/// the other symbols of the tape. `None` marks a symbol that differs from tape to tape.  [F-BOOT-3]
const HEADING: [Option<u8>; 60] = heading();
/// The positions in [`HEADING`] of the two symbols that encode the address of the program's first cell. If
/// their codes are `a` and `b`, the address is a / 8 + 8 × b.
const START: Range<usize> = 37..39;
/// The symbols after `_<` on a first tape that uses a denser format.  [F-BOOT-4]
const PACKED: [u8; 24] = [0, 0, 2, 28, 0, 0, 0, 0, 4, 2, 45, 127, 39, 0, 0, 0, 2, 28, 64, 0, 0, 0, 4, 34];
/// A first tape fills the cells of the store up to this cell.
const LAST_CELL: u16 = 512;
/// The number of symbols that encode one word on a first tape, which is a tape for an empty machine.
const WORD: usize = 7;
/// The symbol after the last word of a first tape, which is a tape for an empty machine.
const ENOUGH: u8 = 64;
/// The first symbols of an older kind of first tape. It was used for HJÆLP, the monitor program before
/// HELP 3. From these symbols, the machine stores the order `hv 1` in the cell after the three cells that were set
/// by hand.  [F-BOOT-2]
const OLD: [u8; 10] = [28, 0, 8, 0, 0, 0, 0, 0, 64, 0];
/// The first symbols of a binary tape for HJÆLP, the monitor program before HELP 3.
const HJAELP: [u8; 3] = [14, 0, 17];
/// The minimum number of spaces before the letter å at the beginning of a binary part for `binin`. `binin` is
/// HELP 3's program that reads binary tapes.
const LEAD_IN: usize = 40;
/// The code of the letter å.
const AA: u8 = 13;

/// The number of symbols that encode one word for `binin`, HELP 3's program that reads binary tapes.
const BININ_WORD: usize = 6;
/// How many symbols encode a checksum. The value after the label `REPEAT` or `PLACE` is encoded in as many
/// symbols.
const SUM: usize = 3;
/// The labels on a tape for `binin`, HELP 3's program that reads binary tapes. After `REPEAT` comes a number:
/// the word before the label is stored again this many times. After `PLACE` comes the address for the next
/// words. After `SUM_LABEL` comes the checksum.
const REPEAT: u8 = 64;
const PLACE: u8 = 65;
const SUM_LABEL: u8 = 66;

/// A binary part of a tape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BinaryPart {
    /// A first tape. A machine with an empty store can read it after an operator has set three cells by hand.
    First {
        /// The indices of this part's symbols, counted from the tape's first symbol.
        range: Range<usize>,
        /// What the tape's heading tells about the program.
        first: First,
        /// Whether the checksum is right. `None` if the tape ends before the checksum, or if no checksum is
        /// known for this kind of first tape.
        sum: Option<bool>,
    },
    /// Blocks of words for `binin`, HELP 3's program that reads binary tapes.
    Binin {
        /// The indices of this part's symbols, counted from the tape's first symbol.
        range: Range<usize>,
        /// Whether the checksum is right. `None` if the tape ends before the checksum.
        sum: Option<bool>,
    },
    /// A binary tape for HJÆLP, the monitor program before HELP 3. This part extends to the end of the tape.
    Hjaelp {
        /// The indices of this part's symbols, counted from the tape's first symbol.
        range: Range<usize>,
    },
}

impl BinaryPart {
    /// The indices of this part's symbols, counted from the tape's first symbol.
    pub const fn range(&self) -> &Range<usize> {
        match self {
            BinaryPart::First { range, .. }
            | BinaryPart::Binin { range, .. }
            | BinaryPart::Hjaelp { range } => range,
        }
    }

    /// Adds 1 to one of the counts in `sums`: this part's checksum is right, wrong or unknown.
    pub const fn count_into(&self, sums: &mut Sums) {
        match self {
            BinaryPart::First { sum: Some(true), .. } | BinaryPart::Binin { sum: Some(true), .. } => {
                sums.right += 1
            }
            // A tape that ends before a required sum counts as wrong.
            BinaryPart::First { sum: Some(false), .. }
            | BinaryPart::First { sum: None, first: First { words: Some(_), .. }, .. }
            | BinaryPart::Binin { sum: Some(false) | None, .. } => sums.wrong += 1,
            BinaryPart::First { sum: None, .. } | BinaryPart::Hjaelp { .. } => sums.untold += 1,
        }
    }
}

/// Finds the binary parts of a tape, and returns them in the order in which they occur on the tape.
pub fn parts(symbols: &[Symbol]) -> Vec<BinaryPart> {
    let codes: Vec<u8> = symbols.iter().map(|symbol| symbol.code()).collect();
    let begin = codes.iter().take_while(|&&code| code == 0).count();
    if codes[begin..].starts_with(&OLD) {
        let first = First { cells: Cells::Old, start: None, words: None };
        return vec![BinaryPart::First { range: 0..codes.len(), first, sum: None }];
    }
    if codes[begin..].starts_with(&HJAELP) {
        return vec![BinaryPart::Hjaelp { range: 0..codes.len() }];
    }
    let mut parts = Vec::new();
    let (mut at, mut spaces) = (0, 0);
    while at < codes.len() {
        let part = match codes[at] {
            AA if spaces >= LEAD_IN => binin(&codes, at + 1),
            _ if codes[at..].starts_with(&BEGIN) => first(&codes, at, begin),
            _ => None,
        };
        spaces = if codes[at] == 0 { spaces + 1 } else { 0 };
        at += 1;
        if let Some(part) = part {
            at = part.range().end.max(at);
            parts.push(part);
        }
    }
    parts
}

/// Returns the number that these symbols encode: seven bits in each symbol, lowest bits first.
fn number(codes: &[u8]) -> usize {
    codes.iter().rev().fold(0, |number, &code| number << 7 | usize::from(code))
}

/// Whether a checksum is right. `counted` are the symbols that it covers, and `sum` are its own symbols. A
/// checksum encodes two values of ten bits: how many symbols it covers, and the sum of their
/// codes.  [F-BOOT-5]
fn sum_agrees(counted: &[u8], sum: &[u8]) -> bool {
    let total: usize = counted.iter().map(|&code| usize::from(code)).sum();
    // Some tapes give more than ten bits of the count and of the sum. Only the last ten bits are compared.
    number(sum) / 1024 % 1024 == counted.len() % 1024 && number(sum) % 1024 == total % 1024
}

/// Recognises the binary part that begins with the symbols `_<` at the index `at`. The part can be a first
/// tape or a tape for HJÆLP. Returns `None` if the part is neither. `begin` is the index of the tape's first
/// symbol that is not a space. A tape for HJÆLP can only begin there.
fn first(codes: &[u8], at: usize, begin: usize) -> Option<BinaryPart> {
    let body = at + BEGIN.len();
    let rest = &codes[body..];
    if rest.starts_with(&PACKED) {
        let first = First { cells: Cells::Help3, start: None, words: None };
        return Some(BinaryPart::First { range: at..codes.len(), first, sum: None });
    }
    let is_heading = rest.len() >= HEADING.len()
        && HEADING.iter().zip(rest).all(|(wanted, code)| wanted.is_none_or(|wanted| wanted == *code));
    if !is_heading {
        return (at == begin && is_hjaelp(rest)).then_some(BinaryPart::Hjaelp { range: at..codes.len() });
    }
    let start = &rest[START];
    let start = u16::from(start[1]) * 8 + u16::from(start[0]) / 8;
    let words = usize::from((LAST_CELL + 1).checked_sub(start)?);
    let first = First { cells: Cells::Help3, start: Some(Address::new(start)), words: Some(words) };
    let end = HEADING.len() + WORD * words;
    let range = at..(body + end + 1 + SUM).min(codes.len());
    let sum = rest.get(end + 1..end + 1 + SUM);
    let sum = sum.map(|sum| rest[end] == ENOUGH && sum_agrees(&rest[..=end], sum));
    Some(BinaryPart::First { range, first, sum })
}

/// Whether `_s` or `_e` occurs among the last symbols, as at the end of a tape for HJÆLP.
fn is_hjaelp(rest: &[u8]) -> bool {
    let tail = &rest[rest.len().saturating_sub(12)..];
    tail.windows(2).any(|pair| pair == [14, 53] || pair == [14, 18])
}

/// Reads a part for `binin` whose blocks begin at `from`. Returns `None` if the symbols are not blocks for
/// `binin`.  [F-BININ-1]
fn binin(codes: &[u8], from: usize) -> Option<BinaryPart> {
    let mut at = from;
    while let Some(&code) = codes.get(at) {
        at += 1;
        match code {
            0..=63 => at += usize::from(code) * BININ_WORD,
            REPEAT | PLACE => at += SUM,
            SUM_LABEL => {
                let sum = codes.get(at..at + SUM).map(|sum| sum_agrees(&codes[from..at], sum));
                return Some(BinaryPart::Binin { range: from..(at + SUM).min(codes.len()), sum });
            }
            _ => return None,
        }
    }
    Some(BinaryPart::Binin { range: from..codes.len(), sum: None })
}

const fn heading() -> [Option<u8>; 60] {
    let fixed: [i16; 60] = [
        -1, -1, 0, 0, 0, 2, 28, 0, 0, 0, 4, 2, 45, 63, 127, 0, 2, 28, 0, 0, 64, 56, 6, 32, 42, 64, -1, -1, 0,
        0, 32, 49, 103, 7, 0, 28, 0, -1, -1, -1, 32, 0, 9, 64, 32, 1, 44, 24, 0, 0, 64, 32, 0, 0, 0, 0, 0,
        64, 0, 0,
    ];
    let mut heading = [None; 60];
    let mut at = 0;
    while at < fixed.len() {
        if fixed[at] >= 0 {
            heading[at] = Some(fixed[at] as u8);
        }
        at += 1;
    }
    heading
}
