//! Runs the programs whose time somebody recorded, if a run takes a second or less of this computer's time, and
//! tests that `docs/timing.md` shows the times that they and the loops of `tests/timing/*.txt` take here.

use crate::cases;
use crate::cli::Desk;
use crate::skip::archive;
use crate::tidy::{read, root};
use gier_archive::rows;
use gier_word::order::{CostMark, ORDERS};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    root().join("tests/timing")
}

/// Runs the acts of a case on its base system. Returns what the acts `tell` print: times in seconds.
fn times(head: &str, archive: &Path) -> String {
    let desk = Desk::new();
    let directive = |name: &str| -> Vec<&str> {
        let lines = head.lines().filter_map(|line| line.strip_prefix("#: ")?.strip_prefix(name));
        lines.map(str::trim).collect()
    };
    let bases = rows::bases().unwrap();
    let mut acts = head.to_string();
    let mut base = directive("base").first().map(|name| name.to_string());
    while let Some(name) = base {
        acts = format!("{}\n{acts}", bases[&name].text);
        base = bases[&name].base.clone();
    }
    for tape in directive("text") {
        let bytes = fs::read(archive.join("tapes").join(tape)).unwrap();
        // The texts of the archive are in several encodings, and the edits are plain ASCII.
        let mut text: String = bytes.into_iter().map(char::from).collect();
        for edit in directive("edit") {
            let (before, after) = edit.split_once(" -> ").expect("#: edit BEFORE -> AFTER");
            assert!(text.contains(before), "{tape} has no {before}");
            text = text.replace(before, after);
        }
        desk.put("edited.asc", text.chars().map(|c| c as u8).collect::<Vec<u8>>());
    }
    acts = acts.replace("\"edited.asc\"", &format!("{:?}", desk.path("edited.asc")));
    desk.put("case.acts", acts);
    let run =
        desk.gier(&format!("boot --acts case.acts --folder {}", archive.join("tapes").display())).code(0);
    let told = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    let times = told.lines().filter(|line| !line.contains("edited.asc"));
    times.filter_map(|line| line.strip_prefix("gier: ")).map(|line| format!("{}\n", line.trim())).collect()
}

#[test]
fn the_recorded_programs_take_the_time_that_they_took_before() {
    let Some(archive) = archive() else { return };
    cases::check(&folder().join("programs"), |head| times(head, &archive));
}

/// The time that a row of `docs/timing.md` must show. The row's last column says where the time is: in a loop,
/// such as `time2: pm, hv r-1`, or in line 2 of a program's times, such as `speed 2`.
fn measured(place: &str) -> String {
    if let Some((file, title)) = place.split_once(": ") {
        let text = read(&folder().join(file).with_extension("txt"));
        let fragment =
            text.split(&format!("\n{title}\n")).nth(1).unwrap_or_else(|| panic!("{place} is not there"));
        let round = fragment.lines().find_map(|line| line.trim().strip_prefix("round")).unwrap();
        return round.split_once('=').unwrap().1.trim().to_string();
    }
    let (program, line) = place.split_once(' ').unwrap_or((place, "1"));
    let text = read(&folder().join("programs").join(program).with_extension("txt"));
    let told = text.lines().skip_while(|line| !line.starts_with("----")).nth(line.parse().unwrap()).unwrap();
    let time = told.split_whitespace().rfind(|word| word.starts_with(|c: char| c.is_ascii_digit())).unwrap();
    time.to_string()
}

/// Each order with a mark other than G stands beside this mark in the table *Own costs*, and the rest are counted.
#[test]
fn the_table_of_own_costs_has_the_marks_of_the_orders() {
    let manual = read(&root().join("docs/timing.md"));
    let (_, costs) = manual.split_once("## Own costs").unwrap();
    let line = |mark: char| costs.lines().find(|line| line.starts_with(&format!("| {mark} |"))).unwrap();
    for row in ORDERS.iter().filter(|row| row.mark != CostMark::Guessed) {
        let (mark, name) = (row.mark.letter(), row.mnemonic);
        assert!(line(mark).contains(&format!("`{name}`")), "{name} has the mark {mark}");
    }
    let guessed = ORDERS.iter().filter(|row| row.mark == CostMark::Guessed).count();
    let rest = format!("the other {guessed} orders");
    assert!(line('G').contains(&rest), "{rest} have the mark G");
}

#[test]
fn the_table_of_records_shows_the_times_that_are_measured() {
    let manual = read(&root().join("docs/timing.md"));
    let records = manual.split("## The records").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut rows = 0;
    for line in records.lines().filter(|line| line.starts_with("| ") && line.ends_with("` |")) {
        let columns: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [record, _, recorded, here, off, place] = columns[..] else { panic!("six columns: {line}") };
        let time = measured(place.trim_matches('`'));
        let number = |text: &str| text.split_whitespace().next().unwrap().parse::<f64>().unwrap();
        let digits = here.split_once('.').map_or(0, |(_, digits)| digits.len());
        assert_eq!(here, format!("{:.digits$}", number(&time)), "{record}: it takes {time} here");
        if !off.is_empty() {
            let percent = 100.0 * (number(here) / number(recorded) - 1.0);
            assert_eq!(off, format!("{percent:+.1}"), "{record}: recorded {recorded}, here {here}");
        }
        rows += 1;
    }
    assert!(rows > 20, "{rows} rows have a place");
}
