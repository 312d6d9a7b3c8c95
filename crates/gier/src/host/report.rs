//! What is wrong, for people: faults of a source text with the line and a caret, and all
//! other trouble in one line.

use codespan_reporting::diagnostic::{Diagnostic as Report, Label};
use codespan_reporting::files::SimpleFiles;
use codespan_reporting::term::{self, Config, Styles, StylesWriter, termcolor};
use gier_word::Diagnostic;
use std::io::{IsTerminal, Write};
use termcolor::{ColorChoice, StandardStream};

/// The texts of a translation, as messages name them.
pub type Sources = [(String, String)];

/// More faults than this are counted only.
const MOST: usize = 50;

/// Whether colours are welcome on standard error.
fn colours() -> ColorChoice {
    let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if std::io::stderr().is_terminal() && !forbidden { ColorChoice::Auto } else { ColorChoice::Never }
}

/// Prints the faults of a translation to standard error, each with its line and a caret.
pub fn faults(sources: &Sources, diagnostics: &[Diagnostic]) {
    let mut files = SimpleFiles::new();
    for (name, text) in sources {
        files.add(name, text);
    }
    let stream = StandardStream::stderr(colours());
    let styles = Styles::default();
    let config = Config::default();
    for diagnostic in diagnostics.iter().take(MOST) {
        let mut lock = stream.lock();
        let report = report(sources, diagnostic);
        let mut writer = StylesWriter::new(&mut lock, &styles);
        if term::emit_to_write_style(&mut writer, &config, &files, &report).is_err() {
            say(&format!("{}: {}", diagnostic.word, diagnostic.message));
        }
    }
    let more = diagnostics.len().saturating_sub(MOST);
    if more > 0 {
        say(&format!("and {more} more faults"));
    }
}

fn report(sources: &Sources, diagnostic: &Diagnostic) -> Report<usize> {
    let report = Report::error().with_code(diagnostic.word).with_message(&diagnostic.message);
    let report = match sources.get(diagnostic.span.file) {
        Some((_, text)) => {
            let end = floor(text, diagnostic.span.bytes.end);
            let start = floor(text, diagnostic.span.bytes.start.min(end));
            report.with_label(Label::primary(diagnostic.span.file, start..end))
        }
        None => report,
    };
    report.with_notes(diagnostic.help.iter().map(|help| format!("help: {help}")).collect())
}

/// The nearest place at or before `place` where a character begins.
fn floor(text: &str, place: usize) -> usize {
    text.floor_char_boundary(place)
}

/// One line of trouble or news on standard error. A closed standard error is no trouble.
pub fn say(message: &str) {
    let _ = writeln!(std::io::stderr().lock(), "gier: {message}");
}
