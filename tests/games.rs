//! Plays the bundled programs with recorded keys of guests. `tests/games/` has the keys, the papers and the
//! punched tapes. `UPDATE=1` rewrites the papers; read the difference.

use crate::guest::Guest;
use crate::paper::{tape_of, text_of};
use crate::tidy::root;
use gier_programs::{Kind, Program};
use std::fs;

/// The longest time of an answer, in seconds of machine time.
const ANSWER_SECONDS: f64 = 5.0;

/// Texts by which a game announces that it first computes a table or reads a tape. The answer may then take
/// `ANNOUNCED_SECONDS`.
const ANNOUNCED: [&str; 6] =
    ["jeg regner", "I am computing", "je calcule", "ich rechne", "jeg læser", "I am reading"];

const ANNOUNCED_SECONDS: f64 = 15.0;

/// The endings of the papers whose guests a program played: they made their moves by chance, perfectly, or
/// from the tables of the specifications. A referee judged each line when the papers were recorded.
pub const JUDGED: [&str; 7] = [".chance", ".perfect", ".table", ".grows", ".keyed", ".printed", ".wrong"];

/// The names of the papers.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(root().join("tests/games"))
        .unwrap()
        .filter_map(|entry| {
            entry.unwrap().file_name().to_string_lossy().strip_suffix(".paper").map(String::from)
        })
        .collect();
    names.sort();
    names
}

/// Reads the file of a paper with this ending, or returns `None` if there is no such file.
pub fn file(name: &str, ending: &str) -> Option<String> {
    fs::read_to_string(root().join(format!("tests/games/{name}.{ending}"))).ok()
}

/// Returns the program of a paper. The paper's name begins with the program's name.
pub fn program(name: &str) -> &'static Program {
    let program = name.split('.').next().unwrap();
    gier_programs::find(program).unwrap_or_else(|| panic!("no program {program}"))
}

/// Plays a game, and returns the guest's files, each with the ending of its name: the paper, and the punched
/// tape if there is one.
fn visit(name: &str) -> Vec<(&'static str, String)> {
    let program = program(name);
    let mut guest = match file(name, "tape") {
        Some(tape) => Guest::with_tape(program.name, tape_of(&tape)),
        None => Guest::at(program.name),
    };
    guest.types(&file(name, "typed").unwrap_or_default());
    let end = if guest.is_at_the_end() { "\n" } else { "‹the guest leaves›\n" };
    assert!(guest.is_at_the_end() || guest.asks(), "{name}: {}", guest.paper());
    let thinks = guest.slowest();
    let announced = ANNOUNCED.iter().any(|said| guest.paper().contains(said));
    let limit = if announced { ANNOUNCED_SECONDS } else { ANSWER_SECONDS };
    assert!(program.kind != Kind::Game || thinks < limit, "{name}: thinks for {thinks:.1} s");
    // The table of the examples has their times with these keys.
    if name == program.name && program.path.starts_with("examples/") {
        let readme = fs::read_to_string(root().join("programs/examples/README.md")).unwrap();
        let mut rows = readme.lines().filter(|line| line.starts_with(&format!("| `{name}` |")));
        let seconds = format!("| {:.0} |", guest.seconds());
        let is_there = rows.next().is_some_and(|row| row.ends_with(&seconds));
        assert!(is_there, "programs/examples/README.md: the row of {name} ends in {seconds}");
    }
    let mut files = vec![("paper", format!("{}{end}", guest.paper()))];
    if !guest.punched().is_empty() {
        files.push(("punched", text_of(guest.punched().iter().copied())));
    }
    files
}

/// The papers of NIM are in `tests/nim`.
#[test]
fn every_program_has_a_paper() {
    let names = names();
    for program in gier_programs::PROGRAMS.iter().filter(|program| program.name != "nim") {
        let is_its = |name: &String| name.split('.').next() == Some(program.name);
        assert!(names.iter().any(is_its), "tests/games has no paper of {}", program.name);
    }
}

#[test]
fn the_guests_papers_are_unchanged() {
    let mut wrong = Vec::new();
    for name in names() {
        for (ending, text) in visit(&name) {
            if std::env::var_os("UPDATE").is_some() {
                fs::write(root().join(format!("tests/games/{name}.{ending}")), &text).unwrap();
            }
            let kept = file(&name, ending).unwrap_or_default();
            if kept != text {
                wrong.push(format!("--- {name}.{ending}\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "run with UPDATE=1 and read the difference:\n{}", wrong.join("\n"));
}
