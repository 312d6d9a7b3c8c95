//! `gier exec`: reads machine states, executes orders and prints the new states, one JSON object per
//! line.

use crate::cli::ExecArgs;
use crate::exec;
use crate::host::files::{self, Job, without_mark};
use crate::host::limits::STATE;
use crate::host::status::Status;
use anyhow::{Context, Result, anyhow};
use gier_desk::faults::shortened;
use serde_json::{Value, json};
use std::io::{BufRead, Read};
use std::path::Path;

/// The maximum length of an error message, in characters. Messages may quote a long input line.
const MESSAGE: usize = 300;

/// Runs `gier exec`. Answers each line at once, so another program can compute its next line from the answer.
/// If a line is not a state, the answer is an object with the field `error`, and the exit status will be 1.
/// The command ends when the reader of the answers closes the pipe.
pub fn run(job: &Job, args: &ExecArgs) -> Result<Status> {
    let path = args.file.as_deref().unwrap_or(Path::new("-"));
    job.will_print("the text")?;
    match files::is_dash(path) {
        true => answer_all(job, job.lines()?, args.orders, path),
        false => answer_all(job, job.read(path)?.as_slice(), args.orders, path),
    }
}

fn answer_all(job: &Job, mut states: impl BufRead, orders: u64, path: &Path) -> Result<Status> {
    let mut status = Status::Ended;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let context = || format!("cannot read {}", files::name(path));
        let length = states.by_ref().take(STATE).read_until(b'\n', &mut line).with_context(context)?;
        if length == 0 {
            break;
        }
        let is_too_long = length as u64 == STATE && !line.ends_with(b"\n");
        if is_too_long {
            states.skip_until(b'\n').with_context(context)?;
        } else if line.trim_ascii().is_empty() {
            continue;
        }
        let after = if is_too_long {
            Err(anyhow!("the line is longer than {} MB, as no state is", STATE >> 20))
        } else {
            answer(&line, orders)
        };
        let after = after.unwrap_or_else(|error| {
            status = Status::Fault;
            json!({"error": shortened(&format!("line {number}: {error:#}"), MESSAGE)})
        });
        if !job.print_json_line(&after) {
            break;
        }
    }
    Ok(status)
}

fn answer(line: &[u8], orders: u64) -> Result<Value> {
    let line = std::str::from_utf8(without_mark(line)).map_err(|_| anyhow!("this is not a UTF-8 text"))?;
    let state = serde_json::from_str(line.trim()).map_err(|error| {
        anyhow!("this is not JSON (column {}); write a state as {{\"R\": \"0/0/0/5\"}}", error.column())
    })?;
    exec::execute(&state, orders)
}
