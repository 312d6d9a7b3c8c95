//! The command `gier`. This crate uses files, clocks and the terminal. The libraries never do.
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
#[cfg(all(test, source_tree))]
mod one_paper;
mod panel;

use gier_desk::faults::{one_line, shortened};
use host::report;
use host::status::Status;
use std::ffi::OsString;
use std::io::ErrorKind;

/// An error message repeats at most this many characters of an argument.
const LONGEST_WORD: usize = 1000;

fn main() -> Status {
    // If this fails, a write beyond the user's limit on file sizes ends the program.
    let _ = host::signals::catch_file_limit();
    let cli = cli::Cli::of(std::env::args_os()).unwrap_or_else(|error| leave(&error));
    match commands::run(cli) {
        Ok(status) => status,
        Err(error) => {
            report::say(&format!("{error:#}"));
            Status::WrongUse
        }
    }
}

/// Prints the help, the version, or what is wrong with the arguments, and ends the program.
fn leave(error: &clap::Error) -> ! {
    if error.use_stderr() {
        // clap's message repeats arguments. Foreign text in them must not reach the terminal.
        let is_shown =
            |word: OsString| OsString::from(shortened(&one_line(&word.to_string_lossy()), LONGEST_WORD));
        let shown = cli::Cli::of(std::env::args_os().map(is_shown)).err();
        shown.as_ref().unwrap_or(error).exit()
    }
    if let Err(fault) = error.print()
        && fault.kind() != ErrorKind::BrokenPipe
    {
        report::say(&format!("cannot write standard output: {fault}"));
        std::process::exit(2);
    }
    std::process::exit(error.exit_code())
}
