//! The results from real machines: the files in `results/`. A file is the log that the operator saved as
//! `.asc`. It begins with the operator's notes, one on each line:
//!
//! ```text
//! #: date 2027-03-06
//! #: machine GIER 1 of Datamuseum
//! #: note typed by hand, since the Pi was away
//! ```

use crate::read::{Found, read};
use include_dir::{Dir, include_dir};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/results");

/// A result from a real machine.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The name of the file.
    pub file: String,
    /// The date of the experiment, as the operator wrote it.
    pub date: String,
    /// The machine on which the experiment was made.
    pub machine: String,
    /// The operator's note.
    pub note: String,
    /// The findings of the log, one for each experiment in it.
    pub found: Vec<Found>,
}

/// All results, sorted by file name.
pub fn results() -> Vec<Outcome> {
    let mut results: Vec<Outcome> = FILES
        .files()
        .filter(|file| file.path().extension().is_some_and(|ending| ending == "asc"))
        .filter_map(|file| Some(result(&file.path().display().to_string(), file.contents_utf8()?)))
        .collect();
    results.sort_by(|a, b| a.file.cmp(&b.file));
    results
}

/// Reads a result from the contents of its file.
pub fn result(file: &str, text: &str) -> Outcome {
    let noted = |word: &str| {
        let lines = text.lines().filter_map(|line| line.strip_prefix("#: ")?.strip_prefix(word));
        lines.map(str::trim).collect::<Vec<_>>().join(" ")
    };
    Outcome {
        file: file.to_string(),
        date: noted("date "),
        machine: noted("machine "),
        note: noted("note "),
        found: read(text),
    }
}
