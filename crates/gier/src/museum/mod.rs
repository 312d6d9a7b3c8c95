//! Tests gier with the tapes of the Danish computer museum. Each test is a row in a list, with acts and the
//! expected result.

mod sum;

use crate::archive::place;
use crate::host::cores::on_all_cores;
use crate::host::files::{self, Job};
use anyhow::{Result, anyhow, bail};
use gier_archive::rows::{self, MuseumRow};
use gier_archive::rules::contains_text;
use gier_desk::host::{Files, Trouble};
use gier_desk::session::{BadAct, Host, Session};
use gier_machine::Machine;
use gier_word::glyph::text_of;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

/// The result of a museum test.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The test that was run: its row in the list of tests.
    pub row: &'a MuseumRow,
    /// Whether the test passed.
    pub verdict: Verdict,
    /// The last line that was printed, or the reason why the test failed.
    pub told: String,
    /// The machine time of the test in seconds. It does not include loading the compiler or monitor.
    pub seconds: f64,
    /// The number of orders that the test executed. It does not include loading the compiler or monitor.
    pub orders: u64,
    /// The time in seconds that the program itself printed. It is `None` if the list of tests has no recorded
    /// time for comparison.
    pub clock: Option<f64>,
}

/// Whether a museum test passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All results of the test are as expected.
    Passed,
    /// A result of the test is not as expected.
    Failed,
}

impl Verdict {
    /// The word for this verdict in the table and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Passed => "ok",
            Verdict::Failed => "FAILED",
        }
    }
}

/// The tapes of the museum's archive, the list of tests, and the compilers and monitors that the tests need.
pub struct Museum {
    job: Job,
    tapes: PathBuf,
    rows: Vec<MuseumRow>,
    bases: BTreeMap<String, Base>,
    /// The characters of texts that are punched as others.
    replaced: Vec<(String, char)>,
}

/// A base system on which tests run, such as a monitor program. It is loaded when the first test needs it.
struct Base {
    row: MuseumRow,
    made: OnceLock<Result<Mutex<Session>, String>>,
}

/// Whether a museum test is beginning or has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// The test is about to run.
    Begun,
    /// The test has ended.
    Done,
}

impl Museum {
    /// Opens the museum's archive in this folder.
    pub fn open(job: &Job, folder: &Path) -> Result<Museum> {
        place::check(folder)?;
        let tapes = folder.join("tapes");
        let bases = rows::bases().map_err(anyhow::Error::msg)?;
        let bases = bases.into_iter().map(|(name, row)| (name, Base { row, made: OnceLock::new() }));
        Ok(Museum {
            job: job.clone(),
            tapes,
            rows: rows::rows().map_err(anyhow::Error::msg)?,
            bases: bases.collect(),
            replaced: Vec::new(),
        })
    }

    /// Punches other characters for these, in all texts.
    #[must_use]
    pub fn replacing(self, replaced: &[(String, char)]) -> Museum {
        Museum { replaced: replaced.to_vec(), ..self }
    }

    /// Returns the archive's tapes as files that acts can read.
    pub fn tapes(&self) -> Tapes<'_> {
        Tapes { job: &self.job, folder: &self.tapes, replaced: &self.replaced }
    }

    /// All tests whose names contain `filter`. Each test is a row in the list of tests.
    pub fn rows(&self, filter: &str) -> Vec<&MuseumRow> {
        self.rows.iter().filter(|row| row.name.contains(filter)).collect()
    }

    /// Runs all tests whose names contain `filter`, on all processor cores. Calls `news` when a test begins and
    /// when it ends. Returns the results in the order of the list of tests.
    pub fn run(&self, filter: &str, news: &(impl Fn(&MuseumRow, News) + Sync)) -> Vec<Report<'_>> {
        let rows = self.rows(filter);
        let reports = Mutex::new(Vec::new());
        on_all_cores(&rows, |row| {
            news(row, News::Begun);
            let report = self.report(row);
            news(row, News::Done);
            reports.lock().map(|mut reports| reports.push(report)).is_ok()
        });
        let mut reports = reports.into_inner().expect("no thread panics while it holds the list");
        reports.sort_by_key(|report: &Report| rows.iter().position(|row| std::ptr::eq(*row, report.row)));
        reports
    }

    fn report<'a>(&'a self, row: &'a MuseumRow) -> Report<'a> {
        let outcome = catch_unwind(AssertUnwindSafe(|| self.perform(row)))
            .unwrap_or_else(|_| Err(anyhow!("this program panicked; please report it")));
        outcome.unwrap_or_else(|error| {
            let told = format!("{error:#}");
            Report { row, verdict: Verdict::Failed, told, seconds: 0.0, orders: 0, clock: None }
        })
    }

    /// Runs the test `row` on a machine that already contains the compiler or monitor, if the test needs one.
    fn perform<'a>(&'a self, row: &'a MuseumRow) -> Result<Report<'a>> {
        let mut session = self.machine(row.base.as_deref())?;
        let (since, orders) = (session.machine().now(), session.machine().orders());
        session.forget_paper();
        session.perform(&row.acts, &mut self.tapes()).map_err(plain)?;
        kept("output", sum::of_output(&session), row.sum)?;
        kept("store", sum::of_store(session.machine()), row.store)?;
        let clock = row.recorded.and_then(|_| clock(session.paper()));
        Ok(Report {
            row,
            verdict: Verdict::Passed,
            told: last_line(session.paper()),
            seconds: (session.machine().now() - since).seconds(),
            orders: session.machine().orders() - orders,
            clock,
        })
    }

    /// Returns a session that begins with the base system `base`, such as a compiler. The first call loads the
    /// base system; later calls copy the session. For `None`, the machine is empty.
    pub fn machine(&self, base: Option<&str>) -> Result<Session> {
        let Some(name) = base else { return Ok(Session::new(Machine::new())) };
        let base = self.bases.get(name).ok_or_else(|| anyhow!("there is no base {name}"))?;
        let make = || self.make(&base.row).map(Mutex::new).map_err(|error| format!("{error:#}"));
        match base.made.get_or_init(make) {
            Ok(session) => Ok(session.lock().expect("no thread panics while it copies a session").clone()),
            Err(error) => Err(anyhow!("{}: {error}", base.row.name)),
        }
    }

    fn make(&self, row: &MuseumRow) -> Result<Session> {
        let mut session = self.machine(row.base.as_deref())?;
        session.perform(&row.acts, &mut self.tapes()).map_err(plain)?;
        // The rows that begin here never go back to how the base was loaded.
        session.forget_past();
        Ok(session)
    }
}

/// Returns an error if the sum of `what` is not the one in the row.
fn kept(what: &str, sum: u32, row: Option<u32>) -> Result<()> {
    match row {
        Some(row) if row != sum => bail!("the sum of its {what} is {sum:08x}, not {row:08x}"),
        Some(_) | None => Ok(()),
    }
}

/// The archive's tapes as files that acts can read but not write.
#[derive(Clone, Copy, Debug)]
pub struct Tapes<'a> {
    job: &'a Job,
    folder: &'a Path,
    replaced: &'a [(String, char)],
}

/// The text in the museum's notation with other characters for these.
pub fn replaced(bytes: &[u8], pairs: &[(String, char)]) -> Vec<u8> {
    let other = |character: char| {
        pairs.iter().find(|(from, _)| from.contains(character)).map_or(character, |(_, to)| *to)
    };
    text_of(bytes).chars().map(other).collect::<String>().into_bytes()
}

impl Files for Tapes<'_> {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        let path = self.folder.join(name);
        // Nobody named the tape, so a pipe is not opened: it might block.
        if path.exists() && !path.is_file() {
            return Err(format!("cannot read {}: it is no ordinary file", files::name(&path)).into());
        }
        let bytes = self.job.read(&path)?;
        let is_replaced = !self.replaced.is_empty() && contains_text(name, &bytes);
        Ok(if is_replaced { replaced(&bytes, self.replaced) } else { bytes })
    }

    fn write(&mut self, name: &str, _: &[u8]) -> Result<(), Trouble> {
        Err(format!("{name} is not saved: rows do not change the archive").into())
    }
}

impl Host for Tapes<'_> {}

fn plain(bad: BadAct) -> anyhow::Error {
    anyhow!("{bad}")
}

/// The last non-blank line of a paper.
fn last_line(paper: &str) -> String {
    paper.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or("").to_string()
}

/// The last number with a decimal point on a paper. The museum's programs print their running time like this.
fn clock(paper: &str) -> Option<f64> {
    paper.split_whitespace().rev().filter(|word| word.contains('.')).find_map(|word| word.parse().ok())
}
