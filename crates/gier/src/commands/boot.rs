//! `gier boot`: brings up an empty machine as an operator did, and does what a session file says.

use crate::cli::BootArgs;
use crate::operator::script::{self, Kind, Wait};
use crate::operator::{Operator, asc};
use crate::status::Status;
use crate::typewriter::writer::{PaperWriter, RibbonStyle};
use crate::{files, report};
use anyhow::{Context, Result};
use gier_machine::{Input, Machine, Tape};
use gier_word::Image;
use gier_word::tape::Row;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Runs the command.
///
/// # Errors
/// Files; an act of the session that could not be done.
pub fn run(args: &BootArgs) -> Result<Status> {
    let acts = match &args.session {
        None => Vec::new(),
        Some(path) => {
            let text = files::read_text(path)?;
            match script::parse(&text) {
                Ok(acts) => acts,
                Err(faults) => {
                    report::faults(&[(files::name(path), text)], &faults);
                    return Ok(Status::WrongUse);
                }
            }
        }
    };
    let mut operator = Operator::new(machine(args)?, &folder(args));
    let done = start(&mut operator, args).and_then(|()| operator.perform(&acts));
    show(&operator, args)?;
    keep(&operator, args)?;
    match done {
        Ok(()) => Ok(Status::Ended),
        Err(error) => {
            let session = args.session.as_ref().map_or("gier boot".to_string(), |path| files::name(path));
            report::say(&format!("{session}: {error:#}"));
            Ok(Status::Fault)
        }
    }
}

/// The machine with its drum and the tapes in its reader.
fn machine(args: &BootArgs) -> Result<Machine> {
    let mut machine = Machine::new();
    if let Some(path) = &args.drum {
        let image = Image::from_bytes(&files::read(path)?).with_context(|| files::name(path))?;
        machine.load_drum(&image);
    }
    for path in &args.tape {
        machine.feed(Input::MountTape(tape(path)?));
    }
    Ok(machine)
}

/// A tape, or a text of the museum put on one.
pub fn tape(path: &Path) -> Result<Tape> {
    let name = files::name(path);
    if path.extension().is_some_and(|extension| extension == "asc") {
        let rows = asc::to_tape(&files::read_source(path)?).map_err(|(line, character)| {
            anyhow::anyhow!("{name}, line {line}: no symbol prints {character:?}")
        })?;
        return Ok(Tape::new(&name, rows));
    }
    Ok(Tape::new(&name, files::read(path)?.into_iter().map(Row).collect()))
}

fn folder(args: &BootArgs) -> PathBuf {
    let beside = args.session.as_ref().and_then(|path| path.parent()).map(Path::to_path_buf);
    args.folder.clone().or(beside).unwrap_or_default()
}

/// Without a session file: keys the bootstrap if there is a tape, presses HELP if there is
/// only a drum, and goes on until the machine waits or stops.
fn start(operator: &mut Operator, args: &BootArgs) -> Result<()> {
    if args.session.is_some() {
        return Ok(());
    }
    if args.tape.is_empty() {
        operator.machine.feed(Input::Help);
    } else {
        operator.machine.key_bootstrap();
        operator.machine.feed(Input::Start);
    }
    operator.act(&Kind::Await(Wait::Key))
}

fn show(operator: &Operator, args: &BootArgs) -> Result<()> {
    let mut paper = PaperWriter::new(io::stdout().lock(), args.ribbon.unwrap_or(RibbonStyle::None));
    for &symbol in operator.sheet_symbols() {
        paper.print(symbol)?;
    }
    paper.finish()?;
    io::stdout().flush()?;
    Ok(())
}

fn keep(operator: &Operator, args: &BootArgs) -> Result<()> {
    if let Some(path) = &args.save_drum {
        files::write(path, &operator.machine.drum_image().to_bytes())?;
    }
    if let Some(path) = &args.punch {
        let bytes: Vec<u8> = operator.punched().iter().map(|row| row.0).collect();
        files::write(path, &bytes)?;
    }
    Ok(())
}
