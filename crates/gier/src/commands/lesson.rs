//! `gier lesson`: shows the lessons, and checks the programs that pupils write.

mod check;

use super::algol::{self, Compiled};
use crate::cli::LessonArgs;
use crate::host::files::Job;
use crate::host::folders;
use crate::host::language::{explained, language, said};
use crate::host::report::{Report, say};
use crate::host::status::Status;
use anyhow::{Result, bail};
use gier_algol::source::SourceText;
use gier_programs::lessons::{Lesson, lessons};
use std::collections::BTreeMap;
use std::path::Path;

/// Runs `gier lesson`.
pub fn run(job: &Job, args: &LessonArgs) -> Result<Status> {
    let all = lessons();
    let Some(number) = args.number else {
        let mut text = format!("{}:\n\n", said("The lessons; gier lesson N shows one"));
        let progress = Progress::known();
        for lesson in &all {
            let kind = if lesson.is_slip { "SLIP " } else { "ALGOL" };
            let done = if progress.is_done(lesson.number) { "✓" } else { " " };
            text += &format!("{:>4} {done} {kind}  {}\n", lesson.number, lesson.title.within(language()));
        }
        job.print(&text);
        return Ok(Status::Ended);
    };
    let Some(lesson) = all.iter().find(|lesson| lesson.number == number) else {
        bail!("there is no lesson {number}; there are lessons 1 to {}", all.len());
    };
    match &args.check {
        Some(path) => check(job, lesson, path, all.len()),
        None if args.program || args.solution => {
            job.print(if args.solution { &lesson.solution } else { &lesson.start });
            Ok(Status::Ended)
        }
        None => {
            let file = if lesson.is_slip { "my.slip" } else { "my.alg" };
            let how = format!(
                "Save it with gier lesson {number} --program > {file}, complete it, try it with gier {file}, and \
                 check it with gier lesson {number} --check {file}"
            );
            job.print(&format!(
                "{number}. {}\n\n{}\n\n{}\n\n{}\n{}\n",
                lesson.title.within(language()),
                lesson.task.within(language()),
                said("The program to complete:"),
                lesson.start,
                said(&how),
            ));
            Ok(Status::Ended)
        }
    }
}

fn check(job: &Job, lesson: &Lesson, path: &Path, last: usize) -> Result<Status> {
    job.will_print("the text")?;
    let mut wrong = Vec::new();
    let image = if lesson.is_slip {
        super::asm::image(job, path)?
    } else {
        let compiled = algol::compile(job, &[path.to_owned()], &[], Report::Text)?;
        compiled.map(|Compiled { compilation, texts, warnings }| {
            if !warnings.is_empty() {
                wrong.push(said(check::WARNED).into_owned());
            }
            let (name, text) = &texts[0];
            let source = SourceText::from_bytes(name, text.as_bytes());
            wrong.extend(check::of_text(lesson, &source, language()));
            compilation.image
        })
    };
    let Some(image) = image else { return Ok(Status::Fault) };
    wrong.extend(check::of_runs(lesson, &image, |english| said(&explained(english)).into_owned()));
    let mut progress = Progress::known();
    let tries = progress.note(lesson.number, wrong.is_empty());
    progress.keep();
    if wrong.is_empty() {
        job.print(&format!("{}\n", said("All is right.")));
        if lesson.number < last {
            let next = format!("The next lesson is gier lesson {}", lesson.number + 1);
            job.print(&format!("{}\n", said(&next)));
        }
        return Ok(Status::Ended);
    }
    if tries > 1 {
        wrong.push(format!("{} {}", said("Hint:"), lesson.hint.within(language())));
    }
    if tries > 2 {
        wrong.push(said(&format!("gier lesson {} --solution shows a solution", lesson.number)).into_owned());
    }
    job.print(&format!("{}\n", wrong.join("\n")));
    Ok(Status::Fault)
}

/// The file with the learner's progress, in the folder of gier's state.
const PROGRESS: &str = "lessons";

/// Which lessons are done, and how often the program of a lesson was wrong. The file has one line, in which
/// `3` is a lesson that is done, and `4x2` one that was wrong twice.
struct Progress(BTreeMap<usize, Option<u32>>);

impl Progress {
    fn known() -> Progress {
        let line = folders::setting(folders::state_folder(), PROGRESS).unwrap_or_default();
        let word = |word: &str| match word.split_once('x') {
            Some((number, tries)) => Some((number.parse().ok()?, Some(tries.parse().ok()?))),
            None => Some((word.parse().ok()?, None)),
        };
        Progress(line.split(' ').filter_map(word).collect())
    }

    fn is_done(&self, lesson: usize) -> bool {
        self.0.get(&lesson) == Some(&None)
    }

    /// Notes whether a program was right. Returns how often this lesson's program was wrong until now. A lesson
    /// that is done stays done.
    fn note(&mut self, lesson: usize, is_right: bool) -> u32 {
        let known = self.0.entry(lesson).or_insert(Some(0));
        *known = known.filter(|_| !is_right).map(|tries| tries.saturating_add(1));
        known.unwrap_or(0)
    }

    /// Saves the progress. A learner without a folder for it still learns what is wrong with the program.
    fn keep(&self) {
        let word = |(lesson, tries): (&usize, &Option<u32>)| match tries {
            Some(tries) => format!("{lesson}x{tries}"),
            None => lesson.to_string(),
        };
        let words: Vec<String> = self.0.iter().map(word).collect();
        let Some(folder) = folders::state_folder() else { return };
        if let Err(error) = folders::keep_setting(&folder, PROGRESS, &words.join(" ")) {
            say(&format!("{error:#}"));
        }
    }
}
