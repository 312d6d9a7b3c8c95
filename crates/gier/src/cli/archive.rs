//! The options of `gier archive`.

use super::{MuseumArgs, OutputArgs, TypewriterArgs, run::INSTALLATION_HELP, run::replacement, run::seconds};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Subcommand};
use gier_archive::rules::Kind;
use gier_word::Installation;
use std::path::PathBuf;

pub(super) const ARCHIVE_EXAMPLES: &str = "\
Examples:
  gier archive use ~/andetGIER         remember where your clone of the archive is
  gier archive list weekday            tapes whose name or heading contains this word
  gier archive list --kind algol demo  the ALGOL programs of the folder demo
  gier archive show dayinweek          what a tape is, why gier thinks so, how to run it
  gier archive run dayinweek           load what the tape needs, run it, and type to it
  gier archive run nqueen7             to its end; the paper goes to standard output
  gier archive run euler67 --dry-run > euler67.acts
  gier archive start ga3               sit down at HELP 3 with GIER ALGOL III
  gier archive check                   what gier museum does";

/// The arguments of `gier archive`.
#[derive(Args, Debug)]
pub struct ArchiveArgs {
    /// The folder of the archive [default: GIER_ARCHIVE, or the folder of `gier archive use`]
    #[arg(long, value_name = "DIR", global = true)]
    pub archive: Option<PathBuf>,
    /// The subcommand.
    #[command(subcommand)]
    pub command: ArchiveCommand,
}

/// The commands of `gier archive`.
#[derive(Debug, Subcommand)]
pub enum ArchiveCommand {
    /// List the tapes, each with its kind, its translator and its heading
    List(ArchiveListArgs),
    /// Show everything known about one tape, and its text
    Show(ArchiveShowArgs),
    /// Run a tape on the system that it was written for
    #[command(
        long_about = "Run a tape on the system that it was written for. gier loads the system from the \
        archive's tapes, mounts the tape and its data tape, and types what an operator typed. Then the keyboard is \
        yours. Status 0: the program came to its end, and the monitor waits for a command, or the machine stopped \
        as music tapes do."
    )]
    Run(Box<ArchiveRunArgs>),
    /// Load a system, and hand over its typewriter
    #[command(
        long_about = "Load a system of the archive, such as HELP 3 with GIER ALGOL 4, and hand over its typewriter: \
        the system waits for a command. gier archive bases lists the systems. With --save-drum, the drum is kept for \
        the next time: gier boot --drum FILE."
    )]
    Start(Box<ArchiveStartArgs>),
    /// List the systems that programs run under, with their tapes and installations
    Bases(ArchiveBasesArgs),
    /// Save the folder of the archive in the settings
    Use {
        /// A clone of github Datamuseum-DK/andetGIER
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Run the checks of the archive, as gier museum does; with --all, run every tape
    Check(ArchiveCheckArgs),
}

/// The arguments of `gier archive list`.
#[derive(Args, Debug)]
pub struct ArchiveListArgs {
    /// Words that the name or the heading must contain
    pub words: Vec<String>,
    /// Only tapes of this kind
    #[arg(long, value_name = "KIND", value_parser = kind())]
    pub kind: Option<Wanted>,
    /// Print the list as JSON; docs/json.md describes it
    #[arg(long)]
    pub json: bool,
}

/// The value of the option `--kind`: which tapes are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Tapes of this kind.
    Kind(Kind),
    /// Tapes whose programs play music.
    Music,
}

fn kind() -> impl TypedValueParser<Value = Wanted> {
    let kinds = Kind::ALL.iter().map(|(_, word, name)| PossibleValue::new(word).help(name));
    let music = PossibleValue::new("music").help("tapes that play on the loudspeaker");
    PossibleValuesParser::new(kinds.chain([music])).map(|word| {
        let kind = Kind::ALL.iter().find(|row| row.1 == word);
        kind.map_or(Wanted::Music, |row| Wanted::Kind(row.0))
    })
}

/// The arguments of `gier archive show`.
#[derive(Args, Debug)]
pub struct ArchiveShowArgs {
    /// A part of the tape's name
    pub name: String,
    /// Print the description as JSON, without the text of the tape
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `gier archive run`.
#[derive(Args, Debug)]
pub struct ArchiveRunArgs {
    /// A part of the tape's name, or the path of a tape outside the archive
    pub name: String,
    /// Only print the acts (commands of the operator); gier boot --acts can execute them
    #[arg(long, conflicts_with_all = ["OutputArgs", "paper", "sound", "listen"])]
    pub dry_run: bool,
    /// Press the start button when the machine stops after it has read the tape; each further --start presses it at
    /// the next stop
    #[arg(long, action = ArgAction::Count)]
    pub start: u8,
    /// Press the HELP button when the program has stopped, and hand over the typewriter
    #[arg(long)]
    pub hp: bool,
    /// Open the panel when the tape is loaded; you can go back to the beginning of the load
    #[arg(long, conflicts_with_all = ["dry_run", "json", "limit", "ribbon", "mark_keys", "plain", "paper", "sound", "listen"])]
    pub panel: bool,
    /// Run the tape under this base system [default: the one that the tape needs; `gier archive bases` lists
    /// all bases]
    #[arg(long, value_name = "BASE")]
    pub base: Option<String>,
    /// What the machine consists of [default: as the base needs it]
    #[arg(long, value_name = "NAME", long_help = INSTALLATION_HELP.as_str())]
    pub installation: Option<Installation>,
    /// Set the key KA before the tape is read; if it is translated, before the program starts
    #[arg(long)]
    pub ka: bool,
    /// Set the key KB before the tape is read; if it is translated, before the program starts
    #[arg(long)]
    pub kb: bool,
    /// Punch another character for those that GIER's typewriter lacks, such as @=x or '@~=x'; repeat for more
    #[arg(long, value_name = "C=X", value_parser = replacement)]
    pub replace: Vec<(String, char)>,
    /// The data tape for the program [default: found by the program's name]
    #[arg(long, value_name = "TAPE")]
    pub data: Option<String>,
    /// The options for the typewriter.
    #[command(flatten)]
    pub typewriter: TypewriterArgs,
    /// The options for saving the machine's output.
    #[command(flatten)]
    pub outputs: OutputArgs,
    /// Print the paper and the result of the run as JSON; docs/json.md describes it
    #[arg(long, conflicts_with_all = ["ribbon", "mark_keys", "plain"])]
    pub json: bool,
    /// Stop with status 1 after this many seconds of the machine's own time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub limit: Option<f64>,
}

/// The arguments of `gier archive start`.
#[derive(Args, Debug)]
pub struct ArchiveStartArgs {
    /// The base system
    #[arg(value_name = "BASE", default_value = "help3")]
    pub base: String,
    /// A tape for the reader: a file, or a part of a name in the archive; repeat the option for the next tape
    #[arg(long, value_name = "TAPE")]
    pub reader: Vec<String>,
    /// What the machine consists of, such as six-discs+tape1 [default: what the base system needs]
    #[arg(long, value_name = "NAME", long_help = INSTALLATION_HELP.as_str())]
    pub installation: Option<Installation>,
    /// The options for the typewriter.
    #[command(flatten)]
    pub typewriter: TypewriterArgs,
    /// The options for saving the machine's output.
    #[command(flatten)]
    pub outputs: OutputArgs,
    /// Stop with status 1 after this many seconds of the machine's own time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub limit: Option<f64>,
}

/// The arguments of `gier archive check`.
#[derive(Args, Debug)]
pub struct ArchiveCheckArgs {
    /// The options that `gier museum` has too: which checks to run, and how to report them.
    #[command(flatten)]
    pub museum: MuseumArgs,
    /// Run every tape that can be run, each up to a limit, and count how the runs ended
    ///
    /// gier saves each result in a file. After an interruption, the survey continues with the next tape.
    #[arg(long, conflicts_with = "only")]
    pub all: bool,
    /// With --all: the limit for each tape, in seconds of the machine's own time
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "200", requires = "all")]
    pub limit: f64,
    /// With --all: the file for the results [default: archive.notes in the state folder]
    #[arg(long, value_name = "FILE", requires = "all")]
    pub notes: Option<PathBuf>,
}

/// The arguments of `gier archive bases`.
#[derive(Args, Debug)]
pub struct ArchiveBasesArgs {
    /// Print the list as JSON
    #[arg(long)]
    pub json: bool,
}
