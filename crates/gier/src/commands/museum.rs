//! `gier museum`: tests gier with the tapes of the museum's archive, and prints a table of the results.

use crate::archive::place;
use crate::cli::MuseumArgs;
use crate::host::files::Job;
use crate::host::report;
use crate::host::status::Status;
use crate::museum::{Museum, News, Report, Verdict};
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Mutex;
use std::time::Duration;

/// How often the elapsed time on the screen is updated.
const TICK: Duration = Duration::from_secs(1);

/// Runs `gier museum`.
pub fn run(job: &Job, args: &MuseumArgs) -> Result<Status> {
    let folder = place::find(args.folder.as_deref())?;
    let museum = Museum::open(job, &folder)?;
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} rows, {elapsed}; at work: {msg}")?;
    let bar = ProgressBar::new(museum.rows(&args.only).len() as u64).with_style(style);
    bar.enable_steady_tick(TICK);
    let at_work = Mutex::new(Vec::new());
    let reports = museum.run(&args.only, &|row, news| {
        let mut at_work = at_work.lock().expect("nothing panics while it is held");
        match news {
            News::Begun => at_work.push(row.name.clone()),
            News::Done => {
                at_work.retain(|name| *name != row.name);
                bar.inc(1);
            }
        }
        bar.set_message(at_work.join(", "));
    });
    bar.finish_and_clear();
    match args.json {
        true => job.print_json(&json(&reports)),
        false => job.print(&table(&reports)?),
    }
    if reports.is_empty() {
        report::say(&format!("no row's name contains {:?}", args.only));
        return Ok(Status::WrongUse);
    }
    let failed = reports.iter().any(|report| report.verdict == Verdict::Failed);
    Ok(if failed { Status::Fault } else { Status::Ended })
}

/// The table of results: one line for each test with the museum's tapes, and a last line with the totals.
fn table(reports: &[Report<'_>]) -> Result<String> {
    let mut text = String::new();
    let width = reports.iter().map(|report| report.row.name.chars().count()).max().unwrap_or(0);
    writeln!(text, "{:width$}  {:6}  {:>9}  {:>11}  told", "what", "result", "seconds", "orders")?;
    for Report { row, verdict, told, seconds, orders, clock } in reports {
        let clock = match (clock, row.recorded) {
            (Some(clock), Some(recorded)) if recorded > 0.0 => {
                let percent = (clock / recorded - 1.0) * 100.0;
                format!("; clock {clock:.2}, recorded {recorded:.2} ({percent:+.1} %)")
            }
            _ => String::new(),
        };
        let verdict = verdict.word();
        writeln!(text, "{:width$}  {verdict:6}  {seconds:>9.1}  {orders:>11}  {told}{clock}", row.name)?;
    }
    let count = |verdict| reports.iter().filter(|report| report.verdict == verdict).count();
    writeln!(
        text,
        "{} ok, {} failed; {:.0} seconds of machine time",
        count(Verdict::Passed),
        count(Verdict::Failed),
        reports.iter().map(|report| report.seconds).sum::<f64>()
    )?;
    Ok(text)
}

/// The results for JSON: an object for each test with the museum's tapes.
fn json(reports: &[Report<'_>]) -> Vec<Value> {
    reports
        .iter()
        .map(|report| {
            json!({
                "what": report.row.name,
                "result": report.verdict.word(),
                "told": report.told,
                "seconds": report.seconds,
                "orders": report.orders,
                "clock": report.clock,
                "recorded": report.row.recorded,
            })
        })
        .collect()
}
