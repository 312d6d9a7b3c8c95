//! `gier help`: prints the help of a command, or an entry of the handbook.

use crate::cli::{Cli, HelpArgs};
use crate::host::files::Job;
use crate::host::status::Status;
use anyhow::{Result, bail};
use gier_algol::standard::{self, PROCEDURES, StandardProcedure};
use gier_handbook::entry::{Block, Entry};
use gier_handbook::register::REGISTERS;
use gier_handbook::{order, register};
use ratatui::crossterm::terminal;
use std::io::{self, IsTerminal, stdout};

/// The maximum width of a printed handbook entry, in characters.
const WIDTH: usize = 100;

/// Prints the help of a command, or an entry of the handbook.
///
/// # Errors
/// Returns an error if there is no such topic, or if standard output cannot be written.
pub fn run(job: &Job, args: &HelpArgs) -> Result<Status> {
    let words: Vec<&str> = args.words.iter().map(String::as_str).collect();
    let entry = match words[..] {
        ["order"] => orders(),
        ["order", name] => match order::find(name) {
            Some(opcode) => order::entry(opcode),
            None => bail!("there is no order {name}; gier help order lists all 64"),
        },
        ["register"] => registers(),
        ["register", name] => match register::find(name) {
            Some(register) => register.entry(),
            None => bail!("there is no register {name}; gier help register lists them"),
        },
        ["procedure"] => procedures(),
        ["procedure", ..] => match standard::find(&words[1..].concat()) {
            Some(row) => procedure(row),
            None => bail!(
                "there is no standard procedure {}; gier help procedure lists all 39",
                words[1..].join(" ")
            ),
        },
        _ => return command(&words),
    };
    let terminal = stdout().is_terminal().then(|| terminal::size().ok()).flatten();
    let width = terminal.map_or(WIDTH, |(columns, _)| usize::from(columns).clamp(40, WIDTH));
    job.print(&entry.plain(width));
    Ok(Status::Ended)
}

/// Prints the long help of a command, or of gier itself.
fn command(words: &[&str]) -> Result<Status> {
    let mut command = Cli::shown();
    command.build();
    let mut found = &mut command;
    for word in words {
        match found.find_subcommand_mut(word) {
            Some(inner) => found = inner,
            None => bail!("there is no command {word}; gier help lists the commands"),
        }
    }
    match found.print_long_help() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Status::Ended),
    }
}

fn orders() -> Entry {
    let table = order::table(|row| row.mnemonic.to_string());
    Entry { title: "The 64 orders".to_string(), blocks: vec![table] }
}

fn registers() -> Entry {
    let row = |register: &register::Register| vec![register.name.to_string(), register.line.to_string()];
    let table = Block::table(&["register", "what it is"], REGISTERS.iter().map(row).collect());
    Entry { title: "The registers".to_string(), blocks: vec![table] }
}

fn procedures() -> Entry {
    let row = |row: &StandardProcedure| vec![format!("`{}`", row.call()), row.english.to_string()];
    let table = Block::table(&["call", "what it does"], PROCEDURES.iter().map(row).collect());
    Entry { title: "The 39 standard procedures of GIER ALGOL III".to_string(), blocks: vec![table] }
}

/// The handbook's entry for a standard procedure of ALGOL, in English and Danish. It may have an example.
fn procedure(row: &StandardProcedure) -> Entry {
    let mut blocks = vec![Block::Text(row.english.to_string()), Block::Text(row.danish.to_string())];
    if let Some(example) = row.example {
        let parts = [
            ("program", example.program),
            ("tape in the reader", example.reader),
            ("typed", example.typed),
            ("paper", example.paper),
            ("punched", example.punched),
        ];
        let parts = parts.into_iter().filter(|(_, part)| !part.is_empty());
        let rows =
            parts.map(|(name, part)| vec![name.to_string(), format!("`{}`", part.replace('\n', "` / `"))]);
        blocks.push(Block::table(&["", "example"], rows.collect()));
    }
    Entry { title: row.heading(), blocks }
}
