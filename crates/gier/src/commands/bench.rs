//! `gier bench`: measures how fast this computer executes GIER's orders. Each program is measured in ten
//! short slices of processor time. The report gives the speed in the fastest slice, because other work on the
//! computer can only slow a slice down: of five reports on a computer with a load of 8, the medians lay up to 23 %
//! apart, the fastest slices up to 5 %.

use crate::cli::BenchArgs;
use crate::host::clock::{everywhere, processor_seconds};
use crate::host::files::{self, Job};
use crate::host::language;
use crate::host::load;
use crate::host::status::Status;
use anyhow::{Context, Result, anyhow, bail};
use gier_algol::source::SourceText;
use gier_desk::papers::Papers;
use gier_desk::typewriter::keyboard::Typist;
use gier_machine::{Input, Machine, NoProbe, Output, Pause};
use gier_programs::BENCH;
use gier_slip::Source;
use gier_word::{Image, Symbol};
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::SystemTime;

const SLICES: u32 = 10;
/// How many orders the trial run executes. Its speed determines how many orders each measurement executes.
const TRIAL: u64 = 200_000;
/// The length of the bar for the fastest program, in characters.
const BAR: f64 = 24.0;
/// Two short measurements of the same gier can differ by this fraction.
const NOISE: f64 = 0.1;
/// How many spaces the guest types until NIM answers the first move: one after the initials, one after the group,
/// and one after the number of matches.
const MOVE: usize = 3;
/// How many times the answer of NIM is computed for a measurement.
const ANSWERS: u64 = 200;
/// The programs that are measured without `--all`: the heading of each group, and its programs with the names
/// that the table shows.
const GROUPS: [(&str, &[(&str, &str)]); 2] = [
    (
        "what you meet",
        &[("nim", "NIM, one game *"), ("arrays", "ALGOL arrays"), ("procedures", "ALGOL calls")],
    ),
    (
        "one kind of work",
        &[("tight", "tight loop"), ("mixed", "mixed"), ("floating", "floating"), ("drum", "drum")],
    ),
];
/// The machines for comparison: name, million orders a second, and where the figure comes from.
const OTHERS: [(&str, f64, &str); 2] = [
    ("GIER of 1961", 0.018, "13 400 to 26 000 orders/s: docs/timing.md"),
    ("IBM 7094, open-simh", 173.0, "the tight loop, on a quiet computer: docs/log/speed.md"),
];

/// A program to measure, and the characters that are typed into it.
struct Workload {
    name: String,
    image: Image,
    typed: &'static str,
}

/// The results of measuring one program.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Figures {
    name: String,
    orders: u64,
    /// Orders per second in the median of the ten slices of the measurement.
    orders_per_second: f64,
    /// Orders per second in the fastest of the ten slices of the measurement.
    orders_per_second_best: f64,
    /// How far the middle half of the slices lies apart, as a part of the median.
    #[serde(default)]
    spread: f64,
    /// How many times faster than the real GIER the fastest slice was: seconds of machine time for each second of
    /// processor time.
    times_real: f64,
}

/// NIM's answer to the guest's first move.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Answer {
    orders: u64,
    seconds_on_gier: f64,
    seconds_here: f64,
}

/// Everything that was measured, and where.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Report {
    #[serde(default)]
    host: String,
    #[serde(default)]
    load: Option<f64>,
    #[serde(default)]
    gier: String,
    #[serde(default)]
    date: String,
    /// How long each program was measured, in seconds of processor time.
    #[serde(default)]
    seconds: f64,
    #[serde(default)]
    answer: Option<Answer>,
    programs: Vec<Figures>,
}

/// Runs `gier bench`.
pub fn run(job: &Job, args: &BenchArgs) -> Result<Status> {
    job.will_print("the text")?;
    let before = args.against.as_deref().map(|path| earlier(job, path)).transpose()?;
    let (host, load) = (load::processor(), load::load());
    if let Some(before) = before.as_ref().filter(|before| before.host != host && !args.other_host) {
        bail!("the earlier report is from {}, and this is {host}: --other-host compares them", before.host);
    }
    let works = if args.files.is_empty() { bundled(args.all)? } else { given(job, args)? };
    let answer = works.iter().find(|work| work.name == "nim").map(answer).transpose()?.flatten();
    let bar = ProgressBar::new(works.len() as u64 * u64::from(SLICES))
        .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} slices: {msg}")?);
    let mut programs = Vec::new();
    for work in works {
        bar.set_message(work.name.clone());
        programs.push(measure(&work, args.seconds, &bar).with_context(|| work.name.clone())?);
    }
    bar.finish_and_clear();
    let (gier, date) = (env!("GIER_VERSION").to_string(), everywhere(SystemTime::now()));
    let report = Report { host, load, gier, date, seconds: args.seconds, answer, programs };
    if args.json {
        job.print_json(&report);
    } else {
        job.print(&text(&report, before.as_ref(), args.all));
    }
    Ok(Status::Ended)
}

/// The programs that come with gier: those of [`GROUPS`], or all.
fn bundled(all: bool) -> Result<Vec<Workload>> {
    let names = BENCH.iter().map(|(file, _)| file.split('.').next().unwrap_or(file)).chain(["nim"]);
    names.filter(|name| all || is_in_group(name)).filter_map(|name| by_name(name).transpose()).collect()
}

/// Whether the program with this name is in one of the [`GROUPS`].
fn is_in_group(name: &str) -> bool {
    GROUPS.iter().any(|(_, programs)| programs.iter().any(|(known, _)| *known == name))
}

/// A program that comes with gier: one that is only measured, or one that `gier play` lists. `None` if there is
/// none with this name.
fn by_name(name: &str) -> Result<Option<Workload>> {
    let text = BENCH.iter().find(|(file, _)| file.split('.').next() == Some(name));
    let image = match (text, gier_programs::find(name)) {
        (Some((file, text)), _) => translate(file, text).context(*file)?,
        (None, Some(program)) => program.image(),
        (None, None) => return Ok(None),
    };
    let typed = if name == "nim" { gier_programs::book::TYPED } else { "" };
    Ok(Some(Workload { name: name.to_string(), image, typed }))
}

fn given(job: &Job, args: &BenchArgs) -> Result<Vec<Workload>> {
    let work = |path: &Path| {
        let name = files::name(path);
        if let Some(work) = by_name(&name)? {
            return Ok(work);
        }
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

    /// Adds the machine's new output to the paper. Returns whether the program has typed something.
    fn read(&mut self) -> bool {
        let printed = self.machine.take_output();
        printed.iter().for_each(|(_, output)| self.papers.take(*output, &mut |_| {}));
        printed.iter().any(|(_, output)| matches!(output, Output::Typed(_)))
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
            self.read();
            match pause {
                Pause::Done | Pause::ProbeStop => {}
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
    let (mut orders, mut machine) = (0, 0.0);
    let mut paces = Vec::new();
    for _ in 0..SLICES {
        let begin = processor_seconds();
        let (done, real) = bench.work(slice)?;
        let took = (processor_seconds() - begin).max(1e-6);
        paces.push(done as f64 / took);
        (orders, machine) = (orders + done, machine + real);
        bar.inc(1);
    }
    paces.sort_by(f64::total_cmp);
    let middle = paces[paces.len() / 2];
    let spread = (paces[paces.len() * 3 / 4] - paces[paces.len() / 4]) / middle;
    Ok(Figures {
        name: work.name.clone(),
        orders,
        orders_per_second: middle.round(),
        orders_per_second_best: paces[paces.len() - 1].round(),
        spread,
        times_real: (machine / orders as f64 * paces[paces.len() - 1]).round(),
    })
}

/// Measures how long NIM thinks about the first move. `None` if the game ends before.
fn answer(work: &Workload) -> Result<Option<Answer>> {
    let mut bench = Bench::new(work)?;
    let mut spaces = 0;
    while bench.machine.run_orders(u64::MAX, &mut NoProbe) == Pause::AwaitingKey {
        bench.read();
        let Some(symbol) = bench.keys.next_symbol(bench.papers.sheet().case()) else { break };
        let before = bench.machine.clone();
        bench.machine.feed(Input::Key(symbol));
        bench.read();
        let (orders, begin) = (bench.machine.orders(), bench.machine.now());
        while bench.machine.run_orders(1, &mut NoProbe) == Pause::Done && !bench.read() {}
        let orders = bench.machine.orders() - orders;
        spaces += usize::from(symbol == Symbol::SPACE);
        if spaces == MOVE {
            let seconds_on_gier = (bench.machine.now() - begin).seconds();
            let once = |_| {
                let mut machine = before.clone();
                let begin = processor_seconds();
                machine.feed(Input::Key(symbol));
                machine.run_orders(orders, &mut NoProbe);
                processor_seconds() - begin
            };
            let seconds_here = (0..ANSWERS).map(once).fold(f64::INFINITY, f64::min);
            return Ok(Some(Answer { orders, seconds_on_gier, seconds_here }));
        }
    }
    Ok(None)
}

/// Reads an earlier report of `gier bench --json`.
fn earlier(job: &Job, path: &Path) -> Result<Report> {
    let report: Option<Report> = serde_json::from_str(&job.read_text(path)?).ok();
    let is_pace = |row: &Figures| row.orders_per_second_best.is_normal() && row.orders_per_second_best > 0.0;
    let report = report.filter(|report| !report.programs.is_empty() && report.programs.iter().all(is_pace));
    report.with_context(|| format!("{} is not a report of gier bench --json", files::name(path)))
}

/// A line of the report in the user's language.
fn said(english: &str) -> String {
    language::said(english).into_owned()
}

/// Groups the digits of a number in threes.
fn grouped(number: f64) -> String {
    gier_panel::ink::figures::grouped(number.round() as u64)
}

/// A number of three digits in groups, or with decimals if it is small. More digits would be different the next time.
fn figure(number: f64) -> String {
    let unit = 10.0_f64.powi(number.max(1.0).log10() as i32 - 2).max(1.0);
    match number {
        _ if number >= 10.0 => grouped((number / unit).round() * unit),
        _ if number >= 1.0 => format!("{number:.1}"),
        _ => format!("{number:.3}"),
    }
}

/// The report as a text: a headline, NIM's answer, and the programs in groups.
fn text(report: &Report, before: Option<&Report>, all: bool) -> String {
    let mut text = String::new();
    if let Some(nim) = report.programs.iter().find(|row| row.name == "nim") {
        let (pace, times) = (figure(nim.orders_per_second_best / 1e6), figure(nim.times_real));
        text += &said(&format!(
            "GIER here: {pace} million orders a second in NIM, {times} × the machine of 1961"
        ));
        text += "\n";
    }
    if let Some(Answer { orders, seconds_on_gier, seconds_here }) = &report.answer {
        let (orders, here) = (grouped(*orders as f64), figure(seconds_here * 1e6));
        text += &said(&format!(
            "NIM's answer to a move: {seconds_on_gier:.2} s on GIER, {here} µs here ({orders} orders)"
        ));
        text += "\n\n";
    }
    let last = before.map_or(String::new(), |_| format!("   {}", said("against")));
    let [million, times, order] = ["million", "times", "one order"].map(said);
    text += &format!("{:<21} {million:>9} {times:>9} {order:>11}\n", "");
    let [rate, takes] = ["orders/s", "takes here"].map(said);
    text += &format!("{:<21} {rate:>9} {:>9} {takes:>11}{last}\n", "", "GIER");
    let rows = |names: &[(&str, &str)]| {
        let row = |(name, shown): &(&str, &str)| {
            let row = report.programs.iter().find(|row| row.name == *name)?;
            Some(line(row, &said(shown), report, before))
        };
        names.iter().filter_map(row).collect::<String>()
    };
    for (heading, names) in GROUPS {
        let rows = rows(names);
        text += &if rows.is_empty() { rows } else { format!("{}\n{rows}", said(heading)) };
    }
    let others: Vec<&Figures> = report.programs.iter().filter(|row| !is_in_group(&row.name)).collect();
    if !others.is_empty() {
        text += &format!("{}\n", said("others"));
        others.iter().for_each(|row| text += &line(row, &row.name, report, before));
    } else if !all {
        let hidden = BENCH.len() + 1 - report.programs.len();
        text += &format!("  {}\n", said(&format!("{hidden} more: --all")));
    }
    text += &format!("{}\n", said("for comparison"));
    for (name, millions, source) in OTHERS {
        text += &format!(
            "  {:<19} {:>9} {:>9} {:>8} ns  {}\n",
            said(name),
            figure(millions),
            "",
            figure(1e3 / millions),
            said(source)
        );
    }
    if report.programs.iter().any(|row| row.name == "nim") {
        text += &said("* GIER's waits for the typewriter are skipped here, and count as its time");
        text += "\n";
    }
    let load = match report.load {
        Some(load) if load > 1.0 => said(&format!("load {load:.1}: shared, so the figures may be low")),
        Some(load) => said(&format!("load {load:.1}")),
        None => said("load not known"),
    };
    text + &format!("{}; {load}; gier {}\n", report.host, report.gier)
}

/// The line of one program. If there is an earlier report, says whether the difference is larger than the
/// noise.
fn line(row: &Figures, shown: &str, report: &Report, before: Option<&Report>) -> String {
    let paces = report.programs.iter().map(|row| row.orders_per_second_best);
    let (largest, pace) = (paces.fold(f64::MIN_POSITIVE, f64::max), row.orders_per_second_best);
    let columns = [figure(pace / 1e6), figure(row.times_real), figure(1e9 / pace)];
    let [millions, times, nanoseconds] = &columns;
    let mut text = format!("  {shown:<19} {millions:>9} {times:>9} {nanoseconds:>8} ns");
    let earlier = before.and_then(|before| before.programs.iter().find(|known| known.name == row.name));
    if let Some(earlier) = earlier {
        let ratio = pace / earlier.orders_per_second_best;
        let is_noise = (ratio - 1.0).abs() <= (row.spread + earlier.spread).max(NOISE);
        let word = if is_noise { "noise" } else { ["slower", "faster"][usize::from(ratio > 1.0)] };
        text += &format!("   {ratio:>6.2}× {}", said(word));
    } else {
        let bar = "█".repeat((pace / largest * BAR).round() as usize);
        text += format!("   {bar}").trim_end();
    }
    format!("{}\n", text.trim_end())
}
