//! `gier experiments`: lists, runs and prints the experiments for a real GIER, and reads their results.

use crate::cli::{ExperimentsArgs, ExperimentsCommand, ExperimentsReadArgs};
use crate::host::files::{self, Job};
use crate::host::status::Status;
use crate::host::{folders, language, report};
use anyhow::{Context, Result, anyhow, bail};
use gier_desk::acts::asc;
use gier_desk::tape_text;
use gier_experiments::read::{Found, Reading, Verdict, read, results};
use gier_experiments::run::run;
use gier_experiments::{CONTINUE, EXPERIMENTS, Entry, QUESTIONS, experiment};
use gier_word::Language;
use gier_word::tape::Row;
use std::fmt::Write;
use std::path::Path;

/// Runs `gier experiments`.
///
/// # Errors
/// Returns an error if there is no such experiment, or if a file cannot be read or written.
pub fn run_command(job: &Job, args: &ExperimentsArgs) -> Result<Status> {
    match &args.command {
        ExperimentsCommand::List(args) => job.print(&list(language::chosen(args.lang))),
        ExperimentsCommand::Run { name } => return run_one(job, named(name)?),
        ExperimentsCommand::Sheet { name, language } => {
            job.print(&named(name)?.page(language::chosen(language.lang)));
        }
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

fn list(language: Language) -> String {
    let results = results();
    let sentence = |name: &str, parts: &[(&str, &str)]| language::sentence(language, name, parts);
    let answers = |key: &str| -> Vec<String> {
        let readings = results.iter().flat_map(|outcome| {
            let questions = outcome.found.iter().flat_map(|found| &found.questions);
            questions.map(move |reading| (outcome, reading))
        });
        let answers = readings.filter(|(_, one)| one.question == key && one.verdict == Verdict::Answer);
        let parts = |outcome, candidate| [("date", outcome), ("candidate", candidate)];
        answers
            .map(|(outcome, one)| {
                let [date, candidate] = parts(&*outcome.date, one.candidates[0]);
                sentence("experiment-result", &[date, candidate, ("machine", &*outcome.machine)])
            })
            .collect()
    };
    let mut text = String::new();
    for experiment in EXPERIMENTS.iter() {
        let minutes = format!("{:.1}", experiment.typing_seconds() / 60.0);
        let typing = sentence("experiment-typing", &[("minutes", &minutes)]);
        text += &format!("{:10} {} ({typing})\n", experiment.name, language.of(experiment.says));
        for question in experiment.asks("questions").chain(experiment.asks("heard")) {
            let answers = answers(question.name);
            let open = || sentence("experiment-open", &[]);
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
        let language = language::chosen(None);
        let stops = run.stops.to_string();
        report::say(&language::sentence(language, "experiment-stops", &[("stops", &stops)]));
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
    let language = language::chosen(args.language.lang);
    if args.json {
        job.print_json(&found);
    } else {
        job.print(&found.iter().map(|found| told(found, language)).collect::<String>());
    }
    if found.is_empty() {
        let file = files::name(&args.file);
        report::say(&language::sentence(language, "experiment-no-line", &[("file", &file)]));
        return Ok(Status::Fault);
    }
    let mut questions = found.iter().flat_map(|found| &found.questions);
    let is_answered = questions.all(|reading| reading.verdict == Verdict::Answer);
    Ok(if is_answered { Status::Ended } else { Status::Fault })
}

/// Describes as text what gier found in the log of an experiment.
fn told(found: &Found, language: Language) -> String {
    let head = if found.whole { "experiment-whole" } else { "experiment-not-whole" };
    let (read, of) = (found.lines.to_string(), found.of.to_string());
    let parts = [("name", found.experiment), ("read", &*read), ("of", &*of)];
    let mut text = language::sentence(language, head, &parts) + "\n";
    for reading in &found.questions {
        let question = QUESTIONS.iter().find(|question| question.name == reading.question);
        let Some(question) = question else { continue };
        let finding = finding(question, reading, language);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {} {}\n    {finding}", question.name, language.of(question.says));
        reading.lines.iter().for_each(|line| text += &format!("      {line}\n"));
    }
    for (what, lines) in [("experiment-strange", &found.strange), ("experiment-measured", &found.measured)] {
        if !lines.is_empty() {
            text += &format!("  {}:\n", language::sentence(language, what, &[]));
            lines.iter().for_each(|line| text += &format!("    {line}\n"));
        }
    }
    text
}

/// A sentence that says which answer to `question` the log supports.
fn finding(question: &Entry, reading: &Reading, language: Language) -> String {
    let sentence = |name: &str, parts: &[(&str, &str)]| language::sentence(language, name, parts);
    let says = |candidate: &&Entry| reading.candidates == [candidate.name];
    match (reading.verdict, question.rows.iter().find(says)) {
        (Verdict::Answer, Some(candidate)) => {
            let is_assumed = question.rows[0].name == candidate.name;
            let name = if is_assumed { "experiment-assumed" } else { "experiment-not-assumed" };
            sentence(name, &[("candidate", candidate.name), ("says", language.of(candidate.says))])
        }
        (Verdict::Answer | Verdict::Several, _) => {
            sentence("experiment-several", &[("candidates", &reading.candidates.join(", "))])
        }
        (Verdict::None, _) => sentence("experiment-none", &[]),
        (Verdict::NotSeen, _) => sentence("experiment-not-seen", &[]),
    }
}
