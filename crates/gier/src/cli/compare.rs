//! The options of `gier compare`.

use super::run::seconds;
use clap::Args;
use std::path::PathBuf;

pub(super) const COMPARE_EXAMPLES: &str = "\
Examples:
  gier compare nim-0001.log nim-0002.log
                                       two sessions of the panel
  gier compare old.alg new.alg --typed numbers.txt
                                       two programs, with the same text typed";

/// The arguments of `gier compare`.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// A session log of the panel, or a program
    pub one: PathBuf,
    /// The session log or program to compare with
    pub other: PathBuf,
    /// Type the characters of FILE into both programs
    #[arg(long, value_name = "FILE")]
    pub typed: Option<PathBuf>,
    /// The drum image that the sessions began with, to show the names of statements; not needed for a program
    /// that comes with gier
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<PathBuf>,
    /// Run both programs, or replay both logs, for at most this many seconds of GIER's time. Without this
    /// option, a program runs for at most 3600 seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub limit: Option<f64>,
}
