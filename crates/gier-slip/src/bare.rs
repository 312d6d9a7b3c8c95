//! Reports names of several letters that are written without braces, the most common mistake in SLIP
//! programs.

use crate::parse::{Fault, Parsed, Parser};
use gier_word::{Diagnostic, Span};
use std::ops::Range;

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

    /// The letters from `at` on.
    pub(crate) fn word_at(&self, at: usize) -> String {
        (at..).map_while(|at| self.chars.get(at)).take_while(char::is_ascii_alphabetic).collect()
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
        let Some(name) = self.bare_name(self.at).filter(|name| name.start == self.at) else { return Ok(()) };
        let after =
            (name.end..).find(|&at| self.chars.get(at) != Some(' ')).and_then(|at| self.chars.get(at));
        match after {
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
