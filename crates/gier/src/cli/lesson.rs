//! The options of `gier lesson`.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use gier_word::Language;
use std::path::PathBuf;

pub(super) const LESSON_EXAMPLES: &str = "\
Examples:
  gier lesson                          the list of lessons
  gier lesson 3                        the task and the program to complete
  gier lesson 3 --program > my.alg     only the program
  gier my.alg                          try what it does
  gier lesson 3 my.alg                 is it right?
  gier lesson 3 --solution             a program that is right
  gier lesson 3 --lang da              in Danish";

/// The arguments of `gier lesson`.
#[derive(Args, Debug)]
pub struct LessonArgs {
    /// The number of the lesson [default: list the lessons]
    pub number: Option<usize>,
    /// The same as --check FILE
    #[arg(requires = "number", conflicts_with_all = ["check", "program", "solution"])]
    pub file: Option<PathBuf>,
    /// Compile and run this program, and say what is right and what is not
    #[arg(long, value_name = "FILE", requires = "number")]
    pub check: Option<PathBuf>,
    /// Print only the unfinished program of the lesson
    #[arg(long, requires = "number", conflicts_with = "check")]
    pub program: bool,
    /// Print a solution of the lesson
    #[arg(long, requires = "number", conflicts_with_all = ["check", "program"])]
    pub solution: bool,
}

/// A parser that turns the word `en` or `da` into a language.
pub(super) fn language() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(["en", "da"]).map(|name| match name.as_str() {
        "da" => Language::Danish,
        _ => Language::English,
    })
}
