//! What is looked for in ferrite and drum.

use gier_desk::debug::forms::read_cell;
use gier_desk::debug::search::{Found, Wanted, find};
use gier_machine::Machine;

/// What is wanted, and where it was found last.
#[derive(Clone, Debug, Default)]
pub struct Search {
    wanted: Option<Wanted>,
    found: Option<Found>,
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

    /// The next place.
    ///
    /// # Errors
    /// Why there is none, as a sentence.
    pub fn next(&mut self, machine: &Machine) -> Result<Found, &'static str> {
        let wanted = self.wanted.as_ref().ok_or("Nothing was looked for yet: / asks what to find.")?;
        let found = find(machine, wanted, self.found);
        self.found = found.or(self.found);
        found.ok_or("Not found, neither in ferrite nor on the drum.")
    }
}
