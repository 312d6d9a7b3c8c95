//! Compares the log of an experiment with the candidate answers, to find the ones that agree with the real
//! machine.
//!
//! Only lines with a correct check sum count. If all these lines agree with one candidate only, that
//! candidate is the answer. Lines that agree with no candidate are shown unchanged.

use crate::answers::{self, Answers, Lines, answers};
use crate::line::{END, Line};
use crate::table::{EXPERIMENTS, Experiment};
use std::collections::{BTreeMap, BTreeSet};

/// The findings of a log about one experiment.
#[derive(Clone, Debug)]
pub struct Found {
    /// The experiment.
    pub experiment: &'static Experiment,
    /// The number of lines that were read, without the last line.
    pub read: usize,
    /// How many lines a machine with the usual assumptions prints, without the last line.
    pub of: usize,
    /// Whether the log is complete: its last line prints the right total of all other lines.
    pub is_whole: bool,
    /// The findings about each question of the experiment.
    pub questions: Vec<Reading>,
    /// The lines that agree with no candidate answer to any question. Measurements are left out.
    pub strange: Vec<String>,
    /// The lines that are measurements. No candidate predicts their contents.
    pub measured: Vec<String>,
}

/// The findings of a log about a question.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The key of the question.
    pub key: &'static str,
    /// The answer to the question, if the log gives one.
    pub verdict: Verdict,
    /// The lines that decide the question, in the form in which GIER printed them, but without check sums.
    pub lines: Vec<String>,
}

/// The answer that a log gives to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The real machine agrees with this candidate: all deciding lines agree with it and with no other.
    Answer(&'static str),
    /// The lines that were read agree with several candidates.
    Several(Vec<&'static str>),
    /// The lines agree with no candidate.
    None,
    /// The log has no line that decides the question.
    NotSeen,
}

/// The lines that were read, by number. If the log has several versions of a line, the set has them all.
type Read = BTreeMap<u16, BTreeSet<Line>>;

/// Finds the experiments whose lines are in a log.
pub fn read(log: &str) -> Vec<Found> {
    EXPERIMENTS.iter().filter_map(|experiment| found(experiment, log)).collect()
}

fn found(experiment: &'static Experiment, log: &str) -> Option<Found> {
    let answers = answers(experiment)?;
    let mut lines = Read::new();
    for line in log.lines().filter_map(|line| Line::read(line.trim(), answers.seed)) {
        lines.entry(line.number).or_default().insert(line);
    }
    if lines.is_empty() {
        return None;
    }
    let ends = lines.remove(&END).unwrap_or_default();
    let once: Vec<Line> =
        lines.values().filter_map(|same| same.first().filter(|_| same.len() == 1)).cloned().collect();
    let total = Line::total(&once, answers.seed);
    let is_whole = once.len() == lines.len() && ends.iter().any(|end| end.cells == [total]);
    let measured = lines.values().flatten().filter(|line| line.measures()).map(Line::to_string).collect();
    let mut known: BTreeMap<u16, BTreeSet<Line>> = BTreeMap::new();
    let mut questions = Vec::new();
    for key in experiment.questions {
        let deciding = answers::deciding(experiment, &answers, key);
        for (_, candidate) in &deciding {
            for (number, line) in candidate {
                known.entry(*number).or_default().insert(line.clone());
            }
        }
        questions.push(reading(key, &deciding, &lines));
    }
    let strange = strange(&lines, &answers, &known);
    Some(Found {
        experiment,
        read: lines.values().map(BTreeSet::len).sum(),
        of: answers.of,
        is_whole,
        questions,
        strange,
        measured,
    })
}

fn reading(key: &'static str, deciding: &[(&'static str, Lines)], read: &Read) -> Reading {
    let numbers: BTreeSet<u16> = deciding.iter().flat_map(|(_, lines)| lines.keys().copied()).collect();
    let seen: Vec<&Line> = numbers.iter().filter_map(|number| read.get(number)).flatten().collect();
    let agrees = |lines: &Lines| seen.iter().all(|line| lines.get(&line.number) == Some(line));
    let agreeing: Vec<&'static str> =
        deciding.iter().filter(|(_, lines)| agrees(lines)).map(|(name, _)| *name).collect();
    let verdict = match agreeing.as_slice() {
        _ if seen.is_empty() => Verdict::NotSeen,
        [] => Verdict::None,
        [name] => Verdict::Answer(name),
        _ => Verdict::Several(agreeing),
    };
    Reading { key, verdict, lines: seen.into_iter().map(Line::to_string).collect() }
}

/// The unexpected lines in `read`. A line is expected if `answers` or `known` has it, or if it is a
/// measurement.
fn strange(read: &Read, answers: &Answers, known: &Read) -> Vec<String> {
    let is_known = |line: &&Line| {
        line.measures()
            || answers.assumed.get(&line.number) == Some(line)
            || known.get(&line.number).is_some_and(|lines| lines.contains(line))
    };
    read.values().flatten().filter(|line| !is_known(line)).map(Line::to_string).collect()
}
