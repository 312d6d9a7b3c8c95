//! The options of `gier tape`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

pub(super) const TAPE_EXAMPLES: &str = "\
Examples:
  gier tape info demo.flx              what it is, and whether its sums are correct
  gier tape info ~/andetGIER/tapes     a table of all tapes in a folder
  gier tape to-text demo.flx           the text, to standard output
  gier tape from-text demo.txt -o demo.flx
  gier tape to-text - < demo.flx | less";

/// The arguments of `gier tape`.
#[derive(Args, Debug)]
pub struct TapeArgs {
    /// The subcommand.
    #[command(subcommand)]
    pub command: TapeCommand,
}

/// The subcommands of `gier tape`.
#[derive(Debug, Subcommand)]
pub enum TapeCommand {
    /// Recognise what is on a tape
    #[command(
        long_about = "Recognise what is on a tape: a first tape and the cells to key in for it, HELP 3's \
        commands or binary, a binary of the older HJÆLP, SLIP, GIER ALGOL III or 4, another text, or unknown. \
        gier prints its rows, those of wrong parity, its own check sums and its first line. For several tapes \
        or a folder it prints a table. A .asc text is converted to a tape first.",
        after_help = "Examples:\n  gier tape info demo.flx\n  gier tape info ~/andetGIER/tapes --json"
    )]
    Info(TapeInfoArgs),
    /// Convert a tape to text
    #[command(after_help = "Example:\n  gier tape to-text demo.flx -o demo.txt")]
    ToText(TapeFiles),
    /// Convert a text to a tape
    #[command(after_help = "Example:\n  gier tape from-text demo.txt -o demo.flx")]
    FromText(TapeFiles),
}

/// The arguments of `gier tape info`.
#[derive(Args, Debug)]
pub struct TapeInfoArgs {
    /// Tapes (.flx), texts of the museum (.asc), their names in its archive, or folders (- is standard input)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print a JSON list with an object for each tape; docs/tapes.md describes it
    #[arg(long)]
    pub json: bool,
}

/// The files that `gier tape` reads and writes.
#[derive(Args, Debug)]
pub struct TapeFiles {
    /// The file to read (- is standard input)
    pub file: PathBuf,
    /// The file to write
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
}
