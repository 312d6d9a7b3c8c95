//! Finds the data tapes for a program, and the program for a data tape, by their names.

use crate::plan::GA4_BUILDS;
use crate::rules::{Entry, Kind};

/// Programs and their data tapes whose names do not tell each other.
const DATA: &str = include_str!("../museum/data.txt");

/// The rows of the table above: the programs, and their data tapes.
fn rows() -> impl Iterator<Item = [Vec<&'static str>; 2]> {
    let rows = DATA.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| row.split_once(": ")).map(|(programs, data)| [programs, data].map(names))
}

fn names(names: &'static str) -> Vec<&'static str> {
    names.split("; ").collect()
}

/// The program for a tape in the table above.
pub fn told(entry: &Entry) -> Option<&'static str> {
    let [programs, _] = rows().find(|[_, data]| data.contains(&entry.stem()))?;
    programs.first().copied()
}

/// The data tapes for a program in the table above.
pub fn told_data(program: &str) -> Vec<&'static str> {
    rows().find(|[programs, _]| programs.contains(&program)).map_or_else(Vec::new, |[_, data]| data)
}

/// The names without suffix that the program of a data tape may have, the shortest first: what stands before `in`,
/// `data` or `i`. A letter may follow `in` or `data` of a text. For example, `m4in2` and `m4inerror` may be for `m4`.
pub fn programs_of(entry: &Entry) -> impl DoubleEndedIterator<Item = &str> {
    let stem = entry.stem();
    let is_text = matches!(entry.kind, Kind::Data | Kind::Text);
    let is_data = move |rest: &str| {
        let word = ["in", "data", "i"].iter().find_map(|word| Some((*word, rest.strip_prefix(word)?)));
        word.is_some_and(|(word, rest)| is_text && word != "i" || !rest.starts_with(char::is_alphabetic))
    };
    let places = stem.char_indices().map(|(at, _)| at).filter(|&at| at > entry.folder().len());
    places.filter(move |&at| is_data(&stem[at..])).map(move |at| &stem[..at])
}

/// The beginning of the names of other tapes without which a tape cannot be planned. `None` if it needs none.
pub fn companions(entry: &Entry) -> Option<String> {
    match &entry.runs {
        Some(program) => Some(format!("{}{program}", entry.folder())),
        None if matches!(entry.kind, Kind::Data | Kind::Text | Kind::Code) => {
            told(entry).or_else(|| programs_of(entry).next()).map(str::to_string)
        }
        None if entry.name.starts_with(GA4_BUILDS) => Some("help3/BUILD".to_string()),
        None => told(entry).or_else(|| told_data(entry.stem()).first().copied()).map(str::to_string),
    }
}
