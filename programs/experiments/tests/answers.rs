//! Tests that the reader finds the candidate that a log is of. The lines of each candidate were printed by a
//! machine that assumed it; the tag `assumptions` is the last commit that can print them.

use gier_experiments::read::{Verdict, outcome, read, results};
use gier_experiments::run::run;
use gier_experiments::{EXPERIMENTS, Entry, QUESTIONS};
use gier_word::Language;
use std::collections::BTreeSet;

/// The longest time that typing a text may take, in seconds.
const TYPING_MAX: f64 = 600.0;
/// The largest number of characters in a line of a page.
const WIDTH: usize = 76;

/// The log of a machine that assumes the candidate: the usual lines, with those of the candidate's file in
/// their places.
fn log(experiment: &Entry, key: &str, candidate: &str) -> String {
    let other = experiment.answers(&format!("{key}={candidate}"));
    let instead = |line: &str| other.lines().find(|other| line.len() > 3 && other.starts_with(&line[..4]));
    let lines = experiment.answers("assumed").lines();
    lines.map(|line| instead(line).unwrap_or(line).to_string() + "\n").collect()
}

/// Every log that the files hold: experiment, question, candidate, text.
fn logs() -> Vec<(&'static Entry, &'static Entry, &'static str, String)> {
    let questions =
        EXPERIMENTS.iter().flat_map(|one| one.asks("questions").map(move |question| (one, question)));
    let logs = questions.flat_map(|(one, question)| {
        let candidates = question.rows.iter().map(|candidate| candidate.name);
        candidates.map(move |name| (one, question, name, log(one, question.name, name)))
    });
    logs.collect()
}

/// What the reader must name for a question if the log is of this candidate of the question `asked`.
fn right(reading: &str, asked: &Entry, candidate: &'static str) -> &'static str {
    let usual = || QUESTIONS.iter().find(|question| question.name == reading).unwrap().rows[0].name;
    if reading == asked.name { candidate } else { usual() }
}

#[test]
fn the_machine_prints_the_assumed_lines() {
    for experiment in EXPERIMENTS.iter() {
        if let Some(run) = run(experiment).unwrap() {
            assert!(run.paper == experiment.answers("assumed"), "{}:\n{}", experiment.name, run.paper);
        }
    }
}

#[test]
fn every_candidate_is_read_from_its_lines() {
    for (experiment, question, name, log) in logs() {
        let context = format!("{} {}={name}", experiment.name, question.name);
        let found = read(&log);
        assert_eq!(found.len(), 1, "{context}");
        assert!(found[0].whole && found[0].strange.is_empty(), "{context}: {:?}", found[0]);
        for reading in &found[0].questions {
            assert_eq!(reading.verdict, Verdict::Answer, "{context}");
            assert_eq!(reading.candidates, [right(reading.question, question, name)], "{context}");
        }
    }
}

/// Tests that no line decides two questions, and that the candidates of each question differ in some line.
#[test]
fn every_line_decides_one_question() {
    for experiment in EXPERIMENTS.iter() {
        let mut seen = BTreeSet::new();
        for question in experiment.asks("questions") {
            let names = question.rows[1..].iter().map(|one| format!("{}={}", question.name, one.name));
            let lines = names.flat_map(|name| experiment.answers(&name).lines());
            let numbers: BTreeSet<&str> =
                lines.filter(|line| line.len() > 3).map(|line| &line[..3]).collect();
            assert!(!numbers.is_empty(), "{} {}", experiment.name, question.name);
            assert!(seen.is_disjoint(&numbers), "{} {}", experiment.name, question.name);
            seen.extend(numbers);
        }
    }
}

/// Tests lines that were computed by hand from the meaning of each candidate.
#[test]
fn lines_worked_out_by_hand_are_in_the_logs() {
    let logs = logs();
    for row in include_str!("by_hand.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = row.split_whitespace().collect();
        let (key, candidate) = words[2].split_once('=').unwrap();
        let is_it = |entry: &Entry, question: &Entry, name| {
            entry.name == words[0] && question.name == key && name == candidate
        };
        let (.., log) = logs.iter().find(|(entry, question, name, _)| is_it(entry, question, *name)).unwrap();
        let line = log.lines().find(|line| line.starts_with(&format!("{} ", words[1]))).unwrap();
        assert_eq!(line.rsplit_once(' ').unwrap().0, words[3..].join(" "), "{row}");
    }
}

/// Tests logs in which one character in 20 to 200 is wrong, lost or doubled: none may be misread, and of those
/// with one in a hundred, most must be answered.
#[test]
fn a_spoilt_log_is_never_misread() {
    const OTHERS: &[u8] = b"0123456789abcdef .,xyzqu\n";
    let mut state = 1u64;
    // Marsaglia's xorshift, so that the logs are the same in every run.
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let (logs, mut answered, mut asked) = (logs(), 0, 0);
    for number in 0..10 * logs.len() {
        let (experiment, question, name, log) = &logs[number % logs.len()];
        let of = if number < logs.len() { 100 } else { 20 + random(180) };
        let mut spoilt = Vec::new();
        for byte in log.bytes() {
            let other = OTHERS[random(OTHERS.len())];
            match (random(of), random(4)) {
                (1.., _) => spoilt.push(byte),
                (_, 0) => {}
                (_, 1) => spoilt.extend([byte, other]),
                (_, _) => spoilt.push(other),
            }
        }
        for found in read(&String::from_utf8_lossy(&spoilt)) {
            assert_eq!(found.experiment, experiment.name);
            assert!(found.strange.is_empty(), "{:?}", found.strange);
            for reading in &found.questions {
                let right = right(reading.question, question, name);
                let is_seen = reading.verdict != Verdict::NotSeen;
                assert_eq!(reading.candidates.contains(&right), is_seen, "{name}: {reading:?}");
                if number < logs.len() && reading.question == question.name {
                    asked += 1;
                    answered += usize::from(reading.verdict == Verdict::Answer);
                }
            }
        }
    }
    assert!(logs.len() > 50 && answered * 4 > asked * 3, "{} logs, {answered} of {asked}", logs.len());
}

#[test]
fn every_text_is_typed_in_ten_minutes_and_every_page_fits_its_paper() {
    for experiment in EXPERIMENTS.iter() {
        assert!(experiment.typing_seconds() <= TYPING_MAX, "{}", experiment.name);
        for language in [Language::English, Language::Danish] {
            let page = experiment.page(language);
            assert!(page.lines().all(|line| line.chars().count() <= WIDTH), "{page}");
            let head = experiment.answers("assumed").lines().next().unwrap();
            assert!(page.contains(head) && !page.contains(['{', '?']), "{page}");
        }
    }
}

#[test]
fn every_question_has_an_experiment() {
    for question in QUESTIONS.iter() {
        let asks =
            |one: &Entry| one.asks("questions").chain(one.asks("heard")).any(|one| one.name == question.name);
        assert!(EXPERIMENTS.iter().any(asks), "{}", question.name);
    }
}

/// Tests that gier assumes what real machines answered.
#[test]
fn gier_assumes_what_the_results_say() {
    for outcome in results() {
        assert!(!outcome.found.is_empty(), "{}: no experiment is in it", outcome.file);
        assert!(!outcome.date.is_empty() && !outcome.machine.is_empty(), "{}: by whom?", outcome.file);
        for reading in outcome.found.iter().flat_map(|found| &found.questions) {
            let question = QUESTIONS.iter().find(|question| question.name == reading.question).unwrap();
            let is_ours = reading.verdict != Verdict::Answer || reading.candidates == [question.rows[0].name];
            assert!(is_ours, "{}: {reading:?}", outcome.file);
        }
    }
}

#[test]
fn a_result_says_when_and_where() {
    let mk = &EXPERIMENTS[0];
    let outcome =
        outcome("x.asc", &format!("#: date 2027-03-06\n#: machine ours\n{}", log(mk, "Q3", "truncate")));
    assert_eq!((outcome.date.as_str(), outcome.machine.as_str()), ("2027-03-06", "ours"));
    assert_eq!(outcome.found[0].questions[0].candidates, ["truncate"]);
}
