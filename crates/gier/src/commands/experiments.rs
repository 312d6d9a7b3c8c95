//! `gier experiments`: lists, runs and prints the experiments for a real GIER, and reads their results.

use crate::archive::place;
use crate::cli::{
    ExperimentsArgs, ExperimentsCommand, ExperimentsListArgs, ExperimentsReadArgs, ExperimentsRunArgs,
    ExperimentsSheetArgs,
};
use crate::host::sound::{Listener, SoundFile};
use crate::host::status::Status;
use crate::host::uses::Uses;
use crate::host::{files, language, output, report};
use crate::museum::Museum;
use anyhow::{Context, Result, anyhow, bail};
use gier_archive::plan::{GA3, HELP3};
use gier_desk::acts::asc;
use gier_desk::tape_text;
use gier_experiments::read::Reading;
use gier_experiments::results::{Outcome, results};
use gier_experiments::run::{run_heard, typed};
use gier_experiments::sheet::{self, CONTINUE, sheet};
use gier_experiments::{EXPERIMENTS, Experiment, Found, Verdict, experiment, hear, read, text};
use gier_machine::{Machine, StopCause};
use gier_sound::Mix;
use gier_word::assumption::Question;
use gier_word::tape::Row;
use gier_word::{Assumptions, Language, Uops, assumption};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// Runs `gier experiments`.
///
/// # Errors
/// Returns an error if there is no such experiment, or if a file cannot be read or written.
pub fn run_command(args: &ExperimentsArgs) -> Result<Status> {
    match &args.command {
        ExperimentsCommand::List(args) => list(args),
        ExperimentsCommand::Run(args) => run_one(args),
        ExperimentsCommand::Sheet(args) => print_sheet(args),
        ExperimentsCommand::Write { folder } => write(folder),
        ExperimentsCommand::Read(args) => read_log(args),
        ExperimentsCommand::Hear(args) => hear_recording(args),
    }
}

fn named(name: &str) -> Result<&'static Experiment> {
    experiment(name).with_context(|| {
        let names: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
        format!("there is no experiment {name:?}; the experiments are {}", names.join(", "))
    })
}

/// The questions that an experiment answers, by their names in `docs/open-questions.md`, such as `Q3`. Some
/// of them need a recording of the sound.
fn questions(experiment: &Experiment) -> impl Iterator<Item = &'static str> {
    experiment.questions.iter().chain(experiment.heard).copied()
}

/// The answers to the question `key` in the recorded results of experiments. Each answer comes with the
/// result that contains it.
fn status<'a>(key: &str, results: &'a [Outcome]) -> Vec<(&'static str, &'a Outcome)> {
    let findings = results.iter().flat_map(|outcome| {
        let readings = outcome.found.iter().flat_map(|found| &found.questions);
        readings.filter(|reading| reading.key == key).filter_map(move |reading| match reading.verdict {
            Verdict::Answer(name) => Some((name, outcome)),
            Verdict::Several(_) | Verdict::None | Verdict::NotSeen => None,
        })
    });
    findings.collect()
}

fn list(args: &ExperimentsListArgs) -> Result<Status> {
    let results = results();
    if args.json {
        files::print_json(&EXPERIMENTS.iter().map(|one| listed(one, &results)).collect::<Vec<Value>>())?;
        return Ok(Status::Ended);
    }
    let language = language::chosen(args.language.lang);
    let sentence = |name: &str, parts: &[(&str, &str)]| language::sentence(language, name, parts);
    let mut text = String::new();
    for experiment in EXPERIMENTS {
        let minutes = format!("{:.1}", text::typing_seconds(experiment) as f64 / 60.0);
        let typing = sentence("experiment-typing", &[("minutes", &minutes)]);
        writeln!(text, "{:10} {} ({typing})", experiment.name, language.of(experiment.title))?;
        for question in questions(experiment).filter_map(assumption::question) {
            let answers: Vec<String> = status(question.key, &results)
                .iter()
                .map(|(candidate, outcome)| {
                    let parts =
                        [("date", &*outcome.date), ("machine", &*outcome.machine), ("candidate", candidate)];
                    sentence("experiment-result", &parts)
                })
                .collect();
            let status =
                if answers.is_empty() { sentence("experiment-open", &[]) } else { answers.join("; ") };
            writeln!(text, "  {:5} {} {status}", question.key, language.of(question.asks))?;
        }
    }
    files::print(&text)?;
    Ok(Status::Ended)
}

fn listed(experiment: &Experiment, results: &[Outcome]) -> Value {
    let questions: Vec<Value> = questions(experiment)
        .filter_map(assumption::question)
        .map(|question| {
            let answers: Vec<Value> = status(question.key, results)
                .iter()
                .map(|(name, outcome)| {
                    json!({"candidate": name, "date": outcome.date, "machine": outcome.machine,
                        "note": outcome.note, "file": outcome.file})
                })
                .collect();
            let candidates: Vec<Value> = question
                .candidates
                .iter()
                .map(|(name, says)| json!({"candidate": name, "says": Language::English.of(*says)}))
                .collect();
            let asks = Language::English.of(question.asks);
            json!({"question": question.key, "asks": asks, "candidates": candidates, "answers": answers})
        })
        .collect();
    json!({
        "experiment": experiment.name,
        "version": experiment.version,
        "title": Language::English.of(experiment.title),
        "typing_seconds": text::typing_seconds(experiment),
        "questions": questions,
    })
}

fn run_one(args: &ExperimentsRunArgs) -> Result<Status> {
    let experiment = named(&args.name)?;
    let assumptions: Assumptions = args.assume.join(" ").parse()?;
    if args.typed {
        return run_typed(experiment, assumptions, args.archive.as_deref());
    }
    let mut uses = Uses::new();
    uses.print("the typed paper")?;
    uses.write_all([("--sound", args.sound.as_deref())])?;
    let file =
        args.sound.as_deref().map(|path| SoundFile::new(path, Mix::default(), Uops::ZERO)).transpose()?;
    let listener = |machine: &Machine| Listener::at(machine, file, None);
    let (run, mut listener) = run_heard(experiment, assumptions, listener)?;
    let kept = listener.finish(Uops::from_seconds(run.seconds));
    report::first_error([files::print_paper(&run.paper), kept])?;
    report_stops(run.stops);
    Ok(ended(run.stopped))
}

/// Prints in how many trials of an experiment the machine stopped.
fn report_stops(stops: usize) {
    if stops > 0 {
        let language = language::chosen(None);
        report::say(&language::sentence(language, "experiment-stops", &[("stops", &stops.to_string())]));
    }
}

/// Prints a message if the machine stopped unexpectedly. Returns the exit status.
fn ended(stopped: Option<StopCause>) -> Status {
    match stopped {
        None => Status::Ended,
        Some(cause) => {
            report::say(&format!("the machine stopped: {cause}"));
            Status::Fault
        }
    }
}

fn run_typed(experiment: &Experiment, assumptions: Assumptions, archive: Option<&Path>) -> Result<Status> {
    let museum = Museum::open(&place::find(archive)?)?;
    let mut machine = museum.machine(Some(if experiment.is_slip() { HELP3 } else { GA3 }))?.machine().clone();
    machine.assume(assumptions);
    let typed = typed(machine, &text::asc(experiment))?;
    files::print_paper(&typed.paper)?;
    let (typing, rest) = (typed.typing, typed.seconds - typed.typing);
    let waited = match typed.waited {
        0 => String::new(),
        keys => format!("; {keys} keys waited for the lamp"),
    };
    report::say(&format!("typed in {typing:.0} s, printed in {rest:.0} s of machine time{waited}"));
    report_stops(typed.stops);
    Ok(ended(typed.stopped))
}

fn print_sheet(args: &ExperimentsSheetArgs) -> Result<Status> {
    let experiment = named(&args.name)?;
    let language = language::chosen(args.language.lang);
    let page = if args.svg { sheet::svg(experiment, language) } else { sheet(experiment, language) };
    files::print(&page)?;
    Ok(Status::Ended)
}

/// The languages of the operator's page, and the word for each language in file names.
const LANGUAGES: [(Language, &str); 2] = [(Language::English, "en"), (Language::Danish, "da")];

fn write(folder: &Path) -> Result<Status> {
    let is_used = folder.read_dir().is_ok_and(|mut files| files.next().is_some());
    if is_used {
        bail!("{} is not empty; name a new folder", files::name(folder));
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", files::name(folder)))?;
    let texts = EXPERIMENTS.iter().map(|one| (one.name, text::asc(one)));
    for (name, text) in texts.chain([(CONTINUE, text::continue_asc())]) {
        let (rows, _) = asc::to_tape(&text).map_err(|fault| anyhow!("{name}: {fault}"))?;
        output::write(&folder.join(format!("{name}.asc")), text.as_bytes())?;
        let bytes: Vec<u8> = rows.iter().map(|row| row.0).collect();
        output::write(&folder.join(format!("{name}.flx")), &bytes)?;
    }
    for experiment in EXPERIMENTS {
        let file = |ending: &str| folder.join(format!("{}{ending}", experiment.name));
        output::write(&file(".acts"), sheet::acts(experiment).as_bytes())?;
        for (language, ending) in LANGUAGES {
            output::write(&file(&format!("-{ending}.txt")), sheet(experiment, language).as_bytes())?;
            output::write(&file(&format!("-{ending}.svg")), sheet::svg(experiment, language).as_bytes())?;
        }
    }
    report::say(&format!("{} experiments are in {}", EXPERIMENTS.len(), files::name(folder)));
    Ok(Status::Ended)
}

/// Reads the log of an experiment, which is a text file or a paper tape. Returns it as text.
fn log(path: &Path) -> Result<String> {
    let bytes = files::read(path)?;
    if files::is_flx(path) {
        return Ok(tape_text::to_text(&bytes.into_iter().map(Row).collect::<Vec<Row>>()));
    }
    Ok(gier_word::glyph::text_of(&bytes))
}

fn read_log(args: &ExperimentsReadArgs) -> Result<Status> {
    Uses::printing([&args.file])?;
    let found = read(&log(&args.file)?);
    let language = language::chosen(args.language.lang);
    if args.json {
        files::print_json(&found.iter().map(found_as_json).collect::<Vec<Value>>())?;
    } else {
        files::print(&told(&found, language))?;
    }
    if found.is_empty() {
        let file = files::name(&args.file);
        report::say(&language::sentence(language, "experiment-no-line", &[("file", &file)]));
        return Ok(Status::Fault);
    }
    let answered = found.iter().flat_map(|found| &found.questions).all(is_answered);
    Ok(if answered { Status::Ended } else { Status::Fault })
}

fn is_answered(reading: &Reading) -> bool {
    matches!(reading.verdict, Verdict::Answer(_))
}

/// Describes as text what gier found in the log of experiments.
fn told(found: &[Found], language: Language) -> String {
    let mut text = String::new();
    for one in found {
        let head = if one.is_whole { "experiment-whole" } else { "experiment-not-whole" };
        let (read, of) = (one.read.to_string(), one.of.to_string());
        let parts = [("name", one.experiment.name), ("read", &*read), ("of", &*of)];
        text += &format!("{}\n", language::sentence(language, head, &parts));
        one.questions.iter().for_each(|reading| write_reading(reading, language, &mut text));
        for (what, lines) in [("experiment-strange", &one.strange), ("experiment-measured", &one.measured)] {
            if !lines.is_empty() {
                text += &format!("  {}:\n", language::sentence(language, what, &[]));
                lines.iter().for_each(|line| text += &format!("    {line}\n"));
            }
        }
    }
    text
}

fn write_reading(reading: &Reading, language: Language, text: &mut String) {
    let Some(question) = assumption::question(reading.key) else { return };
    let finding = finding(question, &reading.verdict, language);
    *text += &format!("  {} {}\n    {finding}\n", reading.key, language.of(question.asks));
    reading.lines.iter().for_each(|line| *text += &format!("      {line}\n"));
}

/// A sentence that says which answer to `question` the log or the recording supports.
fn finding(question: &Question, verdict: &Verdict, language: Language) -> String {
    let sentence = |name: &str, parts: &[(&str, &str)]| language::sentence(language, name, parts);
    match verdict {
        Verdict::Answer(candidate) => {
            let is_assumed = question.candidates[0].0 == *candidate;
            let name = if is_assumed { "experiment-assumed" } else { "experiment-not-assumed" };
            sentence(name, &[("candidate", candidate), ("says", question.says(candidate, language))])
        }
        Verdict::Several(candidates) => {
            sentence("experiment-several", &[("candidates", &candidates.join(", "))])
        }
        Verdict::None => sentence("experiment-none", &[]),
        Verdict::NotSeen => sentence("experiment-not-seen", &[]),
    }
}

fn found_as_json(found: &Found) -> Value {
    json!({
        "experiment": found.experiment.name,
        "version": found.experiment.version,
        "lines": found.read,
        "of": found.of,
        "whole": found.is_whole,
        "questions": found.questions.iter().map(reading_as_json).collect::<Vec<Value>>(),
        "strange": found.strange,
        "measured": found.measured,
    })
}

fn reading_as_json(reading: &Reading) -> Value {
    let (verdict, candidates) = match &reading.verdict {
        Verdict::Answer(name) => ("answer", vec![*name]),
        Verdict::Several(names) => ("several", names.clone()),
        Verdict::None => ("none", Vec::new()),
        Verdict::NotSeen => ("not seen", Vec::new()),
    };
    json!({"question": reading.key, "verdict": verdict, "candidates": candidates, "lines": reading.lines})
}

fn hear_recording(args: &ExperimentsReadArgs) -> Result<Status> {
    Uses::printing([&args.file])?;
    let bytes = files::read(&args.file)?;
    let (samples, rate) = samples(&bytes).with_context(|| {
        format!("{} is not a sound file that gier can read: save it as .wav", files::name(&args.file))
    })?;
    let readings = hear::hear(&samples, rate);
    if args.json {
        files::print_json(&readings.iter().map(reading_as_json).collect::<Vec<Value>>())?;
    } else {
        let mut text = String::new();
        let language = language::chosen(args.language.lang);
        readings.iter().for_each(|reading| write_reading(reading, language, &mut text));
        files::print(&text)?;
    }
    Ok(if readings.iter().all(is_answered) { Status::Ended } else { Status::Fault })
}

/// The least number of samples per second. With fewer, the highest tone of the experiment `sound` is lost.
const LEAST_RATE: u32 = 8000;

/// The samples of a WAV file, and the number of samples per second. All channels are mixed into one.
fn samples(bytes: &[u8]) -> Result<(Vec<f32>, u32)> {
    let mut wav = hound::WavReader::new(bytes)?;
    let spec = wav.spec();
    if spec.sample_rate < LEAST_RATE {
        bail!("it has {} samples a second, and must have at least {LEAST_RATE}", spec.sample_rate);
    }
    let channels = usize::from(spec.channels.max(1));
    let mixed = match spec.sample_format {
        hound::SampleFormat::Float => mixed(wav.samples::<f32>(), channels),
        hound::SampleFormat::Int => {
            let most = 2f32.powi(i32::from(spec.bits_per_sample) - 1);
            mixed(wav.samples::<i32>().map(|sample| Ok(sample? as f32 / most)), channels)
        }
    };
    Ok((mixed?, spec.sample_rate))
}

/// Mixes all channels into one.
fn mixed(
    samples: impl Iterator<Item = hound::Result<f32>>,
    channels: usize,
) -> Result<Vec<f32>, hound::Error> {
    let mut mixed = Vec::new();
    for (number, sample) in samples.enumerate() {
        match mixed.last_mut().filter(|_| number % channels > 0) {
            Some(last) => *last += sample?,
            None => mixed.push(sample?),
        }
    }
    Ok(mixed)
}
