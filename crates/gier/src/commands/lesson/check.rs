//! Checks the program that a pupil wrote for a lesson. The handbook's page of lessons uses this file too, in the
//! browser.

use gier_algol::source::SourceText;
use gier_algol::{Basic, TokenKind};
use gier_desk::attended::{By, Ending, Print, Until};
use gier_desk::debug::stops::Goal;
use gier_desk::host::{Files, Trouble};
use gier_desk::session::{Happened, Host, Session};
use gier_machine::{Input, Machine, Place, StopCause};
use gier_programs::lessons::{Check, Lesson};
use gier_word::{Address, Cell, Half, Image, Language, Uops};

/// The cell in which the programs of the lessons in SLIP begin.
const START: Place = Place { cell: Address::new(40), half: Half::Left };
/// How long a pupil's program may run, in seconds of machine time.
const LIMIT_SECONDS: f64 = 600.0;

/// What a pupil is told if the compiler warns.
pub const WARNED: &str = "the compiler warns: put that right too";

/// Returns what is wrong with the text of an ALGOL program.
pub fn of_text(lesson: &Lesson, source: &SourceText, language: Language) -> Vec<String> {
    let needs = lesson.needs.iter().filter(|need| !calls_itself(source, &need.calls_itself));
    needs.map(|need| need.message.within(language).to_string()).collect()
}

/// Runs the program once for each check of the lesson. Returns what is wrong with the runs. `said` translates a
/// sentence.
pub fn of_runs(lesson: &Lesson, image: &Image, said: impl Fn(&str) -> String) -> Vec<String> {
    let wrong = |check: &Check| {
        let why = verdict(check, image)?;
        let set: Vec<String> =
            check.set.iter().map(|(label, number)| format!("{label} = {number}")).collect();
        let typed = match check.typed.trim() {
            "" if set.is_empty() => String::new(),
            "" => said(&format!("With {}:", set.join(", "))) + " ",
            typed => said(&format!("With the input {typed}:")) + " ",
        };
        Some(typed + &said(&why))
    };
    lesson.checks.iter().filter_map(wrong).collect()
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
        return Some(alarm.clone());
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
