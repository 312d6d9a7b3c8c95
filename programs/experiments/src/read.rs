//! Compares the log of an experiment with what each candidate prints, to find those that agree with GIER.
//!
//! ```text
//! gier mk 2 3cbab4ab0c      the head: name, version, and the sum of the program in the store
//! 001 04 0000000001 4c337   a trial: number, flags, what it changed, check sum
//! fff f32fcfdd73 43cf4      the end: the sum of the sums of all lines, check sum
//! ```
//!
//! Only lines with a right check sum count, and they are compared as text. The check sum also depends on the
//! program: so a line of a mistyped program has a wrong one, and so has a line of another experiment.

use crate::{EXPERIMENTS, Entry};
use include_dir::{Dir, include_dir};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

static RESULTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/results");

/// The factor by which a check sum is multiplied for each digit: 5 to the power 16.
const FACTOR: u64 = 152_587_890_625;
/// A mask of the 39 bits of a check sum.
const MASK: u64 = (1 << 39) - 1;

/// The findings of a log about one experiment.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// The name of the experiment.
    pub experiment: &'static str,
    /// The number of lines that were read, without the last line.
    pub lines: usize,
    /// How many lines our machine prints, without the last line.
    pub of: usize,
    /// Whether the log has every line once, and the last line.
    pub whole: bool,
    /// The findings about each question of the experiment.
    pub questions: Vec<Reading>,
    /// The lines that no candidate prints. Measurements are left out.
    pub strange: Vec<String>,
    /// The lines that are measurements. No candidate predicts their contents.
    pub measured: Vec<String>,
}

/// The findings of a log about a question.
#[derive(Clone, Debug, Serialize)]
pub struct Reading {
    /// The key of the question.
    pub question: &'static str,
    /// What the lines say.
    pub verdict: Verdict,
    /// The candidates with which all deciding lines agree.
    pub candidates: Vec<&'static str>,
    /// The lines that decide the question, without their check sums.
    pub lines: Vec<String>,
}

/// The answer that a log gives to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// All deciding lines agree with one candidate, and with no other.
    Answer,
    /// The lines that were read agree with several candidates.
    Several,
    /// The lines agree with no candidate.
    None,
    /// The log has no line that decides the question.
    #[serde(rename = "not seen")]
    NotSeen,
}

/// A result from a real machine: a file of `results/`. Its operator's notes stand before the log, a line each,
/// such as `#: date 2027-03-06`.
#[derive(Debug)]
pub struct Outcome {
    /// The name of the file.
    pub file: String,
    /// The date of the experiment, as the operator wrote it.
    pub date: String,
    /// The machine on which the experiment was made.
    pub machine: String,
    /// The findings of the log, one for each experiment in it.
    pub found: Vec<Found>,
}

/// All results.
pub fn results() -> Vec<Outcome> {
    let logs = RESULTS.files().filter(|file| file.path().extension().is_some_and(|ending| ending == "asc"));
    logs.filter_map(|file| Some(outcome(&file.path().display().to_string(), file.contents_utf8()?))).collect()
}

/// Reads a result from the contents of its file.
pub fn outcome(file: &str, text: &str) -> Outcome {
    let noted = |word: &str| {
        let mut notes = text.lines().filter_map(|line| line.strip_prefix("#: ")?.strip_prefix(word));
        notes.next().unwrap_or_default().trim().to_string()
    };
    Outcome { file: file.to_string(), date: noted("date "), machine: noted("machine "), found: read(text) }
}

/// Finds the experiments whose lines are in a log.
pub fn read(log: &str) -> Vec<Found> {
    EXPERIMENTS.iter().filter_map(|experiment| found(experiment, log)).collect()
}

/// The lines of an experiment with right check sums. The last line is left out.
type Lines<'a> = BTreeSet<&'a str>;

fn right(text: &str, seed: u64) -> Lines<'_> {
    text.lines().map(str::trim).filter(|line| is_right(line, seed)).collect()
}

fn found(experiment: &'static Entry, log: &str) -> Option<Found> {
    let paper = experiment.answers("assumed");
    let seed = u64::from_str_radix(paper.lines().next()?.rsplit(' ').next()?, 16).ok()?;
    let (mut lines, assumed) = (right(log, seed), right(paper, seed));
    if lines.is_empty() {
        return None;
    }
    let read = lines.len();
    lines.retain(|line| !line.starts_with("fff"));
    let numbers: BTreeSet<&str> = lines.iter().map(|line| number(line)).collect();
    let of = assumed.iter().filter(|line| !line.starts_with("fff")).count();
    let mut known: Lines<'_> = assumed.clone();
    let mut questions = Vec::new();
    for question in experiment.asks("questions") {
        let candidates = candidates(experiment, question, &assumed, seed);
        known.extend(candidates.iter().flat_map(|(_, lines)| lines.values()));
        questions.push(reading(question.name, &candidates, &lines));
    }
    let (measured, others): (Lines<'_>, Lines<'_>) = lines.iter().partition(|line| measures(line));
    Some(Found {
        experiment: experiment.name,
        lines: lines.len(),
        of,
        whole: read > lines.len() && numbers.len() == lines.len() && lines.len() == of,
        questions,
        strange: others.difference(&known).map(|line| bare(line)).collect(),
        measured: measured.into_iter().map(bare).collect(),
    })
}

/// The candidates of a question, each with the lines that it prints, by number, where they are not the same
/// for all candidates.
fn candidates(
    experiment: &Entry,
    question: &'static Entry,
    assumed: &Lines<'static>,
    seed: u64,
) -> Vec<(&'static str, BTreeMap<&'static str, &'static str>)> {
    let differing = |candidate: &Entry| {
        let file = experiment.answers(&format!("{}={}", question.name, candidate.name));
        file.lines().filter(move |line| is_right(line, seed) && !measures(line) && !line.starts_with("fff"))
    };
    let numbers: BTreeSet<&str> = question.rows.iter().flat_map(differing).map(number).collect();
    let decide = |line: &&str| numbers.contains(number(line));
    let printed = |candidate| assumed.iter().copied().filter(decide).chain(differing(candidate));
    question
        .rows
        .iter()
        .map(|one| (one.name, printed(one).map(|line| (number(line), line)).collect()))
        .collect()
}

fn reading(
    question: &'static str,
    candidates: &[(&'static str, BTreeMap<&str, &str>)],
    read: &Lines<'_>,
) -> Reading {
    let decides = |line: &&&str| candidates.iter().any(|(_, lines)| lines.contains_key(number(line)));
    let seen: Vec<&str> = read.iter().filter(decides).copied().collect();
    let agrees = |lines: &BTreeMap<&str, &str>| seen.iter().all(|line| lines.get(number(line)) == Some(line));
    let mut agreeing: Vec<&str> =
        candidates.iter().filter(|(_, lines)| agrees(lines)).map(|(name, _)| *name).collect();
    let verdict = match agreeing.len() {
        _ if seen.is_empty() => Verdict::NotSeen,
        0 => Verdict::None,
        1 => Verdict::Answer,
        _ => Verdict::Several,
    };
    if verdict == Verdict::NotSeen {
        agreeing.clear();
    }
    Reading { question, verdict, candidates: agreeing, lines: seen.into_iter().map(bare).collect() }
}

/// The number of a line, three digits.
fn number(line: &str) -> &str {
    &line[..3]
}

/// The line without its check sum.
fn bare(line: &str) -> String {
    line.rsplit_once(' ').map_or(line, |(line, _)| line).to_string()
}

/// Whether the line is a measurement: it has the flag 8, but not also the flag 128, which together say that
/// the trial stopped the machine.
fn measures(line: &str) -> bool {
    line.get(4..6).and_then(|flags| u8::from_str_radix(flags, 16).ok()).is_some_and(|flags| flags & 0x88 == 8)
}

/// Whether the text is a line of an experiment, with the right check sum. The sum covers all digits of the
/// line, and a digit 0 after them; the line has the upper 20 of its 39 bits. `seed` is the sum of the program.
fn is_right(line: &str, seed: u64) -> bool {
    let Some((line, check)) = line.rsplit_once(' ') else { return false };
    let mut words = line.split(' ');
    let number = words.next().unwrap_or_default();
    let has_form =
        number.len() == 3 && (number == "fff" || words.next().is_some_and(|flags| flags.len() == 2));
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if !has_form
        || words.any(|cell| cell.len() != 10)
        || !line.bytes().all(|byte| byte == b' ' || is_digit(byte))
    {
        return false;
    }
    let digits = line.chars().chain(['0']).filter_map(|digit| digit.to_digit(16));
    let sum =
        digits.fold(seed & MASK, |sum, digit| sum.wrapping_mul(FACTOR).wrapping_add(digit.into()) & MASK);
    check == format!("{:05x}", sum >> 19)
}
