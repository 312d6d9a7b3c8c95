//! The front end of the ALGOL compiler: programs with the faults that it must find, and the
//! museum's programs, in which it must find none.

use gier_algol::source::SourceText;
use std::fs;
use std::path::Path;

/// Line and column, from 1, of a byte of the text; columns count characters.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..byte];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

/// All diagnostics of a translation, one a line.
fn faults(sources: &[SourceText], library: &mut dyn FnMut(&str) -> Option<SourceText>) -> String {
    let parsed = gier_algol::parse(sources, library);
    let mut report = String::new();
    for fault in &parsed.diagnostics {
        let text = &parsed.texts[fault.file];
        let (line, column) = place(&text.text, fault.span.start);
        report.push_str(&format!("{}:{line}:{column} {}: {}\n", text.name, fault.word, fault.message));
    }
    assert_eq!(parsed.program.is_some(), parsed.diagnostics.is_empty());
    report
}

fn file(path: &Path) -> SourceText {
    SourceText::from_bytes(&path.display().to_string(), &fs::read(path).unwrap())
}

/// The programs of the museum archive that are GIER ALGOL III as they stand.
const ARCHIVE: [&str; 28] = [
    "demo/demon3_ga3",
    "mk/input1",
    "mk/manboy",
    "mk/00ga3test1",
    "mk/00ga3test3",
    "mk/00ga3test5",
    "mk/00ga3test7",
    "mk/00ga3test10",
    "mk/00ga3test2",
    "mk/00ga3test12",
    "mk/00ga3test6",
    "mk/pc11",
    "mk/proc1",
    "mk/sw1",
    "mk/array4",
    "mk/maxarrayga3",
    "mk/array1",
    "mk/formal2",
    "mk/nr20",
    "mk/travel",
    "mk/xor3",
    "mk/inv1ga3",
    "mk/inv2ga3",
    "mk/leq2ga3",
    "mk/segment1ga3",
    "tapet3/demon1e_ga3",
    "demo/demon1ega3",
    "demo/20spmåga3",
];

#[test]
fn the_museums_programs_are_in_order() {
    let Ok(archive) = std::env::var("GIER_ARCHIVE") else {
        println!("skipped: GIER_ARCHIVE is not set");
        return;
    };
    let mut report = String::new();
    for name in ARCHIVE {
        let path = Path::new(&archive).join("tapes").join(format!("{name}.asc"));
        report.push_str(&faults(&[file(&path)], &mut |_| None));
    }
    assert_eq!(report, "");
}
