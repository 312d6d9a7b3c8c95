//! What is known of single tapes: which data tape is for which program, and what people have found out.

use crate::plan::GA4_BUILDS;
use crate::rules::{Entry, Kind, stem};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The lines of the table, by section.
static KNOWN: LazyLock<BTreeMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let sections = include_str!("../museum/known.txt").split("\n== ").skip(1);
    let is_row = |line: &&str| !line.starts_with('#') && !line.is_empty();
    sections
        .filter_map(|section| section.split_once('\n'))
        .map(|(name, text)| (name, text.lines().filter(is_row).collect()))
        .collect()
});

/// The lines of a section of the table.
///
/// # Panics
/// Panics if there is no such section.
fn lines(section: &str) -> impl Iterator<Item = &'static str> {
    KNOWN.get(section).unwrap_or_else(|| panic!("no section {section}")).iter().copied()
}

/// The rows of a section of the table: the tapes before the first colon, and what is known of them.
fn rows(section: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(section).filter_map(|line| line.split_once(": "))
}

/// Whether a list of names holds a tape, or a beginning of its name that ends with `*`.
fn has(listed: &str, (name, stem): (&str, &str)) -> bool {
    listed.split("; ").any(|it| match it.strip_suffix('*') {
        Some(begin) => name.starts_with(begin),
        None => it == name || it == stem,
    })
}

/// Whether a section of the table lists a tape.
///
/// # Panics
/// Panics if there is no such section.
pub fn is_listed(section: &str, name: &str) -> bool {
    lines(section).any(|line| has(line, (name, stem(name))))
}

/// What a section tells of a tape.
fn tells(section: &str, name: &str) -> Option<&'static str> {
    let names = (name, stem(name));
    rows(section).find(|(tapes, _)| has(tapes, names)).map(|(_, known)| known)
}

/// The base system for a tape for which the rules would choose another one.
pub fn base(name: &str) -> Option<&'static str> {
    tells("bases", name)
}

/// The devices that a program needs in addition to the usual machine.
pub fn device(name: &str) -> Option<&'static str> {
    tells("needs", name)
}

/// The area for a tape with the blocks for `binin`, but without its command.
pub fn area(name: &str) -> Option<&'static str> {
    tells("areas", name)
}

/// The first row, from 1, of the program of a tape that an empty machine can read, behind other rows.
pub fn begin(name: &str) -> Option<&'static str> {
    tells("begins later", name)
}

/// How long a program worked when gier ran it, in seconds of GIER's time.
pub fn time(name: &str) -> Option<&'static str> {
    tells("times", name)
}

/// What people have found out about a tape.
pub fn note(name: &str) -> Option<&'static str> {
    tells("notes", name)
}

/// The same for a tape whose program waits for the button start before its work.
pub fn start_note(name: &str) -> Option<&'static str> {
    tells("notes until the program is started", name)
}

/// All notes.
pub fn notes() -> impl Iterator<Item = &'static str> {
    ["notes", "notes until the program is started"].into_iter().flat_map(rows).map(|(_, note)| note)
}

/// The programs and their data tapes whose names do not tell each other.
fn data() -> impl Iterator<Item = [Vec<&'static str>; 2]> {
    rows("data").map(|(programs, data)| [programs, data].map(names))
}

fn names(names: &'static str) -> Vec<&'static str> {
    names.split("; ").collect()
}

/// The program for a data tape that the table has.
pub fn told(entry: &Entry) -> Option<&'static str> {
    let [programs, _] = data().find(|[_, data]| data.contains(&entry.stem()))?;
    programs.first().copied()
}

/// The data tapes that the table has for a program.
pub fn told_data(program: &str) -> Vec<&'static str> {
    data().find(|[programs, _]| programs.contains(&program)).map_or_else(Vec::new, |[_, data]| data)
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

/// The name without suffix of the program that has printed a tape, by the tape's name without suffix.
pub fn maker(stem: &str) -> Option<&str> {
    stem.strip_suffix("_out").or_else(|| stem.strip_suffix("out"))
}

/// The beginning of the names of other tapes without which a tape cannot be planned. `None` if it needs none.
pub fn companions(entry: &Entry) -> Option<String> {
    match &entry.runs {
        Some(program) => Some(format!("{}{program}", entry.folder())),
        None if matches!(entry.kind, Kind::Data | Kind::Text | Kind::Code) => {
            told(entry).or_else(|| programs_of(entry).next()).map(str::to_string)
        }
        None if entry.kind == Kind::Paper => maker(entry.stem()).map(str::to_string),
        None if entry.name.starts_with(GA4_BUILDS) => Some("help3/BUILD".to_string()),
        None => told(entry).or_else(|| told_data(entry.stem()).first().copied()).map(str::to_string),
    }
}
