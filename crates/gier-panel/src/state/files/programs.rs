//! The list of programs that you can put on the drum.

use gier_word::Image;

/// A program of the list.
#[derive(Clone, Debug)]
pub struct ListedProgram {
    /// The name of the program.
    pub name: &'static str,
    /// The drum with the program on it.
    pub image: Image,
    /// The source texts that the image's map names. A text that is missing is `None`.
    pub texts: Vec<Option<String>>,
}

/// The programs that the host offers.
pub trait ProgramList {
    /// The names of the programs, in the order in which the panel offers them.
    fn names(&self) -> Vec<&'static str>;

    /// The program with the name that you typed.
    ///
    /// # Errors
    /// Returns an error if there is no such program. The message is a sentence for you.
    fn program(&self, typed: &str) -> Result<ListedProgram, String>;
}

/// A list without programs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NoPrograms;

impl ProgramList for NoPrograms {
    fn names(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn program(&self, _: &str) -> Result<ListedProgram, String> {
        Err("there are no programs to choose from here".to_string())
    }
}
