//! Reports names of several letters that are written without braces, the most common mistake in SLIP
//! programs.

use crate::parse::{Fault, Parsed, Parser};
use gier_word::{Diagnostic, Opcode, Span};
use std::ops::Range;

/// How the address itself becomes the operand.
const DIRECT: &str = "the address itself is the operand with D: arn 5 D";

impl Parser {
    /// Finds a word that is probably a name without its braces: the word around the character with index
    /// `at`. Returns the indices of the word's characters. Returns `None` if the word has fewer than two
    /// letters or does not begin with a letter.
    pub(crate) fn bare_name(&self, at: usize) -> Option<Range<usize>> {
        let is_part = |at: usize| self.chars.get(at).is_some_and(char::is_alphanumeric);
        let start = (0..at).rev().take_while(|&at| is_part(at)).last().unwrap_or(at);
        let end = (at..).find(|&at| !is_part(at))?;
        let first = self.chars.get(start)?;
        let letters = (start..end).filter(|&at| self.chars.get(at).is_some_and(char::is_alphabetic)).count();
        (first.is_alphabetic() && letters >= 2).then_some(start..end)
    }

    /// The word that begins at the current character, if it is probably a name without its braces.
    pub(crate) fn bare_here(&self) -> Option<Range<usize>> {
        self.bare_name(self.at).filter(|name| name.start == self.at)
    }

    /// The letters from `at` on.
    pub(crate) fn word_at(&self, at: usize) -> String {
        (at..).map_while(|at| self.chars.get(at)).take_while(char::is_ascii_alphabetic).collect()
    }

    /// Whether the word at `start` is an order, with or without `n` and `f`.
    pub(crate) fn is_order(&self, start: usize) -> bool {
        let word = self.word_at(start).to_ascii_lowercase();
        word.get(..2).is_some_and(|letters| {
            Opcode::from_mnemonic(letters).is_some() && word[2..].trim_matches(['n', 'f']).is_empty()
        })
    }

    /// Returns the fault for a name without braces.
    pub(crate) fn bare<T>(&self, name: Range<usize>) -> Parsed<T> {
        let word: String = name.clone().filter_map(|at| self.chars.get(at)).collect();
        Err(Fault {
            from: name.start,
            message: format!("{word} is not a name: names of several letters are written in braces"),
            help: None,
            name: Some((name, word)),
        })
    }

    /// Reports a name without braces, if the parser is at such a name and `:` or `=` follows the name.
    pub(crate) fn bare_label(&mut self) -> Parsed<()> {
        let Some(name) = self.bare_here() else { return Ok(()) };
        let after = (name.end..).find(|&at| self.chars.get(at) != Some(' ')).unwrap_or(name.end);
        match self.chars.get(after) {
            Some('=') if self.is_order(name.start) => {
                self.at = after;
                self.fault("'=' does not fit here", Some(DIRECT))
            }
            Some(':' | '=') => self.bare(name),
            _ => Ok(()),
        }
    }

    /// Adds a fault. A fault for a name without braces is added only the first time that the name occurs.
    pub(crate) fn report(&mut self, fault: Fault) {
        let last = fault.from + usize::from(!matches!(self.chars.get(fault.from), None | Some('\n')));
        let places = fault.name.as_ref().map_or(fault.from..last, |(places, _)| places.clone());
        let bytes = self.chars.byte(places.start)..self.chars.byte(places.end);
        let span = Span::new(self.file, bytes);
        let diagnostic = Diagnostic::new(span, "syntax", fault.message);
        match fault.name {
            None => self.faults.push(diagnostic.with_help(fault.help.unwrap_or_default())),
            Some((_, name)) => {
                let braces = format!("{{{name}}}");
                if self.bare.insert(name) {
                    let diagnostic = diagnostic.with_help(format!("write {braces}, everywhere in the text"));
                    let edit = vec![(span, braces.clone())];
                    self.faults.push(diagnostic.with_fix(format!("write {braces}"), edit));
                }
            }
        }
    }
}
