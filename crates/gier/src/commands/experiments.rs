//! `gier experiments`: lists, runs and prints the experiments for a real GIER, and reads their results.

use crate::cli::{ExperimentsArgs, ExperimentsCommand, ExperimentsReadArgs};
use crate::host::files::{self, Job};
use crate::host::language::{language, said};
use crate::host::status::Status;
use crate::host::{folders, report};
use anyhow::{Context, Result, anyhow, bail};
use gier_desk::acts::asc;
use gier_desk::tape_text;
use gier_experiments::read::{Found, Outcome, Reading, Verdict, read, results};
use gier_experiments::run::run;
use gier_experiments::{CONTINUE, EXPERIMENTS, Entry, QUESTIONS, experiment};
use gier_word::Language;
use gier_word::tape::Row;
use std::fmt::Write;
use std::path::Path;

/// Runs `gier experiments`.
pub fn run_command(job: &Job, args: &ExperimentsArgs) -> Result<Status> {
    match &args.command {
        ExperimentsCommand::List => job.print(&list()),
        ExperimentsCommand::Run { name } => return run_one(job, named(name)?),
        ExperimentsCommand::Sheet { name } => job.print(&named(name)?.page(language())),
        ExperimentsCommand::Write { folder } => write(job, folder)?,
        ExperimentsCommand::Read(args) => return read_log(job, args),
    }
    Ok(Status::Ended)
}

fn named(name: &str) -> Result<&'static Entry> {
    experiment(name).with_context(|| {
        let names: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
        format!("there is no experiment {name:?}; the experiments are {}", names.join(", "))
    })
}

fn list() -> String {
    let results = results();
    let language = language();
    let answers = |key: &str| -> Vec<String> {
        let readings = results.iter().flat_map(|outcome| {
            let questions = outcome.found.iter().flat_map(|found| &found.questions);
            questions.map(move |reading| (outcome, reading))
        });
        let answers = readings.filter(|(_, one)| one.question == key && one.verdict == Verdict::Answer);
        let answer =
            |outcome: &Outcome, candidate| format!("{candidate} ({}, {})", outcome.date, outcome.machine);
        answers.map(|(outcome, one)| answer(outcome, one.candidates[0])).collect()
    };
    let mut text = String::new();
    for experiment in EXPERIMENTS.iter() {
        let typing = format!("typed in {:.1} min", experiment.typing_seconds() / 60.0);
        text += &format!("{:10} {} ({})\n", experiment.name, language.of(experiment.says), said(&typing));
        for question in experiment.asks("questions").chain(experiment.asks("heard")) {
            let answers = answers(question.name);
            let open = || said("open").into_owned();
            let status = if answers.is_empty() { open() } else { answers.join("; ") };
            text += &format!("  {:5} {} {status}\n", question.name, language.of(question.says));
        }
    }
    text
}

fn run_one(job: &Job, experiment: &Entry) -> Result<Status> {
    let run = run(experiment).map_err(|faults| anyhow!("{}", faults[0].message))?;
    let name = experiment.name;
    let run = run.with_context(|| {
        format!(
            "{name} is an ALGOL text, which GIER ALGOL III of the museum's archive translates: use gier \
             experiments write DIR, and then gier boot --acts DIR/{name}.acts"
        )
    })?;
    job.print_paper(&run.paper);
    if run.stops > 0 {
        let stops = run.stops;
        report::say(&format!(
            "the machine stopped in {stops} of its trials; each time it was started again with the next"
        ));
    }
    let Some(cause) = run.stopped else { return Ok(Status::Ended) };
    report::say(&format!("the machine stopped: {cause}"));
    Ok(Status::Fault)
}

fn write(job: &Job, folder: &Path) -> Result<()> {
    let is_used = folders::list(folder).is_ok_and(|files| !files.is_empty());
    if is_used {
        bail!("{} is not empty; name a new folder", files::name(folder));
    }
    folders::make(folder)?;
    let write = |path: &Path, bytes: &[u8]| job.write("the file", path)?.save(bytes).map(drop);
    let texts = EXPERIMENTS.iter().map(|one| (one.name, one.asc()));
    for (name, text) in texts.chain([("continue", CONTINUE.to_string())]) {
        let (rows, _) = asc::to_tape(&text).map_err(|fault| anyhow!("{name}: {fault}"))?;
        write(&folder.join(format!("{name}.asc")), text.as_bytes())?;
        let bytes: Vec<u8> = rows.iter().map(|row| row.0).collect();
        write(&folder.join(format!("{name}.flx")), &bytes)?;
    }
    for experiment in EXPERIMENTS.iter() {
        let file = |ending: &str| folder.join(format!("{}{ending}", experiment.name));
        write(&file(".acts"), experiment.acts().as_bytes())?;
        for (language, ending) in [(Language::English, "-en.txt"), (Language::Danish, "-da.txt")] {
            write(&file(ending), experiment.page(language).as_bytes())?;
        }
    }
    report::say(&format!("{} experiments are in {}", EXPERIMENTS.len(), files::name(folder)));
    Ok(())
}

/// Reads the log of an experiment, which is a text file or a paper tape. Returns it as text.
fn log(job: &Job, path: &Path) -> Result<String> {
    let bytes = job.read(path)?;
    if files::is_flx(path) {
        return Ok(tape_text::to_text(&bytes.into_iter().map(Row).collect::<Vec<Row>>()));
    }
    Ok(gier_word::glyph::text_of(&bytes))
}

fn read_log(job: &Job, args: &ExperimentsReadArgs) -> Result<Status> {
    let found = read(&log(job, &args.file)?);
    if args.json {
        job.print_json(&found);
    } else {
        job.print(&found.iter().map(told).collect::<String>());
    }
    if found.is_empty() {
        let file = files::name(&args.file);
        report::say(&format!("{file} has no line of an experiment whose check sum is right"));
        return Ok(Status::Fault);
    }
    let mut questions = found.iter().flat_map(|found| &found.questions);
    let is_answered = questions.all(|reading| reading.verdict == Verdict::Answer);
    Ok(if is_answered { Status::Ended } else { Status::Fault })
}

/// Describes as text what gier found in the log of an experiment.
fn told(found: &Found) -> String {
    let whole = if found.whole { "whole" } else { "not whole" };
    let head = format!("{}: {} of {} lines, {whole}", found.experiment, found.lines, found.of);
    let mut text = format!("{}\n", said(&head));
    for reading in &found.questions {
        let question = QUESTIONS.iter().find(|question| question.name == reading.question);
        let Some(question) = question else { continue };
        let finding = finding(question, reading);
        // Writing to a string cannot fail.
        let _ =
            writeln!(text, "  {} {}\n    {}", question.name, language().of(question.says), said(&finding));
        reading.lines.iter().for_each(|line| text += &format!("      {line}\n"));
    }
    for (what, lines) in
        [("lines that no candidate prints:", &found.strange), ("measurements:", &found.measured)]
    {
        if !lines.is_empty() {
            text += &format!("  {}\n", said(what));
            lines.iter().for_each(|line| text += &format!("    {line}\n"));
        }
    }
    text
}

/// A sentence that says which answer to `question` the log supports.
fn finding(question: &Entry, reading: &Reading) -> String {
    let says = |candidate: &&Entry| reading.candidates == [candidate.name];
    match (reading.verdict, question.rows.iter().find(says)) {
        (Verdict::Answer, Some(candidate)) => {
            let is_assumed = question.rows[0].name == candidate.name;
            let assumed = if is_assumed { "as gier assumes" } else { "NOT what gier assumes" };
            format!("{}, {assumed}: {}", candidate.name, language().of(candidate.says))
        }
        (Verdict::Answer | Verdict::Several, _) => {
            format!("not decided; {} all agree", reading.candidates.join(", "))
        }
        (Verdict::None, _) => "no candidate agrees".to_string(),
        (Verdict::NotSeen, _) => "not answered: no line that decides was read".to_string(),
    }
}
