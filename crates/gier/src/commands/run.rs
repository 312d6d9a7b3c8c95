//! `gier run`: runs a program from a drum image, a text or a tape.

use super::outputs::Outputs;
use super::program::{named, prepare_desk, program};
use super::session::{Wishes, play};
use crate::archive::{place, shelf};
use crate::cli::{ArchiveRunArgs, RunArgs};
use crate::host::files::{self, Job};
use crate::host::status::Status;
use anyhow::{Result, bail};
use gier_archive::rules::{Kind, recognise};
use gier_desk::tapes::Dialect;
use gier_machine::{Log, Machine};
use std::path::Path;
use std::slice;

/// Runs `gier run`.
pub fn run(job: &Job, args: &RunArgs) -> Result<Status> {
    let form = form(job, &args.image)?;
    match (form, place::known(None)) {
        (Form::Tape(_), Some(archive)) => return run_tape(job, &archive, args),
        (Form::Tape(Some(needs)), None) => {
            bail!("{} is a tape that needs {needs}; {}", files::name(&args.image), place::MISSING)
        }
        _ => {}
    }
    let loaded = if form == Form::Image { slice::from_ref(&args.image) } else { &[] };
    job.will_print("the typed paper")?;
    let paper = args.typewriter.paper.as_deref();
    let outputs = Outputs::open(job, &args.outputs, paper, (loaded, &args.desk.tape_station))?;
    let Some(image) = program(job, &args.image)? else { return Ok(Status::Fault) };
    let mut machine = Machine::with_image(&image);
    prepare_desk(job, &mut machine, &args.desk)?;
    play(
        job,
        machine,
        &image,
        &args.typewriter,
        outputs,
        Wishes { limit: args.limit, stats: args.stats, json: args.json },
    )
}

/// The kinds of file that `gier run` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A drum image, or the name of a program that comes with gier.
    Image,
    /// A text in the notation of gier.
    Text,
    /// A paper tape, or a text in the museum's notation, with the system that it needs. `None` if gier's own
    /// translators take it.
    Tape(Option<&'static str>),
}

/// Looks at the contents of a file, because a tape may have any name. The name decides for the texts in the
/// notation of gier, and for a tape (`.flx`, `.asc`) whose contents say nothing.
fn form(job: &Job, path: &Path) -> Result<Form> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if ending == "alg" || ending == "slip" {
        return Ok(Form::Text);
    }
    if !path.is_file() || named(path).is_some() {
        return Ok(Form::Image);
    }
    let bytes = job.read(path)?;
    // Images and snapshots begin with GIER.
    if bytes.starts_with(b"GIER") || Log::begins(&bytes) || bytes.is_empty() {
        return Ok(Form::Image);
    }
    let entry = recognise(&files::name(path), &bytes);
    Ok(match entry.kind {
        Kind::Algol if entry.dialect == Some(Dialect::Four) => Form::Tape(Some("GIER ALGOL 4")),
        Kind::Algol | Kind::Slip if entry.has_ending() => Form::Tape(None),
        Kind::First | Kind::HelpBinary | Kind::Commands => Form::Tape(Some("HELP 3")),
        Kind::HjaelpBinary => Form::Tape(Some("HJÆLP")),
        // The advice about a text with another ending is better.
        Kind::Algol | Kind::Slip if std::str::from_utf8(&bytes).is_ok() => Form::Image,
        Kind::Algol | Kind::Slip => Form::Tape(Some("a system of the archive")),
        _ if entry.has_ending() => Form::Tape(None),
        _ => Form::Image,
    })
}

/// Runs a tape on the system that the tape was written for. `archive` is the folder of the museum's
/// archive, which contains the system.
fn run_tape(job: &Job, archive: &Path, args: &RunArgs) -> Result<Status> {
    let desk = &args.desk;
    for (option, is_given) in [
        ("--tape-station", !desk.tape_station.is_empty()),
        ("--stats", args.stats),
        ("a second --reader", desk.reader.len() > 1),
    ] {
        if is_given {
            bail!("{option} does not work for a tape that runs on a system of the archive");
        }
    }
    place::check(archive)?;
    let (catalogue, name) = shelf::beside(job, &args.image)?;
    let Some(entry) = catalogue.entries().iter().find(|entry| entry.name == name) else {
        bail!("cannot read {}", files::name(&args.image));
    };
    let args = ArchiveRunArgs {
        name,
        dry_run: false,
        ka: desk.ka,
        replace: args.replace.clone(),
        kb: desk.kb,
        start: 0,
        hp: false,
        panel: false,
        base: None,
        installation: args.desk.installation,
        data: args.desk.reader.first().map(|path| path.display().to_string()),
        typewriter: args.typewriter.clone(),
        outputs: args.outputs.clone(),
        json: args.json,
        limit: args.limit,
    };
    super::archive_run::run_entry(job, archive, &catalogue, entry, &args)
}
