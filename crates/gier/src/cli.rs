//! Parses the command line of `gier`, and contains the help texts. Other modules execute the commands.

mod archive;
pub mod choices;
mod compare;
mod experiments;
mod help;
mod lesson;
mod outputs;
mod panel;
mod parse;
mod play;
mod run;
mod sessions;
mod setup;
mod sound;
mod spoken;
mod tape;

pub use archive::{
    ArchiveArgs, ArchiveBasesArgs, ArchiveCheckArgs, ArchiveCommand, ArchiveListArgs, ArchiveRunArgs,
    ArchiveShowArgs, Wanted,
};
pub use choices::Signs;
use choices::{CELLS, one_of};
pub use compare::CompareArgs;
pub use experiments::{ExperimentsArgs, ExperimentsCommand, ExperimentsReadArgs};
pub use help::HelpArgs;
pub use lesson::LessonArgs;
pub use outputs::{OutputArgs, ScriptArgs, StationReel};
pub use panel::{PanelArgs, ReplayArgs, WindowArgs};
pub use play::{NimArgs, PlayArgs};
pub use run::{DeskArgs, PaceArgs, PaperArgs, RunArgs, TypewriterArgs};
pub use sessions::SessionsArgs;
pub use setup::{CompletionsArgs, ManArgs};
pub use sound::SoundArgs;
pub use spoken::complaint;
pub use tape::{TapeArgs, TapeCommand, TapeFiles, TapeInfoArgs};

use crate::exec::FIELDS_HELP;
use archive::ARCHIVE_EXAMPLES;
use clap::{Args, CommandFactory, Parser, Subcommand};
use compare::COMPARE_EXAMPLES;
use experiments::EXPERIMENTS_EXAMPLES;
use gier_desk::acts::{self, Group};
use gier_desk::tape_text::CODES_HELP;
use gier_desk::tapes::Cells;
use gier_desk::typewriter::keyboard::{KEYS_HELP, LEAVING_HELP};
use gier_word::{Installation, Language};
use help::HELP_EXAMPLES;
use lesson::{LESSON_EXAMPLES, language};
use panel::{PANEL_EXAMPLES, REPLAY_EXAMPLES};
use play::PLAY_EXAMPLES;
use run::{INSTALLATION_HELP, RUN_EXAMPLES};
use sessions::{SESSIONS_EXAMPLES, SESSIONS_WHERE};
use setup::COMPLETIONS_EXAMPLES;
use std::ffi::OsStr;
use std::path::PathBuf;
use tape::TAPE_EXAMPLES;

/// The help about the acts of these groups, in the user's language.
fn acts_help(groups: &[Group]) -> String {
    let help: Vec<String> =
        groups.iter().map(|&group| acts::help(group, crate::host::language::language())).collect();
    help.join("\n\n")
}

const EXIT_HELP: &str = "\
Exit status:
  0  the program ended by itself, or the command succeeded
  1  an alarm, an unintended stop of the program, or faults in a source text
  2  wrong use: wrong arguments, or a file that cannot be read or written or has the wrong kind
  3  the program waits for a key after the end of the typed input, or for the start button
  130  you left with Ctrl-C, or a signal ended the command";

const ENVIRONMENT_HELP: &str = "\
Environment:
  GIER_ARCHIVE    the folder of the museum's archive, for gier archive, gier museum and the tests
  NO_COLOR        if set, no colours
  TERM, COLORTERM what the terminal can do
  XDG_STATE_HOME  session logs and breakpoints are in gier below it, or below ~/.local/state
  XDG_CONFIG_HOME your keys for the panel are in gier/keys below it, or below ~/.config
On Windows these folders are below LOCALAPPDATA and APPDATA unless the variables name others.
gier reads no other variables and no other file of settings. gier doctor shows their effect.";

const NIM_EXAMPLES: &str = "\
Examples:
  gier                                 choose a program and play it, at the pace of 1966
  gier nim --speed 4                   play NIM, four times as fast
  gier nim --plain --typed moves.txt   play a game from a file, as fast as possible
  gier nim --paper game.svg            save the sheet as a picture
  gier nim --sound game.wav            save the sound of the loudspeaker";

/// GIER, the Danish computer of 1961, and NIM, the game it played in 1966.
#[derive(Debug, Parser)]
#[command(name = "gier", bin_name = "gier", version = env!("GIER_VERSION"), args_conflicts_with_subcommands = true,
    disable_help_subcommand = true, after_help = NIM_EXAMPLES,
    after_long_help = format!("{NIM_EXAMPLES}\n\n{EXIT_HELP}\n\n{ENVIRONMENT_HELP}"), max_term_width = 100)]
#[command(long_about = "GIER, the Danish computer of 1961, and NIM (DEMON-3), the match game that it \
played against visitors in 1966.\n\nWithout a command, gier asks which program to play: NIM or \
another from the list of `gier play`. Without a terminal it plays NIM. The program was compiled from its ALGOL \
text to GIER's orders. It is on the drum of an emulated GIER and is started as an operator started it. The other \
commands compile, assemble, run and inspect programs of your own.")]
pub struct Cli {
    /// The command. Without a command, gier asks the user which program to play.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The language of messages: en or da [default: the language of this computer]
    #[arg(long, global = true, value_name = "LANG", value_parser = language(), hide_possible_values = true)]
    pub lang: Option<Language>,
    /// The options of the program that gier plays if no command is given.
    #[command(flatten)]
    pub typewriter: TypewriterArgs,
    /// A hidden option. Without a command, it leads to a message which says that `--panel` needs a command.
    #[arg(long, hide = true)]
    pub panel: bool,
}

/// Whether a word is one of the commands.
pub fn is_command(word: &OsStr) -> bool {
    <Cli as CommandFactory>::command().find_subcommand(word).is_some()
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play the match game NIM against GIER
    #[cfg(feature = "nim")]
    #[command(after_help = NIM_EXAMPLES, after_long_help = format!("{NIM_EXAMPLES}\n\n{KEYS_HELP}\n{LEAVING_HELP}\n\n{EXIT_HELP}"))]
    Nim(NimArgs),
    /// Play or run one of the programs that come with gier, or list them
    #[command(after_help = PLAY_EXAMPLES, after_long_help = format!("{PLAY_EXAMPLES}\n\n{KEYS_HELP}\n{LEAVING_HELP}\n\n{EXIT_HELP}"))]
    Play(PlayArgs),
    /// Run a program from a drum image
    #[command(long_about = "Run a program from a drum image. gier loads the image on the drum and presses \
        the HELP button, which reads track 0 into cells 0-39 and jumps to cell 1.")]
    #[command(after_help = RUN_EXAMPLES, after_long_help = format!("{RUN_EXAMPLES}\n\n{KEYS_HELP}\n{LEAVING_HELP}\n\n{EXIT_HELP}"))]
    Run(RunArgs),
    /// Compile a GIER ALGOL III program to a drum image
    #[command(
        long_about = "Compile a GIER ALGOL III program to a drum image.\n\nTexts are UTF-8 (`_begin`, \
        `«text»`, `‹-ndd›`); a file whose name ends in .asc is in the museum's notation for tapes (`_b_e_g_i_n`). \
        Several files are compiled as one text, in the order given. `_comment library NAME;` includes the \
        declaration in the library's file NAME."
    )]
    #[command(after_help = ALGOL_EXAMPLES)]
    Algol(AlgolArgs),
    /// Assemble a program in SLIP, GIER's symbolic machine language, to a drum image
    #[command(after_help = ASM_EXAMPLES)]
    Asm(AsmArgs),
    /// Show the orders on the tracks of a drum image
    #[command(long_about = "Show the orders on the tracks of a drum image, as a SLIP text that `gier asm` \
        turns back into the same cells. Each cell is followed by its track and place, its four groups of ten \
        bits and its marks.")]
    #[command(after_help = DISASM_EXAMPLES)]
    Disasm(DisasmArgs),
    /// Recognise a paper tape, or convert tape to text and back
    #[command(long_about = format!("Recognise a paper tape, or convert tape to text and back without loss. A tape file has \
        one byte for each row: four holes, the parity hole, three holes.\n\n{CODES_HELP}"))]
    #[command(after_help = TAPE_EXAMPLES)]
    Tape(TapeArgs),
    /// Load an empty machine from tapes, or execute acts (commands of the operator) from a file
    #[command(
        long_about = "Load an empty machine from tapes, as an operator did. gier puts the tapes into the \
        reader, keys in the three cells that read a first tape, and presses start. If HELP 3's first tape \
        then prints SUM, because the drum is empty, gier presses a key and the next tape is read. With --drum \
        and no tape, gier presses the HELP button instead. With --acts, a file lists what the operator does."
    )]
    #[command(after_help = BOOT_EXAMPLES, after_long_help = format!("{BOOT_EXAMPLES}\n\n{}\n\n{EXIT_HELP}", acts_help(&[Group::Operator])))]
    Boot(BootArgs),
    /// Debug a program with commands (acts), typed at a prompt or read from a file
    #[command(
        long_about = "Debug a program: breakpoints at orders, watchpoints at cells, stops at what the \
        machine's units do, each with a condition; single steps; and back in time over the whole session. \
        Each line is an act: of the operator, as in gier boot, or of the debugger. At a terminal you type \
        acts at a prompt, with history and completion. Otherwise gier reads them from FILE or standard \
        input (gier debug nim.drum < FILE); the first act that fails ends the command with status 1."
    )]
    #[command(after_help = DEBUG_EXAMPLES, after_long_help = format!("{DEBUG_EXAMPLES}\n\n{}\n\n{EXIT_HELP}", acts_help(&[Group::Debugger, Group::Operator])))]
    Debug(DebugArgs),
    /// Debug in an editor: the Debug Adapter Protocol on standard input and output
    #[command(long_about = "Debug in an editor: the Debug Adapter Protocol on standard input and output. \
        docs/editors.md explains the settings of VS Code, Helix, Neovim and Emacs. A launch accepts \
        program (a drum image, or an ALGOL or SLIP text), typed (keys to type when the program waits for them), \
        acts (executed before the program begins), sources (folders with its texts), stopOnEntry, stopAtEnd, \
        ka, kb.")]
    Dap,
    /// Edit in an editor: the Language Server Protocol on standard input and output
    #[command(
        long_about = "Edit ALGOL and SLIP texts in an editor: the Language Server Protocol on standard \
        input and output. Messages while you type with quick fixes, hover, definition, references, renaming, \
        completion, formatting and colours. docs/editors.md explains the settings \
        of VS Code, Helix, Neovim and Emacs."
    )]
    Lsp,
    /// Learn ALGOL and machine code, lesson by lesson
    #[command(
        long_about = "Learn GIER ALGOL (ten lessons) and machine code (six). Each lesson has a task, a \
        program to complete, and a check that compiles and runs your program and says what is right and what \
        is not."
    )]
    #[command(after_help = LESSON_EXAMPLES)]
    Lesson(LessonArgs),
    /// Find and run the tapes of the museum's archive
    #[command(long_about = "Find and run the tapes of the museum's archive, some 1500 files from the years \
        of GIER: a clone of github Datamuseum-DK/andetGIER. gier recognises each tape, loads the system that it \
        was written for, and types what an operator typed.")]
    #[command(after_help = ARCHIVE_EXAMPLES, after_long_help = format!("{ARCHIVE_EXAMPLES}\n\n{EXIT_HELP}"))]
    Archive(ArchiveArgs),
    /// Run the checks of the museum's archive: its test programs, HELP 3, GIER ALGOL
    #[command(long_about = "Run the checks of the museum's archive, a clone of github \
        Datamuseum-DK/andetGIER: the engineers' test programs, the monitor HELP 3, GIER ALGOL III and 4. \
        Prints a table: what, result, machine time, orders. Status 1 if a row fails.")]
    #[command(
        after_help = "Examples:\n  gier museum ~/andetGIER\n  gier museum ~/andetGIER --only test7 --json"
    )]
    Museum(MuseumArgs),
    /// Find out what is not known about GIER, with experiments on a real machine
    #[command(
        long_about = "Ask a real GIER what is not known about it. Each experiment is a SLIP text for HELP 3 \
        that the program of the Danish computer museum can type. It prints its measurements on the typewriter, \
        and gier reads the log and says which candidate of each open question the machine obeyed. \
        docs/experiments.md is for the volunteer at the machine."
    )]
    #[command(after_help = EXPERIMENTS_EXAMPLES, after_long_help = format!("{EXPERIMENTS_EXAMPLES}\n\n{EXIT_HELP}"))]
    Experiments(ExperimentsArgs),
    /// Execute orders on machine states in JSON, one state on each line
    #[command(after_help = EXEC_EXAMPLES, after_long_help = format!("{EXEC_EXAMPLES}\n\n{FIELDS_HELP}"))]
    Exec(ExecArgs),
    /// Measure how fast this computer runs GIER
    #[command(
        long_about = "Measure how fast this computer runs GIER, in orders a second and as a multiple of \
        the real machine's speed. The programs are the moves of the five games in the book of 1966 and small \
        programs for different kinds of work. gier measures processor time. A program that ends starts \
        again, so endless programs work too."
    )]
    #[command(after_help = "Examples:\n  gier bench\n  gier bench --json > before.json\n  \
        gier bench --against before.json\n  gier bench --seconds 5 mine.slip")]
    Bench(BenchArgs),
    /// Open the machine room: control desk, typewriter, single steps and time travel
    #[command(long_about = "Open the machine room in the terminal: GIER's control desk with its lamps, and \
        the typewriter with its paper. You can stop the machine, step it order by order, and go back over the \
        whole session. F1 shows all keys.")]
    #[command(after_help = PANEL_EXAMPLES, after_long_help = format!("{PANEL_EXAMPLES}\n\n{KEYS_HELP}\n\n{EXIT_HELP}"))]
    Panel(PanelArgs),
    /// Replay a session log of the panel, and print its paper and its final state
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(ReplayArgs),
    /// Show where two sessions, or two programs, differ
    #[command(long_about = "Show where two sessions of the panel part, or two programs into which the same \
        text is typed: the first input that differs, and the first character on the paper with the order, \
        statement and data behind it. The times of the inputs do not count.\n\nThe exit status is 0 if nothing differs, \
        and 1 if something does.")]
    #[command(after_help = COMPARE_EXAMPLES)]
    Compare(CompareArgs),
    /// List the saved sessions of the panel, or delete old ones
    #[command(long_about = format!("List the saved sessions of the panel, the latest last: when it was written, what \
        was on the drum, its length in GIER's time, the number of inputs, and how it ended. {SESSIONS_WHERE}"), after_help = SESSIONS_EXAMPLES)]
    Sessions(SessionsArgs),
    /// Print the completion script for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Write the manual pages, one for each command
    #[command(after_help = "Example:\n  gier man ~/.local/share/man/man1")]
    Man(ManArgs),
    /// Show what gier finds on this computer: archive, terminal, session logs
    Doctor,
    /// Explain a command, an order, a register or a standard procedure
    #[command(after_help = HELP_EXAMPLES)]
    Help(HelpArgs),
}

const ALGOL_EXAMPLES: &str = "\
Examples:
  gier algol hello.alg                 writes hello.drum
  gier algol nim.alg -o nim.drum --library programs/nim/library
  gier algol hello.alg --check         only reports mistakes
  gier algol hello.alg --fix           underlines the words of the text first
  gier algol hello.alg --list > hello.slip";
const ASM_EXAMPLES: &str = "\
Examples:
  gier asm count.slip                  writes count.drum
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
  gier debug nim.drum < why.acts       the same acts from standard input
  echo 'watch cell 500 when R < 0
  await break
  tell R, cell 500' | gier debug count.slip --acts -";

const EXEC_EXAMPLES: &str = "\
Example:
  echo '{\"R\": \"0/0/0/5\", \"ferrite\": {\"0\": \"9/0/32/0\", \"9\": \"0/0/0/2\"}}' | gier exec --orders 1";

/// The arguments of `gier algol`.
#[derive(Args, Debug)]
pub struct AlgolArgs {
    /// The text or texts of the program (- is standard input)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The drum image to write [default: named like the first file, with the ending .drum; none with
    /// --list]
    #[arg(short, long, value_name = "IMAGE")]
    pub output: Option<PathBuf>,
    /// Print the orders to standard output, in SLIP, without the run-time library
    #[arg(long)]
    pub list: bool,
    /// Only report mistakes, write nothing
    #[arg(long, conflicts_with_all = ["output", "list"])]
    pub check: bool,
    /// First save the texts with their words and symbols as GIER ALGOL has them: _begin, ≤, «text»
    ///
    /// Texts in plain words, in capitals or with 'BEGIN' are converted too. Strings and comments stay as they
    /// are. `gier help typing` shows what can be typed.
    #[arg(long, conflicts_with = "check")]
    pub fix: bool,
    /// Write the image without the source map (the line of each order, and all names)
    #[arg(long)]
    pub no_map: bool,
    /// Print the result as JSON, with all faults; docs/json.md describes it
    #[arg(long, conflicts_with = "list")]
    pub json: bool,
    /// Folder with the declarations for `_comment library NAME;` [default: `library` beside the first file]
    ///
    /// You can repeat the option; gier searches the folders in this order.
    #[arg(long, value_name = "DIR")]
    pub library: Vec<PathBuf>,
}

/// The arguments of `gier asm`.
#[derive(Args, Debug)]
pub struct AsmArgs {
    /// The program (- is standard input)
    pub file: PathBuf,
    /// The drum image to write [default: named like the file, with the ending .drum; none with --list]
    #[arg(short, long, value_name = "IMAGE")]
    pub output: Option<PathBuf>,
    /// Print every cell with its place to standard output
    #[arg(long)]
    pub list: bool,
    /// Write the image without the source map (the line of each cell, and the labels)
    #[arg(long)]
    pub no_map: bool,
    /// Print the result as JSON, with all faults; docs/json.md describes it
    #[arg(long, conflicts_with = "list")]
    pub json: bool,
}

/// The arguments of `gier disasm`.
#[derive(Args, Debug)]
pub struct DisasmArgs {
    /// The drum image
    pub image: PathBuf,
    /// Tracks (T) or cells (T.C) to show: T, T..T, T.C or T.C..T.C, such as 38..40 or 0.1..0.9, both ends
    /// included [default: the tracks in use]
    pub range: Option<String>,
}

/// The arguments of `gier boot`.
#[derive(Args, Debug)]
pub struct BootArgs {
    /// A tape for the reader; repeat the option for the next tape. A .asc text is converted to a tape
    #[arg(long, value_name = "FILE")]
    pub tape: Vec<PathBuf>,
    /// The three cells to key in: those of HELP 3, or of the older HJÆLP
    ///
    /// With `old`, the first tape is the track-0 tape of the older HJÆLP, and the second tape is HJÆLP
    /// itself. When the machine stops after the first tape, gier changes the tape and presses the HELP
    /// button. HJÆLP prints FEJL and reads its tape after any key.
    #[arg(long, value_name = "CELLS", default_value = "help3", value_parser = one_of(CELLS))]
    #[arg(requires = "tape", conflicts_with = "acts")]
    pub bootstrap: Cells,
    /// What the machine consists of, such as one-drum-buffer or six-discs [default: as the image says, or one-drum]
    #[arg(long, value_name = "NAME", long_help = INSTALLATION_HELP.as_str())]
    pub installation: Option<Installation>,
    /// Put the reel in FILE on magnetic tape station N; gier adds the station if the machine has none
    #[arg(long, value_name = "N=FILE", value_parser = StationReel::parse)]
    pub tape_station: Vec<StationReel>,
    /// Load this image on the drum
    #[arg(long, value_name = "IMAGE")]
    pub drum: Option<PathBuf>,
    /// Execute the acts in this file
    #[arg(long, value_name = "FILE", alias = "session")]
    pub acts: Option<PathBuf>,
    /// Without acts: type the characters of FILE (- is standard input) when the system waits for a command
    ///
    /// Without this option the keys come from the terminal, or from standard input if that is no terminal.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["acts", "sound", "listen"])]
    pub typed: Option<PathBuf>,
    /// The folder of the files that the acts name [default: the folder of the acts]
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// The options for the files that the acts may write.
    #[command(flatten)]
    pub script: ScriptArgs,
    /// The options for saving the machine's output.
    #[command(flatten)]
    pub outputs: OutputArgs,
    /// The option for the speed. With the speed `real`, you see the paper while it is printed.
    #[command(flatten)]
    pub pace: PaceArgs,
    /// The options for showing the typewriter's paper.
    #[command(flatten)]
    pub paper: PaperArgs,
    /// The options for the sound.
    #[command(flatten)]
    pub sound: SoundArgs,
}

/// The arguments of `gier debug`.
#[derive(Args, Debug)]
pub struct DebugArgs {
    /// The drum image, or an ALGOL or SLIP text whose name ends in .alg or .slip
    pub image: PathBuf,
    /// Execute the acts in this file (- is standard input) [default: a prompt at a terminal]
    #[arg(long, value_name = "FILE")]
    pub acts: Option<PathBuf>,
    /// The folder of the files that the acts name [default: the folder of the acts]
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// The options for the files that the acts may write.
    #[command(flatten)]
    pub script: ScriptArgs,
    /// The options for the desk's keys, the tapes and the reels.
    #[command(flatten)]
    pub desk: DeskArgs,
    /// The options for showing the typewriter's paper.
    #[command(flatten)]
    pub paper: PaperArgs,
}

/// The arguments of `gier museum`.
#[derive(Args, Debug)]
pub struct MuseumArgs {
    /// The folder of the archive [default: the environment variable GIER_ARCHIVE]
    pub folder: Option<PathBuf>,
    /// Run only the checks whose names contain TEXT
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub only: String,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `gier exec`.
#[derive(Args, Debug)]
pub struct ExecArgs {
    /// The file with the machine states [default: standard input]
    pub file: Option<PathBuf>,
    /// How many orders to execute
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = orders, allow_hyphen_values = true)]
    pub orders: u64,
}

/// The largest value of the option `--orders`.
const MOST_ORDERS: u64 = 1_000_000_000_000;

fn orders(text: &str) -> Result<u64, String> {
    let orders = text.parse().ok().filter(|&orders| orders <= MOST_ORDERS);
    orders.ok_or_else(|| format!("give a number of orders, 0 to {MOST_ORDERS}"))
}

/// Parses the option `--seconds`: how long each program is measured.
fn bench_seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("type a number of seconds, 0.01 to 3600".to_string()),
    }
}

/// The arguments of `gier bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Programs to measure: names that `gier play` or the report lists, SLIP or ALGOL texts, drum images
    pub files: Vec<PathBuf>,
    /// How long to measure each program, in seconds of processor time
    #[arg(long, value_name = "N", default_value_t = 0.1, value_parser = bench_seconds)]
    pub seconds: f64,
    /// Measure all programs of programs/bench
    #[arg(long, conflicts_with = "files")]
    pub all: bool,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
    /// An earlier report (--json) to compare with
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub against: Option<PathBuf>,
    /// Compare even if the earlier report comes from another computer
    #[arg(long, requires = "against")]
    pub other_host: bool,
}
