//! `gier replay`: replays a session log, and prints its paper and its final state.

use super::outputs::Outputs;
use super::program::read_image;
use super::session::listener;
use super::sessions;
use crate::cli::ReplayArgs;
use crate::host::files::{self, Job};
use crate::host::report::say;
use crate::host::signals;
use crate::host::status::Status;
use crate::host::watch::{GivenUp, ReplayProgress};
use anyhow::{Context, Error, Result, anyhow};
use gier_desk::attended::{Alarms, Papers};
use gier_desk::pace::Speed;
use gier_desk::typewriter::sheet_text::printer_text;
use gier_desk::{Ears, Replay, replay_while};
use gier_machine::{Log, Machine};
use gier_programs::{PROGRAMS, Program};
use serde_json::{Value, json};
use std::path::Path;

/// Runs `gier replay`.
pub fn run(job: &Job, args: &ReplayArgs) -> Result<Status> {
    let log = args.log.clone().map_or_else(|| sessions::last(job), Ok)?;
    job.will_print("the typed paper")?;
    let outputs = Outputs::open(job, &args.outputs, args.picture.as_deref(), (&[], &[]))?;
    let session = log_of(job, &log)?;
    let image = args
        .image
        .as_deref()
        .map(|path| read_image(job, path))
        .transpose()?
        .or_else(|| program(&session.start).map(Program::image));
    let (mut writer, mut paper) = (args.paper.writer(), String::new());
    signals::catch()?;
    let mut watch = ReplayProgress::new(&session, args.limit);
    let see = &mut |print| writer.print(print, &mut paper);
    let mut listener = listener(job, &args.sound, &session.start, Speed::Max)?;
    let ears = listener.as_mut().map(|listener| listener as &mut dyn Ears);
    let Replay { room, true_to_log } = replay_while(&session, ears, see, &mut |now| watch.next(now));
    let given_up = watch.finish();
    job.add(listener.as_mut().map_or(Ok(()), |listener| listener.finish(room.machine().now())));
    if let Some(given_up @ (GivenUp::Interrupted | GivenUp::TooLong)) = given_up {
        return Ok(given_up.status());
    }
    let (papers, machine) = (room.papers(), room.machine());
    writer.finish(papers.sheet(), &mut paper);
    if args.json {
        job.print_json(&as_json(papers, machine, true_to_log));
    } else {
        let state = format!(
            "state {:016x} after {} orders, {:.6} seconds of GIER's time\n",
            machine.state_hash(),
            machine.orders(),
            machine.now().seconds()
        );
        job.print_paper(&paper);
        job.print(&state);
    }
    outputs.write(papers, machine, image.as_ref());
    if let Some(line) = image.and_then(|image| Alarms::of(&image)?.last_line(room.timeline())) {
        say(&line);
    }
    Ok(match given_up {
        Some(given_up) => given_up.status(),
        None if true_to_log => Status::Ended,
        None => {
            say(
                "the replay does not end where the log says: the log was changed, or made by another version",
            );
            Status::Fault
        }
    })
}

/// What gier says about a log without contents.
pub const EMPTY_LOG: &str = "it is an empty log: the panel that began it was killed before the session";

/// Reads a session log.
pub fn log_of(job: &Job, path: &Path) -> Result<Log> {
    let text = job.read_text(path)?;
    let log = if text.is_empty() { Err(anyhow!(EMPTY_LOG)) } else { Log::parse(&text).map_err(Error::from) };
    log.with_context(|| format!("cannot use {}", files::name(path)))
}

/// The program that is on the drum of this machine, if it comes with gier.
pub fn program(start: &Machine) -> Option<&'static Program> {
    let drum = start.drum_image();
    PROGRAMS.iter().find(|program| program.image().tracks() == drum.tracks())
}

fn as_json(papers: &Papers, machine: &Machine, true_to_log: bool) -> Value {
    json!({
        "paper": papers.sheet().to_text(),
        "state": format!("{:016x}", machine.state_hash()),
        "orders": machine.orders(),
        "seconds": machine.now().seconds(),
        "punched": papers.punched().len(),
        "printed": printer_text(papers.printed()),
        "true_to_log": true_to_log,
    })
}
