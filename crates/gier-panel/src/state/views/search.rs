//! Searches in the ferrite store, on the drum, in the history and in the program's source text.

use gier_desk::notation::forms::read_cell;
use gier_desk::notation::search::{Wanted, find};
use gier_machine::Machine;
use gier_word::Home;

/// What was searched for last, and where it was found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    wanted: Option<Wanted>,
    found: Option<Home>,
    /// The text searched for in the history or in the source text.
    text: String,
}

/// The index of the first line from `here` on that contains this text, in capitals or not. After the last
/// line, the search goes on from the first.
pub(crate) fn next_with(lines: &[impl AsRef<str>], here: usize, wanted: &str) -> Option<usize> {
    let wanted = wanted.to_lowercase();
    let mut places = (here..lines.len()).chain(0..here.min(lines.len()));
    places.find(|&place| lines[place].as_ref().to_lowercase().contains(&wanted))
}

impl Search {
    /// Starts a search for a value or for a part of an order.
    ///
    /// # Errors
    /// If you typed nothing, returns a message that explains what to type.
    pub(crate) fn want(&mut self, typed: &str) -> Result<(), String> {
        if typed.is_empty() {
            return Err("type a value or a part of an order:".to_string());
        }
        // Only a number is searched for as a value. Any other text is searched for in the listing, even if it
        // is a complete order.
        let digits = typed.starts_with(|first: char| first.is_ascii_digit() || "-+.fb".contains(first));
        self.wanted = Some(match read_cell(typed) {
            Ok(cell) if digits => Wanted::Value(cell),
            _ => Wanted::Order(typed.to_string()),
        });
        self.found = None;
        Ok(())
    }

    /// Starts a search for a text in the history or in the program's source text.
    ///
    /// # Errors
    /// If you typed nothing, returns a message that explains what to type.
    pub(crate) fn want_text(&mut self, typed: &str) -> Result<(), String> {
        if typed.is_empty() {
            return Err("type a part of the text to find:".to_string());
        }
        self.text = typed.to_string();
        Ok(())
    }

    /// The text searched for in the history or in the source text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Finds the next cell that matches the search.
    ///
    /// # Errors
    /// If no cell matches, returns a message that says why.
    pub(crate) fn next(&mut self, machine: &Machine) -> Result<Home, &'static str> {
        let wanted = self.wanted.as_ref().ok_or("There is no search yet: / starts one.")?;
        let found = find(machine, wanted, self.found);
        self.found = found.or(self.found);
        found.ok_or("Not found in ferrite or on the drum.")
    }
}
