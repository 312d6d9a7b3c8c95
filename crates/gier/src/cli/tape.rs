//! What can be said to `gier tape`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

pub(super) const TAPE_EXAMPLES: &str = "\
Examples:
  gier tape info demo.flx              what it is, and whether its sums agree
  gier tape info ~/andetGIER/tapes     a table of all tapes in a folder
  gier tape to-text demo.flx           the text, to standard output
  gier tape from-text demo.txt -o demo.flx
  gier tape to-text - < demo.flx | less";

/// `gier tape`.
#[derive(Args, Debug)]
pub struct TapeArgs {
    /// What to do.
    #[command(subcommand)]
    pub way: TapeWay,
}

/// What `gier tape` does.
#[derive(Debug, Subcommand)]
pub enum TapeWay {
    /// What a tape is
    #[command(
        long_about = "What a tape is: a first tape and the cells to be keyed for it, HELP 3's commands or \
        binary, a binary of the older HJÆLP, SLIP, GIER ALGOL III or 4, another text, or unknown; its rows, \
        those of wrong parity, the sums that it carries for itself, and its first line. Several tapes, or a \
        folder, give a table. A text that ends in .asc is put on a tape first.",
        after_help = "Examples:\n  gier tape info demo.flx\n  gier tape info ~/andetGIER/tapes --json"
    )]
    Info(TapeInfoArgs),
    /// A tape to its text
    #[command(after_help = "Example:\n  gier tape to-text demo.flx -o demo.txt")]
    ToText(TapeFiles),
    /// A text to its tape
    #[command(after_help = "Example:\n  gier tape from-text demo.txt -o demo.flx")]
    FromText(TapeFiles),
}

/// `gier tape info`.
#[derive(Args, Debug)]
pub struct TapeInfoArgs {
    /// Tapes (.flx), texts of the museum (.asc), or folders of them (- is standard input)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print a JSON list with an object for each tape; docs/tapes.md has its shape
    #[arg(long)]
    pub json: bool,
}

/// What `gier tape` reads and writes.
#[derive(Args, Debug)]
pub struct TapeFiles {
    /// What to read (- is standard input)
    pub file: PathBuf,
    /// What to write
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
}
