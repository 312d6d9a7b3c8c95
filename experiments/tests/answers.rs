//! Tests what each experiment prints under each candidate answer, and that the reader finds the candidate.
//! `UPDATE=1` rewrites the files in `answers/`; check what changed.

use gier_experiments::answers::{self, Lines};
use gier_experiments::{EXPERIMENTS, Experiment, Verdict, read, run, text};
use gier_word::Language;
use gier_word::assumption::{self, QUESTIONS};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The longest time that typing a text may take, in seconds.
const TYPING_MAX: usize = 600;

fn path(experiment: &Experiment, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(answers::path(experiment, name))
}

/// The experiments that need no archive tape. `tests/experiments.rs` of gier tests the remaining one.
fn slips() -> impl Iterator<Item = &'static Experiment> {
    EXPERIMENTS.iter().filter(|experiment| experiment.is_slip())
}

fn updates() -> bool {
    std::env::var_os("UPDATE").is_some()
}

fn check(path: &Path, text: &str) {
    if updates() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        return;
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    assert!(kept == text, "{} is not what the machine prints; UPDATE=1 rewrites it\n{text}", path.display());
}

fn paper(experiment: &Experiment, assumption: &str) -> String {
    run(experiment, assumption.parse().unwrap()).unwrap().paper
}

#[test]
fn the_answers_are_what_the_machine_prints() {
    for experiment in slips() {
        let usual = paper(experiment, "");
        check(&path(experiment, "assumed"), &usual);
        let seed = answers::seed(experiment, &usual).expect("the paper begins with a head");
        let lines = answers::lines(&usual, seed);
        for key in experiment.questions {
            for (name, _) in &assumption::question(key).unwrap().candidates[1..] {
                let other = paper(experiment, &format!("{key}={name}"));
                let numbers: Lines = answers::lines(&other, seed)
                    .into_iter()
                    .filter(|(number, line)| lines.get(number) != Some(line))
                    .collect();
                let differing: String = other
                    .lines()
                    .filter(|text| numbers.keys().any(|number| text.starts_with(&format!("{number:03x} "))))
                    .fold(String::new(), |mut all, line| {
                        writeln!(all, "{line}").unwrap();
                        all
                    });
                check(&path(experiment, &format!("{key}={name}")), &differing);
            }
        }
    }
}

#[test]
fn every_candidate_is_read_from_what_it_prints() {
    for experiment in slips() {
        for key in experiment.questions {
            for (name, _) in assumption::question(key).unwrap().candidates {
                let run = run(experiment, format!("{key}={name}").parse().unwrap()).unwrap();
                assert_eq!(run.stopped, None, "{} {key}={name}", experiment.name);
                let found = read(&run.paper);
                assert_eq!(found.len(), 1, "{} {key}={name}", experiment.name);
                assert!(found[0].is_whole, "{} {key}={name}", experiment.name);
                for reading in &found[0].questions {
                    let usual = assumption::question(reading.key).unwrap().candidates[0].0;
                    let right = if reading.key == *key { name } else { &usual };
                    assert_eq!(reading.verdict, Verdict::Answer(right), "{} {key}={name}", experiment.name);
                }
                assert!(found[0].strange.is_empty(), "{key}={name} {:?}", found[0].strange);
            }
        }
    }
}

/// Tests that no line decides two questions. An answer to one question must not look like an answer to
/// another.
#[test]
fn every_line_decides_one_question() {
    for experiment in EXPERIMENTS {
        let answers = answers::answers(experiment).unwrap();
        let mut seen = BTreeSet::new();
        for key in experiment.questions {
            let deciding = answers::deciding(experiment, &answers, key);
            let numbers: BTreeSet<u16> =
                deciding.iter().flat_map(|(_, lines)| lines.keys().copied()).collect();
            assert!(!numbers.is_empty(), "{} {key}", experiment.name);
            assert!(seen.is_disjoint(&numbers), "{} {key}", experiment.name);
            seen.extend(numbers);
        }
    }
}

#[test]
fn every_text_is_typed_in_ten_minutes() {
    for experiment in EXPERIMENTS {
        let seconds = text::typing_seconds(experiment);
        assert!(seconds <= TYPING_MAX, "{}: {seconds} s", experiment.name);
    }
}

/// The picture of a page has the height of A4, with room below the last line.
#[test]
fn every_page_fits_on_its_paper() {
    for (experiment, language) in
        EXPERIMENTS.iter().flat_map(|one| [(one, Language::English), (one, Language::Danish)])
    {
        let svg = gier_experiments::sheet::svg(experiment, language);
        let last = svg
            .lines()
            .filter_map(|line| line.split_once(" y=\"")?.1.split('"').next()?.parse::<u32>().ok())
            .max();
        assert!(last.is_some_and(|last| last < 285), "{}: {last:?}", experiment.name);
    }
}

#[test]
fn every_question_that_a_program_decides_has_an_experiment() {
    for question in QUESTIONS {
        let key = &question.key;
        let asked = EXPERIMENTS
            .iter()
            .any(|experiment| experiment.questions.contains(key) || experiment.heard.contains(key));
        assert!(asked, "{}", question.key);
    }
}

/// Tests that the emulated machine agrees with the results of real machines.
#[test]
fn the_results_hold_the_machine() {
    for outcome in gier_experiments::results::results() {
        assert!(!outcome.found.is_empty(), "{}: no experiment is in it", outcome.file);
        assert!(!outcome.date.is_empty() && !outcome.machine.is_empty(), "{}: by whom?", outcome.file);
        for reading in outcome.found.iter().flat_map(|found| &found.questions) {
            if let Verdict::Answer(name) = reading.verdict {
                let assumed = assumption::question(reading.key).unwrap().candidates[0].0;
                assert_eq!(name, assumed, "{}: {}", outcome.file, reading.key);
            }
        }
    }
}

#[test]
fn a_result_says_when_and_where() {
    let log = paper(gier_experiments::experiment("mk").unwrap(), "Q3=truncate");
    let text = format!("#: date 2027-03-06\n#: machine ours\n#: note a trial\n{log}");
    let outcome = gier_experiments::results::result("x.asc", &text);
    assert_eq!((outcome.date.as_str(), outcome.machine.as_str()), ("2027-03-06", "ours"));
    assert_eq!(outcome.found[0].questions[0].verdict, Verdict::Answer("truncate"));
}

/// Tests lines that were computed by hand from the meaning of each candidate.
#[test]
fn lines_worked_out_by_hand_are_printed() {
    for row in include_str!("by_hand.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = row.split_whitespace();
        let mut word = || words.next().unwrap();
        let (name, number, assumption) = (word(), word(), word());
        let line = words.collect::<Vec<&str>>().join(" ");
        let paper = paper(gier_experiments::experiment(name).unwrap(), assumption);
        let printed = paper.lines().find(|text| text.starts_with(&format!("{number} "))).unwrap();
        assert_eq!(printed.rsplit_once(' ').unwrap().0, line, "{name} {assumption}");
    }
}
