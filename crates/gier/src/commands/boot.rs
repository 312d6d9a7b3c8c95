//! `gier boot`: brings up an empty machine as an operator did, and does what a session file says.

use crate::cli::BootArgs;
use crate::files::Pending;
use crate::operator::script::{self, Button, Cells, Kind, Wait};
use crate::operator::{Operator, asc};
use crate::pacer::Speed;
use crate::status::Status;
use crate::typewriter::writer::{self, RibbonStyle};
use crate::{files, report};
use anyhow::{Context, Result};
use gier_machine::{Input, Machine, Tape};
use gier_word::Image;
use std::io;
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
    // What cannot be written is told before the work. Nothing waits beside meanwhile: Ctrl-C ends
    // a session at once and would leave it there.
    for path in [&args.save_drum, &args.punch, &args.printer].into_iter().flatten() {
        drop(Pending::new(path)?);
    }
    let mut operator = Operator::new(machine(args)?, &folder(args));
    let style = args.paper.ribbon.unwrap_or(RibbonStyle::None);
    if let Some(speed @ Speed::Times(_)) = args.pace.speed {
        operator.show_live(speed, style);
    }
    let tapes = args.tape.iter().map(|path| tape(path)).collect::<Result<Vec<_>>>()?;
    let done = start(&mut operator, args, tapes).and_then(|()| operator.perform(&acts));
    if !operator.finish_live()? {
        files::print(&writer::text_of(operator.sheet_symbols().iter().copied(), style)?)?;
    }
    keep_paper(&operator, args)?;
    match (done, &args.save_drum) {
        (Ok(()), None) => Ok(Status::Ended),
        (Ok(()), Some(path)) => {
            files::write(path, &operator.machine.drum_image().to_bytes())?;
            Ok(Status::Ended)
        }
        (Err(error), drum) => {
            let session = args.session.as_ref().map_or("gier boot".to_string(), |path| files::name(path));
            report::say(&format!("{session}: {error:#}"));
            if let Some(path) = drum {
                report::say(&format!("the drum is not kept, {} is as it was", path.display()));
            }
            let is_about_files = error.chain().any(|cause| cause.is::<io::Error>());
            Ok(if is_about_files { Status::WrongUse } else { Status::Fault })
        }
    }
}

/// The machine with its drum.
fn machine(args: &BootArgs) -> Result<Machine> {
    let mut machine = Machine::new();
    if let Some(path) = &args.drum {
        let image = Image::from_bytes(&files::read(path)?).with_context(|| files::name(path))?;
        machine.load_drum(&image);
    }
    Ok(machine)
}

/// A tape, or a text of the museum put on one.
fn tape(path: &Path) -> Result<Tape> {
    let is_text = path.extension().is_some_and(|extension| extension == "asc");
    Ok(Tape::new(&files::name(path), asc::read_rows(path, is_text)?))
}

fn folder(args: &BootArgs) -> PathBuf {
    let beside = args.session.as_ref().and_then(|path| path.parent()).map(Path::to_path_buf);
    args.folder.clone().or(beside).unwrap_or_default()
}

/// Mounts the tapes. Without a session file: keys the bootstrap if there is a tape, presses HELP
/// if there is only a drum, and goes on until the machine waits for a command.
fn start(operator: &mut Operator, args: &BootArgs, tapes: Vec<Tape>) -> Result<()> {
    if args.session.is_some() {
        mount(operator, tapes);
        return Ok(());
    }
    if tapes.is_empty() {
        operator.act(&Kind::Button(Button::Help))?;
    } else if args.bootstrap == Cells::Old {
        return start_old(operator, tapes);
    } else {
        mount(operator, tapes);
        operator.act(&Kind::Bootstrap(Cells::Help3))?;
        operator.act(&Kind::Button(Button::Start))?;
        operator.act(&Kind::Await(Wait::Key))?;
        return read_on(operator);
    }
    operator.act(&Kind::Await(Wait::Key))
}

/// HELP 3's track 0 says SUM when it does not find HELP on the drum, and reads its tape after any
/// key: the operator strikes one if there is more tape.
fn read_on(operator: &mut Operator) -> Result<()> {
    let view = operator.machine.view();
    if view.tape_row >= view.tape_rows || !operator.paper().ends_with("SUM") {
        return Ok(());
    }
    answer(operator)
}

/// A key for a track 0 that asks, and on until the monitor waits for a command.
fn answer(operator: &mut Operator) -> Result<()> {
    operator.act(&Kind::Type("\n".to_string()))?;
    operator.act(&Kind::Await(Wait::Key))
}

/// The older HJÆLP: its track-0 tape stops the machine, the tape is changed, the HELP button
/// starts HJÆLP. If it does not find itself on the drum it says FEJL, and reads its own tape
/// after any key.  [F-BOOT-2]
fn start_old(operator: &mut Operator, mut tapes: Vec<Tape>) -> Result<()> {
    let rest = tapes.split_off(1);
    mount(operator, tapes);
    operator.act(&Kind::Bootstrap(Cells::Old))?;
    operator.act(&Kind::Button(Button::Start))?;
    operator.act(&Kind::Await(Wait::Stop))?;
    operator.act(&Kind::Unload)?;
    mount(operator, rest);
    operator.act(&Kind::Button(Button::Help))?;
    operator.act(&Kind::Await(Wait::Key))?;
    if operator.paper().ends_with("FEJL") { answer(operator) } else { Ok(()) }
}

fn mount(operator: &mut Operator, tapes: Vec<Tape>) {
    for tape in tapes {
        operator.machine.feed(Input::MountTape(tape));
    }
}

/// Keeps what was punched and printed, also when the session went wrong.
fn keep_paper(operator: &Operator, args: &BootArgs) -> Result<()> {
    if let Some(path) = &args.punch {
        let bytes: Vec<u8> = operator.punched().iter().map(|row| row.0).collect();
        files::write(path, &bytes)?;
    }
    if let Some(path) = &args.printer {
        files::write(path, &writer::printer_text(operator.printed())?)?;
    }
    Ok(())
}
