//! `gier exec`: machine states in, orders done, machine states out, a JSON object a line.

use crate::cli::ExecArgs;
use crate::status::Status;
use crate::{exec, files};
use anyhow::Result;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

/// Runs the command. A line that is not a state gives an object with the field `error`, and
/// status 1 at the end.
///
/// # Errors
/// Files.
pub fn run(args: &ExecArgs) -> Result<Status> {
    let text = files::read_text(args.file.as_deref().unwrap_or(Path::new("-")))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut status = Status::Ended;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let after = answer(line, args.orders).unwrap_or_else(|error| {
            status = Status::Fault;
            json!({"error": format!("line {}: {error:#}", number + 1)})
        });
        writeln!(out, "{after}")?;
    }
    out.flush()?;
    Ok(status)
}

fn answer(line: &str, orders: u64) -> Result<Value> {
    exec::execute(&serde_json::from_str(line)?, orders)
}
