//! The command `gier`.

// Help texts of the command line are doc comments, and name keys as people see them: <F3>.
#![allow(rustdoc::invalid_html_tags)]

mod cli;
mod commands;
mod exec;
mod host;
mod museum;
#[cfg(test)]
mod one_paper;
mod panel;

use clap::Parser;
use host::report;
use host::status::Status;

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
