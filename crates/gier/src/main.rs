//! The command `gier`.

mod bundled;
mod cli;
mod commands;
mod debug;
mod exec;
mod files;

mod museum;
mod operator;
mod pacer;
mod panel;
mod report;
mod session;
mod status;
mod tape_text;

mod typewriter;

use clap::Parser;
use status::Status;

fn main() -> Status {
    let cli = cli::Cli::parse();
    match commands::run(cli) {
        Ok(status) => status,
        Err(error) => {
            report::say(&format!("{error:#}"));
            Status::WrongUse
        }
    }
}
