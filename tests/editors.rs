//! Tests the extension for Visual Studio Code. Its grammars and snippets must know the words of both
//! languages. If the tools are installed (`npm install` in `editors/vscode`), the tests of the grammars run
//! and the package is built.

use crate::tidy::root;
use gier_algol::source::SourceText;
use gier_algol::standard::PROCEDURES;
use gier_algol::{TokenKind, WORDS};
use serde_json::Value;
use std::fs;
use std::process::Command;

/// Reads a file of the extension.
fn file(name: &str) -> String {
    fs::read_to_string(root().join("editors/vscode").join(name)).unwrap()
}

fn json(name: &str) -> Value {
    serde_json::from_str(&file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn the_grammars_know_all_words_and_orders() {
    let algol = file("syntaxes/algol60.tmLanguage.json");
    let words: Vec<&str> =
        algol.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty()).collect();
    for (word, _) in WORDS.iter().filter(|(word, _)| *word != "end" && *word != "comment") {
        assert!(words.contains(word), "the grammar does not know _{word}");
    }
    let names: Vec<&str> = PROCEDURES.iter().map(|row| row.name).collect();
    let grammar = "editors/vscode/syntaxes/algol60.tmLanguage.json";
    assert!(
        algol.contains(&names.join("|")),
        "{grammar} must list the standard procedures: {}",
        names.join("|")
    );
    let slip = file("syntaxes/slip.tmLanguage.json");
    let orders: Vec<&str> = gier_word::order::ORDERS.iter().map(|row| row.mnemonic).collect();
    assert!(slip.contains(&orders.join("|")), "the grammar has other orders");
}

/// Returns the text of a snippet in which all placeholders are filled in.
fn filled(body: &Value) -> String {
    let lines = body.as_array().map_or_else(|| vec![body.clone()], Clone::clone);
    let text = lines.iter().map(|line| line.as_str().unwrap()).collect::<Vec<_>>().join("\n");
    let mut new = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('$') {
        new += before;
        if let Some(inside) = after.strip_prefix('{') {
            let (place, after) = inside.split_once('}').unwrap();
            new += place
                .split_once(':')
                .map_or("x", |(_, shown)| if shown.starts_with('$') { "1" } else { shown });
            rest = after;
        } else {
            new += if after.starts_with('0') { "writecr" } else { "x" };
            rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        }
    }
    new + rest
}

/// Tests that all symbols of each snippet are symbols of ALGOL.
#[test]
fn snippets_are_algol() {
    for (name, snippet) in json("snippets/algol60.json").as_object().unwrap() {
        let text = format!("_begin {} _end;", filled(&snippet["body"]));
        let analysis = gier_algol::analyse(&[SourceText::clean(name, &text)], &mut |_| None);
        let faulty = analysis.tokens.iter().any(|token| token.kind == TokenKind::Trouble);
        assert!(!faulty, "{name}: {text}");
    }
    json("snippets/slip.json");
    json("algol60.configuration.json");
    json("slip.configuration.json");
}

#[test]
fn the_grammars_tests_pass_and_the_package_is_built() {
    let folder = root().join("editors/vscode");
    if !folder.join("node_modules").is_dir() {
        println!("skipped: npm install was not run in editors/vscode");
        return;
    }
    for script in ["test", "package"] {
        let output = Command::new("npm").args(["run", script]).current_dir(&folder).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(folder.join("gier.vsix").is_file());
}
