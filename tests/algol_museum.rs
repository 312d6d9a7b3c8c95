//! Checks the expected results in `tests/algol/` with the museum's own GIER ALGOL III, run on our machine.
//! Each program that it translates must print the expected paper.

use crate::algol_case::{Expectation, programs, visible};
use crate::{ga3, paper};

/// Programs for which our compiler differs on purpose, or that cannot run on the museum's system. Each has
/// the reason.
const OTHERWISE: [(&str, &str); 5] = [
    ("drum-alarm", "after the word drum theirs goes on to the alarm alas"),
    ("number-reading", "a space ends a number only in the variant of 1966; theirs takes commas"),
    ("number-malformed", "the same"),
    ("array-longest", "with a number printed beside it theirs takes 724"),
    ("faults-strings", "theirs takes a string for a layout and prints rubbish"),
];

/// Checks one program. Returns a description of the difference, or `None`.
fn check(archive: &std::path::Path, text: &str) -> Option<String> {
    let expected = Expectation::parse(text);
    let keys = paper::keys_of(expected.typed.as_deref().unwrap_or_default());
    let kb = expected.keys.contains("KB");
    let theirs = ga3::run(archive, ga3::tape_of_clean(text), expected.reader.as_deref(), kb, &keys);
    if !expected.faults.is_empty() {
        return theirs.run.map(|_| "their translator finds no fault".to_string());
    }
    let Some(run) = theirs.run else { return Some(format!("their translator:\n{}", theirs.translation)) };
    // The museum's system prints a blank after the word `end`.
    let want = expected.paper();
    if run.paper.trim_end() != want.trim_end() {
        return Some(format!("theirs:\n{}\nexpected:\n{}", visible(&run.paper), visible(&want)));
    }
    let punched = expected.punch.unwrap_or_default();
    (run.punched != punched).then(|| format!("theirs punched:\n{}", visible(&run.punched)))
}

#[test]
fn algol_expectations_hold_for_the_museums_translator() {
    let Some(archive) = ga3::archive() else { return };
    let mut failed = Vec::new();
    for (name, text) in programs() {
        if OTHERWISE.iter().any(|(other, _)| *other == name) {
            continue;
        }
        if let Some(why) = check(&archive, &text) {
            failed.push(format!("--- {name}\n{why}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
