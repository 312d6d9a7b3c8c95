//! Reads the ALGOL programs of `tests/algol/`, and the expected results in the lines before each program's
//! `_begin`. `tests/algol/README.md` describes the format.

use crate::tidy::root;
use std::fs;

/// The expected results of a program, from the lines before its `_begin`.
#[derive(Default)]
pub struct Expectation {
    /// The keys to type.
    pub typed: Option<String>,
    /// The tape in the reader.
    pub reader: Option<String>,
    /// The expected paper without its last line, which is in `ends`.
    pub paper: Option<String>,
    /// The text of the punched tape.
    pub punch: Option<String>,
    /// The keys of the desk that are pressed.
    pub keys: String,
    /// The first symbols sent to the typewriter.
    pub codes: Vec<u8>,
    /// The last line of the paper: `end`, or the word of an alarm, such as `index`.
    pub ends: String,
    /// gier's message about the alarm. Empty if there is no alarm.
    pub alarm: String,
    /// For each expected fault, its line and GIER's word for it, such as `12 type`.
    pub faults: Vec<String>,
    source: bool,
}

/// Appends a line to a text of several lines. Replaces each sign ␣ in the line by a blank.
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
    /// Reads the expected results from the lines before the program's first `_begin`.
    pub fn parse(program: &str) -> Expectation {
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
                "codes" => {
                    head.codes = rest.split_whitespace().map(|code| code.parse::<u8>().unwrap()).collect()
                }
                "alarm" => head.alarm = rest.to_string(),
                "ends" => head.ends = rest.to_string(),
                "fault" => head.faults.push(rest.to_string()),
                other => panic!("no such line: {other}|"),
            }
        }
        assert!(head.source, "no line says where the expectation comes from");
        assert!(head.ends.is_empty() != head.faults.is_empty(), "either ends| or fault|");
        let alarms = !["", "end"].contains(&head.ends.as_str());
        assert!(head.alarm.is_empty() != alarms, "alarm| says where the alarm is");
        head
    }

    /// Returns the whole paper, including the program's last word.
    pub fn paper(&self) -> String {
        format!("{}\n{}", self.paper.as_deref().unwrap_or_default(), self.ends)
    }
}

/// Returns the name and the text of each program. If `GIER_ALGOL` is set, only names that contain its value
/// are included.
pub fn programs() -> Vec<(String, String)> {
    let only = std::env::var("GIER_ALGOL").unwrap_or_default();
    let folder = root().join("tests/algol");
    let mut programs: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "alg"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .filter(|(name, _)| name.contains(&only))
        .collect();
    programs.sort();
    assert!(!programs.is_empty(), "no program is called so");
    programs
}

/// Formats a text as lines that begin with `|` and show trailing blanks.
pub fn visible(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let bare = line.trim_end_matches(' ');
        format!("| {bare}{}", "␣".repeat(line.len() - bare.len()))
    });
    lines.collect::<Vec<_>>().join("\n")
}
