//! The search in the ferrite store, the drum, the history and the program's text.

use gier_desk::notation::forms::read_cell;
use gier_desk::notation::search::{Wanted, find};
use gier_machine::Machine;
use gier_word::Home;

/// A search: the value or text to search for, and the place where it was found last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    wanted: Option<Wanted>,
    found: Option<Home>,
    /// The text to search for in the history or in the program's text.
    text: String,
}

impl Search {
    /// Starts a search for a value or for a part of an order.
    ///
    /// # Errors
    /// Returns an error if you typed nothing; the message says what to type.
    pub(crate) fn want(&mut self, typed: &str) -> Result<(), String> {
        if typed.is_empty() {
            return Err("type a value or a part of an order:".to_string());
        }
        // A text that is not a number is searched for in the listing, even if it is the name of one order.
        let digits = typed.starts_with(|first: char| first.is_ascii_digit() || "-+.fb".contains(first));
        self.wanted = Some(match read_cell(typed) {
            Ok(cell) if digits => Wanted::Value(cell),
            _ => Wanted::Order(typed.to_string()),
        });
        self.found = None;
        Ok(())
    }

    /// Starts a search for a text in the history or in the program's text.
    ///
    /// # Errors
    /// Returns an error if you typed nothing; the message says what to type.
    pub(crate) fn want_text(&mut self, typed: &str) -> Result<(), String> {
        if typed.is_empty() {
            return Err("type a part of the text to find:".to_string());
        }
        self.text = typed.to_string();
        Ok(())
    }

    /// The text that is searched for in the history or in the program's text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Finds the next place that matches the search.
    ///
    /// # Errors
    /// Returns an error if no place matches. The message is a sentence that says why.
    pub(crate) fn next(&mut self, machine: &Machine) -> Result<Home, &'static str> {
        let wanted = self.wanted.as_ref().ok_or("There is no search yet: / starts one.")?;
        let found = find(machine, wanted, self.found);
        self.found = found.or(self.found);
        found.ok_or("Not found in ferrite or on the drum.")
    }
}
