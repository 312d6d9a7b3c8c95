//! Checks the program that a learner has written in a lesson: runs it as the checks of the lesson say, and says
//! what is wrong. `gier lesson` and the web page ask here, so that both say the same.

use gier_algol::source::SourceText;
use gier_algol::{Basic, TokenKind};
use gier_desk::attended::{By, Ending, Print, Until};
use gier_desk::debug::stops::Goal;
use gier_desk::host::{Files, Trouble};
use gier_desk::session::{Happened, Host, Session};
use gier_machine::{Input, Machine, Place, StopCause};
use gier_messages::{Language, Speaker, explained, say};
use gier_programs::lessons::{Check, Lesson, Need};
use gier_word::{Address, Cell, Half, Image, Uops};
use std::collections::BTreeMap;

/// The cell in which the programs of the lessons in SLIP begin.
const START: Place = Place { cell: Address::new(40), half: Half::Left };
/// How long a learner's program may run, in seconds of machine time.
const LIMIT_SECONDS: f64 = 600.0;

/// What the checks of a lesson say about a learner's program.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What is wrong, in the learner's language. The program is right if this is empty.
    pub wrong: Vec<String>,
    /// For each check of the lesson, what the program printed or stored, and whether this was right.
    pub runs: Vec<(String, bool)>,
}

/// Checks a learner's program, which was compiled without faults to this image. `text` is the program if it is
/// in ALGOL, and `has_warnings` says whether the compiler warned.
pub fn check(
    lesson: &Lesson,
    image: &Image,
    text: Option<&SourceText>,
    has_warnings: bool,
    language: Language,
) -> Report {
    let said = |english: &str| say(language, Speaker::Message, english).into_owned();
    let mut report = Report::default();
    if has_warnings {
        report.wrong.push(said("the compiler warns: put that right too"));
    }
    let misses = |need: &&Need| text.is_some_and(|text| !calls_itself(text, &need.calls_itself));
    report
        .wrong
        .extend(lesson.needs.iter().filter(misses).map(|need| need.message.within(language).to_string()));
    for check in &lesson.checks {
        let mut found = String::new();
        let why = verdict(check, image, &mut found);
        report.runs.push((found, why.is_none()));
        let Some(why) = why else { continue };
        let set: Vec<String> =
            check.set.iter().map(|(label, number)| format!("{label} = {number}")).collect();
        let typed = match check.typed.trim() {
            "" if set.is_empty() => String::new(),
            "" => said(&format!("With {}:", set.join(", "))) + " ",
            typed => said(&format!("With the input {typed}:")) + " ",
        };
        report.wrong.push(typed + &said(&why));
    }
    report
}

/// How much help a learner gets whose program was wrong. `gier lesson` and the page give it at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Help {
    /// No help yet, because a learner who finds the fault alone learns more.
    None,
    /// The hint.
    Hint,
    /// The hint and the solution.
    Solution,
}

/// Which lessons are done, and how often the program of a lesson was wrong. It is stored as one line, in which
/// `3` is a lesson that is done, and `4x2` one that was wrong twice.
#[derive(Clone, Debug, Default)]
pub struct Progress(BTreeMap<usize, Option<u32>>);

impl Progress {
    /// Reads the line. Words that are not understood are left out.
    pub fn of(line: &str) -> Progress {
        let word = |word: &str| match word.split_once('x') {
            Some((number, tries)) => Some((number.parse().ok()?, Some(tries.parse().ok()?))),
            None => Some((word.parse().ok()?, None)),
        };
        Progress(line.split(' ').filter_map(word).collect())
    }

    /// The line to store.
    pub fn line(&self) -> String {
        let word = |(lesson, tries): (&usize, &Option<u32>)| match tries {
            Some(tries) => format!("{lesson}x{tries}"),
            None => lesson.to_string(),
        };
        self.0.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// Whether the learner's program was right once.
    pub fn is_done(&self, lesson: usize) -> bool {
        self.0.get(&lesson) == Some(&None)
    }

    /// Notes whether a program was right. Returns the help that the learner gets now. A lesson that is done
    /// stays done.
    pub fn note(&mut self, lesson: usize, is_right: bool) -> Help {
        let known = self.0.entry(lesson).or_insert(Some(0));
        *known = known.filter(|_| !is_right).map(|tries| tries.saturating_add(1));
        match known.unwrap_or(0) {
            0 | 1 => Help::None,
            2 => Help::Hint,
            _ => Help::Solution,
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

/// Runs a learner's program and checks it. Returns what is wrong, or `None` if the program is right. Writes what
/// the program printed, or what its cells hold in the end, to `found`.
fn verdict(check: &Check, image: &Image, found: &mut String) -> Option<String> {
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
    let printed = paper.0.strip_suffix("end").unwrap_or(&paper.0);
    let lines = words_of(printed);
    *found = shown(check, &lines);
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
        let number = session.machine().ferrite().read(address).signed();
        *found = [std::mem::take(found), format!("{label} = {number}")].join(" ").trim().to_string();
        if number != *wanted {
            return Some(format!("cell {label} holds {number}, but {wanted} is right"));
        }
    }
    wrong_paper(check, &lines)
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

/// The words of each line of a text that is not empty.
fn words_of(text: &str) -> Vec<Vec<String>> {
    let words = text.lines().map(|line| line.split_whitespace().map(String::from).collect::<Vec<_>>());
    words.filter(|words| !words.is_empty()).collect()
}

/// Lines of words as one line. A stroke stands between them if this check compares whole lines.
fn shown(check: &Check, lines: &[Vec<String>]) -> String {
    let separator = if check.lines { " / " } else { " " };
    lines.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join(separator)
}

/// What a program must print, as one line.
pub fn wanted(check: &Check) -> String {
    shown(check, &right_lines(check))
}

fn right_lines(check: &Check) -> Vec<Vec<String>> {
    words_of(&check.prints.join("\n"))
}

/// Returns what is wrong with the paper, or `None` if the paper is right.
fn wrong_paper(check: &Check, found: &[Vec<String>]) -> Option<String> {
    let right = right_lines(check);
    let is_right = if check.lines { found == right } else { found.concat().ends_with(&right.concat()) };
    if is_right {
        return None;
    }
    let wanted = shown(check, &right);
    Some(match found {
        [] => format!("the program prints nothing, but {wanted} is right"),
        found => format!("the program prints {}, but {wanted} is right", shown(check, found)),
    })
}
