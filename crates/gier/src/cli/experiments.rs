//! The options of `gier experiments`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

pub(super) const EXPERIMENTS_EXAMPLES: &str = "\
Examples:
  gier experiments list                the experiments, their questions and the known answers
  gier experiments run mk              in the emulator; prints the paper
  gier experiments run mk | gier experiments read -
  gier experiments sheet mk --lang da  the page for the operator
  gier experiments write stick         all texts and pages, for a USB stick
  gier boot --acts stick/mk.acts --folder andetGIER/tapes
  gier experiments read mk.asc         which answers a real GIER gave";

/// The arguments of `gier experiments`.
#[derive(Args, Debug)]
pub struct ExperimentsArgs {
    /// The subcommand.
    #[command(subcommand)]
    pub command: ExperimentsCommand,
}

/// The commands of `gier experiments`.
#[derive(Debug, Subcommand)]
pub enum ExperimentsCommand {
    /// List the experiments and their questions, with the date and the machine of each answer
    List,
    /// Run an experiment in the emulator and print its paper
    Run {
        /// The name of the experiment
        name: String,
    },
    /// Print the page for the operator of a real GIER: what to press, what must appear, what to save
    Sheet {
        /// The name of the experiment
        name: String,
    },
    /// Write all texts (.asc, .flx), pages (.txt) and acts for `gier boot` into a folder
    Write {
        /// The folder, which must be empty or new
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Read a log, and report which candidate answer to each question it supports
    #[command(
        long_about = "Report which candidate of each question a log supports, with the lines that decide. \
        The log is the .asc or .flx file that the museum's program saved, or the paper of \
        `gier experiments run`. Lines whose check sum is wrong are not used.\n\nStatus 0 if every question was \
        answered, 1 if not."
    )]
    Read(ExperimentsReadArgs),
}

/// The arguments of `gier experiments read`.
#[derive(Args, Debug)]
pub struct ExperimentsReadArgs {
    /// The file (- is standard input)
    pub file: PathBuf,
    /// Print the findings as JSON; docs/json.md describes it
    #[arg(long)]
    pub json: bool,
}
