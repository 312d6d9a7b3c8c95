//! Formats the faults of a source text. Each report has the message, the source line with carets under the
//! fault, and the help text.

use codespan_reporting::diagnostic::{Diagnostic as Report, Label};
use codespan_reporting::files::{Error, Files, SimpleFile};
use codespan_reporting::term::{self, Config, WriteStyle};
use gier_word::{Diagnostic, Span};
use std::ops::Range;

/// The source texts of one compilation. Each pair holds the name of a file and its text.
pub type Sources = [(String, String)];

/// The maximum number of faults in a report. Further faults are only counted.
const MOST: usize = 20;

/// When the printed faults have this many bytes, further faults are only counted.
const BYTES: usize = 12_000;

/// The maximum number of characters of a message. The help text of a message has the same limit.
const MESSAGE: usize = 400;

/// The maximum number of characters to show of one source line.
const COLUMNS: usize = 200;

/// Selects the first faults that fit into a report: at most 20 faults and about 12 000 bytes of text. If some
/// faults do not fit, also returns a sentence such as `and 7 more faults`.
pub fn shown<'a>(sources: &Sources, diagnostics: &'a [Diagnostic]) -> (&'a [Diagnostic], Option<String>) {
    let mut bytes = 0;
    let short = diagnostics.iter().take(MOST).take_while(|diagnostic| {
        let is_shown = bytes < BYTES;
        bytes += one_to_text(sources, diagnostic, ENGLISH).len();
        is_shown
    });
    let (shown, rest) = diagnostics.split_at(short.count());
    (shown, (!rest.is_empty()).then(|| format!("and {} more faults", rest.len())))
}

/// The words of a report, in the user's language.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// The word before the message of an error.
    pub error: &'a str,
    /// The word before the message of a warning.
    pub warning: &'a str,
    /// The word before the help text.
    pub help: &'a str,
}

/// The words in English.
pub const ENGLISH: Words<'static> = Words { error: "error", warning: "warning", help: "help" };

/// Writes the report of one fault. `help` is the word before the help text, in the user's language.
///
/// # Errors
/// Returns an error if the writer fails.
pub fn emit<W: WriteStyle>(
    sources: &Sources,
    diagnostic: &Diagnostic,
    help: &str,
    writer: &mut W,
) -> Result<(), Error> {
    let (excerpt, report) = report(sources, diagnostic, help);
    term::emit_to_write_style(writer, &Config::default(), &excerpt, &report)
}

/// Formats the faults as plain text. `words` gives the words "error", "warning" and "help" in the user's
/// language. If some faults do not fit, also returns a sentence such as `and 7 more faults`, in English.
pub fn to_text(sources: &Sources, diagnostics: &[Diagnostic], words: Words<'_>) -> (String, Option<String>) {
    let (shown, rest) = shown(sources, diagnostics);
    (shown.iter().map(|diagnostic| one_to_text(sources, diagnostic, words)).collect(), rest)
}

fn one_to_text(sources: &Sources, diagnostic: &Diagnostic, words: Words<'_>) -> String {
    let (excerpt, report) = report(sources, diagnostic, words.help);
    let text = term::emit_into_string(&Config::default(), &excerpt, &report)
        .expect("the excerpt has the lines that the report names");
    let (english, own) = match diagnostic.warning {
        true => (ENGLISH.warning, words.warning),
        false => (ENGLISH.error, words.error),
    };
    text.strip_prefix(english).map_or_else(|| text.clone(), |rest| format!("{own}{rest}"))
}

fn report(sources: &Sources, diagnostic: &Diagnostic, word: &str) -> (Excerpt, Report<()>) {
    let report = if diagnostic.warning { Report::warning() } else { Report::error() };
    let report = report.with_code(diagnostic.word).with_message(short(&diagnostic.message));
    let report =
        report.with_notes(diagnostic.help.iter().map(|help| format!("{word}: {}", short(help))).collect());
    match sources.get(diagnostic.span.file()) {
        Some((name, text)) => {
            let excerpt = Excerpt::new(name, text, &diagnostic.span);
            let label = Label::primary((), excerpt.label.clone());
            (excerpt, report.with_label(label))
        }
        None => (Excerpt::new("", "", &Span::default()), report),
    }
}

/// The source lines of one fault as the report shows them. Long lines are cut, and invisible characters are
/// written as codes such as `\u{202e}`.
struct Excerpt {
    lines: SimpleFile<String, String>,
    /// The bytes of `lines` to underline with carets.
    label: Range<usize>,
    /// The line and column where the fault begins in the source text, counted from 1.
    place: (usize, usize),
}

impl Excerpt {
    fn new(name: &str, text: &str, span: &Span) -> Excerpt {
        let end = text.floor_char_boundary(span.bytes().end);
        let start = text.floor_char_boundary(span.bytes().start.min(end));
        let begin = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let place = (text[..begin].matches('\n').count() + 1, text[begin..start].chars().count() + 1);
        // Only the first line of a long fault is shown.
        let end = match text[start..end].find('\n') {
            Some(newline) if end - start > COLUMNS => start + newline,
            _ => end,
        };
        let last = text[end..].find('\n').map_or(text.len(), |newline| end + newline);
        let last = end + text[end..last].trim_end_matches('\r').len();
        let mut shown = String::new();
        let before = tail(&text[begin..start], COLUMNS / 2);
        if before.len() < start - begin {
            shown.push('…');
        }
        show(before, &mut shown);
        let from = shown.len();
        let fault = head(&text[start..end], COLUMNS / 2);
        show(fault, &mut shown);
        let label = from..shown.len();
        let after = if fault.len() < end - start { "" } else { head(&text[end..last], COLUMNS / 4) };
        show(after, &mut shown);
        if start + fault.len() + after.len() < last {
            shown.push('…');
        }
        shown.push('\n');
        Excerpt { lines: SimpleFile::new(one_line(name), shown), label, place }
    }
}

/// The first `most` characters of a text.
fn head(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end])
}

/// The last `most` characters of a text.
fn tail(text: &str, most: usize) -> &str {
    text.char_indices().rev().nth(most - 1).map_or(text, |(start, _)| &text[start..])
}

/// Makes a message safe to print, as [`one_line`] does, and cuts it to `MESSAGE` characters.
fn short(message: &str) -> String {
    shortened(&one_line(message), MESSAGE)
}

/// The first `most` characters of a text, with `…` if there are more.
pub fn shortened(text: &str, most: usize) -> String {
    let head = head(text, most);
    if head.len() < text.len() { format!("{head}…") } else { head.to_string() }
}

/// [`message`] cuts a text to this many characters.
const LONGEST: usize = 4000;

/// Makes a message safe to print, as [`one_line`] does, and cuts it to 4000 characters.
pub fn message(text: &str) -> String {
    shortened(&one_line(text), LONGEST)
}

/// Makes a text safe to print. Control characters and invisible characters are written as codes, for example
/// `\u{1b}` and `\u{202e}`. Line ends and tabs stay.
pub fn visible(text: &str) -> String {
    let mut shown = String::new();
    show(text, &mut shown);
    shown
}

/// Makes a text safe to print on one line. Writes line ends and tabs as codes too, so that the name of a file
/// cannot pretend to be a message of its own.
pub fn one_line(text: &str) -> String {
    visible(text).replace('\r', "\\u{d}").replace('\n', "\\u{a}").replace('\t', "\\u{9}")
}

/// Makes a text safe to print, in the same way as [`visible`], and appends it to `shown`.
fn show(text: &str, shown: &mut String) {
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_plain = match character {
            '\n' | '\t' => true,
            '\r' => characters.peek() == Some(&'\n'),
            _ => !is_invisible(character),
        };
        if is_plain {
            shown.push(character);
        } else {
            shown.extend(character.escape_unicode());
        }
    }
}

/// Whether a character is a control character, has no width, or changes the direction of the text around it.
pub fn is_invisible(character: char) -> bool {
    let is_unseen = matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}'
    );
    is_unseen || character.is_control()
}

impl<'a> Files<'a> for Excerpt {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(self.lines.name())
    }

    fn source(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(self.lines.source())
    }

    fn line_index(&'a self, (): (), byte: usize) -> Result<usize, Error> {
        self.lines.line_index((), byte)
    }

    fn line_number(&'a self, (): (), line: usize) -> Result<usize, Error> {
        Ok(self.place.0 + line)
    }

    fn column_number(&'a self, (): (), _: usize, _: usize) -> Result<usize, Error> {
        Ok(self.place.1)
    }

    fn line_range(&'a self, (): (), line: usize) -> Result<Range<usize>, Error> {
        self.lines.line_range((), line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, bytes: Range<usize>) -> String {
        let fault = Diagnostic::new(bytes, "character", "it means nothing");
        to_text(&[("a.alg".to_string(), text.to_string())], &[fault], ENGLISH).0
    }

    #[test]
    fn invisible_characters_are_shown_as_numbers() {
        let shown = shown("_begin\na := 1\u{1b}5;\n", 13..14);
        assert!(shown.contains("a.alg:2:7\n"), "{shown}");
        assert!(shown.contains("2 │ a := 1\\u{1b}5;\n  │       ^^^^^^\n"), "{shown}");
    }

    #[test]
    fn no_message_controls_the_terminal() {
        let steering = "\r\u{202e}\u{2066}\u{200f}\u{200b}\u{feff}\u{61c}\u{9b}\u{7f}\u{8}\u{1b}";
        assert_eq!(
            visible(steering),
            r"\u{d}\u{202e}\u{2066}\u{200f}\u{200b}\u{feff}\u{61c}\u{9b}\u{7f}\u{8}\u{1b}"
        );
        for plain in ["æøå ⏨ ≤", "two\nlines\tand a tab", "a line\r\n"] {
            assert_eq!(visible(plain), plain);
        }
        let shown = shown("a\r\nb ?\r\nc\r\n", 5..6);
        assert!(shown.contains("2 │ b ?\n"), "{shown}");
    }

    #[test]
    fn many_long_messages_are_short_together() {
        let long = "x\u{1b}".repeat(50_000);
        let text = "\u{1b}".repeat(1000);
        let fault = Diagnostic::new(0..text.len(), "name", long.clone()).with_help(long);
        let (shown, rest) = to_text(&[("a.alg".to_string(), text)], &vec![fault; 100], ENGLISH);
        assert!(shown.len() < 20_000, "{}", shown.len());
        assert!(rest.is_some_and(|rest| rest.contains("more faults")));
    }

    #[test]
    fn long_lines_and_long_faults_are_cut() {
        let text = format!("{}?{}", "ab ".repeat(50_000), "yz ".repeat(50_000));
        for bytes in [150_000..150_001, 150_000..300_000, 0..300_001, 300_001..300_001] {
            let place = format!("a.alg:1:{}\n", bytes.start + 1);
            let shown = shown(&text, bytes);
            assert!(shown.contains(&place), "{shown}");
            assert!(shown.lines().all(|line| line.chars().count() <= COLUMNS + 10), "{shown}");
            assert!(shown.contains('…'), "{shown}");
        }
    }

    #[test]
    fn a_fault_of_two_lines_shows_both() {
        let shown = shown("a\nb (c\nd) e\nf\n", 4..9);
        assert!(shown.contains("2 │   b (c") && shown.contains("3 │ │ d) e"), "{shown}");
    }
}
