//! `gier tape`: recognises tapes, and converts paper tape to text and back.

use super::tape_info;
use crate::cli::{TapeArgs, TapeCommand, TapeFiles};
use crate::host::output::AtomicFile;
use crate::host::status::Status;
use crate::host::uses::Uses;
use crate::host::{files, report};
use anyhow::{Result, bail};
use gier_desk::tape_text;
use gier_desk::tapes::{TapeKind, Unknown, look};
use gier_word::Language;
use gier_word::tape::Row;

/// Runs `gier tape`.
///
/// # Errors
/// Returns an error if a file cannot be read or written.
pub fn run(args: &TapeArgs) -> Result<Status> {
    match &args.command {
        TapeCommand::Info(args) => tape_info::run(args),
        TapeCommand::ToText(files) => to_text(files),
        TapeCommand::FromText(files) => from_text(files),
    }
}

/// The output file of a conversion. It must not be the input file.
fn output(files: &TapeFiles) -> Result<AtomicFile> {
    let mut uses = Uses::new();
    uses.read(&files.file)?;
    uses.write("the output", &files.output)?;
    AtomicFile::new(&files.output)
}

fn to_text(files: &TapeFiles) -> Result<Status> {
    let output = output(files)?;
    let rows: Vec<Row> = files::read(&files.file)?.into_iter().map(Row).collect();
    if rows.len() > tape_text::LONGEST_TAPE {
        let name = files::name(&files.file);
        bail!(
            "{name} is longer than {} rows, so its text could not become a tape again",
            tape_text::LONGEST_TAPE
        );
    }
    output.holding("the text").finish(tape_text::to_text(&rows).as_bytes())?;
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

fn from_text(files: &TapeFiles) -> Result<Status> {
    let output = output(files)?;
    let text = files::read_text(&files.file)?;
    match tape_text::from_text(&text) {
        Ok(rows) => {
            let bytes: Vec<u8> = rows.into_iter().map(|row| row.0).collect();
            output.holding("the tape").finish(&bytes)?;
            Ok(Status::Ended)
        }
        Err(faults) => {
            report::faults(Language::English, &[(files::name(&files.file), text)], &faults);
            Ok(Status::Fault)
        }
    }
}
