//! The commands, one in each file. A command takes its arguments and returns the exit status.

pub mod algol;
pub mod archive;
pub mod archive_list;
pub mod asm;
pub mod bench;
pub mod boot;
pub mod compare;
pub mod dap;
pub mod debug;
pub mod disasm;
pub mod exec;
pub mod experiments;
pub mod help;
pub mod lesson;
pub mod lsp;
pub mod museum;
mod outputs;
pub mod panel;
pub mod play;
mod program;
pub mod replay;
pub mod run;
pub mod session;
pub mod sessions;
pub mod setup;
pub mod tape;
mod tape_info;

use crate::cli::{Cli, Command};
use crate::host::status::Status;
use anyhow::{Result, bail};

/// Runs the command that the user gave. Without a command, lets the user choose a program to play.
///
/// # Errors
/// Returns an error if something outside of GIER fails, such as a file or the terminal. If a program on
/// GIER fails, the exit status says so.
pub fn run(cli: Cli) -> Result<Status> {
    let typewriter = cli.typewriter;
    let Some(command) = cli.command else {
        if cli.panel {
            bail!("--panel belongs to a command: gier nim --panel, or gier panel IMAGE");
        }
        return play::choose(typewriter);
    };
    match command {
        Command::Archive(args) => archive::run(&args),
        Command::Algol(args) => algol::run(&args),
        Command::Asm(args) => asm::run(&args),
        Command::Disasm(args) => disasm::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Exec(args) => exec::run(&args),
        Command::Experiments(args) => experiments::run_command(&args),
        Command::Museum(args) => museum::run(&args),
        #[cfg(feature = "nim")]
        Command::Nim(args) => play::nim(&args),
        Command::Play(args) => play::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Boot(args) => boot::run(&args),
        Command::Debug(args) => debug::run(&args),
        Command::Dap => dap::run(),
        Command::Lsp => lsp::run(),
        Command::Lesson(args) => lesson::run(&args),
        Command::Panel(args) => panel::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Sessions(args) => sessions::run(&args),
        Command::Tape(args) => tape::run(&args),
        Command::Completions(args) => setup::completions(&args),
        Command::Man(args) => setup::man(&args),
        Command::Doctor => setup::doctor(),
        Command::Help(args) => help::run(&args),
    }
}
