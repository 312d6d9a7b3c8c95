//! Reads the archive's files and makes a catalogue of them.

use crate::host::cores::on_all_cores;
use crate::host::files::{self, Job};
use crate::host::folders;
use crate::host::report::say;
use anyhow::{Context, Result, bail};
use gier_archive::catalogue::Catalogue;
use gier_archive::known::companions;
use gier_archive::rules::{Entry, dead_link, recognise, stem};
use gier_desk::faults::is_invisible;
use std::path::Path;
use std::sync::Mutex;

/// The names of the archive's tape files, relative to `tapes`. The names end in `.asc` or `.flx`, or have no
/// ending. Pipes and devices are left out silently. Reports folders that cannot be read, and names that cannot
/// be shown.
pub fn names(tapes: &Path) -> Result<Vec<String>> {
    let (mut names, mut faults) = (Vec::new(), Vec::new());
    collect(tapes, "", &mut names, &mut faults)?;
    report(faults);
    Ok(names)
}

/// At most this many faults are reported. gier only counts the others.
const REPORTED: usize = 10;

/// Reports these faults.
fn report(mut faults: Vec<String>) {
    faults.sort();
    faults.iter().take(REPORTED).for_each(|fault| say(fault));
    if faults.len() > REPORTED {
        say(&format!("{} more files are left out", faults.len() - REPORTED));
    }
}

/// Adds the names of the tapes in a folder to `names`, and messages about files that are left out to `faults`.
/// Each name begins with `below`.
fn collect(folder: &Path, below: &str, names: &mut Vec<String>, faults: &mut Vec<String>) -> Result<()> {
    for path in folders::tapes(folder)? {
        // Such a name could forge a line of a table, a script or the notes.
        let Some(name) =
            path.file_name().and_then(|name| name.to_str()).filter(|name| !name.contains(is_invisible))
        else {
            let name = files::name(&path);
            faults.push(format!("{name} is left out: its name is not UTF-8 or has invisible characters"));
            continue;
        };
        if path.is_dir() && !path.is_symlink() {
            let inner = collect(&path, &format!("{below}{name}/"), names, faults);
            faults.extend(inner.err().map(|error| format!("{error:#}")));
        } else if path.is_file() || is_dead_link(&path) {
            names.push(format!("{below}{name}"));
        }
    }
    Ok(())
}

fn is_dead_link(path: &Path) -> bool {
    path.is_symlink() && !path.exists()
}

/// Makes a catalogue of the whole archive. Reports the files that cannot be read, and leaves them out.
pub fn catalogue(job: &Job, tapes: &Path) -> Result<Catalogue> {
    Ok(of_names(job, tapes, &names(tapes)?))
}

/// Makes a catalogue of all files whose names contain `part`. Digits at the end of `part` are ignored. So
/// `tape3` finds the tapes of the whole set `tape1`, `tape2` and so on. Reports the files that cannot be read, and
/// leaves them out.
pub fn around(job: &Job, tapes: &Path, part: &str) -> Result<Catalogue> {
    let part = part.to_lowercase();
    let part = stem(part.trim_start_matches("./"));
    let part = part.trim_end_matches(|character: char| character.is_ascii_digit());
    let names = names(tapes)?;
    let near: Vec<String> = names.iter().filter(|name| name.to_lowercase().contains(part)).cloned().collect();
    if near.is_empty() {
        // Without a tape of this name, gier proposes one that is called similarly.
        return Ok(of_names(job, tapes, &names));
    }
    let mut found = entries(job, tapes, &near);
    let companions: Vec<String> = found.iter().filter_map(companions).collect();
    let is_companion =
        |name: &&String| companions.iter().any(|start| name.starts_with(start)) && !near.contains(*name);
    let more: Vec<String> = names.iter().filter(is_companion).cloned().collect();
    found.extend(entries(job, tapes, &more));
    Ok(Catalogue::new(found))
}

fn of_names(job: &Job, tapes: &Path, names: &[String]) -> Catalogue {
    Catalogue::new(entries(job, tapes, names))
}

/// Recognises these files. Reads them on all processor cores. Reports the files that cannot be read, and leaves
/// them out.
fn entries(job: &Job, tapes: &Path, names: &[String]) -> Vec<Entry> {
    let entries = Mutex::new(Vec::with_capacity(names.len()));
    on_all_cores(names, |name| {
        let entry = entry(job, tapes, name);
        entries.lock().expect("nothing panics while it is held").push(entry);
        true
    });
    let entries = entries.into_inner().expect("no thread panics");
    let (read, unread): (Vec<Result<Entry>>, Vec<_>) = entries.into_iter().partition(Result::is_ok);
    report(unread.into_iter().filter_map(Result::err).map(|error| format!("{error:#}")).collect());
    read.into_iter().flatten().collect()
}

fn entry(job: &Job, tapes: &Path, name: &str) -> Result<Entry> {
    let path = tapes.join(name);
    if is_dead_link(&path) {
        return Ok(dead_link(name));
    }
    Ok(recognise(name, &job.read(&path)?))
}

/// The full path of a tape, with `/` between its parts, for a script.
pub fn full_path(tape: &Path) -> Result<String> {
    let whole = tape.canonicalize().with_context(|| format!("cannot read {}", files::name(tape)))?;
    let whole = whole.to_str().context("the name of the tape is not UTF-8")?.replace('\\', "/");
    if whole.contains(is_invisible) {
        bail!("the name of the tape {} has invisible characters", files::name(tape));
    }
    Ok(whole)
}

/// Makes a catalogue for a tape outside the archive. It lists the tapes in the same folder whose names begin
/// with this tape's name without the digits at its end. So `tape3` also gives `tape1`. The names in the
/// catalogue are full paths. Also returns the full path of the tape.
pub fn beside(job: &Job, path: &Path) -> Result<(Catalogue, String)> {
    let whole = full_path(path)?;
    let folder = Path::new(&whole).parent().unwrap_or(Path::new("/"));
    let start = stem(&whole).trim_end_matches(|character: char| character.is_ascii_digit()).to_string();
    let mut names: Vec<String> = Vec::new();
    for path in folders::list(folder)? {
        let name = path.to_string_lossy().replace('\\', "/");
        let is_tape = stem(&name) != name || name == whole;
        if is_tape && !name.contains(is_invisible) && name.starts_with(&start) && path.is_file() {
            names.push(name);
        }
    }
    Ok((of_names(job, Path::new(""), &names), whole))
}
