//! What is wrong, for people: faults of a source text with the line and a caret, and all
//! other trouble in one line.

use codespan_reporting::term::{Styles, StylesWriter, termcolor};
pub use gier_desk::faults::visible;
use gier_desk::faults::{self, Sources};
use gier_word::Diagnostic;
use serde_json::{Value, json};
use std::io::{IsTerminal, Write};
use std::path::Path;
use termcolor::{ColorChoice, StandardStream};

/// Whether colours are welcome on standard error.
fn colours() -> ColorChoice {
    let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if std::io::stderr().is_terminal() && !forbidden { ColorChoice::Auto } else { ColorChoice::Never }
}

/// The faults of a translation for programs: where each stands, GIER's word for it, what is wrong
/// and what to do.
pub fn faults_as_json(sources: &Sources, diagnostics: &[Diagnostic]) -> Value {
    let fault = |fault: &Diagnostic| {
        let place =
            sources.get(fault.span.file()).map(|(name, text)| (name, fault.span.line_and_column(text)));
        json!({
            "file": place.map(|(name, _)| name),
            "line": place.map(|(_, (line, _))| line),
            "column": place.map(|(_, (_, column))| column),
            "word": fault.word,
            "message": fault.message,
            "help": fault.help,
        })
    };
    diagnostics.iter().map(fault).collect()
}

/// What came of a translation, for programs: the drum image that was written, if one was, and the
/// faults.
pub fn translated(image: Option<&Path>, faults: Value) -> String {
    let image = image.map(|image| image.to_string_lossy());
    format!("{:#}\n", json!({ "image": image, "faults": faults }))
}

/// Prints the faults of a translation to standard error, each with its line and a caret.
pub fn faults(sources: &Sources, diagnostics: &[Diagnostic]) {
    let stream = StandardStream::stderr(colours());
    let styles = Styles::default();
    let (shown, rest) = faults::shown(diagnostics);
    for diagnostic in shown {
        let mut lock = stream.lock();
        if faults::emit(sources, diagnostic, &mut StylesWriter::new(&mut lock, &styles)).is_err() {
            say(&format!("{}: {}", diagnostic.word, diagnostic.message));
        }
    }
    if let Some(rest) = rest {
        say(&rest);
    }
}

/// A line on standard error that is no trouble: what was counted. A closed one is none either.
pub fn line(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// One line of trouble or news on standard error. A closed standard error is no trouble.
pub fn say(message: &str) {
    let _ = writeln!(std::io::stderr().lock(), "gier: {}", visible(message));
}
