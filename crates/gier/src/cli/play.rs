//! The options of `gier play` and `gier nim`.

use super::{DeskArgs, OutputArgs, TypewriterArgs, WindowArgs};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gier_programs::{PROGRAMS, Program};

pub(super) const PLAY_EXAMPLES: &str = "\
Examples:
  gier play                            the list of programs
  gier play nim --speed 4              NIM, four times as fast as the real machine
  gier play nim --plain --typed moves.txt
                                       a game from a file, as fast as possible
  gier play nim --source > nim.alg     its ALGOL text, which gier algol compiles";

/// The arguments of `gier play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// The program [default: list the programs]
    #[arg(value_parser = program(), hide_possible_values = true)]
    pub name: Option<&'static Program>,
    /// Print the list as JSON
    #[arg(long, conflicts_with = "name")]
    pub json: bool,
    /// Print the program's text instead of running it
    #[arg(long, requires = "name", conflicts_with_all = ["OutputArgs", "paper", "sound", "listen"])]
    pub source: bool,
    /// The other options, which `gier nim` has too.
    #[command(flatten)]
    pub nim: NimArgs,
}

/// The arguments of `gier nim`.
#[derive(Args, Debug, Default)]
pub struct NimArgs {
    /// Open the panel, as `gier panel` does
    #[arg(long, conflicts_with_all = ["ribbon", "mark_keys", "plain", "paper", "sound", "listen"])]
    pub panel: bool,
    /// The options for the typewriter.
    #[command(flatten)]
    pub typewriter: TypewriterArgs,
    /// The options for the desk's keys, the tapes and the reels.
    #[command(flatten)]
    pub desk: DeskArgs,
    /// The options for saving the machine's output.
    #[command(flatten)]
    pub outputs: OutputArgs,
    /// The options of the panel.
    #[command(flatten, next_help_heading = "With --panel")]
    pub window: WindowArgs,
}

/// A parser for the name of a program that comes with gier.
pub(super) fn program() -> impl TypedValueParser<Value = &'static Program> {
    let names = PROGRAMS.iter().map(|program| PossibleValue::new(program.name).help(program.line));
    PossibleValuesParser::new(names)
        .map(|name| gier_programs::find(&name).expect("the parser accepts only names of the table"))
}
