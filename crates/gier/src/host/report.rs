//! What is wrong, for people: faults of a source text with the line and a caret, and all
//! other trouble in one line.

use codespan_reporting::term::{Styles, StylesWriter, termcolor};
use gier_desk::faults::{self, Sources};
use gier_word::Diagnostic;
use std::io::{IsTerminal, Write};
use termcolor::{ColorChoice, StandardStream};

/// Whether colours are welcome on standard error.
fn colours() -> ColorChoice {
    let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if std::io::stderr().is_terminal() && !forbidden { ColorChoice::Auto } else { ColorChoice::Never }
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

/// One line of trouble or news on standard error. A closed standard error is no trouble.
pub fn say(message: &str) {
    let _ = writeln!(std::io::stderr().lock(), "gier: {message}");
}
