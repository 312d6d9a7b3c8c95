//! The shelf with programs that a person can put on the drum.

use gier_word::Image;

/// A program from the shelf.
#[derive(Clone, Debug)]
pub struct Shelved {
    /// Its name.
    pub name: &'static str,
    /// The drum with the program on it.
    pub image: Image,
    /// The texts that the image's map names, as far as they are there.
    pub texts: Vec<Option<String>>,
}

/// Programs to choose from.
pub trait Shelf {
    /// Their names, in the order in which they are offered.
    fn names(&self) -> Vec<&'static str>;

    /// The program that is meant, by its name.
    ///
    /// # Errors
    /// No such program, in a sentence for people.
    fn program(&self, typed: &str) -> Result<Shelved, String>;
}

/// No programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Empty;

impl Shelf for Empty {
    fn names(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn program(&self, _: &str) -> Result<Shelved, String> {
        Err("there are no programs to choose from here".to_string())
    }
}
