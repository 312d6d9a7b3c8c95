//! The catalogue of the archive's files. It finds files by parts of their names. It also finds the files that
//! a program needs, such as data tapes.

use crate::bases::Bases;
use crate::known;
use crate::plan::{self, Plan};
use crate::rows::{self, MuseumRow};
use crate::rules::{Entry, Kind};
use gier_desk::acts::Act;
use gier_word::similar::similar;
use std::collections::BTreeSet;

/// Texts that the monitor program and the translators print. Tests may expect these texts, but they are not
/// results of a program.
const ANSWERS: [&str; 5] = ["ok", "SUM", "e0", "run", "algol"];

/// The text that a program prints. gier knows it from a test, or from the program's author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prints {
    /// The text that gier's test of the program expects.
    Check(String),
    /// The result that the program's author noted in the program's text. The program may print it in another
    /// form.
    Author(String),
}

/// The files of the archive sorted by name, and gier's base systems and tests.
#[derive(Debug)]
pub struct Catalogue {
    entries: Vec<Entry>,
    bases: Bases,
    rows: Vec<MuseumRow>,
}

impl Catalogue {
    /// Creates a catalogue of these files.
    ///
    /// # Panics
    /// Panics if a script of acts that comes with gier is faulty.
    pub fn new(mut entries: Vec<Entry>) -> Catalogue {
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        let bases = Bases::read().expect("a test reads the bases");
        let rows = rows::rows().expect("a test reads the rows");
        Catalogue { entries, bases, rows }
    }

    /// All files, sorted by name.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The base systems that come with gier.
    pub const fn bases(&self) -> &Bases {
        &self.bases
    }

    /// Returns the row that reads this tape first.
    pub fn own_row(&self, entry: &Entry) -> Option<&MuseumRow> {
        self.rows.iter().rev().find(|row| row.tapes().first() == Some(&entry.name.as_str()))
    }

    /// Returns the row that reads this tape behind the tape for track 0, without which it does nothing.
    pub fn row_behind(&self, entry: &Entry) -> Option<&MuseumRow> {
        let is_it = |row: &&MuseumRow| row.base.is_none() && row.tapes().get(1) == Some(&entry.name.as_str());
        self.rows.iter().find(is_it).filter(|_| {
            matches!(entry.kind, Kind::HjaelpBinary | Kind::First) && self.own_row(entry).is_none()
        })
    }

    /// Returns the row that reads this tape first. If there is none, returns a
    /// row that first reads a tape with the same name but another suffix.
    pub fn row(&self, entry: &Entry) -> Option<&MuseumRow> {
        let is_own = |row: &&MuseumRow| {
            row.tapes().first().is_some_and(|tape| crate::rules::stem(tape) == entry.stem())
        };
        self.own_row(entry).or_else(|| self.rows.iter().rev().find(is_own))
    }

    /// The row of [`Catalogue::row`], if it reads the same text.
    pub fn same_row(&self, entry: &Entry) -> Option<&MuseumRow> {
        let is_same = || self.pair(entry).is_some_and(|pair| pair.print == entry.print);
        self.own_row(entry).or_else(|| self.row(entry).filter(|_| is_same()))
    }

    /// Returns what a program prints: the last text that its test expects, or the result that its author
    /// noted. Returns `None` if neither is known.
    pub fn prints(&self, entry: &Entry) -> Option<Prints> {
        let expected = |row: &MuseumRow| {
            let expects = row.acts.iter().rev().filter_map(|line| match &line.act {
                Act::Expect(text) => Some(text.trim()),
                _ => None,
            });
            let mut results = expects.filter(|text| !text.is_empty() && !ANSWERS.contains(text));
            results.next().map(|text| Prints::Check(text.replace('\n', " ")))
        };
        self.same_row(entry).and_then(expected).or_else(|| Some(Prints::Author(entry.answer.clone()?)))
    }

    /// Returns the texts that the row (the test) of a program types after the start of the program. The list
    /// is empty if the program has no row.
    pub fn typed(&self, entry: &Entry) -> Vec<&str> {
        let Some(row) = self.row(entry) else { return Vec::new() };
        let typed = row.acts.iter().filter_map(|line| match &line.act {
            Act::Type(text) => Some(text.as_str()),
            _ => None,
        });
        let typed: Vec<&str> = typed.collect();
        let is_command = |text: &&str| text.contains('<') || *text == "_l";
        let last = typed.iter().rposition(is_command).map_or(0, |command| command + 1);
        // After the command `algol3<`, two keys answer the translator's questions.
        let asked = if last > 0 && typed[last - 1].ends_with("algol3<") { 2 } else { 0 };
        typed.get(last + asked..).unwrap_or_default().to_vec()
    }

    /// Finds files by a part of a name. First compares `part` with whole paths. If no path matches, compares
    /// it with whole file names. If no file name matches, searches for it in all paths. Paths and file names
    /// match without their suffix too. Files with equal contents, or names that differ only in the suffix,
    /// are duplicates. Only one of them is returned, preferably one that can be run.
    pub fn find(&self, part: &str) -> Vec<&Entry> {
        let part = part.trim().trim_start_matches("./").to_lowercase();
        let file = |entry: &Entry| entry.name[entry.folder().len()..].to_lowercase();
        let tests: [&dyn Fn(&Entry) -> bool; 5] = [
            &|entry| entry.name.to_lowercase() == part,
            &|entry| entry.stem().to_lowercase() == part,
            &|entry| file(entry) == part,
            &|entry| crate::rules::stem(&file(entry)) == part,
            &|entry| entry.name.to_lowercase().contains(&part),
        ];
        let found =
            tests.iter().map(|test| self.entries.iter().filter(|entry| test(entry)).collect::<Vec<_>>());
        self.without_twins(found.into_iter().find(|found| !found.is_empty()).unwrap_or_default())
    }

    /// Removes duplicates: keeps one of several files for the same program. If possible, it keeps a file that
    /// can be run.
    fn without_twins<'a>(&self, found: Vec<&'a Entry>) -> Vec<&'a Entry> {
        let mut kept: Vec<&Entry> = Vec::new();
        for entry in found {
            let twin = kept.iter_mut().find(|other| {
                other.stem() == entry.stem() || other.print == entry.print && other.kind == entry.kind
            });
            match twin {
                Some(other) if self.plan(other).is_err() && self.plan(entry).is_ok() => *other = entry,
                Some(_) => {}
                None => kept.push(entry),
            }
        }
        kept
    }

    /// Returns the other files with the same contents.
    pub fn copies(&self, entry: &Entry) -> Vec<&str> {
        let is_copy = |other: &&Entry| {
            other.sha256 == entry.sha256 && other.name != entry.name && other.kind != Kind::DeadLink
        };
        self.entries.iter().filter(is_copy).map(|other| other.name.as_str()).collect()
    }

    /// Everything in which `gier archive list` searches for words: the name, the heading, the translator and kind of
    /// a tape, and what its test says about it.
    pub fn words(&self, entry: &Entry) -> String {
        let music = if entry.is_music { "music" } else { "" };
        let row = self.row(entry).map_or_else(String::new, |row| format!("{} {}", row.name, row.words));
        format!("{} {} {} {} {music} {row}", entry.name, entry.about, entry.translator(), entry.kind.name())
            .to_lowercase()
    }

    /// The word of the catalogue that is most similar to a misspelt one.
    pub fn did_you_mean(&self, word: &str) -> Option<String> {
        let texts: Vec<String> = self.entries.iter().map(|entry| self.words(entry)).collect();
        let is_part = |character: char| !character.is_alphanumeric();
        let stems = self.entries.iter().map(Entry::file_stem);
        let words = texts.iter().flat_map(|text| text.split(is_part)).filter(|word| word.len() > 2);
        similar(word, stems.chain(words)).map(str::to_string)
    }

    /// Returns the file with the same name but the other suffix, `.asc` or `.flx`.
    pub fn pair(&self, entry: &Entry) -> Option<&Entry> {
        self.entries.iter().find(|other| other.stem() == entry.stem() && other.name != entry.name)
    }

    /// Returns the data tapes that may belong to a program, the most likely first. For example, a data tape
    /// of `sum2` may be called `sum2in`, `sumi` or `sumdata`.
    pub fn partners(&self, entry: &Entry) -> Vec<&Entry> {
        let stem = entry.stem();
        let short = stem.trim_end_matches(|character: char| character.is_ascii_digit());
        let mut partners: Vec<&Entry> = Vec::new();
        for ending in ["in", "i", "data", "in1", "i1"] {
            for name in [format!("{stem}{ending}"), format!("{short}{ending}")] {
                let mut found: Vec<&Entry> =
                    self.entries.iter().filter(|other| other.stem() == name).collect();
                found.retain(|other| matches!(other.kind, Kind::Data | Kind::Paper | Kind::Text));
                partners.extend(found.into_iter().take(1).filter(|other| other.stem() != stem));
            }
        }
        let told = known::told_data(stem);
        partners.extend(self.entries.iter().filter(|other| told.contains(&other.stem())));
        let mut names = BTreeSet::new();
        partners.retain(|partner| names.insert(&partner.name));
        partners
    }

    /// The program for which a data tape may be, by its name or a table. The longest name of a program counts.
    pub fn program_of(&self, entry: &Entry) -> Option<&Entry> {
        let is_program = |other: &&Entry| matches!(other.kind, Kind::Algol | Kind::Slip);
        let program = |name| self.entries.iter().filter(is_program).find(|program| program.stem() == name);
        let told = known::told(entry).and_then(program);
        told.or_else(|| known::programs_of(entry).rev().find_map(program))
    }

    /// Returns the data files in the folder that contains a program.
    pub fn data_beside(&self, entry: &Entry) -> Vec<&Entry> {
        let data = self.entries.iter().filter(|other| matches!(other.kind, Kind::Data | Kind::Paper));
        data.filter(|other| other.folder() == entry.folder()).collect()
    }

    /// Plans how to run a tape.
    ///
    /// # Errors
    /// Returns the reason if the tape cannot be run.
    pub fn plan(&self, entry: &Entry) -> Result<Plan, String> {
        plan::plan(self, entry, None)
    }

    /// Plans how to run a tape with a data tape. `data` is a name in the archive, or a path.
    ///
    /// # Errors
    /// Returns the reason if the tape cannot be run.
    pub fn plan_with_data(&self, entry: &Entry, data: &str) -> Result<Plan, String> {
        plan::plan(self, entry, Some(data))
    }
}
