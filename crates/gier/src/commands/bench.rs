//! `gier bench`: measures how fast this computer executes GIER's orders. Each program is measured in ten
//! short slices of processor time. The report gives the speed in the best slice and in the median slice.

use crate::cli::BenchArgs;
use crate::host::clock::processor_seconds;
use crate::host::files::{self, Job};
use crate::host::status::Status;
use anyhow::{Context, Result, anyhow, bail};
use gier_algol::source::SourceText;
use gier_desk::papers::Papers;
use gier_desk::typewriter::keyboard::Typist;
use gier_machine::{Finished, Input, Machine, NoProbe, Pause, Probe};
use gier_programs::BENCH;
use gier_slip::Source;
use gier_word::Image;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::path::Path;

const SLICES: u32 = 10;
/// How many orders the trial run executes. Its speed determines how many orders each measurement executes.
const TRIAL: u64 = 200_000;
/// The length of the bar for the fastest program, in characters.
const BAR: f64 = 24.0;
/// How many orders gier executes for each estimate of the [`Shares`].
const SAMPLE: u64 = 100_000;

/// A program to measure, and the characters that are typed into it.
struct Workload {
    name: String,
    image: Image,
    typed: &'static str,
}

/// The results of measuring one program.
struct Figures {
    name: String,
    orders: u64,
    /// Orders per second in the median of the ten slices of the measurement.
    middle: f64,
    /// Orders per second in the fastest of the ten slices of the measurement.
    best: f64,
    /// How many times faster than the real GIER the program ran: seconds of machine time for each second of
    /// processor time.
    times_real: f64,
    shares: Shares,
}

/// gier executes an order in one of three ways. Each field is a fraction of all executed orders, from 0 to 1.
struct Shares {
    /// Orders that were decoded before, and for which the fast path (the loop that executes most orders) has
    /// its own code.
    run: f64,
    /// All other orders that were decoded before, such as orders that use a device.
    single: f64,
    /// Orders that gier decoded just before it executed them.
    plain: f64,
}

/// Runs `gier bench`.
///
/// # Errors
/// Returns an error if a file cannot be used, or if a program waits for a key or tape.
pub fn run(job: &Job, args: &BenchArgs) -> Result<Status> {
    job.will_print("the text")?;
    let before = args.against.as_deref().map(|path| earlier(job, path)).transpose()?;
    let works = if args.files.is_empty() { bundled()? } else { given(job, args)? };
    let bar = ProgressBar::new(works.len() as u64 * u64::from(SLICES))
        .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} slices: {msg}")?);
    let mut figures = Vec::new();
    for work in works {
        bar.set_message(work.name.clone());
        figures.push(measure(&work, args.seconds, &bar).with_context(|| work.name.clone())?);
    }
    bar.finish_and_clear();
    if args.json {
        job.print_json(&report(&figures));
    } else {
        job.print(&table(&figures, before.as_ref()));
    }
    Ok(Status::Ended)
}

fn bundled() -> Result<Vec<Workload>> {
    let programs = BENCH.iter().map(|&(file, text)| {
        let image = translate(file, text).context(file)?;
        let name = file.split('.').next().unwrap_or(file).to_string();
        Ok(Workload { name, image, typed: "" })
    });
    #[cfg(feature = "nim")]
    let programs = programs.chain([Ok(Workload {
        name: "nim".to_string(),
        image: gier_programs::nim_image(),
        typed: gier_programs::book::TYPED,
    })]);
    programs.collect()
}

fn given(job: &Job, args: &BenchArgs) -> Result<Vec<Workload>> {
    let work = |path: &Path| {
        let name = files::name(path);
        let is_text =
            ["slip", "alg", "asc"].iter().any(|ending| path.extension().is_some_and(|e| e == *ending));
        let image = if is_text {
            translate(&name, &job.read_source(path)?)
        } else {
            Image::from_bytes(&job.read(path)?).map_err(anyhow::Error::from)
        };
        Ok(Workload { image: image.with_context(|| format!("cannot use {name}"))?, name, typed: "" })
    };
    args.files.iter().map(|path| work(path)).collect()
}

/// Translates a program's text to a drum image. If `name` ends in `.slip`, the text is SLIP, otherwise ALGOL.
fn translate(name: &str, text: &str) -> Result<Image> {
    if name.ends_with(".slip") {
        let (items, faults) = gier_slip::parse(&[Source::new(name, text)]);
        let assembly = match faults.first() {
            Some(fault) => bail!("{}", fault.message),
            None => gier_slip::assemble(&items).map_err(|faults| anyhow!("{}", faults[0].message))?,
        };
        return gier_slip::bootable(&assembly, name).map_err(|reason| anyhow!("{reason}"));
    }
    let translated = gier_algol::translate(&[SourceText::from_bytes(name, text.as_bytes())], &mut |_| None);
    match translated.compilation {
        Some(compilation) => Ok(compilation.image),
        None => bail!("{}", translated.diagnostics.first().map_or("it has faults", |fault| &fault.message)),
    }
}

/// A program that is being measured, and the machine that executes it.
struct Bench<'a> {
    work: &'a Workload,
    machine: Machine,
    papers: Papers,
    keys: Typist,
}

impl<'a> Bench<'a> {
    fn new(work: &'a Workload) -> Result<Bench<'a>> {
        let (machine, keys) = (Machine::with_image(&work.image), Typist::new(work.typed)?);
        Ok(Bench { work, machine, papers: Papers::new(), keys })
    }

    /// Executes at least this many orders. If the program ends, it is started again. Returns the number of
    /// executed orders, and the machine time in seconds that they took.
    fn work(&mut self, orders: u64) -> Result<(u64, f64)> {
        let (mut done, mut seconds) = (0, 0.0);
        while done < orders {
            let (from, since) = (self.machine.orders(), self.machine.now());
            let pause = self.machine.run_orders(orders - done, &mut NoProbe);
            done += self.machine.orders() - from;
            seconds += (self.machine.now() - since).seconds();
            for (_, output) in self.machine.take_output() {
                self.papers.take(output, &mut |_| {});
            }
            match pause {
                Pause::Deadline | Pause::ProbeStop => {}
                Pause::Stopped(_) if self.machine.orders() > 0 => *self = Bench::new(self.work)?,
                Pause::Stopped(cause) => bail!("it stopped ({cause})"),
                Pause::AwaitingKey => match self.keys.next_symbol(self.papers.sheet().case()) {
                    Some(symbol) => {
                        self.machine.feed(Input::Key(symbol));
                    }
                    None => bail!("it waits for a key: {:?}", self.papers.sheet().line_text()),
                },
                Pause::AwaitingTape => bail!("it waits for tape"),
            }
        }
        Ok((done, seconds))
    }
}

fn measure(work: &Workload, seconds: f64, bar: &ProgressBar) -> Result<Figures> {
    let mut bench = Bench::new(work)?;
    let begin = processor_seconds();
    bench.work(TRIAL)?;
    let trial = (processor_seconds() - begin).max(1e-6);
    let slice = ((TRIAL as f64 / trial) * seconds / f64::from(SLICES)).max(1.0) as u64;
    let (mut orders, mut machine, mut host) = (0, 0.0, 0.0);
    let mut paces = Vec::new();
    for _ in 0..SLICES {
        let begin = processor_seconds();
        let (done, real) = bench.work(slice)?;
        let took = (processor_seconds() - begin).max(1e-6);
        paces.push(done as f64 / took);
        (orders, machine, host) = (orders + done, machine + real, host + took);
        bar.inc(1);
    }
    paces.sort_by(f64::total_cmp);
    let shares = shares(&mut bench)?;
    Ok(Figures {
        name: work.name.clone(),
        orders,
        middle: paces[paces.len() / 2],
        best: paces[paces.len() - 1],
        times_real: machine / host,
        shares,
    })
}

/// Executes some more orders, and estimates which share of them gier executes in each way.
fn shares(bench: &mut Bench<'_>) -> Result<Shares> {
    let decodings = |bench: &Bench<'_>| bench.machine.ferrite().decodings();
    let before = decodings(bench);
    let (orders, _) = bench.work(SAMPLE)?;
    let after = decodings(bench);
    // If the program was started again, the count of decodings began again at zero.
    let decoded = after.checked_sub(before).unwrap_or(after);
    let plain = (decoded as f64 / orders as f64).min(1.0);
    let mut sample = Sample { short: 0, all: 0 };
    bench.machine.clone().run_orders(SAMPLE, &mut sample);
    let short = sample.short as f64 / (sample.all as f64).max(1.0);
    Ok(Shares { run: short * (1.0 - plain), single: (1.0 - short) * (1.0 - plain), plain })
}

/// Counts executed orders. `short` counts only those for which the fast path (the loop that executes most
/// orders) has its own code, and those whose condition is false.
struct Sample {
    short: u64,
    all: u64,
}

impl Probe for Sample {
    fn finished(&mut self, order: &Finished<'_>) {
        self.all += 1;
        self.short += u64::from(gier_cpu::is_short(order.order) || !order.done);
    }
}

fn report(figures: &[Figures]) -> Value {
    let program = |figures: &Figures| {
        json!({
            "name": figures.name,
            "orders": figures.orders,
            "orders_per_second": figures.middle.round(),
            "orders_per_second_best": figures.best.round(),
            "times_real": figures.times_real.round(),
            "shares": {
                "run": figures.shares.run,
                "single": figures.shares.single,
                "plain": figures.shares.plain,
            },
        })
    };
    json!({ "programs": figures.iter().map(program).collect::<Vec<_>>() })
}

/// Reads an earlier report of `gier bench --json`.
fn earlier(job: &Job, path: &Path) -> Result<Value> {
    let text = job.read_text(path)?;
    let report: Option<Value> = serde_json::from_str(&text).ok();
    let is_valid = |report: &Value| {
        let programs = report["programs"].as_array().filter(|programs| !programs.is_empty());
        let is_pace = |pace: f64| pace.is_normal() && pace > 0.0;
        programs
            .is_some_and(|all| all.iter().all(|one| one["orders_per_second"].as_f64().is_some_and(is_pace)))
    };
    let report = report.filter(is_valid);
    report.with_context(|| format!("{} is not a report of gier bench --json", files::name(path)))
}

/// The speed that a report gives for the program with this name, in orders per second.
fn pace(report: &Value, name: &str) -> Option<f64> {
    let programs = report["programs"].as_array()?;
    programs.iter().find(|program| program["name"] == name)?["orders_per_second"].as_f64()
}

/// A table of the results, in millions of orders per second. Each program has a bar for its speed.
fn table(figures: &[Figures], before: Option<&Value>) -> String {
    let last = if before.is_some() { "  against" } else { "" };
    let mut text = format!("{:<16} {:>8} {:>8} {:>9}{last}\n", "program", "median", "best", "× GIER");
    let largest = figures.iter().map(|row| row.middle).fold(f64::MIN_POSITIVE, f64::max);
    for row in figures {
        let millions = |pace: f64| format!("{:.1}", pace / 1e6);
        let (middle, best) = (millions(row.middle), millions(row.best));
        text += &format!("{:<16} {middle:>8} {best:>8} {:>9.0}", row.name, row.times_real);
        if let Some(pace) = before.and_then(|before| pace(before, &row.name)) {
            text += &format!("  {:>6.2}×", row.middle / pace);
        }
        let bar = "█".repeat((row.middle / largest * BAR).round() as usize);
        text += format!("  {bar}").trim_end();
        text += "\n";
    }
    text + "Million orders a second of processor time: the median and the best of ten slices.\n"
}
