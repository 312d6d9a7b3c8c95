//! Prints faults and errors for people. A fault in a source text is shown with its line and a caret.
//! Every other error takes one line.

use super::language::{language, said};
use anyhow::{Context, Result};
use codespan_reporting::diagnostic::{LabelStyle, Severity};
use codespan_reporting::term::{Styles, StylesWriter, WriteStyle, termcolor};
use gier_desk::faults::{self, Sources, message};
pub use gier_desk::faults::{one_line, visible};
use gier_word::{Diagnostic, PlacesInOrder};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::json;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use termcolor::{ColorChoice, StandardStream};

/// Whether the output on standard error may be coloured.
fn colours() -> ColorChoice {
    let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if std::io::stderr().is_terminal() && !forbidden { ColorChoice::Auto } else { ColorChoice::Never }
}

/// The faults and warnings of a translation, and the source texts that contain them.
pub struct Findings {
    /// The source texts, each with its name.
    pub texts: Vec<(String, String)>,
    /// The faults. A program with faults is not translated.
    pub faults: Vec<Diagnostic>,
    /// The warnings of the translation.
    pub warnings: Vec<Diagnostic>,
}

/// How a compiler reports faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// On standard error, in the user's language.
    Text,
    /// On standard output, as JSON.
    Json,
}

impl Report {
    /// How faults are reported, depending on whether the user gave `--json`.
    pub const fn of(json: bool) -> Report {
        if json { Report::Json } else { Report::Text }
    }
}

/// The result of a translation, for JSON.
pub struct Translated<'a> {
    /// The path of the drum image that was written, or `None` if none was written.
    pub image: Option<&'a Path>,
    /// The source texts that contain the faults.
    pub sources: &'a Sources,
    /// The faults. A program with faults is not translated.
    pub faults: &'a [Diagnostic],
    /// The warnings of the translation.
    pub warnings: &'a [Diagnostic],
}

impl Serialize for Translated<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(3))?;
        object.serialize_entry("faults", &Faults { sources: self.sources, faults: self.faults })?;
        object.serialize_entry("image", &self.image.map(Path::to_string_lossy))?;
        object.serialize_entry("warnings", &Faults { sources: self.sources, faults: self.warnings })?;
        object.end()
    }
}

/// A list of faults for JSON. Each has its file, line and column, a message, a help text, and the word that
/// GIER's own compiler or assembler prints for the fault, such as `undef`.
struct Faults<'a> {
    sources: &'a Sources,
    faults: &'a [Diagnostic],
}

impl Serialize for Faults<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut places = PlacesInOrder::default();
        serializer.collect_seq(self.faults.iter().map(|fault| {
            let source = self.sources.get(fault.span.file());
            let place = source.map(|(name, text)| (name, places.line_and_column(&fault.span, text)));
            json!({
                "file": place.map(|(name, _)| name),
                "line": place.map(|(_, (line, _))| line),
                "column": place.map(|(_, (_, column))| column),
                "word": fault.word,
                "message": message(&fault.message),
                "help": fault.help.as_deref().map(message),
            })
        }))
    }
}

/// Prints faults on standard error, each with its line and a caret.
pub fn faults(sources: &Sources, diagnostics: &[Diagnostic]) {
    let stream = StandardStream::stderr(colours());
    let styles = Styles::default();
    let (shown, rest) = faults::shown(sources, diagnostics);
    for diagnostic in shown {
        let mut lock = stream.lock();
        let plain = StylesWriter::new(&mut lock, &styles);
        let diagnostic = gier_messages::diagnostic(language(), diagnostic);
        let mut writer = SpokenWriter { writer: plain, in_header: false };
        let emitted = faults::emit(sources, &diagnostic, &said(faults::ENGLISH.help), &mut writer);
        if emitted.is_err() {
            say(&format!("{}: {}", diagnostic.word, diagnostic.message));
        }
    }
    if let Some(rest) = rest {
        say(&rest);
    }
}

/// A writer for reports that begin with the word `error` or `warning`. It says this word in the user's
/// language.
struct SpokenWriter<W> {
    writer: W,
    /// Whether the next bytes may be the first word of a report: `error` or `warning`.
    in_header: bool,
}

impl<W: Write> Write for SpokenWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let words = [faults::ENGLISH.error, faults::ENGLISH.warning];
        let Some(word) = words.iter().find(|word| self.in_header && word.as_bytes() == bytes) else {
            return self.writer.write(bytes);
        };
        self.writer.write_all(said(word).as_bytes())?;
        self.in_header = false;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl<W: WriteStyle> WriteStyle for SpokenWriter<W> {
    fn set_header(&mut self, severity: Severity) -> io::Result<()> {
        self.in_header = true;
        self.writer.set_header(severity)
    }

    fn set_header_message(&mut self) -> io::Result<()> {
        self.in_header = false;
        self.writer.set_header_message()
    }

    fn set_line_number(&mut self) -> io::Result<()> {
        self.writer.set_line_number()
    }

    fn set_note_bullet(&mut self) -> io::Result<()> {
        self.writer.set_note_bullet()
    }

    fn set_source_border(&mut self) -> io::Result<()> {
        self.writer.set_source_border()
    }

    fn set_label(&mut self, severity: Severity, style: LabelStyle) -> io::Result<()> {
        self.writer.set_label(severity, style)
    }

    fn reset(&mut self) -> io::Result<()> {
        self.writer.reset()
    }
}

/// Prints one line on standard error. Does nothing if standard error is closed.
pub fn line(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", message(text));
}

/// Prints one message on standard error, after the word `gier:` and in the user's language. Does nothing if
/// standard error is closed.
pub fn say(text: &str) {
    line(&format!("gier: {}", said(text)));
}

/// The user's answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The user says yes.
    Yes,
    /// The user says no.
    No,
    /// The question was not asked, because there is no terminal.
    Nobody,
}

/// Asks the user a yes-or-no question at the terminal.
pub fn ask(question: &str) -> Result<Answer> {
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        return Ok(Answer::Nobody);
    }
    let _ = write!(std::io::stderr().lock(), "gier: {} (y/n)? ", message(&said(question)));
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer).context("cannot read the answer")?;
    Ok(if answer.trim().eq_ignore_ascii_case("y") { Answer::Yes } else { Answer::No })
}
