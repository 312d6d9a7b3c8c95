//! The lines that each experiment prints under each candidate answer to its questions. The file
//! `answers/mk/assumed.txt` has all lines that the machine prints with the usual assumptions. The usual
//! assumption about a question is its first candidate. The file `answers/mk/Q3=truncate.txt` has only the
//! lines that another candidate changes or adds.

use crate::line::{END, Line};
use crate::table::Experiment;
use crate::text;
use gier_word::assumption;
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/answers");

/// The printed lines of an experiment, by line number.
pub type Lines = BTreeMap<u16, Line>;

/// The lines that an experiment prints on a machine with the usual assumptions.
#[derive(Clone, Debug)]
pub struct Answers {
    /// The check sum of the program, as the first line of the output prints it.
    pub seed: u64,
    /// The lines by number. Measurements and the last line are left out.
    pub assumed: Lines,
    /// The count of all lines, including measurements. The last line does not count.
    pub of: usize,
}

/// The text that an experiment prints on a machine with the usual assumptions, or an empty text if no such
/// text is saved.
pub fn paper(experiment: &Experiment) -> &'static str {
    file(experiment, "assumed").unwrap_or_default()
}

/// Returns the lines that an experiment prints on a machine with the usual assumptions, or `None` if they are
/// not saved.
pub fn answers(experiment: &Experiment) -> Option<Answers> {
    let paper = file(experiment, "assumed")?;
    let seed = seed(experiment, paper)?;
    let of =
        paper.lines().filter_map(|line| Line::read(line, seed)).filter(|line| line.number != END).count();
    Some(Answers { seed, assumed: lines(paper, seed), of })
}

/// Returns the lines that change if the machine assumes this candidate answer to the question `key`.
pub fn differences(experiment: &Experiment, seed: u64, key: &str, candidate: &str) -> Lines {
    file(experiment, &format!("{key}={candidate}")).map(|paper| lines(paper, seed)).unwrap_or_default()
}

/// Returns all candidate answers to the question `key`. With each comes what the machine would print in the
/// lines that decide the question. A line decides if it is not the same for all candidates.
pub fn deciding(experiment: &Experiment, answers: &Answers, key: &str) -> Vec<(&'static str, Lines)> {
    let Some(question) = assumption::question(key) else { return Vec::new() };
    let differ: Vec<(&str, Lines)> = question
        .candidates
        .iter()
        .map(|&(name, _)| (name, differences(experiment, answers.seed, key, name)))
        .collect();
    let numbers: Vec<u16> = differ.iter().flat_map(|(_, lines)| lines.keys().copied()).collect();
    differ
        .into_iter()
        .map(|(name, mut lines)| {
            for number in &numbers {
                if let (false, Some(line)) = (lines.contains_key(number), answers.assumed.get(number)) {
                    lines.insert(*number, line.clone());
                }
            }
            (name, lines)
        })
        .collect()
}

/// Returns the check sum of the experiment's program. The first printed line of an experiment contains this
/// sum. Returns `None` if `paper` has no such line.
pub fn seed(experiment: &Experiment, paper: &str) -> Option<u64> {
    let words = text::head_words(experiment) + " ";
    let sum = paper.lines().find_map(|line| line.strip_prefix(words.as_str()))?;
    u64::from_str_radix(sum.trim(), 16).ok().filter(|_| sum.trim().len() == 10)
}

/// Returns the lines of a printed text that have right check sums. Leaves out measurements and the last line.
/// `seed` is the check sum of the program.
pub fn lines(paper: &str, seed: u64) -> Lines {
    paper
        .lines()
        .filter_map(|line| Line::read(line.trim_end(), seed))
        .filter(|line| line.number != END && !line.measures())
        .map(|line| (line.number, line))
        .collect()
}

/// The path of a file of expected lines, below `experiments/`.
pub fn path(experiment: &Experiment, name: &str) -> String {
    format!("answers/{}/{name}.txt", experiment.name)
}

fn file(experiment: &Experiment, name: &str) -> Option<&'static str> {
    FILES.get_file(format!("{}/{name}.txt", experiment.name))?.contents_utf8()
}
