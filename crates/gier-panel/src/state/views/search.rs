//! What is looked for in ferrite and drum.

use gier_desk::debug::forms::read_cell;
use gier_desk::debug::search::{Wanted, find};
use gier_machine::Machine;
use gier_word::Home;

/// What is wanted, and where it was found last.
#[derive(Clone, Debug, Default)]
pub struct Search {
    wanted: Option<Wanted>,
    found: Option<Home>,
    /// A piece of the history or of the program's text.
    text: String,
}

impl Search {
    /// Looks for a value or a piece of an order from now on.
    ///
    /// # Errors
    /// What to type instead of nothing.
    pub fn want(&mut self, typed: &str) -> Result<(), String> {
        if typed.is_empty() {
            return Err("type a value or a piece of an order:".to_string());
        }
        // A text that is no number, and a single order's name, is looked for in the listing.
        let digits = typed.starts_with(|first: char| first.is_ascii_digit() || "-+.fb".contains(first));
        self.wanted = Some(match read_cell(typed) {
            Ok(cell) if digits => Wanted::Value(cell),
            _ => Wanted::Order(typed.to_string()),
        });
        self.found = None;
        Ok(())
    }

    /// Looks for a piece of the history or of the program's text from now on.
    ///
    /// # Errors
    /// What to type instead of nothing.
    pub fn want_text(&mut self, typed: &str) -> Result<(), String> {
        if typed.is_empty() {
            return Err("type a piece of what is looked for:".to_string());
        }
        self.text = typed.to_string();
        Ok(())
    }

    /// That piece.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The next place.
    ///
    /// # Errors
    /// Why there is none, as a sentence.
    pub fn next(&mut self, machine: &Machine) -> Result<Home, &'static str> {
        let wanted = self.wanted.as_ref().ok_or("Nothing was looked for yet: / asks what to find.")?;
        let found = find(machine, wanted, self.found);
        self.found = found.or(self.found);
        found.ok_or("Not found, neither in ferrite nor on the drum.")
    }
}
