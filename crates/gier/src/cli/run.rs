//! The options of `gier run`, and the options that all sessions at the typewriter have in common.

use super::choices::{RIBBONS, one_of};
use super::{OutputArgs, SoundArgs, StationReel};
use clap::Args;
use gier_desk::pace::Speed;
use gier_desk::typewriter::sheet_text::RibbonStyle;
use gier_desk::typewriter::sheet_text::SheetText;
use gier_word::Installation;
use gier_word::installation::{PARTS, PRESETS};
use std::path::PathBuf;
use std::sync::LazyLock;

pub(super) const RUN_EXAMPLES: &str = "\
Examples:
  gier run hello.drum
  gier run hello.alg                   compile, and run at once
  gier run sums.drum --plain --typed numbers.txt
  gier run copy.drum --reader in.flx --punch out.flx --ka
  gier run plot.drum --installation one-drum-buffer+plotter --plot plot.svg
  gier run count.drum --save-drum count.drum
                                       save the drum for the next time";

/// The devices that can follow the name of an installation.
const PARTS_HELP: &str = "\
Parts:
  printer, plotter output unit 64 is the line printer, or a plotter
  tape1 .. tape6   a magnetic tape station";

/// The help text of the option `--installation`.
pub(super) static INSTALLATION_HELP: LazyLock<String> = LazyLock::new(|| {
    let presets = PRESETS.map(|(name, _, what)| format!("  {name:15}  {what}\n")).concat();
    let parts = PARTS.map(|(name, _, what)| format!("\n  {name:15}  {what}")).concat();
    format!(
        "What the machine consists of [default: as the image says, or one-drum]\n\n\
         Installations (add a part with +, for example six-discs+plotter):\n{presets}{PARTS_HELP}{parts}"
    )
});

/// The options for a session at the typewriter.
#[derive(Args, Clone, Debug, Default)]
pub struct TypewriterArgs {
    /// Write the paper to standard output as text, without cursor movement
    #[arg(long)]
    pub plain: bool,
    /// Type the characters of FILE (- is standard input); a newline is the carriage return
    ///
    /// gier presses the shift key where a character needs it. If the file ends while the program
    /// waits for a key, gier stops with status 3. Without this option the keys come from the
    /// terminal, or from standard input if that is no terminal.
    #[arg(long, value_name = "FILE")]
    pub typed: Option<PathBuf>,
    /// Show red text in the terminal's red, between ‹red› and ‹black›, or like black text
    ///
    /// Without this option: ansi on a terminal, but none with --plain or NO_COLOR. For a file or a pipe:
    /// none.
    #[arg(long, value_name = "HOW", value_parser = one_of(RIBBONS))]
    pub ribbon: Option<RibbonStyle>,
    /// Put typed characters in brackets: ⟦3 ⟧
    #[arg(long)]
    pub mark_keys: bool,
    /// The option for the speed.
    #[command(flatten)]
    pub pace: PaceArgs,
    /// Save the paper in FILE, as an SVG picture of the sheet
    #[arg(long, value_name = "FILE")]
    pub paper: Option<PathBuf>,
    /// The options for the sound.
    #[command(flatten)]
    pub sound: SoundArgs,
}

/// The option for the speed of the machine.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct PaceArgs {
    /// Run N times as fast as the real machine, or as fast as possible (max)
    ///
    /// Without this option: 1 if you type at a terminal or use the panel, otherwise max. gier boot
    /// shows the paper while GIER types, or at the end if the speed is max.
    #[arg(long, value_name = "N|real|max")]
    pub speed: Option<Speed>,
}

/// The options for what is set and mounted when a program begins: devices, keys, tapes, reels.
#[derive(Args, Clone, Debug, Default)]
pub struct DeskArgs {
    /// What the machine consists of, such as one-drum-buffer or six-discs [default: as the image says, or one-drum]
    #[arg(long, value_name = "NAME", long_help = INSTALLATION_HELP.as_str())]
    pub installation: Option<Installation>,
    /// Set the key KA
    #[arg(long)]
    pub ka: bool,
    /// Set the key KB
    #[arg(long)]
    pub kb: bool,
    /// Put this tape into the reader; repeat the option for the tape that follows it
    #[arg(long, value_name = "TAPE")]
    pub reader: Vec<PathBuf>,
    /// Put the reel in FILE on magnetic tape station N; gier adds the station if the machine has none
    #[arg(long, value_name = "N=FILE", value_parser = StationReel::parse)]
    pub tape_station: Vec<StationReel>,
}

/// The options for showing the typewriter's paper, for commands in which the user does not type.
#[derive(Args, Debug)]
pub struct PaperArgs {
    /// Show red text in the terminal's red, between ‹red› and ‹black›, or like black text
    #[arg(long, value_name = "HOW", value_parser = one_of(RIBBONS))]
    pub ribbon: Option<RibbonStyle>,
    /// Put typed characters in brackets: ⟦r<⏎⟧
    #[arg(long)]
    pub mark_keys: bool,
}

impl PaperArgs {
    /// Creates the writer that converts the paper to text according to these options.
    pub fn writer(&self) -> SheetText {
        SheetText::new(self.ribbon.unwrap_or_default()).marking_keys(self.mark_keys)
    }
}

/// The arguments of `gier run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// The drum image, or an ALGOL or SLIP text whose name ends in .alg or .slip
    pub image: PathBuf,
    /// The options for the typewriter.
    #[command(flatten)]
    pub typewriter: TypewriterArgs,
    /// The options for the desk's keys, the tapes and the reels.
    #[command(flatten)]
    pub desk: DeskArgs,
    /// The options for saving the machine's output.
    #[command(flatten)]
    pub outputs: OutputArgs,
    /// Punch another character for those that GIER's typewriter lacks, such as @=x or '@~=x'; repeat for more
    #[arg(long, value_name = "C=X", value_parser = replacement)]
    pub replace: Vec<(String, char)>,
    /// Print statistics on standard error: orders, seconds, drum transfers, symbols; the run is slower
    #[arg(long)]
    pub stats: bool,
    /// Print the paper and the result of the run as JSON; docs/json.md describes it
    #[arg(long, conflicts_with_all = ["stats", "ribbon", "mark_keys", "plain"])]
    pub json: bool,
    /// Stop with status 1 after this many seconds of the machine's own time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub limit: Option<f64>,
}

/// Parses the value of `--replace`: the characters that the typewriter lacks, `=`, and the one that is punched.
pub(super) fn replacement(text: &str) -> Result<(String, char), String> {
    let mut characters = text.chars();
    let to = characters.next_back();
    match (characters.as_str().strip_suffix('='), to) {
        (Some(from), Some(to)) if !from.is_empty() => Ok((from.to_string(), to)),
        _ => Err("give characters, = and the one to punch, such as @=x".to_string()),
    }
}

/// The shortest time that options such as `--limit` accept, in seconds.
const SHORTEST: f64 = 0.000_01;
/// The longest time that options such as `--limit` accept, in seconds: about thirty years.
const LONGEST: f64 = 1e9;

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (SHORTEST..=LONGEST).contains(&seconds) => Ok(seconds),
        _ => Err(format!("give a number of seconds, {SHORTEST} to {LONGEST}")),
    }
}
