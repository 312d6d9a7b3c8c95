//! `gier archive`: finds, describes and runs the museum's tapes.

use super::archive_list::{bases, list, one, show};
use super::archive_run::run_entry;
use super::boot::tape;
use super::closing::elsewhere;
use super::outputs::Outputs;
use super::session::{Opening, Wishes, play_on};
use crate::archive::{place, shelf, survey};
use crate::cli::{ArchiveArgs, ArchiveCheckArgs, ArchiveCommand, MuseumArgs, OutputArgs, TypewriterArgs};
use crate::host::files::{self, Job};
use crate::host::folders;
use crate::host::report::{one_line, say};
use crate::host::status::Status;
use crate::museum::Museum;
use anyhow::{Context, Result, bail};
use gier_archive::bases::Bases;
use gier_archive::catalogue::Catalogue;
use gier_archive::plan::{GA_1963, GA2, GA3_DOUBLE};
use gier_archive::rows::MuseumRow;
use gier_archive::rules::Entry;
use gier_desk::acts::Act;
use gier_word::Installation;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Runs `gier archive`.
pub fn run(job: &Job, args: &ArchiveArgs) -> Result<Status> {
    let archive = args.archive.as_deref();
    match &args.command {
        ArchiveCommand::Use { folder } => {
            let folder = place::remember(folder)?;
            let folder = files::name(&folder);
            say(&format!("the archive is {folder}; gier archive list lists its tapes"));
            Ok(Status::Ended)
        }
        ArchiveCommand::Bases(args) => bases(job, args),
        ArchiveCommand::Check(args) => check(job, archive, args),
        ArchiveCommand::List(args) => list(job, &tapes(archive)?, args),
        ArchiveCommand::Show(args) => show(job, &tapes(archive)?, args),
        ArchiveCommand::Start(args) => {
            let folder = place::find(archive)?;
            let museum = Museum::open(job, &folder)?;
            let reader =
                args.reader.iter().map(|name| mounted(job, &folder, name)).collect::<Result<Vec<_>>>()?;
            let desk = AtHand { reader: &reader, typewriter: &args.typewriter, outputs: &args.outputs };
            let wishes = Wishes { limit: args.limit, ..Wishes::default() };
            start(job, &museum, (&args.base, args.installation, None), desk, wishes)
        }
        ArchiveCommand::Run(args) => {
            let folder = place::find(archive)?;
            let (tapes, path) = (folder.join("tapes"), Path::new(&args.name));
            let (catalogue, name) = match path.strip_prefix(&tapes) {
                Err(_) if path.is_file() && (path.is_absolute() || !tapes.join(path).is_file()) => {
                    shelf::beside(job, path)?
                }
                inside => {
                    let name = inside.ok().and_then(Path::to_str).unwrap_or(&args.name);
                    (shelf::around(job, &tapes, name)?, name.to_string())
                }
            };
            match one(job, &catalogue, &name)? {
                Some(entry) => run_entry(job, &folder, &catalogue, entry, args),
                None => Ok(Status::WrongUse),
            }
        }
    }
}

fn tapes(archive: Option<&Path>) -> Result<PathBuf> {
    Ok(place::find(archive)?.join("tapes"))
}

fn check(job: &Job, archive: Option<&Path>, args: &ArchiveCheckArgs) -> Result<Status> {
    let folder = place::find(archive.or(args.museum.folder.as_deref()))?;
    if args.all {
        return survey_all(job, &folder, args);
    }
    let MuseumArgs { only, json, .. } = &args.museum;
    super::museum::run(job, &MuseumArgs { folder: Some(folder), only: only.clone(), json: *json })
}

/// How long a survey (a run of all tapes) may run one tape, in seconds of this computer's time.
const TAPE_SECONDS: u64 = 20;

/// Runs every tape of the archive that can be run, and prints a table that counts how the runs ended.
fn survey_all(job: &Job, folder: &Path, args: &ArchiveCheckArgs) -> Result<Status> {
    let file = match &args.notes {
        Some(file) => file.clone(),
        None => {
            let file = survey::usual_file().context("there is no state folder: name a file with --notes")?;
            folders::make(files::folder(&file))?;
            file
        }
    };
    let catalogue = shelf::catalogue(job, &folder.join("tapes"))?;
    job.keep(&folder.join("tapes"));
    let notes = job.claim("--notes", &file, None)?;
    job.will_print("the table")?;
    let runnable = catalogue.entries().iter().filter(|entry| catalogue.plan(entry).is_ok()).count();
    let bar = ProgressBar::new(runnable as u64)
        .with_style(ProgressStyle::with_template("{bar:30} {pos} of {len} tapes, {elapsed}; last: {msg}")?);
    bar.set_position(survey::written(&notes)?.len() as u64);
    let limits = survey::Limits { machine: args.limit, host: Duration::from_secs(TAPE_SECONDS) };
    let museum = Museum::open(job, folder)?;
    survey::run(&museum, &catalogue, (&notes, limits), &|name| {
        bar.set_message(one_line(name));
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    job.print(&survey_table(&catalogue, &survey::written(&notes)?));
    say(&format!("the notes are in {}", files::name(&file)));
    Ok(Status::Ended)
}

/// A table that counts how the runs ended. It has a row for each translator or kind of tape, and a column for
/// each kind of ending, such as `stopped`.
fn survey_table(catalogue: &Catalogue, notes: &BTreeMap<String, survey::Note>) -> String {
    let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for entry in catalogue.entries() {
        let kind = if entry.translator().is_empty() { entry.kind.name() } else { entry.translator() };
        let ending = notes.get(&entry.name).map_or("not run", |note| note.ending.as_str());
        *counts.entry(kind).or_default().entry(ending).or_default() += 1;
    }
    let endings: Vec<&str> = survey::endings().map(|(word, _)| word).chain(["not run"]).collect();
    let head: Vec<String> = endings.iter().map(|word| format!("{word:>8}")).collect();
    let mut text = format!("{:<32}{}\n", "", head.concat());
    for (kind, counts) in &counts {
        let row: Vec<String> = endings
            .iter()
            .map(|ending| {
                counts.get(ending).map_or_else(|| format!("{:>8}", "-"), |count| format!("{count:>8}"))
            })
            .collect();
        text += &format!("{kind:<32}{}\n", row.concat());
    }
    for (word, meaning) in survey::endings() {
        text += &format!("{word:<9}{meaning}\n");
    }
    text
}

/// What the user of a system has at the desk.
pub struct AtHand<'a> {
    pub reader: &'a [PathBuf],
    pub typewriter: &'a TypewriterArgs,
    pub outputs: &'a OutputArgs,
}

/// Loads a base system, shows the paper of the loading, adds devices to the machine, and hands over the typewriter.
pub fn start(
    job: &Job,
    museum: &Museum,
    (base, installation, tape_run): (&str, Option<Installation>, Option<&Entry>),
    desk: AtHand<'_>,
    wishes: Wishes,
) -> Result<Status> {
    job.will_print("the typed paper")?;
    let bases = Bases::read().map_err(anyhow::Error::msg)?;
    let row = named_base(&bases, base)?;
    let outputs = Outputs::open(job, desk.outputs, desk.typewriter.paper.as_deref(), (&[], &[]))?;
    let mut session = museum.machine(Some(base))?;
    if let Some(installation) = installation {
        let installation = installation.with(bases.installation(base));
        session.act(&Act::Installation(installation), &mut museum.tapes())?;
    }
    for path in desk.reader {
        session.mount(tape(job, path)?, &mut museum.tapes()).map_err(anyhow::Error::from_boxed)?;
    }
    if !wishes.json {
        job.print_paper(&session.papers().sheet().to_text());
    }
    let is_translator = [GA2, GA_1963, GA3_DOUBLE].contains(&base);
    match is_translator {
        true => say(&format!("{} is loaded: a key translates the program in the reader", row.name)),
        false => say(&format!("{} is loaded and waits for a command", row.name)),
    }
    let mut opening = Opening::at_monitor(session.machine());
    if is_translator {
        opening.hint = Some(AT_TRANSLATOR);
    }
    if let Some(entry) = tape_run {
        say(&format!("gier archive start {base} loads it, too; --save-drum FILE keeps its drum"));
        elsewhere(session.machine()).iter().for_each(|part| say(part));
        opening.note = entry.note;
        opening.tapes = Some(NO_TAPE.to_string());
    }
    session.forget_paper();
    play_on(job, session, &opening, desk.typewriter, outputs, wishes)
}

/// The advice to a user at a translator that stands alone in the store.
const AT_TRANSLATOR: &str =
    "a key translates the program in the reader, and another key starts it; Ctrl-C leaves";
/// The message if a program waits for tape behind one of a base system.
pub const NO_TAPE: &str = "the program waits for tape: --data TAPE mounts one";

/// The path of a tape that the user has named: a file, or a part of a name in the archive.
pub fn mounted(job: &Job, folder: &Path, name: &str) -> Result<PathBuf> {
    let path = Path::new(name);
    if files::is_dash(path) || path.exists() && !path.is_dir() {
        return Ok(path.to_path_buf());
    }
    Ok(folder.join("tapes").join(data_tape(job, folder, name)?))
}

/// Finds the name of a tape for the reader. `name` is the path of a file, or a part of a
/// tape's name. Only one tape of the archive may have this part in its name.
pub fn data_tape(job: &Job, folder: &Path, name: &str) -> Result<String> {
    let path = Path::new(name);
    if path.is_file() {
        return shelf::full_path(path);
    }
    let catalogue = shelf::around(job, &folder.join("tapes"), name)?;
    match catalogue.find(name).as_slice() {
        [entry] => Ok(entry.name.clone()),
        [] => bail!("cannot read {name}: no file and no tape of the archive has this name"),
        found => bail!("{} tapes match {name:?}; one is wanted", found.len()),
    }
}

/// Finds the base system that the user named.
pub fn named_base<'a>(bases: &'a Bases, name: &str) -> Result<&'a MuseumRow> {
    bases.get(name).with_context(|| format!("there is no base {name}; gier archive bases lists them"))
}
