//! The museum's own tapes as checks: each row is a session on a machine, and what must come of it.

pub mod rows;

use crate::host::files;
use anyhow::{Context, Result, anyhow};
use gier_desk::acts::{Act, BadAct, Host, Operator, parse};
use gier_desk::host::{Files, Trouble};
use gier_machine::Machine;
use rows::{Base, Done, Open, ROWS, Row};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// What came of a row.
#[derive(Clone, Debug)]
pub struct Report {
    /// The row.
    pub row: &'static Row,
    /// How it ended.
    pub verdict: Verdict,
    /// What is worth telling: the last line printed, or why it failed.
    pub told: String,
    /// Machine time that the row took, in seconds, that of its base left out.
    pub seconds: f64,
    /// Orders that the row took.
    pub orders: u64,
    /// The time that the program printed, in seconds, if its author noted one.
    pub clock: Option<f64>,
}

/// How a row ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything expected came.
    Passed,
    /// Something expected did not come.
    Failed,
    /// It cannot pass yet, and ended as it is known to; the row says why.
    Open,
}

impl Verdict {
    /// The word in the table and in the JSON report.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Passed => "ok",
            Verdict::Failed => "FAILED",
            Verdict::Open => "open",
        }
    }
}

/// The tapes of an archive, and the machines that rows begin with.
pub struct Museum {
    tapes: PathBuf,
    bases: BTreeMap<Base, OnceLock<Result<Operator, String>>>,
}

impl Museum {
    /// The museum's archive in this folder.
    ///
    /// # Errors
    /// The folder is not the archive.
    pub fn open(folder: &Path) -> Result<Museum> {
        let tapes = folder.join("tapes");
        if !tapes.join("tapet3/1track0.flx").is_file() {
            return Err(anyhow!(
                "{} is not the museum's archive: tapes/tapet3/1track0.flx is not there; \
                 clone github Datamuseum-DK/andetGIER and name its folder",
                folder.display()
            ));
        }
        let bases = Base::ALL.iter().map(|&base| (base, OnceLock::new())).collect();
        Ok(Museum { tapes, bases })
    }

    /// All rows whose name contains `filter`.
    pub fn rows(&self, filter: &str) -> Vec<&'static Row> {
        ROWS.iter().copied().flatten().filter(|row| row.name.contains(filter)).collect()
    }

    /// Runs all rows whose name contains `filter`, on some threads; `done` is told of each.
    pub fn run(&self, filter: &str, threads: usize, done: &(impl Fn(&Report) + Sync)) -> Vec<Report> {
        let rows = self.rows(filter);
        let next = AtomicUsize::new(0);
        let reports = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let report = self.report(row);
                        done(&report);
                        if let Ok(mut reports) = reports.lock() {
                            reports.push(report);
                        }
                    }
                });
            }
        });
        let mut reports = reports.into_inner().unwrap_or_default();
        reports.sort_by_key(|report: &Report| rows.iter().position(|row| std::ptr::eq(*row, report.row)));
        reports
    }

    fn report(&self, row: &'static Row) -> Report {
        let outcome = catch_unwind(AssertUnwindSafe(|| self.perform(row)))
            .unwrap_or_else(|_| Err(anyhow!("this program panicked; please report it")));
        outcome.unwrap_or_else(|error| {
            let error = format!("{error:#}");
            // An open row stays open only as long as it ends as it is known to.
            let (verdict, told) = match row.open {
                Some(Open { why, ends }) if error.contains(ends) => (Verdict::Open, why.to_string()),
                _ => (Verdict::Failed, error),
            };
            Report { row, verdict, told, seconds: 0.0, orders: 0, clock: None }
        })
    }

    /// Does a row on a copy of its base.
    fn perform(&self, row: &'static Row) -> Result<Report> {
        let mut operator = self.base(row.base)?;
        let (since, orders) = (operator.machine().now(), operator.machine().orders());
        operator.forget_paper();
        operator.perform(&acts(row.script)?, &mut self.host()).map_err(plain)?;
        if let Some(check) = row.check {
            check(&Done::new(&operator, &self.tapes))?;
        }
        let clock = row.recorded.and_then(|_| clock(operator.paper()));
        Ok(Report {
            row,
            verdict: Verdict::Passed,
            told: last_line(operator.paper()),
            seconds: (operator.machine().now() - since).as_seconds(),
            orders: operator.machine().orders() - orders,
            clock,
        })
    }

    fn host(&self) -> Tapes<'_> {
        Tapes(&self.tapes)
    }

    /// A copy of the machine that a row begins with; made when it is first wanted.
    fn base(&self, base: Base) -> Result<Operator> {
        let made = self.bases[&base].get_or_init(|| self.make(base).map_err(|error| format!("{error:#}")));
        made.clone().map_err(|error| anyhow!("{}: {error}", base.name()))
    }

    fn make(&self, base: Base) -> Result<Operator> {
        let mut operator = match base.before() {
            Some(before) => self.base(before)?,
            None => Operator::new(Machine::new()),
        };
        operator.perform(&acts(base.script())?, &mut self.host()).map_err(plain)?;
        Ok(operator)
    }
}

/// The archive, for acts: they read its tapes and keep nothing.
struct Tapes<'a>(&'a Path);

impl Files for Tapes<'_> {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        Ok(files::read(&self.0.join(name))?)
    }

    fn write(&mut self, name: &str, _: &[u8]) -> Result<(), Trouble> {
        Err(format!("{name} is not kept: rows leave the archive as it is").into())
    }
}

impl Host for Tapes<'_> {
    fn tell(&mut self, _: &str) {}
}

fn plain(bad: BadAct) -> anyhow::Error {
    anyhow!("{bad}")
}

/// The last line that says something.
fn last_line(paper: &str) -> String {
    paper.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or("").to_string()
}

/// The last number with a decimal point: the programs print the clock so.
fn clock(paper: &str) -> Option<f64> {
    paper.split_whitespace().rev().filter(|word| word.contains('.')).find_map(|word| word.parse().ok())
}

fn acts(script: &str) -> Result<Vec<Act>> {
    parse(script)
        .map_err(|faults| anyhow!("{}", faults.first().map_or("", |fault| fault.message.as_str())))
        .context("the row's own session")
}
