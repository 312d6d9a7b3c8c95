//! A prompt at the terminal. It has a history of lines, and completes words.

use super::{report::say, terminal};
use anyhow::Result;
use gier_desk::acts::completions;
use gier_desk::faults::{message, one_line};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::io::ErrorKind;

/// The result of asking the user for a line at the prompt.
pub enum Said {
    /// The user entered this line.
    Line(String),
    /// The user cancelled the line with Ctrl-C.
    Nothing,
    /// The user wants to leave, and has pressed Ctrl-D.
    End,
}

/// The line editor at the terminal, with its history.
pub struct Prompt(Editor<Words, MemHistory>);

impl Prompt {
    /// Creates a prompt at the terminal.
    pub fn new() -> Result<Prompt> {
        let mut editor = Editor::with_history(rustyline::Config::default(), MemHistory::new())?;
        editor.set_helper(Some(Words { names: Vec::new() }));
        Ok(Prompt(editor))
    }

    /// Shows `words` as the prompt, and reads a line. The Tab key completes the words of acts and the names in
    /// `names`.
    pub fn ask(&mut self, words: &str, names: Vec<String>) -> Result<Said> {
        // Names with invisible characters cannot be typed, so they are not offered.
        let names = names.into_iter().filter(|name| one_line(name) == *name).collect();
        self.0.set_helper(Some(Words { names }));
        terminal::expect_marked_pastes();
        match self.0.readline(&format!("{}> ", message(words))) {
            Ok(line) => {
                self.0.add_history_entry(&line)?;
                Ok(Said::Line(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Said::Nothing),
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                say("the line is not UTF-8 and is ignored");
                Ok(Said::Nothing)
            }
            Err(ReadlineError::Eof) => Ok(Said::End),
            Err(error) => Err(error.into()),
        }
    }
}

/// Completes the words of acts and the names in the program.
struct Words {
    names: Vec<String>,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let (begin, words) = completions(&line[..at], &self.names);
        Ok((begin, words.into_iter().map(|word| word + " ").collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}
