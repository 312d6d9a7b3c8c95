//! The list of programs that you can put on the drum.

use gier_word::Image;

/// One of the programs that you can put on the drum.
#[derive(Clone, Debug)]
pub struct ListedProgram {
    /// The name of the program.
    pub name: &'static str,
    /// The contents of the drum with the program on it.
    pub image: Image,
    /// The contents of each source file listed in the image's source map, or `None` for a file that the host
    /// does not have.
    pub texts: Vec<Option<String>>,
}

/// The programs that the host offers for the drum.
pub trait ProgramList {
    /// The names of the programs, in the order in which the panel offers them.
    fn names(&self) -> Vec<&'static str>;

    /// The program with the name that you typed.
    ///
    /// # Errors
    /// If there is no such program, returns a message that says so.
    fn program(&self, typed: &str) -> Result<ListedProgram, String>;
}

/// A list that offers no programs.
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
