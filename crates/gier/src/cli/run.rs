//! What can be said to `gier run`, and of it to every session at the typewriter.

use super::{OutputArgs, RibbonStyle, SoundArgs};
use clap::Args;
use gier_desk::pace::Speed;
use gier_desk::typewriter::text::SheetText;
use std::path::PathBuf;

pub(super) const RUN_EXAMPLES: &str = "\
Examples:
  gier run hello.drum
  gier run hello.alg                   compiled, and run at once
  gier run sums.drum --plain --typed numbers.txt
  gier run copy.drum --reader in.flx --punch out.flx --ka
  gier run count.drum --save-drum count.drum
                                       the drum as the program leaves it, for the next time";

/// How the typewriter is worked.
#[derive(Args, Clone, Debug, Default)]
pub struct TypewriterArgs {
    /// Write the paper to standard output as text, without cursor movement
    #[arg(long)]
    pub plain: bool,
    /// Type the characters of FILE (- is standard input); a newline is the carriage return
    ///
    /// The shift key is pressed where a character needs it. When the file is at its end and the
    /// program waits for another key, gier stops with status 3. Without this option the keys are
    /// those of the terminal, or standard input when it is no terminal.
    #[arg(long, value_name = "FILE")]
    pub typed: Option<PathBuf>,
    /// Show the red ribbon as terminal colours, as ‹red› and ‹black›, or not at all
    ///
    /// Without this option: ansi on a terminal, unless --plain is given or NO_COLOR is set;
    /// otherwise none.
    #[arg(long, value_name = "HOW")]
    pub ribbon: Option<RibbonStyle>,
    /// Put what was typed in brackets: ⟦3 ⟧
    #[arg(long)]
    pub mark_keys: bool,
    /// At which pace.
    #[command(flatten)]
    pub pace: PaceArgs,
    /// Keep the paper in FILE, as an SVG picture of the sheet
    #[arg(long, value_name = "FILE")]
    pub paper: Option<PathBuf>,
    /// What is heard.
    #[command(flatten)]
    pub sound: SoundArgs,
}

/// At which pace the machine works.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct PaceArgs {
    /// Run N times as fast as the real machine, or as fast as possible (max)
    ///
    /// Without this option: 1 when a person types at a terminal or works the panel, max otherwise.
    /// gier boot shows the paper as it is printed if it keeps a pace, else at the end.
    #[arg(long, value_name = "N|real|max")]
    pub speed: Option<Speed>,
}

/// What is set on the desk and put into the reader before a program begins.
#[derive(Args, Clone, Debug, Default)]
pub struct DeskArgs {
    /// Set the key KA
    #[arg(long)]
    pub ka: bool,
    /// Set the key KB
    #[arg(long)]
    pub kb: bool,
    /// Put this tape into the reader; given again, the next one follows when the first is through
    #[arg(long, value_name = "TAPE")]
    pub reader: Vec<PathBuf>,
}

/// How paper is shown that nobody types on.
#[derive(Args, Debug)]
pub struct PaperArgs {
    /// Show the red ribbon as terminal colours, as ‹red› and ‹black›, or not at all
    #[arg(long, value_name = "HOW")]
    pub ribbon: Option<RibbonStyle>,
    /// Put what was typed in brackets: ⟦r<⏎⟧
    #[arg(long)]
    pub mark_keys: bool,
}

impl PaperArgs {
    /// What writes the paper as it is asked for.
    pub fn writer(&self) -> SheetText {
        SheetText::new(self.ribbon.map(Into::into).unwrap_or_default()).marking_keys(self.mark_keys)
    }
}

/// `gier run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// The drum image, or an ALGOL or SLIP text whose name ends in .alg or .slip
    pub image: PathBuf,
    /// How the typewriter is worked.
    #[command(flatten)]
    pub typewriter: TypewriterArgs,
    /// What is set and mounted.
    #[command(flatten)]
    pub desk: DeskArgs,
    /// What is kept.
    #[command(flatten)]
    pub outputs: OutputArgs,
    /// Tell on standard error what the run came to: orders, seconds, drum transfers, symbols; it takes longer
    #[arg(long)]
    pub stats: bool,
    /// Print the paper and what the run came to as JSON; docs/json.md has its shape
    #[arg(long, conflicts_with_all = ["stats", "ribbon", "mark_keys", "plain"])]
    pub json: bool,
    /// Stop (status 1) when the machine has worked for this many seconds of its own time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub limit: Option<f64>,
}

/// GIER's clock counts about two microseconds.
const SHORTEST: f64 = 0.000_01;
/// Thirty years.
const LONGEST: f64 = 1e9;

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (SHORTEST..=LONGEST).contains(&seconds) => Ok(seconds),
        _ => Err(format!("give a number of seconds, {SHORTEST} to {LONGEST}")),
    }
}
