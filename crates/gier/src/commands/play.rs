//! `gier play`, `gier nim` and `gier` without a command: list, print, choose and play the programs that come
//! with gier.

use super::outputs::Outputs;
use super::program::prepare_desk;
use super::session::{Wishes, play};
use crate::cli::{NimArgs, OutputArgs, PanelArgs, PlayArgs, TypewriterArgs};
use crate::host::files::Job;
use crate::host::language::{help_said, said};
use crate::host::status::Status;
use anyhow::{Result, bail};
use gier_machine::Machine;
use gier_programs::{DEFAULT, Kind, PROGRAMS, Program, meant};
use serde_json::{Value, json};
use std::io::{self, IsTerminal};

/// Runs `gier play`.
pub fn run(job: &Job, args: &PlayArgs) -> Result<Status> {
    let NimArgs { typewriter, outputs, .. } = &args.nim;
    let has_outputs =
        *outputs != OutputArgs::default() || typewriter.paper.is_some() || typewriter.sound.sound.is_some();
    if args.name.is_none() && has_outputs {
        bail!("there is no program whose output could be saved: name one of those that `gier play` lists");
    }
    match args.name {
        None if args.json => job.print_json(&as_json()),
        None => job.print(&list()),
        Some(program) if args.source => job.print(&program.source()),
        Some(program) => return start(job, program, &args.nim),
    }
    Ok(Status::Ended)
}

/// Runs `gier nim`.
#[cfg(feature = "nim")]
pub fn nim(job: &Job, args: &NimArgs) -> Result<Status> {
    start(job, DEFAULT, args)
}

/// Runs `gier` without a command. At a terminal, the user chooses a program. Otherwise, plays [`DEFAULT`].
pub fn choose(job: &Job, typewriter: TypewriterArgs) -> Result<Status> {
    let is_person = typewriter.typed.is_none() && io::stdin().is_terminal() && io::stdout().is_terminal();
    let program = if is_person { ask(job)? } else { Some(DEFAULT) };
    let args = NimArgs { typewriter, ..NimArgs::default() };
    program.map_or(Ok(Status::Ended), |program| start(job, program, &args))
}

/// Asks the user for a program. Returns `None` at the end of the input.
fn ask(job: &Job) -> Result<Option<&'static Program>> {
    job.print(&list());
    loop {
        let asked = format!("Which one? Its name, or how it begins (Enter: {})", DEFAULT.name);
        job.print(&format!("{}: ", said(&asked)));
        let mut line = String::new();
        if io::stdin().read_line(&mut line)? == 0 {
            job.print("\n");
            return Ok(None);
        }
        if line.trim().is_empty() {
            return Ok(Some(DEFAULT));
        }
        match meant(&line) {
            Ok(program) => return Ok(Some(program)),
            Err(error) => job.print(&format!("{}\n", said(&error.to_string()))),
        }
    }
}

fn start(job: &Job, program: &'static Program, args: &NimArgs) -> Result<Status> {
    let desk = &args.desk;
    if args.panel {
        return super::panel::run(
            job,
            &PanelArgs {
                program: Some(program),
                pace: args.typewriter.pace,
                typed: args.typewriter.typed.clone(),
                desk: desk.clone(),
                outputs: args.outputs.clone(),
                window: args.window.clone(),
                breaks_off: true,
                ..PanelArgs::default()
            },
        );
    }
    job.will_print("the typed paper")?;
    let paper = args.typewriter.paper.as_deref();
    let outputs = Outputs::open(job, &args.outputs, paper, (&[], &desk.tape_station))?;
    let image = program.image();
    let mut machine = Machine::with_image(&image);
    prepare_desk(job, &mut machine, desk)?;
    play(job, machine, &image, &args.typewriter, outputs, Wishes::default())
}

/// A list of the programs that come with gier, as text.
fn list() -> String {
    let width = PROGRAMS.iter().map(|program| program.name.len()).max().unwrap_or(0);
    let mut list = String::new();
    for (kind, _, heading) in Kind::ALL {
        let mut programs = PROGRAMS.iter().filter(|program| program.kind == kind).peekable();
        if programs.peek().is_some() {
            list += &format!("{}:\n", said(heading));
        }
        for program in programs {
            list += &format!("  {:width$}  {}\n", program.name, help_said(program.line));
        }
    }
    list + &said("`gier play NAME` plays one, `gier play NAME --source` shows its text.") + "\n"
}

fn as_json() -> Vec<Value> {
    let row = |program: &Program| {
        json!({
            "name": program.name,
            "kind": program.kind.word(),
            "line": program.line,
            "text": program.path,
            "libraries": program.libraries,
        })
    };
    PROGRAMS.iter().map(row).collect()
}
