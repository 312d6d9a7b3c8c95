//! Runs the programs whose time somebody recorded, if a run takes a second or less of this computer's time, and
//! tests that `docs/timing.md` shows the times that they and the loops of `tests/timing/*.txt` take here.

use crate::cases;
use crate::cli::Desk;
use crate::skip::archive;
use crate::tidy::{read, root};
use gier_archive::rows;
use gier_word::order::{CostMark, ORDERS, Opcode};
use gier_word::{Uops, timing};
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
    let told = desk.said(&format!("boot --acts case.acts --folder {}", archive.join("tapes").display()), 0);
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

/// Each order with a mark other than G stands beside this mark in the table *Own costs*, those with a measured sum
/// with what they take in all as a full word, and the rest are counted.
#[test]
fn the_table_of_own_costs_has_the_marks_and_sums_of_the_orders() {
    let manual = read(&root().join("docs/timing.md"));
    let (_, costs) = manual.split_once("## Own costs").unwrap();
    let line = |mark: char| costs.lines().find(|line| line.starts_with(&format!("| {mark} |"))).unwrap();
    for row in ORDERS.iter().filter(|row| row.mark != CostMark::Guessed) {
        let (mark, name) = (row.mark.letter(), row.mnemonic);
        let counting = if row.opcode == Opcode::Bt { timing::COUNT } else { 0 };
        let sum = timing::BASE_FULL + u32::from(row.own) + counting + timing::END;
        let cost = match (row.mark, row.place) {
            (CostMark::Bounded, _) => format!("`{name}`"),
            (_, 0) => format!("`{name}` {sum}"),
            (_, place) => format!("`{name}` {sum} and {place} a place"),
        };
        assert!(line(mark).contains(&cost), "docs/timing.md, Own costs: beside {mark} stands {cost}");
    }
    let bounded = ORDERS.iter().filter(|row| row.mark == CostMark::Bounded);
    let together = format!("their own costs are {} together", bounded.map(|row| row.own).sum::<u16>());
    assert!(line('B').contains(&together), "docs/timing.md, Own costs: beside B, {together}");
    let guessed = ORDERS.iter().filter(|row| row.mark == CostMark::Guessed).count();
    let rest = format!("the other {guessed} orders");
    assert!(line('G').contains(&rest), "{rest} have the mark G");
}

/// The costs in the text and in the table *The model* are those that the machine charges.
#[test]
fn the_manuals_say_what_the_machine_charges() {
    use Opcode::{Ar, Ck, Cl, Nk, Nl, Tk, Tl};
    use timing::{BASE_FULL, BASE_LEFT, BASE_RIGHT, FLOATING_PLACE, INDIRECT, MODIFICATION, REMAINDER};
    let pages = ["docs/timing.md", "docs/machine.md", "README.md"];
    let manuals = pages.map(|page| read(&root().join(page))).concat();
    let micros = |clocks: u32| (Uops(clocks.into()).seconds() * 1e6).round();
    let all = |floating| BASE_FULL + timing::own(Ar, floating) + timing::END;
    let (plain, index, place) = (all(false), all(false) + MODIFICATION, micros(FLOATING_PLACE));
    let [a, b, c] = [plain, index, all(true)].map(micros);
    let [tl, tk, cl, ck, nk, nl] = [Tl, Tk, Cl, Ck, Nk, Nl].map(|order| timing::shift(order, 1));
    assert_eq!((tl, ck), (tk, nk), "both have one row of docs/timing.md");
    for said in [
        format!(
            "takes {plain} of them here, which is {a} µs, and one with an index {index}, which is {b} µs"
        ),
        format!("`ar` takes {a} µs, `ar` with an index {b} µs, and `arf` {c} µs and {place} for each place"),
        format!("here it takes {a} µs, or {b} µs if a register is added to its address"),
        format!("| {a} plain, {b} with an index |"),
        format!("| {c}, and {place} a place |"),
        format!("| fetch of a left half, right half, full word | {BASE_LEFT}, {BASE_RIGHT}, {BASE_FULL} |"),
        format!("| end of an order (also under `ud` only once) | {} |", timing::END),
        format!("| adding r to an address in a full word | {MODIFICATION} |"),
        format!("| adding s or p in a full word | {MODIFICATION} |"),
        format!("| adding s, r or p in a half word | {MODIFICATION} |"),
        format!("| an indirect step that adds r | {} |", INDIRECT + MODIFICATION),
        format!("| an indirect step that adds nothing | {INDIRECT} |"),
        format!("| using an older s after an s-modified step | {} |", timing::OLDER_S),
        format!("| counting: adding t and storing the sum | {} |", timing::COUNT),
        format!("`dk` | {REMAINDER}, or {} if the last", REMAINDER + timing::REMAINDER_NEGATIVE),
        format!("| each place in `tl` and `tk` | {tl} |"),
        format!("| each place in `cl` | {cl} |"),
        format!("| each place in `ck`, `nk`; in `nl` | {ck}; {nl} |"),
        format!("| each place of alignment or normalisation in floating orders | {FLOATING_PLACE} |"),
        format!("| `hv` from a right half | {} more |", timing::HV_RIGHT),
    ] {
        assert!(manuals.contains(&said), "one of {pages:?} must say: {said}");
    }
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
