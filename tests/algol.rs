//! The ALGOL programs of `tests/algol/`, each with its expectation inside: compiled, run on the
//! machine, and the paper compared. The form of the expectations stands in `tests/algol/README.md`.

use crate::paper::{self, Run};
use gier_algol::source::SourceText;
use gier_machine::{Input, Machine};
use gier_word::Uops;
use std::fs;
use std::path::{Path, PathBuf};

/// No program of these takes longer on the real machine.
const LIMIT_SECONDS: f64 = 3600.0;

/// What a program's head says.
#[derive(Default)]
struct Expectation {
    typed: Option<String>,
    reader: Option<String>,
    paper: Option<String>,
    punch: Option<String>,
    keys: String,
    codes: Vec<u8>,
    ends: String,
    faults: Vec<String>,
    source: bool,
}

/// Adds a line to a text of several lines.
fn add(text: &mut Option<String>, line: &str) {
    let line = line.trim_end().replace('␣', " ");
    match text {
        Some(text) => {
            text.push('\n');
            text.push_str(&line);
        }
        None => *text = Some(line),
    }
}

impl Expectation {
    /// Reads the lines before the first `_begin`.
    fn parse(program: &str) -> Expectation {
        let mut head = Expectation::default();
        for line in program.lines().take_while(|line| !line.starts_with("_begin")) {
            if line.starts_with("Source: ") {
                head.source = true;
            }
            let Some((key, rest)) = line.split_once('|') else { continue };
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            match key {
                "typed" => add(&mut head.typed, rest),
                "reader" => add(&mut head.reader, rest),
                "paper" => add(&mut head.paper, rest),
                "punch" => add(&mut head.punch, rest),
                "keys" => head.keys = rest.to_string(),
                "codes" => head.codes = rest.split_whitespace().map(|code| code.parse().unwrap()).collect(),
                "ends" => head.ends = rest.to_string(),
                "fault" => head.faults.push(rest.to_string()),
                other => panic!("no such line: {other}|"),
            }
        }
        assert!(head.source, "no line says where the expectation comes from");
        assert!(head.ends.is_empty() != head.faults.is_empty(), "either ends| or fault|");
        head
    }

    /// The whole paper: an alarm is typed in red.
    fn paper(&self) -> String {
        let body = self.paper.as_deref().unwrap_or_default();
        match self.ends.as_str() {
            "end" => format!("{body}\nend"),
            alarm => format!("{body}\n‹red›{alarm}‹black›"),
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/algol")
}

/// Line of a byte, from 1.
fn line(text: &str, byte: usize) -> usize {
    text[..byte].matches('\n').count() + 1
}

/// Compiles and runs one program; says what is wrong.
fn check(name: &str, text: &str) -> Result<(), String> {
    let expected = Expectation::parse(text);
    let sources = [SourceText::clean(name, text)];
    let (compilation, diagnostics) = gier_algol::compile(&sources, &mut |_| None);
    let faults: Vec<String> = diagnostics
        .iter()
        .map(|fault| format!("{} {}", line(text, fault.span.start), fault.word))
        .collect();
    if faults != expected.faults {
        return Err(format!("faults {faults:#?}\n{diagnostics:#?}"));
    }
    let Some(compilation) = compilation else { return Ok(()) };
    let mut machine = Machine::with_image(&compilation.image);
    for key in expected.keys.split_whitespace() {
        machine.feed(if key == "KA" { Input::Ka(true) } else { Input::Kb(true) });
    }
    if let Some(text) = &expected.reader {
        machine.feed(Input::MountTape(paper::tape_of(text)));
    }
    let keys = paper::keys_of(expected.typed.as_deref().unwrap_or_default());
    let run = paper::run(&mut machine, &keys, Uops::from_seconds(LIMIT_SECONDS));
    compare(&expected, &run)
}

fn compare(expected: &Expectation, run: &Run) -> Result<(), String> {
    let mut wrong = Vec::new();
    if run.paper != expected.paper() {
        wrong.push(format!("paper:\n{}\nexpected:\n{}", visible(&run.paper), visible(&expected.paper())));
    }
    if run.punched != expected.punch.as_deref().unwrap_or_default() {
        wrong.push(format!("punched:\n{}", visible(&run.punched)));
    }
    let codes: Vec<u8> = run.typed.iter().map(|symbol| symbol.code()).take(expected.codes.len()).collect();
    if codes != expected.codes {
        wrong.push(format!("symbols: {codes:?}"));
    }
    if !paper::ended(run.pause) {
        wrong.push(format!("paused: {:?}", run.pause));
    }
    if run.left > 0 {
        wrong.push(format!("{} symbols were not asked for", run.left));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// A text in the form of `paper|` lines.
fn visible(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let bare = line.trim_end_matches(' ');
        format!("| {bare}{}", "␣".repeat(line.len() - bare.len()))
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn algol_programs_print_what_they_say() {
    let only = std::env::var("GIER_ALGOL").unwrap_or_default();
    let mut names: Vec<PathBuf> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "alg"))
        .filter(|path| path.file_stem().unwrap().to_string_lossy().contains(&only))
        .collect();
    names.sort();
    assert!(!names.is_empty(), "no program is called so");
    let mut failed = Vec::new();
    for path in &names {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(path).unwrap();
        if let Err(why) = check(&name, &text) {
            failed.push(format!("--- {name}\n{why}"));
        }
    }
    assert!(failed.is_empty(), "{} of {} programs\n{}", failed.len(), names.len(), failed.join("\n"));
}
