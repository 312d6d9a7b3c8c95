//! What can be said to `gier panel` and `gier replay`.

use super::play::program;
use super::run::seconds;
use super::{DeskArgs, OutputArgs, PaceArgs, PaperArgs, Signs, Theme, View};
use clap::Args;
use gier_programs::Program;
use std::path::PathBuf;

pub(super) const PANEL_EXAMPLES: &str = "\
Examples:
  gier panel                           NIM, with the desk beside the typewriter
  gier panel --program nim             a program that comes with gier
  gier panel count.drum                a program of your own
  gier panel nim.snap                  go on from a snapshot
  gier panel ~/.local/state/gier/sessions/nim-0001.log
                                       go on with a session where it ended
  gier panel --typed moves.txt --at 60 --picture panel.svg
                                       no terminal: a picture of the panel after 60 seconds";

/// `gier panel`.
#[derive(Args, Debug, Default)]
pub struct PanelArgs {
    /// The drum image, ALGOL or SLIP text, snapshot or session log; NIM if nothing is said
    pub image: Option<PathBuf>,
    /// A program that comes with gier, as `gier play` lists them
    #[arg(long, value_name = "NAME", value_parser = program(), hide_possible_values = true, conflicts_with = "image")]
    pub program: Option<&'static Program>,
    /// At which pace.
    #[command(flatten)]
    pub pace: PaceArgs,
    /// Type the characters of FILE, as fast as possible, before the panel opens
    #[arg(long, value_name = "FILE")]
    pub typed: Option<PathBuf>,
    /// Let GIER work until SECONDS of its own time are over before the panel opens
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub at: Option<f64>,
    /// Press these keys before the panel opens: characters, and <F3>, <Esc>, <Enter> and so on
    #[arg(long, value_name = "KEYS")]
    pub press: Option<String>,
    /// Keys for the panel's commands, as docs/debugging.md says [default: ~/.config/gier/keys, if it is there]
    #[arg(long, value_name = "FILE")]
    pub keys: Option<PathBuf>,
    /// Colours for a dark or a light ground, for either, or none; remembered [default: what the terminal says, or either]
    #[arg(long, value_name = "HOW")]
    pub theme: Option<Theme>,
    /// The signs with which the panel is drawn [default: ascii where the locale has no UTF-8]
    #[arg(long, value_name = "WHICH")]
    pub signs: Option<Signs>,
    /// Keep the session log in FILE [default: in the folder for what programs remember]
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Write over the file that --log names, if it is there
    #[arg(long, requires = "log")]
    pub force: bool,
    /// Keep the breakpoints in FILE [default: beside the image, with .breaks behind its name]
    #[arg(long, value_name = "FILE")]
    pub breaks: Option<PathBuf>,
    /// Breakpoints of earlier sessions are not in force: a guest plays.
    #[arg(skip)]
    pub breaks_off: bool,
    /// What is set and mounted.
    #[command(flatten)]
    pub desk: DeskArgs,
    /// What is kept.
    #[command(flatten)]
    pub outputs: OutputArgs,
    /// Do not open the panel, but write a picture of it: SVG if FILE ends in .svg, otherwise text
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// The size of that picture, in characters
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "120x40", value_parser = size)]
    pub size: (u16, u16),
    /// What that picture shows below the desk
    #[arg(long, value_name = "VIEW")]
    pub view: Option<View>,
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
                                       what it punched, and the drum as it left it";

/// `gier replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The session log
    #[arg(required_unless_present = "last")]
    pub log: Option<PathBuf>,
    /// The session that ended last, as `gier sessions` lists them
    #[arg(long, conflicts_with = "log")]
    pub last: bool,
    /// The image that the session began with, if gier does not come with it: its source map tells
    /// where an alarm was
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<PathBuf>,
    /// What is kept.
    #[command(flatten)]
    pub outputs: OutputArgs,
    /// Print the paper and the end as JSON; docs/json.md has its shape
    #[arg(long, conflicts_with_all = ["ribbon", "mark_keys"])]
    pub json: bool,
    /// How the paper is shown.
    #[command(flatten)]
    pub paper: PaperArgs,
}
