//! Converts paper tapes to UTF-8 text and back, without loss.
//!
//! A symbol that prints becomes its character, and the carriage return becomes a newline. A case shift
//! (the code for upper or lower case) is left out if the next character needs it. All other shifts, and all
//! codes that print nothing, become names or numbers in braces. [`CODES_HELP`] lists the names.  [F-TAPE-1]

use crate::typewriter::paper::{BAR, UNDERLINE};
use gier_word::Diagnostic;
use gier_word::tape::Row;
use gier_word::{Case, Symbol, glyph};
use std::ops::Range;

/// The names of codes, as they appear in braces in a text.
const NAMES: [(&str, Symbol); 14] = [
    ("stop", Symbol::STOP),
    ("end", Symbol::END),
    ("clear", Symbol::CLEAR),
    ("red", Symbol::RED),
    ("tab", Symbol::TAB),
    ("off", Symbol::PUNCH_OFF),
    ("on", Symbol::PUNCH_ON),
    ("lower", Symbol::LOWER),
    ("upper", Symbol::UPPER),
    ("sum", Symbol::SUM),
    ("black", Symbol::BLACK),
    ("feed", Symbol::TAPE_FEED),
    ("form", Symbol::FORM_FEED),
    ("all", Symbol::ALL_HOLES),
];

/// The maximum N in `{name*N}`, which means N equal rows.
const LONGEST_RUN: usize = 1_000_000;
/// The maximum number of rows of a tape: 25 kilometres.
pub const LONGEST_TAPE: usize = 10_000_000;

/// [`from_text`] stops after this many faults.
const FAULTS_MAX: usize = 1000;

/// The help text of `gier tape` about the codes in braces.
pub const CODES_HELP: &str = "\
In the text, a newline is the carriage return. Codes that print nothing are written in braces:
  {stop} {end} {clear} {red} {black} {tab} {off} {on} {sum} {feed} {form} {all}
  {lower} {upper}   a case shift that the next character does not need
  {13}              the symbol with this number
  {13!}             the same, punched with wrong parity
  {blank}           a row without holes
  {feed*100}        any of these a hundred times
Write underline and bar before their character (_a, |=), as on the tape.";

/// Converts a tape to text.
pub fn to_text(rows: &[Row]) -> String {
    let mut text = String::with_capacity(rows.len());
    let mut case = Case::Lower;
    let mut place = 0;
    while place < rows.len() {
        let row = rows[place];
        if let Some(shifted) = shift(row) {
            if shifted == case || !rows.get(place + 1).is_some_and(|&next| needs(next, shifted)) {
                code(&mut text, row, 1);
            }
            case = shifted;
            place += 1;
        } else if let Some(character) = character(row, case) {
            text.push(character);
            place += 1;
        } else {
            let run = rows[place..].iter().take_while(|&&next| next == row).count().min(LONGEST_RUN);
            code(&mut text, row, run);
            place += run;
        }
    }
    text
}

/// Returns the case that the row selects (upper or lower), or `None` if the row is not a case shift.
fn shift(row: Row) -> Option<Case> {
    match (row.parity_is_right(), row.symbol()) {
        (true, Symbol::LOWER) => Some(Case::Lower),
        (true, Symbol::UPPER) => Some(Case::Upper),
        _ => None,
    }
}

/// Returns the character that the row prints when the typewriter is in the case `case`. Returns `None` if the
/// row prints nothing or has wrong parity.
fn character(row: Row, case: Case) -> Option<char> {
    match (row.parity_is_right(), row.symbol()) {
        (false, _) => None,
        (true, Symbol::CARRIAGE_RETURN) => Some('\n'),
        (true, symbol) => symbol.glyph(case),
    }
}

/// Whether the row prints its character only in this case of the typewriter. A character that prints in both
/// cases, such as a space, needs no case shift before it.
fn needs(row: Row, case: Case) -> bool {
    character(row, case).and_then(Symbol::from_char).is_some_and(|(_, needed)| needed == Some(case))
}

/// The name of a symbol that prints nothing, as it appears in braces in a text.
pub fn name(symbol: Symbol) -> Option<&'static str> {
    NAMES.iter().find(|(_, named)| *named == symbol).map(|(name, _)| *name)
}

fn code(text: &mut String, row: Row, run: usize) {
    let symbol = row.symbol();
    let code = match (row.is_blank(), row.parity_is_right(), name(symbol)) {
        (true, ..) => "blank".to_string(),
        (false, true, Some(name)) => name.to_string(),
        (false, true, None) => symbol.code().to_string(),
        (false, false, _) => format!("{}!", symbol.code()),
    };
    text.push('{');
    text.push_str(&code);
    if run > 1 {
        text.push_str(&format!("*{run}"));
    }
    text.push('}');
}

/// Converts a text to a tape.
///
/// # Errors
/// Returns a fault for each character without a symbol and for each unknown code in braces, but at most a
/// thousand faults.
pub fn from_text(text: &str) -> Result<Vec<Row>, Vec<Diagnostic>> {
    let mut puncher = Puncher { rows: Vec::new(), case: Case::Lower, faults: Vec::new() };
    let mut rest = text.trim_start_matches('\u{FEFF}');
    while let Some(character) = rest.chars().next()
        && puncher.faults.len() < FAULTS_MAX
    {
        let start = text.len() - rest.len();
        let length = match character {
            '{' => puncher.braces(rest, start),
            '\r' if rest.starts_with("\r\n") => 1,
            _ => puncher.character(character, rest, start),
        };
        rest = &rest[length..];
    }
    if puncher.faults.is_empty() { Ok(puncher.rows) } else { Err(puncher.faults) }
}

struct Puncher {
    rows: Vec<Row>,
    case: Case,
    faults: Vec<Diagnostic>,
}

impl Puncher {
    /// Punches the code in braces at the beginning of `rest`. Returns the length of the code in bytes, with
    /// its braces.
    fn braces(&mut self, rest: &str, start: usize) -> usize {
        let end = rest.find(['}', '\n']).unwrap_or(rest.len());
        if !rest[end..].starts_with('}') {
            self.fault(start..start + end, "this brace is not closed on its line".to_string());
            return end;
        }
        let inside = &rest[1..end];
        match parse_code(inside) {
            Some((_, run)) if self.rows.len() + run > LONGEST_TAPE => {
                self.fault(
                    start..start + end + 1,
                    format!("from here on the tape is longer than {LONGEST_TAPE} rows"),
                );
            }
            Some((row, run)) => {
                self.rows.extend(std::iter::repeat_n(row, run));
                self.case = shift(row).unwrap_or(self.case);
            }
            None => self.fault(start..start + end + 1, format!("{{{inside}}} is not a code of the tape")),
        }
        end + 1
    }

    /// Punches a character and the combining marks after it. Returns the length of both in bytes.
    fn character(&mut self, character: char, rest: &str, start: usize) -> usize {
        let after = &rest[character.len_utf8()..];
        let marks = after.len() - after.trim_start_matches([UNDERLINE, BAR]).len();
        for overlay in after[..marks].chars() {
            self.key(Symbol::UNDERLINE, Some(if overlay == BAR { Case::Upper } else { Case::Lower }));
        }
        match glyph::symbols(character) {
            Some(keys) => keys.into_iter().for_each(|(key, needed)| self.key(key, needed)),
            None => self.fault(
                start..start + character.len_utf8(),
                format!("GIER has no symbol for the character {character:?}"),
            ),
        }
        character.len_utf8() + marks
    }

    fn key(&mut self, key: Symbol, needed: Option<Case>) {
        if let Some(needed) = needed.filter(|&needed| needed != self.case) {
            let shift = if needed == Case::Upper { Symbol::UPPER } else { Symbol::LOWER };
            self.rows.push(Row::new(shift));
            self.case = needed;
        }
        self.rows.push(Row::new(key));
    }

    fn fault(&mut self, span: Range<usize>, message: String) {
        let fault = Diagnostic::new(span, "character", message);
        self.faults.push(fault.with_help("`gier help tape` lists the codes in braces"));
    }
}

/// Reads a code from the text between braces. Returns the row and how many times to punch it.
fn parse_code(inside: &str) -> Option<(Row, usize)> {
    let (code, run) = match inside.split_once('*') {
        Some((code, run)) => (code, run.parse().ok().filter(|run| (1..=LONGEST_RUN).contains(run))?),
        None => (inside, 1),
    };
    if code == "blank" {
        return Some((Row::BLANK, run));
    }
    if let Some((_, symbol)) = NAMES.iter().find(|(name, _)| *name == code) {
        return Some((Row::new(*symbol), run));
    }
    let (number, wrong) = match code.strip_suffix('!') {
        Some(number) => (number, true),
        None => (code, false),
    };
    let number: u8 = number.parse().ok().filter(|number| *number < 128)?;
    let row = Row::new(Symbol::new(number));
    Some((if wrong { row.with_wrong_parity() } else { row }, run))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rows(codes: &[u8]) -> Vec<Row> {
        codes.iter().map(|&code| Row::new(Symbol::new(code))).collect()
    }

    #[test]
    fn needed_shifts_are_not_written_and_others_are() {
        assert_eq!(to_text(&rows(&[60, 52, 58, 49, 37, 18, 34, 64])), "Dansk\n");
        assert_eq!(to_text(&rows(&[58, 49, 60, 0, 58, 58, 60])), "{lower}a{upper} {lower}{lower}{upper}");
        assert_eq!(to_text(&rows(&[60, 14, 4, 58, 14, 17])), "|=_<");
    }

    #[test]
    fn codes_are_written_in_braces() {
        let mut tape = vec![Row::BLANK; 3];
        tape.extend(rows(&[28, 11, 63, 63, 10, 72, 127]));
        tape.push(Row(0xFF));
        let text = to_text(&tape);
        assert_eq!(text, "{blank*3}{clear}{stop}{feed*2}{10}{form}{all}{127!}");
        assert_eq!(from_text(&text), Ok(tape));
    }

    #[test]
    fn compound_characters_may_be_written_as_one() {
        assert_eq!(from_text("≠≤"), Ok(rows(&[60, 14, 4, 58, 14, 17])));
        assert_eq!(from_text("a\u{332}b\r\n"), Ok(rows(&[14, 49, 50, 64])));
    }

    #[test]
    fn every_fault_is_found_with_its_place() {
        let faults = from_text("a$\n{gnu}{200}{1*0}{").unwrap_err();
        let spans: Vec<Range<usize>> = faults.iter().map(|fault| fault.span.bytes()).collect();
        assert_eq!(spans, [1..2, 3..8, 8..13, 13..18, 18..19]);
    }

    proptest! {
        #[test]
    fn a_tape_survives_conversion_to_text(bytes: Vec<u8>) {
            let tape: Vec<Row> = bytes.into_iter().map(Row).collect();
            prop_assert_eq!(from_text(&to_text(&tape)), Ok(tape));
        }

        #[test]
    fn no_text_panics(text in "[a-zA-Z{}*!0-9\n ≠\u{332}\u{20D2}\r]{0,40}") {
            let _ = from_text(&text);
        }
    }
}
