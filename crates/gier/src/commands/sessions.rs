//! `gier sessions`: lists and deletes the logs of the panel's sessions.

use crate::cli::SessionsArgs;
use crate::host::clock;
use crate::host::files::{self, Job};
use crate::host::folders::{self, STATE_VARIABLES};
use crate::host::report::{one_line, say};
use crate::host::status::Status;
use crate::panel::logs::{self, Log, SessionEnd};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Runs `gier sessions`.
pub fn run(job: &Job, args: &SessionsArgs) -> Result<Status> {
    let folder = folder()?;
    let logs = logs::all(job, &folder)?;
    if args.prune {
        return prune(&folder, &logs, args.keep);
    }
    if args.json {
        let rows: Vec<Value> = logs.iter().map(as_json).collect();
        job.print_json(&rows);
    } else {
        job.print(&table(&folder, &logs));
    }
    Ok(Status::Ended)
}

/// The log that was written last. Logs of sessions that are still running do not count.
pub fn last(job: &Job) -> Result<PathBuf> {
    let folder = folder()?;
    let last = logs::all(job, &folder)?.into_iter().rfind(|log| log.end != SessionEnd::GoesOn);
    let last = last.with_context(|| format!("there is no session in {}", files::name(&folder)))?;
    Ok(last.path)
}

fn folder() -> Result<PathBuf> {
    logs::sessions_folder()
        .with_context(|| format!("there are no sessions: neither {} names a folder", STATE_VARIABLES))
}

/// Deletes the logs of ended sessions, except the latest `keep` of them. Also deletes empty logs, which
/// panels left when they were killed.
fn prune(folder: &Path, logs: &[Log], keep: usize) -> Result<Status> {
    let over: Vec<&Log> = logs.iter().filter(|log| log.end != SessionEnd::GoesOn).collect();
    let old = &over[..over.len().saturating_sub(keep)];
    for log in old {
        folders::delete(&log.path)?;
    }
    folders::list(folder).unwrap_or_default().iter().for_each(|path| logs::delete_abandoned(path));
    let (old, kept) = (old.len(), logs.len() - old.len());
    say(&format!("{old} deleted, {kept} left in {}", files::name(folder)));
    Ok(Status::Ended)
}

fn table(folder: &Path, logs: &[Log]) -> String {
    let mut table = format!(
        "{:16}  {:14} {:>11} {:>7}  {:10}  log\n",
        "written", "program", "seconds", "inputs", "ended"
    );
    for log in logs {
        let name = log.path.file_name().unwrap_or_default().to_string_lossy();
        let (title, seconds, inputs) = match &log.told {
            Some(told) => (one_line(&told.title), format!("{:.1}", told.seconds), told.inputs.to_string()),
            None => ("?".to_string(), "?".to_string(), "?".to_string()),
        };
        let (when, end) = (clock::here(log.when), log.end.word());
        table += &format!("{when:16}  {title:14} {seconds:>11} {inputs:>7}  {end:10}  {}\n", one_line(&name));
    }
    let megabytes = logs.iter().map(|log| log.bytes).sum::<u64>() as f64 / 1e6;
    let folder = files::name(folder);
    table + &format!("{} sessions, {megabytes:.1} MB in {folder}\n", logs.len())
}

fn as_json(log: &Log) -> Value {
    let told = log.told.as_ref();
    json!({
        "log": log.path.to_string_lossy(),
        "written": clock::everywhere(log.when),
        "bytes": log.bytes,
        "ended": log.end.word(),
        "program": told.map(|told| told.title.as_str()),
        "seconds": told.map(|told| told.seconds),
        "orders": told.map(|told| told.orders),
        "inputs": told.map(|told| told.inputs),
    })
}
