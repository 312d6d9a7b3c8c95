//! The shelf with programs that a person can put on the drum.

use gier_machine::Machine;

/// Programs to choose from.
pub trait Shelf {
    /// Their names, in the order in which they are offered.
    fn names(&self) -> Vec<&'static str>;

    /// The program that is meant, by its name, and a machine with it on the drum.
    ///
    /// # Errors
    /// No such program, in a sentence for people.
    fn machine(&self, typed: &str) -> Result<(&'static str, Machine), String>;
}

/// No programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Empty;

impl Shelf for Empty {
    fn names(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn machine(&self, _: &str) -> Result<(&'static str, Machine), String> {
        Err("there are no programs to choose from here".to_string())
    }
}
