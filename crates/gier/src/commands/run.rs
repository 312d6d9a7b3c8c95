//! `gier run`: runs a program from a drum image, a text or a tape.

use super::outputs::Outputs;
use super::program::{prepare_desk, program};
use super::session::{Wishes, play};
use crate::archive::{place, shelf};
use crate::cli::{ArchiveRunArgs, RunArgs};
use crate::host::files::{self, Job};
use crate::host::status::Status;
use anyhow::{Result, bail};
use gier_machine::Machine;
use std::path::Path;
use std::slice;

/// Runs `gier run`.
pub fn run(job: &Job, args: &RunArgs) -> Result<Status> {
    if let (true, Some(archive)) = (is_tape(&args.image), place::known(None)) {
        return run_tape(job, &archive, args);
    }
    let is_source = is_text(&args.image) || is_tape(&args.image);
    let loaded = if is_source { &[] } else { slice::from_ref(&args.image) };
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

/// Whether a file is a paper tape or a text in the museum's notation, according to the ending of its
/// name.
fn is_tape(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "flx" || ending == "asc")
}

/// Runs a tape on the system that the tape was written for. `archive` is the folder of the museum's
/// archive, which contains the system.
fn run_tape(job: &Job, archive: &Path, args: &RunArgs) -> Result<Status> {
    let desk = &args.desk;
    for (option, is_given) in [
        ("--tape-station", !desk.tape_station.is_empty()),
        ("--ka", desk.ka),
        ("--kb", desk.kb),
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
        start: false,
        panel: false,
        base: None,
        installation: args.desk.installation,
        data: args.desk.reader.first().map(|path| path.display().to_string()),
        typewriter: args.typewriter.clone(),
        outputs: args.outputs.clone(),
        json: args.json,
        limit: args.limit,
    };
    super::archive::run_entry(job, archive, &catalogue, entry, &args)
}

/// Whether a file is an ALGOL or SLIP text, according to the ending of its name.
fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "alg" || ending == "slip")
}
