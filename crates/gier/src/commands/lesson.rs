//! `gier lesson`: shows the lessons, and checks the programs that pupils write.

use super::algol::{self, Compiled};
use crate::cli::LessonArgs;
use crate::host::files::Job;
use crate::host::folders;
use crate::host::language::{explained, language, said};
use crate::host::report::{Report, say};
use crate::host::status::Status;
use anyhow::{Result, bail};
use gier_algol::source::SourceText;
use gier_algol::{Basic, TokenKind};
use gier_desk::attended::{By, Ending, Print, Until};
use gier_desk::debug::stops::Goal;
use gier_desk::host::{Files, Trouble};
use gier_desk::session::{Happened, Host, Session};
use gier_machine::{Input, Machine, Place, StopCause};
use gier_programs::lessons::{Check, Lesson, lessons};
use gier_word::{Address, Cell, Half, Image, Uops};
use std::collections::BTreeMap;
use std::path::Path;

/// The cell in which the programs of the lessons in SLIP begin.
const START: Place = Place { cell: Address::new(40), half: Half::Left };
/// How long a pupil's program may run, in seconds of machine time.
const LIMIT_SECONDS: f64 = 600.0;

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
                wrong.push(said("the compiler warns: put that right too").into_owned());
            }
            let (name, text) = &texts[0];
            let source = SourceText::from_bytes(name, text.as_bytes());
            let needs = lesson.needs.iter().filter(|need| !calls_itself(&source, &need.calls_itself));
            wrong.extend(needs.map(|need| need.message.within(language()).to_string()));
            compilation.image
        })
    };
    let Some(image) = image else { return Ok(Status::Fault) };
    for check in &lesson.checks {
        if let Some(why) = verdict(check, &image) {
            let set: Vec<String> =
                check.set.iter().map(|(label, number)| format!("{label} = {number}")).collect();
            let typed = match check.typed.trim() {
                "" if set.is_empty() => String::new(),
                "" => said(&format!("With {}:", set.join(", "))).into_owned() + " ",
                typed => said(&format!("With the input {typed}:")).into_owned() + " ",
            };
            wrong.push(format!("{typed}{}", said(&why)));
        }
    }
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

/// Whether the body of the procedure with this name calls the procedure itself.
fn calls_itself(source: &SourceText, name: &str) -> bool {
    let analysis = gier_algol::analyse(std::slice::from_ref(source), &mut |_| None);
    let program = &analysis.program;
    let procedures = program.procedures.iter();
    let mut named = procedures.filter(|procedure| *program.symbols[procedure.symbol.0].name == *name);
    named.any(|procedure| {
        let scope = analysis.scopes.iter().find(|scope| scope.block == procedure.block);
        let mut tokens = scope.map_or(0..0, |scope| scope.symbols.clone());
        tokens.any(|token| {
            matches!(&analysis.tokens[token].kind, TokenKind::Identifier(text) if **text == *name)
                && analysis.tokens.get(token + 1).map(|next| &next.kind)
                    != Some(&TokenKind::Basic(Basic::Assign))
        })
    })
}

/// Runs a pupil's program and checks it. Returns what is wrong, or `None` if the program is right.
fn verdict(check: &Check, image: &Image) -> Option<String> {
    let mut session = Session::new(Machine::with_image(image)).with_program(image);
    session.type_text(&check.typed).ok()?;
    let mut paper = Printed::default();
    let limit = Until::at(Uops::from_seconds(LIMIT_SECONDS));
    if !check.set.is_empty() {
        session.run_to(Goal::Cell(START));
        if session.work(limit, &mut paper).ok()? != Happened::Ended(Ending::Reached) {
            return Some(format!("the program does not begin in cell {}", START.cell));
        }
        for (label, number) in &check.set {
            let Some(address) = image.map().and_then(|map| map.cell_of(label)) else {
                return Some(format!("the program has no cell {label}"));
            };
            session.feed([Input::SetCell(address, Cell::from_integer(*number))]);
        }
        session.run_to(Goal::Free);
    }
    let happened = session.work(limit, &mut paper);
    if let [alarm, ..] = &session.take_alarms()[..] {
        return Some(explained(alarm));
    }
    match happened.ok()? {
        Happened::Ended(Ending::AwaitingKey | Ending::AwaitingTape) => {
            return Some("the program waits for more input than it gets".to_string());
        }
        Happened::Ended(Ending::Stopped(StopCause::Zq { .. })) => {}
        Happened::Ended(Ending::Stopped(_)) => {
            return Some("the machine stopped at an order that it does not know".to_string());
        }
        Happened::Ended(Ending::TimeIsUp | Ending::Reached | Ending::Enough | Ending::Left)
        | Happened::Obeyed(_) => {
            let endless =
                "the program did not end within ten minutes of GIER's time: a loop that never ends?";
            return Some(endless.to_string());
        }
    }
    for (label, wanted) in &check.cells {
        let Some(address) = image.map().and_then(|map| map.cell_of(label)) else {
            return Some(format!("the program has no cell {label}"));
        };
        let found = session.machine().ferrite().read(address);
        if found.signed() != *wanted {
            return Some(format!("cell {label} holds {}, but {wanted} is right", found.signed()));
        }
    }
    wrong_paper(check, paper.0.strip_suffix("end").unwrap_or(&paper.0))
}

/// What a program has printed. A key that was typed becomes a blank, because it separates two answers of the
/// program.
#[derive(Default)]
struct Printed(String);

impl Files for Printed {}

impl Host for Printed {
    fn see(&mut self, prints: &[Print]) -> Result<(), Trouble> {
        self.0.extend(prints.iter().filter_map(|print| match print.by {
            By::Hand => Some(' '),
            By::Machine => print.stroke.character(),
        }));
        Ok(())
    }
}

/// Returns what is wrong with the paper, or `None` if the paper is right.
fn wrong_paper(check: &Check, printed: &str) -> Option<String> {
    let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
    let wanted: Vec<Vec<String>> = check.prints.iter().map(|line| words(line)).collect();
    let found: Vec<Vec<String>> = printed.lines().map(words).filter(|line| !line.is_empty()).collect();
    let right = match check.lines {
        true => found == wanted,
        false => found.concat().ends_with(&wanted.concat()),
    };
    if right {
        return None;
    }
    let shown = |lines: &[Vec<String>]| {
        let separator = if check.lines { " / " } else { " " };
        lines.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join(separator)
    };
    let wanted = shown(&wanted);
    match found.is_empty() {
        true => Some(format!("the program prints nothing, but {wanted} is right")),
        false => Some(format!("the program prints {}, but {wanted} is right", shown(&found))),
    }
}
