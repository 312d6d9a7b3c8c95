//! The options of `gier experiments`.

use super::LanguageArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

pub(super) const EXPERIMENTS_EXAMPLES: &str = "\
Examples:
  gier experiments list                the experiments, their questions and the known answers
  gier experiments run mk              in the emulator; prints the paper
  gier experiments run mk --assume Q3=truncate | gier experiments read -
  gier experiments run mk --typed      typed into HELP 3, which is loaded from the archive
  gier experiments sheet mk --lang da  the page for the operator
  gier experiments write stick         all texts and pages, for a USB stick
  gier experiments read mk.asc         which answers a real GIER gave
  gier experiments hear sound.wav      the same for a recording";

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
    List(ExperimentsListArgs),
    /// Run an experiment in the emulator and print its paper
    Run(ExperimentsRunArgs),
    /// Print the page for the operator of a real GIER: what to press, what must appear, what to save
    Sheet(ExperimentsSheetArgs),
    /// Write all texts (.asc, .flx), pages (.txt, .svg) and acts for `gier boot` into a folder
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
    /// Read a recording of the experiment `sound`, and report which candidate answer it supports
    Hear(ExperimentsReadArgs),
}

/// The arguments of `gier experiments list`.
#[derive(Args, Debug)]
pub struct ExperimentsListArgs {
    /// Print the list as JSON; docs/json.md describes it
    #[arg(long)]
    pub json: bool,
    /// The option for the language of the list.
    #[command(flatten)]
    pub language: LanguageArgs,
}

/// The arguments of `gier experiments run`.
#[derive(Args, Debug)]
pub struct ExperimentsRunArgs {
    /// The name of the experiment
    pub name: String,
    /// Assume this candidate answer, such as Q3=truncate; repeat the option or separate answers by
    /// commas
    #[arg(long, value_name = "QUESTION=CANDIDATE")]
    pub assume: Vec<String>,
    /// Type the text into HELP 3 as the museum's program does; HELP 3 is loaded from the museum's archive
    #[arg(long)]
    pub typed: bool,
    /// The folder of the archive [default: GIER_ARCHIVE, or the folder of `gier archive use`]
    #[arg(long, value_name = "DIR", requires = "typed")]
    pub archive: Option<PathBuf>,
    /// Save the sound of GIER's loudspeaker in FILE (.wav)
    #[arg(long, value_name = "FILE", conflicts_with = "typed")]
    pub sound: Option<PathBuf>,
}

/// The arguments of `gier experiments sheet`.
#[derive(Args, Debug)]
pub struct ExperimentsSheetArgs {
    /// The name of the experiment
    pub name: String,
    /// Print the page as a picture (SVG) instead of as text
    #[arg(long)]
    pub svg: bool,
    /// The option for the language of messages.
    #[command(flatten)]
    pub language: LanguageArgs,
}

/// The arguments of `gier experiments read` and `gier experiments hear`.
#[derive(Args, Debug)]
pub struct ExperimentsReadArgs {
    /// The file (- is standard input)
    pub file: PathBuf,
    /// Print the findings as JSON; docs/json.md describes it
    #[arg(long)]
    pub json: bool,
    /// The option for the language of the report.
    #[command(flatten)]
    pub language: LanguageArgs,
}
