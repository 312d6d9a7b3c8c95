//! The options of `gier panel` and `gier replay`.

use super::choices::{SIGNS, Signs, THEMES, VIEWS, one_of};
use super::play::program;
use super::run::seconds;
use super::{DeskArgs, OutputArgs, PaceArgs, PaperArgs, SoundArgs};
use clap::Args;
use gier_panel::ink::theme::Theme;
use gier_panel::scene::View;
use gier_programs::Program;
use std::path::PathBuf;

pub(super) const PANEL_EXAMPLES: &str = "\
Examples:
  gier panel                           NIM, with the desk beside the typewriter
  gier panel --program nim             a program that comes with gier
  gier panel count.drum                a program of your own
  gier panel nim.snap                  continue from a snapshot
  gier panel ~/.local/state/gier/sessions/nim-0001.log
                                       continue a session where it ended
  gier panel --typed moves.txt --at 60 --picture panel.svg
                                       without a terminal: a picture of the panel after 60 seconds";

/// The options of the panel's window and session, which `gier nim --panel` has too.
#[derive(Args, Clone, Debug, Default)]
pub struct WindowArgs {
    /// Stop GIER before its first order
    #[arg(long, conflicts_with_all = ["typed", "at"])]
    pub stopped: bool,
    /// Run GIER for SECONDS of its own time before the panel opens
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub at: Option<f64>,
    /// Press these keys before the panel opens: characters, and <F3>, <Esc>, <Enter> and so on
    #[arg(long, value_name = "KEYS")]
    pub press: Option<String>,
    /// A file that assigns keys to the panel's commands; see docs/panel.md [default: ~/.config/gier/keys, if
    /// it exists]
    #[arg(long, value_name = "FILE")]
    pub keys: Option<PathBuf>,
    /// The colours [default: dark or light, as the terminal reports; either, if
    /// it does not report]
    #[arg(long, value_name = "HOW", value_parser = one_of(THEMES))]
    pub theme: Option<Theme>,
    /// The set of characters for drawing the panel [default: ascii if the locale has no UTF-8]
    #[arg(long, value_name = "WHICH", value_parser = one_of(SIGNS))]
    pub signs: Option<Signs>,
    /// Write the session log to FILE [default: gier/sessions in the state folder]
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Replace the file that --log names, if it exists
    #[arg(long, requires = "log")]
    pub force: bool,
    /// Save the breakpoints in FILE [default: a file in gier/breaks in the state folder]
    #[arg(long, value_name = "FILE")]
    pub breaks: Option<PathBuf>,
    /// Write a picture of the panel instead of opening it: SVG if FILE ends in .svg, otherwise text
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// The size of the picture, in characters
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "120x40", value_parser = size)]
    pub size: (u16, u16),
    /// What the picture shows below the desk
    #[arg(long, value_name = "VIEW", value_parser = one_of(VIEWS))]
    pub view: Option<View>,
}

/// The arguments of `gier panel`.
#[derive(Args, Debug, Default)]
pub struct PanelArgs {
    /// A drum image, an ALGOL or SLIP text, a snapshot, a session log, or a name that `gier play` lists [default: NIM]
    pub image: Option<PathBuf>,
    /// A program that comes with gier; `gier play` lists them
    #[arg(long, value_name = "NAME", value_parser = program(), hide_possible_values = true, conflicts_with = "image")]
    pub program: Option<&'static Program>,
    /// The option for the speed.
    #[command(flatten)]
    pub pace: PaceArgs,
    /// Type the characters of FILE, as fast as possible, before the panel opens
    #[arg(long, value_name = "FILE")]
    pub typed: Option<PathBuf>,
    /// Whether gier switches off the breakpoints that were saved in earlier sessions. Then they do not stop a
    /// game.
    #[arg(skip)]
    pub breaks_off: bool,
    /// The options for the desk's keys, the tapes and the reels.
    #[command(flatten)]
    pub desk: DeskArgs,
    /// The options for saving the machine's output.
    #[command(flatten)]
    pub outputs: OutputArgs,
    /// The options of the panel's window and session.
    #[command(flatten)]
    pub window: WindowArgs,
}

fn size(text: &str) -> Result<(u16, u16), String> {
    let numbers =
        text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    match numbers {
        Some((width @ 20..=400, height @ 5..=200)) => Ok((width, height)),
        _ => Err("give columns and rows, such as 120x40 (20x5 to 400x200)".to_string()),
    }
}

pub(super) const REPLAY_EXAMPLES: &str = "\
Examples:
  gier replay --last                   the session that ended last
  gier replay ~/.local/state/gier/sessions/nim-0001.log
  gier replay --last --punch out.flx --save-drum after.drum
                                       what it punched, and the drum at its end";

/// The arguments of `gier replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The session log
    #[arg(required_unless_present = "last")]
    pub log: Option<PathBuf>,
    /// Replay the last session in the list of `gier sessions`
    #[arg(long, conflicts_with = "log")]
    pub last: bool,
    /// The drum image that the session began with, to show the line in which an alarm occurs; not needed for
    /// a program that comes with gier
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<PathBuf>,
    /// End the replay after this many seconds of GIER's time
    #[arg(long, value_name = "SECONDS", value_parser = super::run::seconds)]
    pub limit: Option<f64>,
    /// The options for saving the machine's output.
    #[command(flatten)]
    pub outputs: OutputArgs,
    /// Save the paper in FILE, as an SVG picture of the sheet
    #[arg(long = "paper", value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// The options for the sound.
    #[command(flatten)]
    pub sound: SoundArgs,
    /// Print the paper and the result of the replay as JSON; docs/json.md describes it
    #[arg(long, conflicts_with_all = ["ribbon", "mark_keys"])]
    pub json: bool,
    /// The options for showing the typewriter's paper.
    #[command(flatten)]
    pub paper: PaperArgs,
}
