//! The command line: what can be said to `gier`, and its help. Nothing is done here.

mod choices;
mod outputs;
mod panel;
mod play;
mod run;
mod sessions;
mod setup;
mod sound;
mod tape;

pub use choices::{Cells, RibbonStyle, Signs, Theme, View};
pub use outputs::{OutputArgs, ScriptArgs};
pub use panel::{PanelArgs, ReplayArgs};
pub use play::{NimArgs, PlayArgs};
pub use run::{DeskArgs, PaceArgs, PaperArgs, RunArgs, TypewriterArgs};
pub use sessions::SessionsArgs;
pub use setup::{CompletionsArgs, ManArgs};
pub use sound::SoundArgs;
pub use tape::{TapeArgs, TapeFiles, TapeInfoArgs, TapeWay};

use crate::exec::FIELDS_HELP;
use clap::{Args, Parser, Subcommand};
use gier_desk::acts::ACTS_HELP;
use gier_desk::debug::DEBUG_HELP;
use gier_desk::tape_text::CODES_HELP;
use gier_desk::typewriter::keyboard::{KEYS_HELP, LEAVING_HELP};
use panel::{PANEL_EXAMPLES, REPLAY_EXAMPLES};
use play::PLAY_EXAMPLES;
use run::RUN_EXAMPLES;
use sessions::{SESSIONS_EXAMPLES, SESSIONS_WHERE};
use setup::COMPLETIONS_EXAMPLES;
use std::path::PathBuf;
use tape::TAPE_EXAMPLES;

const EXIT_HELP: &str = "\
Exit status:
  0  the program ended by itself, or the command did its work
  1  an alarm, a stop that the program did not intend, or faults in a source text
  2  wrong use: arguments, or a file that cannot be read or written or is of another kind
  3  the typed input ran out while the program waited for a key; the line is named
  130  the guest left with Ctrl-C, or a signal ended the work";

const ENVIRONMENT_HELP: &str = "\
Environment:
  GIER_ARCHIVE    the folder of the museum's archive, for gier museum and the tests
  NO_COLOR        no colours, if it is set
  TERM, COLORTERM what the terminal can do
  XDG_STATE_HOME  where session logs and the breakpoints of NIM go: gier in it, or in ~/.local/state
  XDG_CONFIG_HOME where the panel's keys may stand: gier/keys in it, or in ~/.config
There are no others, and no other file of settings. gier doctor shows what gier makes of them.";

const NIM_EXAMPLES: &str = "\
Examples:
  gier                                 choose a program and play it, at the pace of 1966
  gier nim --speed 4                   play NIM, four times as fast
  gier nim --plain --typed moves.txt   play a game from a file, as fast as possible
  gier nim --paper game.svg            keep the sheet as a picture
  gier nim --sound game.wav            keep what the loudspeaker gave";

/// GIER, the Danish computer of 1961, and NIM, the game it played in 1966.
#[derive(Debug, Parser)]
#[command(name = "gier", version = env!("GIER_VERSION"), args_conflicts_with_subcommands = true, after_help = NIM_EXAMPLES,
    after_long_help = format!("{NIM_EXAMPLES}\n\n{EXIT_HELP}\n\n{ENVIRONMENT_HELP}"), max_term_width = 100)]
#[command(long_about = "GIER, the Danish computer of 1961, and NIM (DEMON-3), the match game that it \
played against visitors in 1966.\n\nWithout a command gier asks at a terminal which program to \
play, NIM or another of those that `gier play` lists, and plays NIM where nobody can be asked: the program was \
compiled from its ALGOL text to GIER's orders, stands on the drum of an emulated GIER, and is started as an \
operator started it. The other commands compile, assemble, run and look at programs of your own.")]
pub struct Cli {
    /// What to do; if nothing is said, a program is chosen and played.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// For the program that is played when no command is given.
    #[command(flatten)]
    pub typewriter: TypewriterArgs,
    /// It belongs to a command; whoever leaves that out is told.
    #[arg(long, hide = true)]
    pub panel: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play the match game NIM against GIER
    #[command(after_help = NIM_EXAMPLES, after_long_help = format!("{NIM_EXAMPLES}\n\n{KEYS_HELP}\n{LEAVING_HELP}\n\n{EXIT_HELP}"))]
    Nim(NimArgs),
    /// Play or run one of the programs that come with gier, or list them
    #[command(after_help = PLAY_EXAMPLES, after_long_help = format!("{PLAY_EXAMPLES}\n\n{KEYS_HELP}\n{LEAVING_HELP}\n\n{EXIT_HELP}"))]
    Play(PlayArgs),
    /// Run a program from a drum image
    #[command(long_about = "Run a program from a drum image: the image is laid on the drum and the HELP \
        button pressed, which reads track 0 into the cells 0-39 and goes to cell 1.")]
    #[command(after_help = RUN_EXAMPLES, after_long_help = format!("{RUN_EXAMPLES}\n\n{KEYS_HELP}\n{LEAVING_HELP}\n\n{EXIT_HELP}"))]
    Run(RunArgs),
    /// Compile a GIER ALGOL III program to a drum image
    #[command(
        long_about = "Compile a GIER ALGOL III program to a drum image.\n\nTexts are UTF-8 (`_begin`, \
        `«text»`, `‹-ndd›`); a file that ends in .asc is read as the museum writes its tapes (`_b_e_g_i_n`). \
        Several files are compiled as one text, in the order given. `comment library NAME;` includes the \
        declaration in the library's file NAME."
    )]
    #[command(after_help = ALGOL_EXAMPLES)]
    Algol(AlgolArgs),
    /// Assemble a program in SLIP, GIER's symbolic machine language, to a drum image
    #[command(after_help = ASM_EXAMPLES)]
    Asm(AsmArgs),
    /// Show the orders on the tracks of a drum image
    #[command(long_about = "Show the orders on the tracks of a drum image, as a SLIP text that `gier asm` \
        turns back into the same cells. Behind each cell stand its track and place, its four groups of ten \
        bits and its marks.")]
    #[command(after_help = DISASM_EXAMPLES)]
    Disasm(DisasmArgs),
    /// Tell what a paper tape is, turn one into a text, or a text into a tape
    #[command(long_about = format!("Tell what a paper tape is, turn one into a text, or a text into a tape; nothing is lost \
        either way. A tape file has one byte for a row: four holes, the parity hole, three holes.\n\n{CODES_HELP}"))]
    #[command(after_help = TAPE_EXAMPLES)]
    Tape(TapeArgs),
    /// Bring up an empty machine as an operator did, or work it by acts in a file
    #[command(
        long_about = "Bring up an empty machine as an operator did: the tapes are put into the reader, the \
        three cells that read a first tape are keyed, and start is pressed; if HELP 3's first tape then says \
        SUM, since the drum is empty, a key is struck and the next is read. With --drum and no tape the HELP \
        button is pressed instead. With --acts a file says what the operator's hands do."
    )]
    #[command(after_help = BOOT_EXAMPLES, after_long_help = format!("{BOOT_EXAMPLES}\n\n{ACTS_HELP}\n\n{EXIT_HELP}"))]
    Boot(BootArgs),
    /// Debug a program: stops, watches, the past, by acts in a file or at a prompt
    #[command(long_about = "Debug a program: stops at orders, at cells that change, at what the machine's \
        units do, each with a condition; steps; back in time over the whole session. What is to be done is \
        said by acts, a line each: those of gier boot and those of the debugger. At a terminal they are \
        typed at a prompt, with history and completion; else they are read from FILE or standard input, and \
        the first that cannot be done ends the work with status 1.")]
    #[command(after_help = DEBUG_EXAMPLES, after_long_help = format!("{DEBUG_EXAMPLES}\n\n{DEBUG_HELP}\n\n{ACTS_HELP}\n\n{EXIT_HELP}"))]
    Debug(DebugArgs),
    /// Debug in an editor: the Debug Adapter Protocol on standard input and output
    #[command(long_about = "Debug in an editor: the Debug Adapter Protocol on standard input and output. \
        docs/editors.md says how VS Code, Helix, Neovim and Emacs are told of it. What a launch may say: \
        program (a drum image, or an ALGOL or SLIP text), typed (keys struck as the program wants them), acts \
        (done before the program begins), sources (folders with its texts), stopOnEntry, stopAtEnd, ka, kb.")]
    Dap,
    /// Run the checks of the museum's archive: its test programs, HELP 3, GIER ALGOL
    #[command(long_about = "Run the checks of the museum's archive, a clone of github \
        Datamuseum-DK/andetGIER: the engineers' test programs, the monitor HELP 3, GIER ALGOL III and 4. \
        Prints a table: what, result, machine time, orders. Status 1 if a row fails.")]
    #[command(
        after_help = "Examples:\n  gier museum ~/andetGIER\n  gier museum ~/andetGIER --only test7 --json"
    )]
    Museum(MuseumArgs),
    /// Do orders on machine states given as JSON, a state a line in, a state a line out
    #[command(after_help = EXEC_EXAMPLES, after_long_help = format!("{EXEC_EXAMPLES}\n\n{FIELDS_HELP}"))]
    Exec(ExecArgs),
    /// Measure how fast this computer runs GIER
    #[command(long_about = "Measure how fast this computer runs GIER: orders a second, and how many times \
        the pace of the real machine, on the moves of the five games in the book of 1966 and on small \
        programs, each another kind of work. What counts is processor time; a program that ends begins \
        anew, so endless ones may be given too.")]
    #[command(after_help = "Examples:\n  gier bench\n  gier bench --json > before.json\n  \
        gier bench --against before.json\n  gier bench --seconds 5 mine.slip")]
    Bench(BenchArgs),
    /// Open the control desk beside the typewriter: lamps, steps, the past
    #[command(
        long_about = "Open the machine room in the terminal: GIER's control desk with its lamps beside \
        the typewriter with its paper. The machine can be stopped, stepped order by order, and turned back \
        over the whole session. F1 shows all keys."
    )]
    #[command(after_help = PANEL_EXAMPLES, after_long_help = format!("{PANEL_EXAMPLES}\n\n{KEYS_HELP}\n\n{EXIT_HELP}"))]
    Panel(PanelArgs),
    /// Play a session log of the panel again: its paper and the state it comes to
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(ReplayArgs),
    /// List the sessions of the panel that are kept, or throw old ones away
    #[command(long_about = format!("List the sessions of the panel that are kept, the latest last: when each was written, \
        what was on the drum, how long it was of GIER's time, what the person did (inputs), how it ended. \
        {SESSIONS_WHERE}"), after_help = SESSIONS_EXAMPLES)]
    Sessions(SessionsArgs),
    /// Print the completions of gier's words for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Write the pages of the manual, one for each command
    #[command(after_help = "Example:\n  gier man ~/.local/share/man/man1")]
    Man(ManArgs),
    /// Say what gier finds on this computer: archive, terminal, session logs
    Doctor,
}

const ALGOL_EXAMPLES: &str = "\
Examples:
  gier algol hello.alg                 makes hello.drum
  gier algol nim.alg -o nim.drum --library programs/nim/library
  gier algol hello.alg --check         only says what is wrong
  gier algol hello.alg --list > hello.slip";
const ASM_EXAMPLES: &str = "\
Examples:
  gier asm count.slip                  makes count.drum
  gier asm count.slip --list           only prints every cell";
const DISASM_EXAMPLES: &str = "\
Examples:
  gier disasm hello.drum               every track in use
  gier disasm hello.drum 0             track 0
  gier disasm hello.drum 38..40        tracks 38, 39 and 40
  gier disasm hello.drum 0.1..0.9      cells 1 to 9 of track 0";
const BOOT_EXAMPLES: &str = "\
Examples:
  gier boot --tape 1track0.flx --tape 2mainhelp.flx --save-drum help3.drum
  gier boot --bootstrap old --tape kanal_0_1.flx --tape hjælp_1.flx
  gier boot --drum help3.drum --speed real
  gier boot --acts ga3.acts --folder andetGIER/tapes";

const DEBUG_EXAMPLES: &str = "\
Examples:
  gier debug hello.drum                type acts at a prompt
  gier debug nim.drum --acts why.acts
  echo 'watch cell 500 when R < 0
  await break
  tell R, cell 500' | gier debug count.slip --acts -";

const EXEC_EXAMPLES: &str = "\
Example:
  echo '{\"R\": \"0/0/0/5\", \"ferrite\": {\"0\": \"9/0/32/0\", \"9\": \"0/0/0/2\"}}' | gier exec --orders 1";

/// `gier algol`.
#[derive(Args, Debug)]
pub struct AlgolArgs {
    /// The program, in one text or several (- is standard input)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The drum image to write [default: the first file with the ending .drum; none with --list]
    #[arg(short, long, value_name = "IMAGE")]
    pub output: Option<PathBuf>,
    /// Print the orders to standard output, in SLIP; the running system is not among them
    #[arg(long)]
    pub list: bool,
    /// Only say what is wrong: nothing is written
    #[arg(long, conflicts_with_all = ["output", "list"])]
    pub check: bool,
    /// Leave the source map out of the image: which line each order comes from, and all names
    #[arg(long)]
    pub no_map: bool,
    /// Print what came of it as JSON, faults included; docs/json.md has its shape
    #[arg(long, conflicts_with = "list")]
    pub json: bool,
    /// Where `comment library NAME;` finds its declarations [default: `library` beside the first file]
    ///
    /// Given again, the folders are searched in the order given.
    #[arg(long, value_name = "DIR")]
    pub library: Vec<PathBuf>,
}

/// `gier asm`.
#[derive(Args, Debug)]
pub struct AsmArgs {
    /// The program (- is standard input)
    pub file: PathBuf,
    /// The drum image to write [default: the file with the ending .drum; none with --list]
    #[arg(short, long, value_name = "IMAGE")]
    pub output: Option<PathBuf>,
    /// Print every cell with its place to standard output
    #[arg(long)]
    pub list: bool,
    /// Leave the source map out of the image: which line each cell comes from, and the labels
    #[arg(long)]
    pub no_map: bool,
    /// Print what came of it as JSON, faults included; docs/json.md has its shape
    #[arg(long, conflicts_with = "list")]
    pub json: bool,
}

/// `gier disasm`.
#[derive(Args, Debug)]
pub struct DisasmArgs {
    /// The drum image
    pub image: PathBuf,
    /// Tracks or cells, as T, T..T, T.C or T.C..T.C; both ends are shown [default: the tracks in use]
    pub range: Option<String>,
}

/// `gier boot`.
#[derive(Args, Debug)]
pub struct BootArgs {
    /// A tape for the reader; given again, the next one follows. A .asc text is put on a tape first
    #[arg(long, value_name = "FILE")]
    pub tape: Vec<PathBuf>,
    /// The three cells to be keyed: those of HELP 3, or of the HJÆLP before it
    ///
    /// With `old` the first tape is the track-0 tape of the older HJÆLP, the second HJÆLP itself:
    /// when the first has been read and the machine stops, the tape is changed and the HELP button
    /// pressed; HJÆLP types FEJL, and any key lets it read its tape.
    #[arg(long, value_name = "CELLS", default_value = "help3", requires = "tape", conflicts_with = "acts")]
    pub bootstrap: Cells,
    /// Lay this image on the drum
    #[arg(long, value_name = "IMAGE")]
    pub drum: Option<PathBuf>,
    /// Do what this file says
    #[arg(long, value_name = "FILE", alias = "session")]
    pub acts: Option<PathBuf>,
    /// Where the files are that the acts name [default: beside the acts]
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// What the acts may write.
    #[command(flatten)]
    pub script: ScriptArgs,
    /// What is kept.
    #[command(flatten)]
    pub outputs: OutputArgs,
    /// At which pace; real shows the paper as it is printed.
    #[command(flatten)]
    pub pace: PaceArgs,
    /// How the paper is shown.
    #[command(flatten)]
    pub paper: PaperArgs,
    /// What is heard.
    #[command(flatten)]
    pub sound: SoundArgs,
}

/// `gier debug`.
#[derive(Args, Debug)]
pub struct DebugArgs {
    /// The drum image, or an ALGOL or SLIP text whose name ends in .alg or .slip
    pub image: PathBuf,
    /// Do what this file says (- is standard input) [default: a prompt at a terminal]
    #[arg(long, value_name = "FILE")]
    pub acts: Option<PathBuf>,
    /// Where the files are that the acts name [default: beside the acts]
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// What the acts may write.
    #[command(flatten)]
    pub script: ScriptArgs,
    /// What is set and mounted.
    #[command(flatten)]
    pub desk: DeskArgs,
    /// How the paper is shown.
    #[command(flatten)]
    pub paper: PaperArgs,
}

/// `gier museum`.
#[derive(Args, Debug)]
pub struct MuseumArgs {
    /// The folder of the archive [default: the environment variable GIER_ARCHIVE]
    pub folder: Option<PathBuf>,
    /// Only the rows whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub only: String,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

/// `gier exec`.
#[derive(Args, Debug)]
pub struct ExecArgs {
    /// The states [default: standard input]
    pub file: Option<PathBuf>,
    /// How many orders to do
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = orders, allow_hyphen_values = true)]
    pub orders: u64,
}

/// More orders than this take years.
const MOST_ORDERS: u64 = 1_000_000_000_000;

fn orders(text: &str) -> Result<u64, String> {
    let orders = text.parse().ok().filter(|&orders| orders <= MOST_ORDERS);
    orders.ok_or_else(|| format!("give a number of orders, 0 to {MOST_ORDERS}"))
}

/// Seconds of a measurement.
fn bench_seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("type a number of seconds, 0.01 to 3600".to_string()),
    }
}

/// `gier bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// SLIP or ALGOL texts or drum images to be measured instead of the bundled programs
    pub files: Vec<PathBuf>,
    /// How long each is measured, in seconds of processor time
    #[arg(long, value_name = "N", default_value_t = 1.0, value_parser = bench_seconds)]
    pub seconds: f64,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
    /// An earlier report (--json) to compare with
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub against: Option<PathBuf>,
}
