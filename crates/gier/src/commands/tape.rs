//! `gier tape`: recognises tapes, and converts paper tape to text and back.

use super::tape_info;
use crate::cli::{TapeArgs, TapeCommand, TapeFiles};
use crate::host::files::{self, Job};
use crate::host::report;
use crate::host::status::Status;
use anyhow::{Result, bail};
use gier_desk::tape_text;
use gier_desk::tapes::{TapeKind, Unknown, look};
use gier_word::tape::Row;

/// Runs `gier tape`.
pub fn run(job: &Job, args: &TapeArgs) -> Result<Status> {
    match &args.command {
        TapeCommand::Info(args) => tape_info::run(job, args),
        TapeCommand::ToText(files) => to_text(job, files),
        TapeCommand::FromText(files) => from_text(job, files),
    }
}

fn to_text(job: &Job, files: &TapeFiles) -> Result<Status> {
    let output = job.write("the output", &files.output)?;
    let rows: Vec<Row> = job.read(&files.file)?.into_iter().map(Row).collect();
    if rows.len() > tape_text::LONGEST_TAPE {
        let name = files::name(&files.file);
        bail!(
            "{name} is longer than {} rows, so its text could not become a tape again",
            tape_text::LONGEST_TAPE
        );
    }
    output.holding("the text").finish(tape_text::to_text(&rows).as_bytes());
    let info = look(&rows);
    if info.kind == TapeKind::Unknown(Unknown::NoTape) {
        let (name, punched) = (files::name(&files.file), info.rows - info.blank);
        report::say(&format!(
            "{name}: {} of {punched} rows have wrong parity, so this is hardly a tape; its text was written",
            info.wrong_parity
        ));
        return Ok(Status::Fault);
    }
    Ok(Status::Ended)
}

fn from_text(job: &Job, files: &TapeFiles) -> Result<Status> {
    let output = job.write("the output", &files.output)?;
    let text = job.read_text(&files.file)?;
    match tape_text::from_text(&text) {
        Ok(rows) => {
            let bytes: Vec<u8> = rows.into_iter().map(|row| row.0).collect();
            output.holding("the tape").finish(&bytes);
            Ok(Status::Ended)
        }
        Err(faults) => {
            report::faults(&[(files::name(&files.file), text)], &faults);
            Ok(Status::Fault)
        }
    }
}
