//! `gier lesson`: shows the lessons, and checks the programs that learners write.

use super::algol::{self, Compiled};
use crate::cli::LessonArgs;
use crate::host::files::Job;
use crate::host::folders;
use crate::host::language::{language, said};
use crate::host::report::{Report, say};
use crate::host::status::Status;
use anyhow::{Result, bail};
use gier_algol::source::SourceText;
use gier_lessons::{Help, Progress};
use gier_programs::lessons::{Lesson, lessons};
use gier_word::Image;
use std::path::Path;

/// Runs `gier lesson`.
pub fn run(job: &Job, args: &LessonArgs) -> Result<Status> {
    let all = lessons();
    let Some(number) = args.number else {
        let mut text = format!("{}:\n\n", said("The lessons; gier lesson N shows one"));
        let progress = progress();
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
    match args.check.as_ref().or(args.file.as_ref()) {
        Some(path) => check(job, lesson, path, all.len()),
        None if args.program || args.solution => {
            job.print(if args.solution { &lesson.solution } else { &lesson.start });
            Ok(Status::Ended)
        }
        None => {
            let file = if lesson.is_slip { "my.slip" } else { "my.alg" };
            let how = format!(
                "Save it with gier lesson {number} --program > {file}, complete it, try it with gier {file}, and \
                 check it with gier lesson {number} {file}"
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
    let report = |image: &Image, text: Option<&SourceText>, has_warnings| {
        gier_lessons::check(lesson, image, text, has_warnings, language())
    };
    let checked = if lesson.is_slip {
        super::asm::image(job, path)?.map(|image| report(&image, None, false))
    } else {
        let compiled = algol::compile(job, &[path.to_owned()], &[], Report::Text)?;
        compiled.map(|Compiled { compilation, texts, warnings }| {
            let (name, text) = &texts[0];
            let source = SourceText::from_bytes(name, text.as_bytes());
            report(&compilation.image, Some(&source), !warnings.is_empty())
        })
    };
    let Some(gier_lessons::Report { mut wrong, .. }) = checked else { return Ok(Status::Fault) };
    let mut progress = progress();
    let help = progress.note(lesson.number, wrong.is_empty());
    keep(&progress);
    if wrong.is_empty() {
        job.print(&format!("{}\n", said("All is right.")));
        if lesson.number < last {
            let next = format!("The next lesson is gier lesson {}", lesson.number + 1);
            job.print(&format!("{}\n", said(&next)));
        }
        return Ok(Status::Ended);
    }
    if help >= Help::Hint {
        wrong.push(format!("{} {}", said("Hint:"), lesson.hint.within(language())));
    }
    if help == Help::Solution {
        wrong.push(said(&format!("gier lesson {} --solution shows a solution", lesson.number)).into_owned());
    }
    job.print(&format!("{}\n", wrong.join("\n")));
    Ok(Status::Fault)
}

/// The file with the learner's progress, in the folder of gier's state.
const PROGRESS: &str = "lessons";

fn progress() -> Progress {
    Progress::of(&folders::setting(folders::state_folder(), PROGRESS).unwrap_or_default())
}

/// Saves the progress. A learner without a folder for it still learns what is wrong with the program.
fn keep(progress: &Progress) {
    let Some(folder) = folders::state_folder() else { return };
    if let Err(error) = folders::keep_setting(&folder, PROGRESS, &progress.line()) {
        say(&format!("{error:#}"));
    }
}
