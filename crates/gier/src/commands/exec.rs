//! `gier exec`: machine states in, orders done, machine states out, a JSON object a line.

use crate::cli::ExecArgs;
use crate::exec;
use crate::host::files;
use crate::host::status::Status;
use anyhow::{Context, Result, anyhow};
use serde_json::{Value, json};
use std::io::{self, BufRead};
use std::path::Path;

/// Runs the command. Each line is answered as soon as it has been read, so that a program at the
/// other end can ask one after the other. A line that is not a state gives an object with the
/// field `error`, and status 1 at the end.
///
/// # Errors
/// Files; a line that is no UTF-8 text.
pub fn run(args: &ExecArgs) -> Result<Status> {
    let path = args.file.as_deref().unwrap_or(Path::new("-"));
    if files::is_dash(path) {
        return answer_all(io::stdin().lock(), args.orders, path);
    }
    answer_all(files::read(path)?.as_slice(), args.orders, path)
}

fn answer_all(mut states: impl BufRead, orders: u64, path: &Path) -> Result<Status> {
    let mut status = Status::Ended;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let length = states.read_until(b'\n', &mut line);
        if length.with_context(|| format!("cannot read {}", files::name(path)))? == 0 {
            break;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let after = answer(&line, orders).unwrap_or_else(|error| {
            status = Status::Fault;
            json!({"error": format!("line {number}: {error:#}")})
        });
        files::print(&format!("{after}\n"))?;
    }
    Ok(status)
}

fn answer(line: &[u8], orders: u64) -> Result<Value> {
    let line = std::str::from_utf8(line).map_err(|_| anyhow!("this is not a UTF-8 text"))?;
    let state = serde_json::from_str(line.trim()).map_err(|error| {
        anyhow!("this is not JSON (column {}); write a state as {{\"R\": \"0/0/0/5\"}}", error.column())
    })?;
    exec::execute(&state, orders)
}
