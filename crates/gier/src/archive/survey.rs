//! The survey: runs every tape of the archive that can be run, and records how each run ended. A time limit
//! ends long runs. The records are lines of a file, so an interrupted survey can continue.

use super::load::{Loaded, load};
use crate::host::clock::HostClock;
use crate::host::cores::on_all_cores;
use crate::host::files::{Claim, Job, is_dash, name_of_output};
use crate::host::folders::state_folder;
use crate::museum::Museum;
use anyhow::{Context, Result, bail};
use gier_archive::bases::Bases;
use gier_archive::catalogue::Catalogue;
use gier_archive::plan::{GA_1963, GA2, GA3_DOUBLE, HJAELP, Plan};
use gier_archive::rules::Entry;
use gier_desk::host::{Clock, Files, Trouble};
use gier_desk::outcome::{Ended, Outcome, ends_red};
use gier_desk::session::{Happened, Host, Session};
use gier_desk::{Ending, Until};
use gier_machine::Machine;
use gier_word::Uops;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// The time that the machine runs between two checks of this computer's clock, in seconds of machine time.
const SLICE: f64 = 20.0;
/// The maximum length in characters of [`Note::line`], the last printed line.
const LINE: usize = 60;

/// The note about one tape: how its run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// How the run ended, as one of the words of [`endings`].
    pub ending: String,
    /// The last line that was printed, cut to 60 characters.
    pub line: String,
}

impl Note {
    /// Parses a line of the file of notes: the name of a tape and its note.
    fn parse(line: &str) -> Option<(String, Note)> {
        let mut fields = line.split('\t').map(str::to_string);
        let (name, ending) = (fields.next()?, fields.next()?);
        let note = Note { ending, line: fields.next()? };
        let is_known = endings().any(|(word, _)| word == note.ending);
        (is_known && fields.next().is_none()).then_some((name, note))
    }
}

/// The words for the ways in which a run can end, and their meanings. The last one proves the table of ends: a
/// system that refuses a tape says so in red, and then the exit status must not be 0.
pub fn endings() -> impl Iterator<Item = (&'static str, &'static str)> {
    Ended::SURVEYED.iter().map(|ended| (ended.word(), ended.meaning())).chain([UNSAID])
}

/// The word and the meaning of a run that ended with status 0 although the last line of the paper is red.
const UNSAID: (&str, &str) = ("unsaid", "status 0, although the last line of the paper is red");

/// The limits of the run of one tape.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum machine time in seconds (the time that GIER would need for the run).
    pub machine: f64,
    /// The maximum time that the emulation may take on this computer.
    pub host: Duration,
}

/// The default path of the file for the notes. The file is in the state folder. Returns `None` if this
/// computer has no state folder.
pub fn usual_file() -> Option<PathBuf> {
    Some(state_folder()?.join("archive.notes"))
}

/// Reads the notes in a file. The keys of the result are the names of the tapes. A missing file gives an
/// empty result.
pub fn notes(job: &Job, file: &Path) -> Result<BTreeMap<String, Note>> {
    parse(file, || job.read(file))
}

/// Reads the notes that this survey and earlier ones have written in their file.
pub fn written(notes: &Claim) -> Result<BTreeMap<String, Note>> {
    parse(notes.path(), || notes.contents())
}

fn parse(file: &Path, read: impl FnOnce() -> Result<Vec<u8>>) -> Result<BTreeMap<String, Note>> {
    let name = || name_of_output(file);
    match file.metadata() {
        _ if is_dash(file) => bail!("the notes cannot go to standard output; name a file with --notes"),
        Err(_) => return Ok(BTreeMap::new()),
        Ok(data) if !data.is_file() => bail!("{} is not a regular file; name another with --notes", name()),
        Ok(_) => {}
    }
    let text = String::from_utf8_lossy(&read()?).into_owned();
    let note = |(number, line): (usize, &str)| {
        let note = line.strip_suffix('\n').and_then(Note::parse);
        note.with_context(|| {
            let (number, name) = (number + 1, name());
            format!("line {number} of {name} is not a note about a tape; delete it, or name another file with --notes")
        })
    };
    text.split_inclusive('\n').enumerate().map(note).collect()
}

/// Runs all tapes of the catalogue that have no note in `file` yet, on several threads. After each run, adds
/// a note to `file` and calls `tell` with the name of the tape.
pub fn run(
    museum: &Museum,
    catalogue: &Catalogue,
    (notes, limits): (&Claim, Limits),
    tell: &(impl Fn(&str) + Sync),
) -> Result<()> {
    let known = written(notes)?;
    let todo: Vec<(&Entry, Plan)> = catalogue
        .entries()
        .iter()
        .filter(|entry| !known.contains_key(&entry.name))
        .filter_map(|entry| Some((entry, catalogue.plan(entry).ok()?)))
        .collect();
    let context = || format!("cannot write {}", name_of_output(notes.path()));
    // The file, and the first error that occurred in writing.
    let written = Mutex::new((notes.append()?, None));
    on_all_cores(&todo, |(entry, plan)| {
        let note = catch_unwind(AssertUnwindSafe(|| note(museum, plan, limits)));
        let note = note.unwrap_or_else(|_| Ok(("failed", "gier panicked".to_string())));
        let (ending, line) = note.unwrap_or_else(|error| ("failed", format!("{error:#}")));
        let line: String = line.replace(['\t', '\n'], " ").chars().take(LINE).collect();
        let note = format!("{}\t{ending}\t{line}\n", entry.name);
        let (file, fault) = &mut *written.lock().expect("nothing panics while it is held");
        if fault.is_none() {
            let end = file.metadata().map(|data| data.len());
            *fault = file.write_all(note.as_bytes()).err();
            if let (Some(_), Ok(end)) = (&fault, end) {
                // A part of a note must not stay.
                let _ = file.set_len(end);
            }
        }
        let goes_on = fault.is_none();
        if goes_on {
            tell(&entry.name);
        }
        goes_on
    });
    let (_, fault) = written.into_inner().expect("no thread panics");
    fault.map_or(Ok(()), |fault| Err(fault).with_context(context))
}

/// How long a tape that was refused may run on each other base system.
const TRIAL: Limits = Limits { machine: 300.0, host: Duration::from_millis(500) };

/// Finds another base system that takes a tape: its program ends there, or waits for a key or for more tape. The program
/// must also print the line `printed`, which it printed before it failed.
pub fn other_base(museum: &Museum, bases: &Bases, plan: &Plan, printed: &str) -> Option<String> {
    // These take other commands.
    let is_other =
        |key: &&str| plan.base.as_deref() != Some(key) && ![HJAELP, GA2, GA_1963, GA3_DOUBLE].contains(key);
    let others: Vec<&str> = bases.iter().map(|(key, _)| key).filter(is_other).collect();
    let bar = ProgressBar::new(others.len() as u64)
        .with_style(ProgressStyle::with_template("{bar:30} {pos} of {len} bases tried").ok()?);
    let found = Mutex::new(None);
    let numbered: Vec<(usize, &str)> = others.into_iter().enumerate().collect();
    on_all_cores(&numbered, |&(number, key)| {
        let plan = Plan { base: Some(key.to_string()), ..plan.clone() };
        let is_taken = is_taken(museum, &plan, printed);
        bar.inc(1);
        let mut found = found.lock().expect("nothing panics while it is held");
        // The first base counts, whichever core is faster.
        if is_taken && found.is_none_or(|(first, _)| number < first) {
            *found = Some((number, key));
        }
        found.is_none()
    });
    bar.finish_and_clear();
    found.into_inner().expect("no thread panics").map(|(_, key)| key.to_string())
}

/// Whether a program runs by this plan: it ends, or waits for a key or for more tape, and has printed this line.
pub fn is_taken(museum: &Museum, plan: &Plan, printed: &str) -> bool {
    run_out(museum, plan, TRIAL).is_ok_and(|(outcome, session)| {
        matches!(outcome.ended, Ended::Over | Ended::Stopped | Ended::Asks | Ended::Tape)
            && session.papers().sheet().to_text().contains(printed)
    })
}

/// Runs one tape up to the limits. Returns the word in [`endings`] for the end of the run, and the last line
/// that was printed.
fn note(museum: &Museum, plan: &Plan, limits: Limits) -> Result<(&'static str, String)> {
    let (outcome, session) = run_out(museum, plan, limits)?;
    let sheet = session.papers().sheet();
    let paper = sheet.to_text();
    let is_monitors = |line: &&str| {
        !line.is_empty() && *line != "image" && !(line.starts_with('p') && line.contains("2.6.67"))
    };
    let line = paper.lines().rev().map(str::trim).find(is_monitors).unwrap_or("");
    // A program that stops the machine may have printed its own text in red.
    let is_unsaid = outcome.ended == Ended::Over && ends_red(sheet);
    Ok((if is_unsaid { UNSAID.0 } else { outcome.ended.word() }, line.to_string()))
}

/// Runs one tape up to the limits, without a user.
fn run_out(museum: &Museum, plan: &Plan, limits: Limits) -> Result<(Outcome, Session)> {
    let plan =
        Plan { acts: plan.acts.replace("limit 20000", &format!("limit {}", limits.machine)), ..plan.clone() };
    let Loaded { mut session, monitor, fault, .. } = load(museum, &plan, None)?;
    let outcome = match fault {
        Some(fault) => Outcome::of_loading(&session, &fault, plan.translator_name()),
        None => {
            let until = session.machine().now() + Uops::from_seconds(limits.machine);
            let mut nobody = Nobody {
                is_over: |machine: &Machine| monitor.is_some_and(|it| it.waits(machine)),
                clock: HostClock::start(),
                limit: limits.host,
            };
            match session.work(Until::at(until), &mut nobody) {
                Ok(Happened::Ended(ending)) => Outcome::of(&mut session, ending, monitor.is_some()),
                Ok(Happened::Obeyed(_)) => unreachable!("no act was begun"),
                Err(trouble) => return Err(anyhow::Error::from_boxed(trouble)),
            }
        }
    };
    Ok((outcome, session))
}

/// The operator during a survey, who presses no keys. A run ends when `is_over` returns `true`. It also ends
/// when it has taken the time `limit` on this computer.
struct Nobody<F: Fn(&Machine) -> bool> {
    is_over: F,
    clock: HostClock,
    limit: Duration,
}

impl<F: Fn(&Machine) -> bool> Files for Nobody<F> {}

impl<F: Fn(&Machine) -> bool> Host for Nobody<F> {
    fn slice_end(&self, now: Uops) -> Uops {
        now + Uops::from_seconds(SLICE)
    }

    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Trouble> {
        if (self.is_over)(machine) {
            return Ok(Some(Ending::Enough));
        }
        Ok((self.clock.now() > self.limit).then_some(Ending::TimeIsUp))
    }
}
