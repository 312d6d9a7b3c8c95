//! The museum's tests: which tapes run, and what they must print. A test is called a row. It is a file of
//! acts in `crates/gier-archive/museum/`, which is compiled into gier. The expected values come from the
//! tapes' own texts, from outputs in the museum's archive, and from mathematics.
//!
//! ```text
//! #: name GIER ALGOL 4, sudoku with a buffer store
//! #: base bare-ga4-buffer
//! #: sum 5f3a9c01
//! limit 20000
//! …
//! ```
//!
//! | line | meaning |
//! |---|---|
//! | `#: name` | the name of the row |
//! | `#: base` | the base system, a name of a file in `bases/`; without this line, an empty machine |
//! | `#: words` | more words with which `gier archive list` finds the tape |
//! | `#: sum` | the CRC-32 of everything printed, punched and drawn, of the reels, and of the place where the machine stands |
//! | `#: store` | the CRC-32 of the store's 1024 cells |
//! | `#: recorded` | the time in seconds that the program's author noted |
//!
//! These lines are comments in the language of acts, so `gier boot --acts` can also execute a row.

use gier_desk::acts::{self, Act, Line};
use gier_word::Installation;
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;

/// The scripts of acts for rows and base systems, which are compiled into gier.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/museum");

/// A row of the museum's tests: a script of acts and its expected results. A base system is described by a
/// row, too.
#[derive(Debug)]
pub struct MuseumRow {
    /// A title that describes the row or base system, for example `GIER ALGOL 4, sudoku with a buffer store`.
    pub name: String,
    /// The key of the base system on which the acts begin. `None` means an empty machine, stopped, with all
    /// switches off.
    pub base: Option<String>,
    /// The acts of the test. Their file names are relative to the archive's folder `tapes`.
    pub acts: Vec<Line>,
    /// The text of the file that describes this row.
    pub text: &'static str,
    /// The checksum that the output must have after the acts, if somebody has judged this output to be right.
    /// The output is everything printed, punched and drawn, the reels, and the place where the machine stands.
    pub sum: Option<u32>,
    /// The checksum that the store must have after the acts, if somebody has judged its contents to be right.
    pub store: Option<u32>,
    /// The time in seconds that the program's author noted. The test compares it with the time that the
    /// program prints.
    pub recorded: Option<f64>,
    /// More words with which people look for the tape.
    pub words: String,
}

impl MuseumRow {
    /// Returns the names of the tapes that the acts read, in order.
    pub fn tapes(&self) -> Vec<&str> {
        self.acts
            .iter()
            .filter_map(
                |line| if let Act::Reader { file, .. } = &line.act { Some(file.as_str()) } else { None },
            )
            .collect()
    }

    /// The installation that the last act of this kind sets. `None` if no act does.
    pub fn installation(&self) -> Option<Installation> {
        self.acts.iter().rev().find_map(|line| match line.act {
            Act::Installation(installation) => Some(installation),
            _ => None,
        })
    }
}

/// Reads all rows (tests of the museum's tapes), in the order of their files.
///
/// # Errors
/// Returns an error that names the faulty file.
pub fn rows() -> Result<Vec<MuseumRow>, String> {
    let texts = texts("rows")?;
    texts.into_iter().map(|(file, text)| read(text).map_err(|error| format!("{file}: {error}"))).collect()
}

/// Reads all base systems. The key of each is the name of its file in `bases/` without `.acts`.
///
/// # Errors
/// Returns an error that names the faulty file.
pub fn bases() -> Result<BTreeMap<String, MuseumRow>, String> {
    let texts = texts("bases")?;
    let base = |(file, text): (String, &'static str)| {
        let row = read(text).map_err(|error| format!("{file}: {error}"))?;
        Ok((file.trim_start_matches("bases/").trim_end_matches(".acts").to_string(), row))
    };
    texts.into_iter().map(base).collect()
}

/// The contents of all files in a folder and its subfolders. The key of each is the file's path.
fn texts(folder: &str) -> Result<BTreeMap<String, &'static str>, String> {
    let mut texts = BTreeMap::new();
    let mut folders = vec![FILES.get_dir(folder).ok_or_else(|| format!("there is no folder {folder}"))?];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        for file in folder.files() {
            let path = file.path().display().to_string();
            let text = file.contents_utf8().ok_or_else(|| format!("{path} is not UTF-8"))?;
            texts.insert(path, text);
        }
    }
    Ok(texts)
}

/// Reads one row from the contents of its file.
///
/// # Errors
/// Returns an error that quotes the faulty line.
fn read(text: &'static str) -> Result<MuseumRow, String> {
    let acts = acts::parse(text).map_err(|faults| {
        let fault = &faults[0];
        let (line, _) = fault.span.line_and_column(text);
        format!("line {line}: {}", fault.message)
    })?;
    let mut row = MuseumRow {
        name: String::new(),
        base: None,
        acts,
        text,
        sum: None,
        store: None,
        recorded: None,
        words: String::new(),
    };
    for line in text.lines().filter_map(|line| line.strip_prefix("#: ")) {
        let (word, value) = line.split_once(' ').unwrap_or((line, ""));
        let value = value.trim().to_string();
        match word {
            "name" => row.name = value,
            "words" => row.words = value,
            "base" => row.base = Some(value),
            "sum" => row.sum = Some(sum(&value)?),
            "store" => row.store = Some(sum(&value)?),
            "recorded" => row.recorded = Some(value.parse().map_err(|_| format!("{value} is not a number"))?),
            _ => return Err(format!("{word:?} is not a word for a row")),
        }
    }
    if row.name.is_empty() { Err("it has no name".to_string()) } else { Ok(row) }
}

/// Reads a CRC-32, which is written as eight hexadecimal digits.
fn sum(value: &str) -> Result<u32, String> {
    u32::from_str_radix(value, 16).map_err(|_| format!("{value} is no sum"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_is_whole_and_no_two_are_called_the_same() {
        let (rows, bases) = (rows().unwrap(), bases().unwrap());
        for row in rows.iter().chain(bases.values()) {
            assert!(row.base.as_ref().is_none_or(|base| bases.contains_key(base)), "{}", row.name);
        }
        let names: BTreeSet<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names.len(), rows.len());
    }

    #[test]
    fn faults_of_a_row_are_reported() {
        for (text, fault) in [
            ("start\n", "no name"),
            ("#: name x\n#: colour red\n", "\"colour\""),
            ("#: name x\nfly\n", "line 2"),
        ] {
            assert!(read(text).unwrap_err().contains(fault), "{text}");
        }
    }
}
