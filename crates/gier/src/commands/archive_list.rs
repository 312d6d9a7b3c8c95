//! `gier archive list`, `show` and `bases`: print lists and descriptions of the archive's tapes, as tables or
//! as JSON.

use crate::archive::{shelf, survey};
use crate::cli::{ArchiveBasesArgs, ArchiveListArgs, ArchiveShowArgs, Wanted};
use crate::host::files::Job;
use crate::host::report::say;
use crate::host::status::Status;
use anyhow::{Result, bail};
use gier_archive::bases::Bases;
use gier_archive::catalogue::{Catalogue, Prints};
use gier_archive::rules::Entry;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// How the run of each tape ended in a survey (a run of all tapes of the archive). The key is the tape's
/// name.
type Notes = BTreeMap<String, survey::Note>;

/// The notes of the latest survey (a run of all tapes of the archive). Empty if there was no survey.
fn notes(job: &Job) -> Notes {
    survey::usual_file().and_then(|file| survey::notes(job, &file).ok()).unwrap_or_default()
}

/// Prints the list of base systems. A base system is a machine that is ready to run tapes of the archive.
pub fn bases(job: &Job, args: &ArchiveBasesArgs) -> Result<Status> {
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
        job.print_json(&rows.collect::<Vec<Value>>());
        return Ok(Status::Ended);
    }
    let mut text = String::new();
    for (key, row) in bases.iter() {
        writeln!(text, "{key:<16} {}", row.name)?;
        writeln!(text, "{:<16}   {}: {}", "", bases.installation(key), bases.tapes(key).join(", "))?;
    }
    job.print(&text);
    Ok(Status::Ended)
}

/// Prints the list of the tapes that the command line selects.
pub fn list(job: &Job, tapes: &Path, args: &ArchiveListArgs) -> Result<Status> {
    let catalogue = shelf::catalogue(job, tapes)?;
    let words: Vec<String> = args.words.iter().map(|word| word.to_lowercase()).collect();
    let is_wanted = |entry: &&Entry| {
        let text = catalogue.words(entry);
        words.iter().all(|word| text.contains(word))
            && args.kind.is_none_or(|wanted| match wanted {
                Wanted::Kind(kind) => entry.kind == kind,
                Wanted::Music => entry.is_music,
            })
    };
    let found: Vec<&Entry> = catalogue.entries().iter().filter(is_wanted).collect();
    if args.json {
        let notes = notes(job);
        job.print_json(&found.iter().map(|entry| as_json(&catalogue, entry, &notes)).collect::<Vec<_>>());
    } else {
        let tapes = if found.len() == 1 { "tape" } else { "tapes" };
        job.print(&format!("{}{} {tapes}\n", table(&catalogue, &found), found.len()));
    }
    let is_unknown =
        |word: &&String| !catalogue.entries().iter().any(|entry| catalogue.words(entry).contains(*word));
    if found.is_empty()
        && let Some(word) = words.iter().find(is_unknown)
        && let Some(meant) = catalogue.did_you_mean(word)
    {
        say(&format!("no tape has {word:?}; did you mean {meant}?"));
    }
    Ok(if found.is_empty() { Status::Fault } else { Status::Ended })
}

/// A list with a line for each tape: its kind, its name, its first heading, and what its program prints.
/// For an ALGOL program, the kind is its compiler. The line begins with `-` if gier cannot run the tape.
pub fn table(catalogue: &Catalogue, entries: &[&Entry]) -> String {
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
        let prints = catalogue.prints(entry).map_or(String::new(), |prints| format!("  {}", result(&prints)));
        let line = format!("{runs} {what:<20} {:width$}  {about}{prints}", entry.name);
        text += &format!("{}\n", line.trim_end());
    }
    text
}

/// The text that a program prints, for example `-> 42`. gier knows it from a test. If gier knows it only from
/// the program's author, `(the author)` is added.
fn result(prints: &Prints) -> String {
    match prints {
        Prints::Check(text) => format!("-> {text}"),
        Prints::Author(text) => format!("-> {text} (the author)"),
    }
}

fn as_json(catalogue: &Catalogue, entry: &Entry, notes: &Notes) -> Value {
    let (prints, says) = match catalogue.prints(entry) {
        None => (None, None),
        Some(Prints::Check(text)) => (Some(text), Some("check")),
        Some(Prints::Author(text)) => (Some(text), Some("author")),
    };
    let note = notes.get(&entry.name);
    let plan = catalogue.plan(entry);
    let info = entry.info.as_ref();
    json!({
        "name": entry.name,
        "kind": entry.kind.word(),
        "translator": Some(entry.translator()).filter(|translator| !translator.is_empty()),
        "why": entry.why,
        "about": entry.about,
        "music": entry.is_music,
        "prints": prints,
        "prints_says": says,
        "note": entry.told(),
        "ended": note.map(|note| &note.ending),
        "last_line": note.map(|note| &note.line),
        "base": plan.as_ref().ok().and_then(|plan| plan.base.clone()),
        "runs": plan.is_ok(),
        "not_run": plan.as_ref().err(),
        "data": plan.as_ref().ok().and_then(|plan| plan.data.clone()),
        "sha256": entry.sha256,
        "copies": catalogue.copies(entry),
        "pair": catalogue.pair(entry).map(|pair| pair.name.clone()),
        "check": catalogue.same_row(entry).map(|row| row.name.clone()),
        "rows": info.map(|info| info.rows),
        "wrong_parity": info.map(|info| info.wrong_parity),
        "sums": info.map(|info| json!({
            "right": info.sums.right, "wrong": info.sums.wrong, "untold": info.sums.untold
        })),
    })
}

/// Prints what is known about a tape, and the tape's text.
pub fn show(job: &Job, tapes: &Path, args: &ArchiveShowArgs) -> Result<Status> {
    let catalogue = shelf::around(job, tapes, &args.name)?;
    let Some(entry) = one(job, &catalogue, &args.name)? else { return Ok(Status::WrongUse) };
    if args.json {
        job.print_json(&as_json(&catalogue, entry, &notes(job)));
        return Ok(Status::Ended);
    }
    job.print(&card(&catalogue, entry, notes(job).get(&entry.name)));
    let bytes = job.read(&tapes.join(&entry.name))?;
    if let Some(text) = gier_archive::rules::text(entry, &bytes) {
        job.print(&format!("\n{text}"));
    }
    Ok(Status::Ended)
}

/// A description of a tape in several lines, without the tape's text.
fn card(catalogue: &Catalogue, entry: &Entry, note: Option<&survey::Note>) -> String {
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
    line("sha256", &entry.sha256);
    line("copies", &catalogue.copies(entry).join(", "));
    if let Some(pair) = catalogue.pair(entry) {
        let same = if pair.print == entry.print { "the same text" } else { "other contents" };
        line("pair", &format!("{} ({same})", pair.name));
    }
    if let Some(row) = catalogue.same_row(entry) {
        line("checked as", &format!("{}: gier archive check --only \"{}\"", row.name, row.name));
    }
    match catalogue.prints(entry) {
        Some(Prints::Check(text)) => line("seen", &format!("gier's check of it prints {text}")),
        Some(Prints::Author(text)) => line("promises", &format!("{text}, as its text says")),
        None => {}
    }
    let plan = catalogue.plan(entry);
    line("note", entry.told().filter(|_| plan.is_ok()).unwrap_or_default());
    if let Some(note) = note {
        let meaning = survey::endings().find(|(word, _)| *word == note.ending).map_or("", |(_, it)| it);
        line("survey", &format!("{}: {meaning}; last line: {}", note.ending, note.line));
    }
    match plan {
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
    card
}

/// Finds the tape whose name contains `name`. If several tapes match, prints a list of them and returns
/// `None`.
pub fn one<'a>(job: &Job, catalogue: &'a Catalogue, name: &str) -> Result<Option<&'a Entry>> {
    let found = catalogue.find(name);
    match found.as_slice() {
        [] => match catalogue.did_you_mean(name) {
            Some(meant) => bail!("no tape's name contains {name:?}; did you mean {meant}?"),
            None => bail!("no tape's name contains {name:?}; gier archive list lists them"),
        },
        [entry] => Ok(Some(entry)),
        several => {
            say(&format!("{} tapes match {name:?}; name one of them:", several.len()));
            job.print(&table(catalogue, several));
            Ok(None)
        }
    }
}
