//! Tests the Danish messages. All come from one table, `crates/gier-messages/text/danish.txt`, whose own tests
//! compare the holes of its lines. These tests compare the table with what gier says.

use crate::cli::Desk;
use gier_algol::source::SourceText;
use gier_messages::{Language, Speaker, say};
use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Whether a text has at least two words. Shorter texts, such as `_pimage<`, are the same in both languages.
fn has_words(text: &str) -> bool {
    let is_word = |word: &str| word.chars().all(char::is_alphabetic) && word.chars().count() > 1;
    text.split(' ').collect::<Vec<_>>().windows(2).any(|pair| pair.iter().all(|word| is_word(word)))
}

/// Whether the message has no Danish, although it needs it.
fn is_missing(message: &str) -> bool {
    has_words(message) && matches!(say(Language::Danish, Speaker::Message, message), Cow::Borrowed(_))
}

/// Returns the messages and help texts about the faulty programs in the test cases.
fn of_the_compiler() -> Vec<String> {
    let mut told = Vec::new();
    for name in ["class", "declarations", "symbols", "syntax", "types"] {
        let text = fs::read_to_string(root().join(format!("tests/algol_front/{name}.txt"))).unwrap();
        for case in text.split("\n== ") {
            let (program, _) = case.split_once('\n').unwrap().1.split_once("\n--").unwrap();
            let source = SourceText::from_bytes("a.alg", format!("{program}\n").as_bytes());
            let translated = gier_algol::translate(&[source], &mut |_| None);
            for fault in translated.diagnostics.into_iter().chain(translated.warnings) {
                told.extend([fault.message].into_iter().chain(fault.help));
            }
        }
    }
    told
}

/// Returns what gier has told the user of the debugger, as the test cases record it.
fn of_the_debugger() -> Vec<String> {
    let files = fs::read_dir(root().join("tests/debug")).unwrap().map(|entry| entry.unwrap().path());
    let texts = files.filter(|path| path.extension().is_some_and(|ending| ending == "txt"));
    let texts: Vec<String> = texts.map(|path| fs::read_to_string(path).unwrap()).collect();
    texts
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(|line| line.strip_prefix("gier: "))
        .map(String::from)
        .collect()
}

#[test]
fn every_message_of_the_cases_has_danish() {
    let told = [of_the_compiler(), of_the_debugger()].concat().into_iter();
    // Values have no words of gier's, and the handbook's sentence about an order is English.
    let told: Vec<_> = told.filter(|line| !line.contains(" = ") && !line.starts_with("order ")).collect();
    assert!(told.len() > 600, "{}", told.len());
    let missing: Vec<_> = told.into_iter().filter(|message| is_missing(message)).collect();
    assert!(missing.is_empty(), "no line in crates/gier-messages/text/danish.txt:\n{}", missing.join("\n"));
}

/// Tests that gier still says each English line of the table: two words of it that follow each other must be in
/// the source. More would be too strict, because a message can be made of parts.
#[test]
fn the_table_has_no_line_that_gier_does_not_say() {
    let mut source = String::new();
    let mut folders = vec![root().join("crates"), root().join("programs/src")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() && !path.ends_with("gier-messages") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                source += &fs::read_to_string(path).unwrap();
            }
        }
    }
    // A literal can go over several lines, and has `\"` for a quotation mark.
    let mut pieces = source.split("\\\n");
    let mut joined = pieces.next().unwrap().to_string();
    pieces.for_each(|piece| joined += piece.trim_start());
    let source = joined.replace("\\\"", "\"");
    let table = fs::read_to_string(root().join("crates/gier-messages/text/danish.txt")).unwrap();
    let (table, _) = table
        .split_once(
            "
== help
",
        )
        .expect("the texts of the command line have their own test");
    let english = table.lines().filter(|line| !line.starts_with([' ', '#', '=']) || line.starts_with("= "));
    let unsaid: Vec<&str> = english
        .filter(|line| {
            let texts = line.split('{').map(|piece| piece.rsplit('}').next().unwrap_or_default());
            let words: Vec<Vec<&str>> = texts.map(|text| text.split_whitespace().collect()).collect();
            let pairs = words.iter().flat_map(|words| words.windows(2)).map(|words| words.join(" "));
            let pairs: Vec<String> = pairs.collect();
            pairs.len() > 1 && !pairs.iter().any(|pair| source.contains(pair))
        })
        .collect();
    assert!(unsaid.is_empty(), "nobody says:\n{}", unsaid.join("\n"));
}

#[test]
fn acts_are_answered_in_danish() {
    let desk = Desk::new();
    desk.put("mean.alg", fs::read_to_string(root().join("tests/debug/faults/mean.alg")).unwrap());
    desk.put("a.acts", "watch unset\nawait break\ntell line, sum, n\ntell calls\nawait tape");
    for command in ["debug mean.alg --acts a.acts --lang da", "--lang=da debug mean.alg --acts a.acts"] {
        let run = desk.gier(command);
        let told = String::from_utf8(run.get_output().stderr.clone()).unwrap();
        let told: Vec<&str> = told.lines().filter(|line| line.starts_with("gier: ")).collect();
        let wanted = [
            "gier: stoppunkt 1: sum bruges, før den har fået en værdi, af ordren i 229",
            "gier: mean.alg:10:38, i proceduren mean, kaldt ved :14, sum = har ingen værdi, n = 3",
            "gier: mean ved mean.alg:10:38, p = 1017",
            "gier: programmet ved mean.alg:14:20, p = 1020",
            "gier: a.acts: linje 5: stoppunkt 1: sum bruges, før den har fået en værdi, af ordren i 229",
        ];
        assert_eq!(told, wanted);
    }
}
