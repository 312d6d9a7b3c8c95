//! Compares our compiler and running system (run-time routines) with the museum's. The programs are those of
//! `tests/algol/` and of the museum that both can run. The table shows machine time, work, transferred tracks
//! and cells on the drum. Work is machine time without waiting for typewriter, reader or punch.
//!
//! Both times count from the program's first order. Before it, each system loads its resident part: ours when
//! the operator presses HELP, the museum's after the operator's key. The table is in
//! `docs/log/algol-runtime.md`. This command prints it:
//! `GIER_ARCHIVE=… cargo test -p gier --test all algol_table -- --nocapture`

use crate::algol_case::{Expectation, programs};
use crate::algol_map::compiled;
use crate::ga3::Theirs;
use crate::paper::Took;
use crate::{algol_archive, ga3, paper};
use gier_algol::source::SourceText;
use gier_machine::{Input, Machine};
use gier_word::{Symbol, Uops};
use std::fmt::Write;
use std::path::Path;

/// A program, with the keys, tapes and desk settings that it needs.
struct Program {
    name: String,
    source: SourceText,
    tape: Vec<Symbol>,
    keys: Vec<Symbol>,
    reader: Option<String>,
    kb: bool,
}

/// The time and the space that a program needs on one of the systems.
struct Needs {
    took: Took,
    cells: usize,
}

/// Programs that behave differently on the two systems.
const OTHERWISE: [&str; 4] = ["drum-alarm", "number-reading", "number-malformed", "array-longest"];

fn all(archive: &Path) -> Vec<Program> {
    let ours = programs().into_iter().filter_map(|(name, text)| {
        let expected = Expectation::parse(&text);
        let runs = expected.faults.is_empty() && !OTHERWISE.contains(&name.as_str());
        runs.then(|| Program {
            source: SourceText::clean(&name, &text),
            tape: ga3::tape_of_clean(&text),
            keys: paper::keys_of(expected.typed.as_deref().unwrap_or_default()),
            kb: expected.keys.contains("KB"),
            reader: expected.reader,
            name,
        })
    });
    let museums = algol_archive::rows().into_iter().map(|(row, typed)| {
        let text = algol_archive::text(archive, row);
        let name = row.0.to_string();
        let tape = ga3::tape_of_asc(&text);
        let source = algol_archive::source(&name, text);
        Program { name, source, tape, keys: paper::keys_of(&typed), reader: None, kb: false }
    });
    ours.chain(museums).collect()
}

fn ours(program: &Program) -> Needs {
    let compiled = gier_algol::compile(std::slice::from_ref(&program.source), &mut |_| None).0;
    let compiled = compiled.unwrap_or_else(|| panic!("{} is in order", program.name));
    let mut machine = Machine::with_image(&compiled.image);
    machine.feed(Input::Kb(program.kb));
    if let Some(text) = &program.reader {
        machine.feed(Input::MountTape(paper::tape_of(text)));
    }
    let key = machine.now();
    let mut watch = paper::Stopwatch::at(key);
    paper::run_watched(&mut machine, &program.keys, Uops::from_seconds(20_000.0), &mut watch);
    let sizes = compiled.statistics;
    Needs { took: Took::of(key, &watch, machine.now()), cells: sizes.code_cells + sizes.text_cells }
}

fn theirs(archive: &Path, program: &Program) -> Option<Needs> {
    let tape = program.tape.clone();
    let theirs = ga3::run(archive, tape, program.reader.as_deref(), program.kb, &program.keys);
    let Theirs { run, took, cells, .. } = theirs;
    run.map(|_| Needs { took, cells })
}

/// The geometric mean of ratios.
fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

#[test]
fn algol_beside_the_museums() {
    let Some(archive) = ga3::archive() else { return };
    let mut table = String::from(
        "| program | s here | s there | ratio | work here | work there | ratio | tracks here | tracks there \
         | cells here | cells there | ratio |\n",
    );
    table += "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    let (mut times, mut since_key, mut works, mut long) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut cells, mut waits) = (Vec::new(), [0.0; 2]);
    for program in all(&archive) {
        let Some(theirs) = theirs(&archive, &program) else { continue };
        let ours = ours(&program);
        let (here, there) = (ours.took, theirs.took);
        let [time, work] = [here.seconds / there.seconds, here.worked / there.worked];
        let size = ours.cells as f64 / theirs.cells as f64;
        writeln!(
            table,
            "| {} | {:.2} | {:.2} | {time:.2} | {:.2} | {:.2} | {work:.2} | {} | {} | {} | {} | {size:.2} |",
            program.name,
            here.seconds,
            there.seconds,
            here.worked,
            there.worked,
            here.tracks,
            there.tracks,
            ours.cells,
            theirs.cells
        )
        .unwrap();
        times.push(time);
        since_key.push(here.since_key / there.since_key);
        works.push(work);
        if here.worked.max(there.worked) >= 1.0 {
            long.push(work);
        }
        cells.push(size);
        waits[0] += here.drum / here.seconds;
        waits[1] += there.drum / there.seconds;
    }
    let slowest = |times: &[f64]| times.iter().copied().fold(0.0, f64::max);
    let count = times.len();
    println!(
        "{table}\n{count} programs, in the geometric mean: machine time {:.3} (the slowest {:.2}), from the \
         operator's key on {:.3} ({:.2}), work {:.3} ({:.3} of those with a second of it), cells {:.3}; \
         waiting for the drum {:.1} and {:.1} % of the machine time",
        mean(&times),
        slowest(&times),
        mean(&since_key),
        slowest(&since_key),
        mean(&works),
        mean(&long),
        mean(&cells),
        100.0 * waits[0] / count as f64,
        100.0 * waits[1] / count as f64
    );
    // This assertion fails if our system becomes slower than it is now.
    assert!(mean(&times) < 0.89 && slowest(&times) < 1.2, "the means and the slowest are above");
}

/// Returns a program with three functions that call each other and a library function, and an array of
/// `length` elements.
fn nested(length: usize) -> String {
    format!(
        "_begin
_real _array A[1:{length}]; _integer i; _real s;
_real _procedure f(x); _value x; _real x; f := g(x) + 1;
_real _procedure g(x); _value x; _real x; g := h(x) × 2;
_real _procedure h(x); _value x; _real x; h := sqrt(x) + A[entier(x)];
_for i := 1 _step 1 _until {length} _do A[i] := i;
s := 0;
_for i := 1 _step 1 _until 40 _do s := s + f(i);
write(‹-ddddd.dddd›, s)
_end;"
    )
}

/// Tests that a program stays fast if a large array leaves little of the store for the program's tracks.
/// [F-RUN-8]
#[test]
fn algol_beside_a_large_array_stays_fast() {
    for length in [400, 500, 540, 600] {
        let mut machine = Machine::with_image(&compiled("nested", &nested(length)));
        let run = paper::run(&mut machine, &[], Uops::from_seconds(8.0));
        assert_eq!(run.paper, "  2023.2315\nend", "beside an array of {length}");
    }
}
