//! `gier archive`: finds, describes and runs the museum's tapes.

use super::outputs::Outputs;
use super::run::uses;
use super::session::{Wishes, play_on};
use crate::archive::load::{Loaded, load};
use crate::archive::{place, shelf, survey};
use crate::cli::{
    ArchiveArgs, ArchiveBasesArgs, ArchiveCheckArgs, ArchiveCommand, ArchiveListArgs, ArchiveRunArgs,
    ArchiveShowArgs, DeskArgs, MuseumArgs, Wanted,
};
use crate::host::files;
use crate::host::language::chosen;
use crate::host::report::note;
use crate::host::status::Status;
use crate::museum::Museum;
use crate::panel::logs::state_folder;
use anyhow::{Context, Result, anyhow, bail};
use gier_archive::bases::Bases;
use gier_archive::catalogue::Catalogue;
use gier_archive::plan::{GA4, Plan, otherwise};
use gier_archive::rules::Entry;
use gier_desk::tapes::Dialect;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Runs `gier archive`.
///
/// # Errors
/// Returns an error if there is no archive, or if a file cannot be read or written.
pub fn run(args: &ArchiveArgs) -> Result<Status> {
    let archive = args.archive.as_deref();
    match &args.command {
        ArchiveCommand::Use { folder } => {
            let folder = place::remember(folder)?;
            let folder = folder.display();
            note(chosen(None), &format!("the archive is {folder}; gier archive list lists its tapes"));
            Ok(Status::Ended)
        }
        ArchiveCommand::Bases(args) => bases(args),
        ArchiveCommand::Check(args) => check(archive, args),
        ArchiveCommand::List(args) => list(&tapes(archive)?, args),
        ArchiveCommand::Show(args) => show(&tapes(archive)?, args),
        ArchiveCommand::Run(args) => {
            let folder = place::find(archive)?;
            let catalogue = shelf::around(&folder.join("tapes"), &args.name)?;
            match one(&catalogue, &args.name)? {
                Some(entry) => run_entry(&folder, &catalogue, entry, args),
                None => Ok(Status::WrongUse),
            }
        }
    }
}

fn tapes(archive: Option<&Path>) -> Result<PathBuf> {
    Ok(place::find(archive)?.join("tapes"))
}

fn check(archive: Option<&Path>, args: &ArchiveCheckArgs) -> Result<Status> {
    let folder = place::find(archive.or(args.museum.folder.as_deref()))?;
    if args.all {
        return survey_all(&folder, args);
    }
    let MuseumArgs { only, json, .. } = &args.museum;
    super::museum::run(&MuseumArgs { folder: Some(folder), only: only.clone(), json: *json })
}

/// The longest time that a survey spends on one tape, in seconds of this computer.
const TAPE_SECONDS: u64 = 20;

/// Runs every tape, and prints how many tapes of each kind ended in each way.
fn survey_all(folder: &Path, args: &ArchiveCheckArgs) -> Result<Status> {
    let file = match &args.notes {
        Some(file) => file.clone(),
        None => {
            let state = state_folder().context("there is no state folder: name a file with --notes")?;
            std::fs::create_dir_all(&state).with_context(|| format!("cannot make {}", state.display()))?;
            state.join("archive.notes")
        }
    };
    let catalogue = shelf::catalogue(&folder.join("tapes"))?;
    let runnable = catalogue.entries().iter().filter(|entry| catalogue.plan(entry).is_ok()).count();
    let bar = ProgressBar::new(runnable as u64)
        .with_style(ProgressStyle::with_template("{bar:30} {pos} of {len} tapes, {elapsed}; last: {msg}")?);
    bar.set_position(survey::notes(&file)?.len() as u64);
    let limits = survey::Limits { machine: args.limit, host: Duration::from_secs(TAPE_SECONDS) };
    let museum = Museum::open(folder)?;
    survey::run(&museum, &catalogue, (&file, limits), &|name| {
        bar.set_message(name.to_string());
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    files::print(&survey_table(&catalogue, &survey::notes(&file)?))?;
    note(chosen(None), &format!("the notes are in {}", file.display()));
    Ok(Status::Ended)
}

/// The table of a survey. It has a line for each kind of tape and translator, and a column for each way to
/// end.
fn survey_table(catalogue: &Catalogue, notes: &BTreeMap<String, survey::Note>) -> String {
    let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for entry in catalogue.entries() {
        let kind = if entry.translator().is_empty() { entry.kind.name() } else { entry.translator() };
        let ending = notes.get(&entry.name).map_or("not run", |note| note.ending.as_str());
        *counts.entry(kind).or_default().entry(ending).or_default() += 1;
    }
    let endings: Vec<&str> = survey::ENDINGS.iter().map(|(word, _)| *word).chain(["not run"]).collect();
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
    for (word, meaning) in survey::ENDINGS {
        text += &format!("{word:<9}{meaning}\n");
    }
    text
}

/// The tape that a name refers to. If several tapes have the name, lists them and returns `None`.
fn one<'a>(catalogue: &'a Catalogue, name: &str) -> Result<Option<&'a Entry>> {
    let found = catalogue.find(name);
    match found.as_slice() {
        [] => bail!("no tape's name contains {name:?}; gier archive list lists them"),
        [entry] => Ok(Some(entry)),
        several => {
            note(chosen(None), &format!("{} tapes match {name:?}; name one of them:", several.len()));
            files::print(&table(catalogue, several))?;
            Ok(None)
        }
    }
}

fn bases(args: &ArchiveBasesArgs) -> Result<Status> {
    let bases = Bases::read().map_err(anyhow::Error::msg)?;
    if args.json {
        let rows = bases.iter().map(|(key, row)| {
            json!({
                "base": key,
                "name": row.name,
                "installation": bases.installation(key).to_string(),
                "tapes": bases.tapes(key),
            })
        });
        files::print_json(&rows.collect::<Vec<Value>>())?;
        return Ok(Status::Ended);
    }
    let mut text = String::new();
    for (key, row) in bases.iter() {
        writeln!(text, "{key:<16} {}", row.name)?;
        writeln!(text, "{:<16}   {}: {}", "", bases.installation(key), bases.tapes(key).join(", "))?;
    }
    files::print(&text)?;
    Ok(Status::Ended)
}

fn list(tapes: &Path, args: &ArchiveListArgs) -> Result<Status> {
    let catalogue = shelf::catalogue(tapes)?;
    let words: Vec<String> = args.words.iter().map(|word| word.to_lowercase()).collect();
    let is_wanted = |entry: &&Entry| {
        let text = format!("{} {} {}", entry.name, entry.about, entry.translator()).to_lowercase();
        words.iter().all(|word| text.contains(word))
            && args.kind.is_none_or(|wanted| match wanted {
                Wanted::Kind(kind) => entry.kind == kind,
                Wanted::Music => entry.is_music,
            })
    };
    let found: Vec<&Entry> = catalogue.entries().iter().filter(is_wanted).collect();
    if args.json {
        files::print_json(&found.iter().map(|entry| as_json(&catalogue, entry)).collect::<Vec<_>>())?;
    } else {
        let tapes = if found.len() == 1 { "tape" } else { "tapes" };
        files::print(&format!("{}{} {tapes}\n", table(&catalogue, &found), found.len()))?;
    }
    Ok(if found.is_empty() { Status::Fault } else { Status::Ended })
}

/// The list of tapes. It has a line for each tape: kind, translator, name, and what the tape says of itself.
fn table(catalogue: &Catalogue, entries: &[&Entry]) -> String {
    let width = entries.iter().map(|entry| entry.name.chars().count()).max().unwrap_or(0).min(40);
    let mut text = String::new();
    for entry in entries {
        let what = match entry.translator() {
            "" if entry.is_music => format!("{}, music", entry.kind.word()),
            "" => entry.kind.word().to_string(),
            translator => translator.to_string(),
        };
        let runs = if catalogue.plan(entry).is_ok() { ' ' } else { '-' };
        let about: String = entry.about.chars().take(60).collect();
        let line = format!("{runs} {what:<20} {:width$}  {about}", entry.name);
        text += &format!("{}\n", line.trim_end());
    }
    text
}

fn as_json(catalogue: &Catalogue, entry: &Entry) -> Value {
    let plan = catalogue.plan(entry);
    let info = entry.info.as_ref();
    json!({
        "name": entry.name,
        "kind": entry.kind.word(),
        "translator": Some(entry.translator()).filter(|translator| !translator.is_empty()),
        "why": entry.why,
        "about": entry.about,
        "music": entry.is_music,
        "base": plan.as_ref().ok().and_then(|plan| plan.base.clone()),
        "runs": plan.is_ok(),
        "not_run": plan.as_ref().err(),
        "data": plan.as_ref().ok().and_then(|plan| plan.data.clone()),
        "pair": catalogue.pair(entry).map(|pair| pair.name.clone()),
        "check": catalogue.row(entry).map(|row| row.name.clone()),
        "rows": info.map(|info| info.rows),
        "wrong_parity": info.map(|info| info.wrong_parity),
        "sums": info.map(|info| json!({
            "right": info.sums.right, "wrong": info.sums.wrong, "untold": info.sums.untold
        })),
    })
}

fn show(tapes: &Path, args: &ArchiveShowArgs) -> Result<Status> {
    let catalogue = shelf::around(tapes, &args.name)?;
    let Some(entry) = one(&catalogue, &args.name)? else { return Ok(Status::WrongUse) };
    if args.json {
        files::print_json(&as_json(&catalogue, entry))?;
        return Ok(Status::Ended);
    }
    files::print(&card(&catalogue, entry)?)?;
    let bytes = files::read(&tapes.join(&entry.name))?;
    if let Some(text) = gier_archive::rules::text(entry, &bytes) {
        files::print(&format!("\n{text}"))?;
    }
    Ok(Status::Ended)
}

/// The description of a tape: everything that is known about it, except its text.
fn card(catalogue: &Catalogue, entry: &Entry) -> Result<String> {
    let mut card = format!("{}\n", entry.name);
    let mut line = |name: &str, text: &str| {
        if !text.is_empty() {
            card += &format!("  {name:<13} {text}\n");
        }
    };
    line("kind", entry.kind.name());
    line("translator", entry.translator());
    line("because", entry.why);
    line("says", &entry.about);
    line("music", if entry.is_music { "yes" } else { "" });
    if let Some(info) = &entry.info {
        let parity = if info.wrong_parity > 0 {
            format!(", {} of wrong parity", info.wrong_parity)
        } else {
            String::new()
        };
        line("rows", &format!("{}{parity}", info.rows));
        let sums = info.sums;
        if sums.right + sums.wrong + sums.untold > 0 {
            line("sums", &format!("{} right, {} wrong, {} not told", sums.right, sums.wrong, sums.untold));
        }
    }
    if let Some(pair) = catalogue.pair(entry) {
        let same = if pair.print == entry.print { "the same text" } else { "other contents" };
        line("pair", &format!("{} ({same})", pair.name));
    }
    if let Some(row) = catalogue.row(entry) {
        line("checked as", &format!("{}: gier archive check --only \"{}\"", row.name, row.name));
    }
    match catalogue.plan(entry) {
        Err(why) => line("does not run", &why),
        Ok(plan) => {
            if let Some(base) = &plan.base {
                let name = catalogue.bases().get(base).map_or("", |row| &row.name);
                line("base", &format!("{base}: {name}"));
                line("installation", &catalogue.bases().installation(base).to_string());
            }
            line("data", plan.data.as_deref().unwrap_or(""));
            line("to run it", &format!("gier archive run \"{}\"", entry.name));
        }
    }
    Ok(card)
}

/// Runs a tape: loads the system that the tape needs, performs the tape's acts, and gives the keyboard to the
/// guest.
///
/// # Errors
/// Returns an error if the tape cannot be run, or if a file cannot be read or written.
pub fn run_entry(
    folder: &Path,
    catalogue: &Catalogue,
    entry: &Entry,
    args: &ArchiveRunArgs,
) -> Result<Status> {
    let data = args.data.as_ref().map(|data| data_tape(folder, data)).transpose()?;
    let plan =
        data.as_ref().map_or_else(|| catalogue.plan(entry), |data| catalogue.plan_with_data(entry, data));
    let mut plan = plan.map_err(|why| anyhow!("{} cannot be run: {why}", entry.name))?;
    if let Some(base) = &args.base {
        let known = catalogue.bases().get(base).is_some();
        if !known {
            bail!("there is no base {base}; gier archive bases lists them");
        }
        plan.base = Some(base.clone());
    }
    if args.dry_run {
        files::print(&dry_run(folder, catalogue, entry, &plan))?;
        return Ok(Status::Ended);
    }
    let mut uses = uses(&args.typewriter, &DeskArgs::default())?;
    args.outputs.tell(&mut uses, &[])?;
    let outputs = Outputs::open(&args.outputs, args.typewriter.paper.as_deref())?;
    let museum = Museum::open(folder)?;
    let mut loaded = load(&museum, &plan, args.installation)?;
    if loaded.fault.is_some()
        && args.base.is_none()
        && let Some(other) = otherwise(entry)
    {
        let again = load(&museum, &other, args.installation)?;
        if again.fault.is_none() {
            let taken = "GIER ALGOL 4 refuses the text; GIER ALGOL III takes it";
            note(chosen(args.typewriter.language.lang), &format!("{}: {taken}", entry.name));
            (plan, loaded) = (other, again);
        }
    }
    let Loaded { room, mut opening, fault } = loaded;
    opening.tapes = Some(wanted_tapes(catalogue, entry, &plan));
    if let Some(fault) = fault {
        let paper = room.papers().sheet().to_text();
        files::print_paper(&paper)?;
        let refused = format!("{}: {}", entry.name, refusal(&plan, &paper, &fault));
        note(chosen(args.typewriter.language.lang), &refused);
        return Ok(Status::Fault);
    }
    let wishes = Wishes { limit: args.limit, stats: false, json: args.json };
    play_on(room, &opening, &args.typewriter, outputs, wishes)
}

fn dry_run(folder: &Path, catalogue: &Catalogue, entry: &Entry, plan: &Plan) -> String {
    let base = plan.base.as_deref().unwrap_or("an empty machine");
    format!(
        "# {}, on {base}\n# gier boot --acts FILE --folder {}\n\n{}",
        entry.name,
        folder.join("tapes").display(),
        plan.text(catalogue)
    )
}

/// The message that says why a program did not start.
fn refusal(plan: &Plan, paper: &str, fault: &str) -> String {
    let translator = match plan.translator {
        Some(Dialect::Three) => "GIER ALGOL III",
        Some(_) => "GIER ALGOL 4",
        None => return fault.to_string(),
    };
    if paper.contains("program too big") {
        return match plan.base.as_deref() {
            Some(GA4) => {
                format!("{translator} says that the program is too big, and no larger GIER is known")
            }
            _ => format!("{translator} says that the program is too big: --base {GA4} has the most tracks"),
        };
    }
    format!("{translator} refuses the text; see the paper")
}

/// The data tape that the user named: a file, or the one tape of the archive with such a name.
fn data_tape(folder: &Path, name: &str) -> Result<String> {
    let path = Path::new(name);
    if path.is_file() {
        let whole = path.canonicalize().with_context(|| format!("cannot read {}", files::name(path)))?;
        return Ok(whole.to_str().context("the name of the tape is not UTF-8")?.replace('\\', "/"));
    }
    let catalogue = shelf::around(&folder.join("tapes"), name)?;
    match catalogue.find(name).as_slice() {
        [entry] => Ok(entry.name.clone()),
        found => bail!("{} tapes match {name:?}; --data wants one", found.len()),
    }
}

/// The message for a program that waits for a tape.
fn wanted_tapes(catalogue: &Catalogue, entry: &Entry, plan: &Plan) -> String {
    let mut offered = catalogue.partners(entry);
    if offered.is_empty() {
        offered = catalogue.data_beside(entry);
    }
    let names: Vec<&str> = offered.iter().map(|entry| entry.name.as_str()).take(20).collect();
    let after = plan.data.as_ref().map(|data| format!(" after {data}")).unwrap_or_default();
    match names.as_slice() {
        [] => format!("the program waits for tape{after}: --data TAPE mounts one"),
        names => {
            format!("the program waits for tape{after}: --data TAPE mounts one, perhaps {}", names.join(", "))
        }
    }
}
