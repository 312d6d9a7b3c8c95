//! The command `gier`. Files, clocks and the terminal are used only here, because the libraries also run in a
//! browser and in tests without them.
//!
//! | what | module |
//! |---|---|
//! | the command line and its help texts | `cli` |
//! | the commands, each in a file | `commands` |
//! | this computer: files, clock, signals, terminal, keys, sound, messages | `host` |
//! | the panel in a terminal: its events, its files, the logs of its sessions | `panel` |
//! | runs the checks in `gier-archive/museum/` | `museum` |
//! | finds the museum's archive, reads its catalogue, loads a tape | `archive` |
//! | machine states as JSON | `exec` |

// The tests make the files that they need.
#![cfg_attr(test, allow(clippy::disallowed_methods))]
// Doc comments of command-line options are help texts. Rustdoc would take key names such as <F3> for HTML.
#![allow(rustdoc::invalid_html_tags)]

mod archive;
mod cli;
mod commands;
mod exec;
mod host;
mod museum;
mod panel;

use clap::error::ErrorKind;
use gier_desk::faults::{one_line, shortened};
use gier_messages::Language;
use host::report;
use host::status::Status;
use std::ffi::OsString;
use std::path::Path;

/// An error message repeats at most this many characters of an argument.
const LONGEST_WORD: usize = 1000;

fn main() -> Status {
    // If this fails, a write beyond the user's limit on file sizes ends the program.
    let _ = host::signals::catch_file_limit();
    let arguments = program_runs(command_first(std::env::args_os().collect()));
    // Help and errors are in this language too, so it is chosen before the arguments are parsed.
    host::language::choose(asked(&arguments));
    let cli = cli::Cli::of(arguments.iter().cloned()).unwrap_or_else(|error| leave(&error, &arguments));
    debug_assert!(cli.lang.is_none_or(|lang| lang == host::language::language()));
    match commands::run(cli) {
        Ok(status) => status,
        Err(error) => {
            report::say(&format!("{error:#}"));
            Status::WrongUse
        }
    }
}

/// Puts `--lang` behind the command if it stands before it. There, clap takes every option for one of the
/// program that gier plays without a command.
fn command_first(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let option = arguments.get(1).and_then(|word| word.to_str()).unwrap_or_default();
    let words = match option {
        "--lang" => 2,
        _ if option.starts_with("--lang=") => 1,
        _ => return arguments,
    };
    if arguments.get(1 + words).is_some_and(|word| !word.to_string_lossy().starts_with('-')) {
        arguments[1..words + 2].rotate_left(words);
    }
    arguments
}

/// Puts `run` before a program that stands in place of a command, so that `gier foo.alg` runs it. Of any other
/// file, `gier run` says what to do with it.
fn program_runs(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let Some(word) = arguments.get(1) else { return arguments };
    let ending = Path::new(word).extension().and_then(|it| it.to_str());
    let is_program = ending.is_some_and(|ending| ["alg", "slip", "drum", "flx", "asc"].contains(&ending));
    if is_program || Path::new(word).is_file() && !cli::is_command(word) {
        arguments.insert(1, "run".into());
    }
    arguments
}

fn asked(arguments: &[OsString]) -> Option<Language> {
    let mut words = arguments.iter().map(|word| word.to_string_lossy()).take_while(|word| word != "--");
    let word = words.find_map(|word| match word.strip_prefix("--lang")? {
        "" => Some(String::new()),
        value => Some(value.strip_prefix('=')?.to_string()),
    })?;
    let code = if word.is_empty() { words.next()?.into_owned() } else { word };
    ["en", "da"].contains(&&*code).then(|| Language::of_code(&code))
}

/// Prints the help, the version, or what is wrong with the arguments, and ends the program.
fn leave(error: &clap::Error, arguments: &[OsString]) -> ! {
    // clap's message repeats arguments. Foreign text in them must not reach the terminal.
    let is_shown =
        |word: &OsString| OsString::from(shortened(&one_line(&word.to_string_lossy()), LONGEST_WORD));
    let shown = cli::Cli::of(arguments.iter().map(is_shown)).err();
    let error = shown.as_ref().unwrap_or(error);
    if let (ErrorKind::InvalidSubcommand, Some(word)) = (error.kind(), arguments.get(1))
        && let Some(meant) = commands::help::no_command(&word.to_string_lossy())
    {
        report::say(&meant);
        std::process::exit(error.exit_code());
    }
    if error.use_stderr() {
        match host::language::language() {
            Language::English => error.exit(),
            Language::Danish => cli::complaint(error).lines().for_each(report::line),
        }
        std::process::exit(error.exit_code());
    }
    if let Err(fault) = error.print()
        && fault.kind() != std::io::ErrorKind::BrokenPipe
    {
        report::say(&format!("cannot write standard output: {fault}"));
        std::process::exit(2);
    }
    std::process::exit(error.exit_code())
}
