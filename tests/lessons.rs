//! Tests the lessons. For each lesson, gier must accept the solution, and say why it refuses five wrong
//! programs. These are in `tests/lessons/`, one file for each lesson. Each follows `== wrong`, and gier's answers
//! in English and in Danish follow `--`.

use crate::cases::kept;
use crate::cli::Desk;
use crate::tidy::{files, root};
use std::fmt::Write as _;
use std::fs;

/// Runs the check of a program. Returns everything that gier prints.
fn told(lesson: usize, program: &str, ending: &str, language: &str) -> String {
    let (desk, name) = (Desk::new(), format!("my.{ending}"));
    let check = format!("lesson {lesson} --lang {language} --check {name}");
    let output = desk.put(&name, program).gier(&check).get_output().clone();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
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
    for lesson in gier_programs::lessons::lessons() {
        let number = lesson.number;
        let ending = if lesson.is_slip { "slip" } else { "alg" };
        let path = format!("tests/lessons/{number:02}.txt");
        let text = fs::read_to_string(root().join(&path)).unwrap_or_default();
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
        assert_eq!(wrong, 5, "{path} has five wrong programs");
        let told = |language| told(number, &lesson.solution, ending, language);
        assert!(told("en").starts_with("All is right."), "lesson {number}:\n{}", told("en"));
        assert!(told("da").starts_with("Alt er rigtigt."), "lesson {number}");
        kept(&path, &new);
        // The incomplete program of the lesson must not be accepted.
        let start = super::lessons::told(number, &lesson.start, ending, "en");
        assert!(!start.starts_with("All is right."), "lesson {number}");
    }
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
    let desk = Desk::new();
    desk.put("my.slip", desk.printed("lesson 9 --program"));
    let wrong =
        "cell sum holds 19, but 73 is right\nWith a = 1000, b = -20: cell sum holds 1000, but 973 is right\n";
    let hint = "Hint: ar {b} adds b to R; then sr {seven}.\n";
    let check = || desk.gier("lesson 9 --check my.slip");
    check().stdout_eq(wrong);
    check().stdout_eq([wrong, hint].concat());
    check().stdout_eq([wrong, hint, "gier lesson 9 --solution shows a solution\n"].concat());
    desk.put("my.slip", desk.printed("lesson 9 --solution"));
    check().stdout_eq("All is right.[..]\n...");
    let list = desk.printed("lesson");
    assert!(list.contains("\n   9 ✓ SLIP ") && list.contains("\n   8   ALGOL"), "{list}");
}
