//! The commands, one in each file. A command takes its arguments and returns the exit status.

pub mod algol;
pub mod archive;
pub mod archive_list;
pub mod archive_run;
pub mod asm;
pub mod bench;
pub mod boot;
mod closing;
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
use crate::host::files::Job;
use crate::host::status::Status;
use anyhow::{Result, bail};

/// Runs the command that the user gave. Without a command, lets the user choose a program to play. At the end, the
/// job of the command reports the outputs that failed.
pub fn run(cli: Cli) -> Result<Status> {
    let job = Job::default();
    let done = run_with(&job, cli);
    job.end(done)
}

fn run_with(job: &Job, cli: Cli) -> Result<Status> {
    let typewriter = cli.typewriter;
    let Some(command) = cli.command else {
        if cli.panel {
            bail!("--panel belongs to a command: gier nim --panel, or gier panel IMAGE");
        }
        return play::choose(job, typewriter);
    };
    match command {
        Command::Archive(args) => archive::run(job, &args),
        Command::Algol(args) => algol::run(job, &args),
        Command::Asm(args) => asm::run(job, &args),
        Command::Disasm(args) => disasm::run(job, &args),
        Command::Bench(args) => bench::run(job, &args),
        Command::Exec(args) => exec::run(job, &args),
        Command::Experiments(args) => experiments::run_command(job, &args),
        Command::Museum(args) => museum::run(job, &args),
        #[cfg(feature = "nim")]
        Command::Nim(args) => play::nim(job, &args),
        Command::Play(args) => play::run(job, &args),
        Command::Run(args) => run::run(job, &args),
        Command::Boot(args) => boot::run(job, &args),
        Command::Debug(args) => debug::run(job, &args),
        Command::Dap => dap::run(job),
        Command::Lsp => lsp::run(job),
        Command::Lesson(args) => lesson::run(job, &args),
        Command::Panel(args) => panel::run(job, &args),
        Command::Replay(args) => replay::run(job, &args),
        Command::Compare(args) => compare::run(job, &args),
        Command::Sessions(args) => sessions::run(job, &args),
        Command::Tape(args) => tape::run(job, &args),
        Command::Completions(args) => setup::completions(job, &args),
        Command::Man(args) => setup::man(job, &args),
        Command::Doctor => setup::doctor(job),
        Command::Help(args) => help::run(job, &args),
    }
}
