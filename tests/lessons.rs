//! Tests the lessons. For each lesson, gier must accept the solution, and say why it refuses five wrong
//! programs. The programs are in `tests/lessons/`, one file for each lesson. The solution follows `== right`,
//! a wrong program follows `== wrong`, and gier's answers in English and in Danish follow `--`.

use crate::guest::root;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

/// Runs the check of a program. Returns everything that gier prints.
fn told(lesson: usize, program: &str, ending: &str, language: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("my.{ending}"));
    fs::write(&path, program).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_gier"))
        .args(["lesson", &lesson.to_string(), "--lang", language, "--check"])
        .arg(&path)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    String::from_utf8(said).unwrap().replace(&folder.path().join("").display().to_string(), "/")
}

/// Returns the first lines of a message as one line. A compiler's message is cut off before the quoted source
/// text.
fn short(said: &str) -> String {
    let lines = said.lines().filter(|line| !line.trim().is_empty());
    lines.take_while(|line| !line.contains("┌─")).collect::<Vec<_>>().join(" / ")
}

/// Checks gier's answers to the programs. `UPDATE=1` rewrites the answers to wrong programs.
#[test]
fn solutions_pass_and_wrong_programs_get_a_reason() {
    let mut differ = Vec::new();
    for lesson in gier_programs::lessons::lessons() {
        let number = lesson.number;
        let ending = if lesson.is_slip { "slip" } else { "alg" };
        let path = root().join(format!("tests/lessons/{number:02}.txt"));
        let text = fs::read_to_string(&path).unwrap();
        let mut new = String::new();
        let (mut right, mut wrong) = (0, 0);
        for case in text.split("== ").skip(1) {
            let (kind, rest) = case.split_once('\n').unwrap();
            let program = rest.split("\n--\n").next().unwrap().trim_end().to_string() + "\n";
            let english = told(number, &program, ending, "en");
            let danish = told(number, &program, ending, "da");
            let is_right = english.starts_with("All is right.");
            assert_eq!(is_right, kind == "right", "lesson {number}:\n{program}\n{english}");
            assert_eq!(danish.starts_with("Alt er rigtigt."), is_right, "{danish}");
            if is_right {
                right += 1;
                write!(new, "== right\n{program}").unwrap();
            } else {
                wrong += 1;
                write!(new, "== wrong\n{program}--\n{}\n{}\n", short(&english), short(&danish)).unwrap();
            }
        }
        assert!(right == 1 && wrong == 5, "lesson {number} has {right} right and {wrong} wrong programs");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &new).unwrap();
        }
        if new != text {
            differ.push(number);
        }
        // The incomplete program of the lesson must not be accepted.
        assert!(!told(number, &lesson.start, ending, "en").starts_with("All is right."), "lesson {number}");
    }
    assert!(differ.is_empty(), "lessons {differ:?}: run with UPDATE=1 and read the difference");
}
