//! Tests the lessons. For each lesson, gier must accept the solution, and say why it refuses five wrong
//! programs. These are in `tests/lessons/`, one file for each lesson. Each follows `== wrong`, and gier's answers
//! in English and in Danish follow `--`.

use crate::tidy::{files, root};
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

/// Runs the check of a program. Returns everything that gier prints.
fn told(lesson: usize, program: &str, ending: &str, language: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("my.{ending}"));
    fs::write(&path, program).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_gier"))
        .env("XDG_STATE_HOME", folder.path())
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
        let text = fs::read_to_string(&path).unwrap_or_default();
        let mut new = String::new();
        let mut wrong = 0;
        let cases = text.split("== wrong\n").skip(1);
        for program in cases.map(|case| case.split("\n--\n").next().unwrap().trim_end().to_string() + "\n") {
            let english = told(number, &program, ending, "en");
            let danish = told(number, &program, ending, "da");
            assert!(!english.starts_with("All is right."), "lesson {number}:\n{program}");
            wrong += 1;
            write!(new, "== wrong\n{program}--\n{}\n{}\n", short(&english), short(&danish)).unwrap();
        }
        assert_eq!(wrong, 5, "tests/lessons/{number:02}.txt has five wrong programs");
        let told = |language| told(number, &lesson.solution, ending, language);
        assert!(told("en").starts_with("All is right."), "lesson {number}:\n{}", told("en"));
        assert!(told("da").starts_with("Alt er rigtigt."), "lesson {number}");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &new).unwrap();
        }
        if new != text {
            differ.push(number);
        }
        // The incomplete program of the lesson must not be accepted.
        let start = super::lessons::told(number, &lesson.start, ending, "en");
        assert!(!start.starts_with("All is right."), "lesson {number}");
    }
    assert!(differ.is_empty(), "lessons {differ:?}: run with UPDATE=1 and read the difference");
}

#[test]
fn every_lesson_is_in_the_program_and_in_the_readme() {
    let readme = fs::read_to_string(root().join("programs/lessons/README.md")).unwrap();
    let lessons = gier_programs::lessons::lessons();
    let written = files("programs/lessons", "lesson").len();
    assert_eq!(lessons.len(), written, "Cargo does not see a new file: touch programs/src/lessons.rs");
    for lesson in lessons {
        let row = format!("| {} | {} |\n", lesson.number, lesson.title.within(gier_word::Language::English));
        let is_there = readme.to_lowercase().contains(&row.to_lowercase());
        assert!(is_there, "programs/lessons/README.md lacks {row}");
    }
}

/// The second wrong answer gets a hint, the third the offer of a solution, and what is done is remembered.
#[test]
fn a_learner_gets_hints_and_progress_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let gier = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gier"));
        let command = command.env("XDG_STATE_HOME", folder.path()).current_dir(&folder).args(words);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    fs::write(folder.path().join("my.slip"), gier(&["lesson", "9", "--program"])).unwrap();
    let wrong =
        "cell sum holds 19, but 73 is right\nWith a = 1000, b = -20: cell sum holds 1000, but 973 is right\n";
    let hint = "Hint: ar {b} adds b to R; then sr {seven}.\n";
    let check = ["lesson", "9", "--check", "my.slip"];
    assert_eq!(gier(&check), wrong);
    assert_eq!(gier(&check), [wrong, hint].concat());
    assert_eq!(gier(&check), [wrong, hint, "gier lesson 9 --solution shows a solution\n"].concat());
    fs::write(folder.path().join("my.slip"), gier(&["lesson", "9", "--solution"])).unwrap();
    assert!(gier(&check).starts_with("All is right."));
    let list = gier(&["lesson"]);
    assert!(list.contains("\n   9 ✓ SLIP ") && list.contains("\n   8   ALGOL"), "{list}");
}
