//! Checks the table of the standard procedures. Each example must print what the table says, and the manual
//! must contain the rows of this table and of the table of symbols.

use crate::algol_map::compiled;
use crate::cases::kept;
use crate::paper;
use crate::tidy::root;
use gier_algol::standard::{PROCEDURES, StandardProcedure};
use gier_algol::typing::{SYMBOLS, Typing};
use gier_machine::{Input, Machine};
use gier_word::Uops;
use std::fs;

/// Runs the example of a standard procedure. Returns what the example prints and punches, or `None` if there
/// is no example.
fn run(row: &StandardProcedure) -> Option<(String, String)> {
    let example = row.example?;
    let mut machine = Machine::with_image(&compiled(row.name, &example.text()));
    if !example.reader.is_empty() {
        machine.feed(Input::MountTape(paper::tape_of(example.reader)));
    }
    let keys = paper::keys_of(example.typed);
    let run = paper::run(&mut machine, &keys, Uops::from_seconds(60.0));
    let printed = run.paper.strip_suffix("\nend").unwrap_or(&run.paper).to_string();
    Some((printed.strip_prefix(example.typed).map(String::from).unwrap_or(printed), run.punched))
}

#[test]
fn each_example_prints_what_the_table_says() {
    let mut wrong = Vec::new();
    for row in &PROCEDURES {
        let Some((printed, punched)) = run(row) else { continue };
        let example = row.example.unwrap();
        if printed != example.paper || punched != example.punched {
            wrong.push(format!("{}: {printed:?} {punched:?}", row.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn manual_row(row: &StandardProcedure) -> String {
    let (name, parameters) = (row.name, row.parameters.join(", "));
    let result = row.result.map_or("-".to_string(), |ty| ty.to_string());
    let parameters = if parameters.is_empty() { "-".to_string() } else { parameters };
    format!("| `{name}` | {parameters} | {result} | {} |\n", row.english)
}

/// Returns the row of a symbol in the manual.
fn symbol_row(row: &Typing) -> String {
    let code = |text: &&str| match text.replace('|', "\\|") {
        text if text.contains('`') => format!("`` {text} ``"),
        text => format!("`{text}`"),
    };
    let all = |texts: &[&str]| texts.iter().map(code).collect::<Vec<_>>().join(" ");
    let (symbol, museum) = (code(&row.symbol), code(&row.museum));
    format!("| {symbol} | {} | {} | {museum} | {} |\n", row.english, all(row.typed), all(row.refused))
}

/// Compares the manual with the tables of the standard procedures and of the symbols. `UPDATE=1` rewrites the
/// tables in the manual.
#[test]
fn the_manual_has_the_rows_of_the_tables() {
    let mut new = fs::read_to_string(root().join("docs/algol.md")).unwrap();
    for (head, rows) in [
        (
            "| identifier | takes | gives | does |\n|---|---|---|---|\n",
            PROCEDURES.iter().map(manual_row).collect::<String>(),
        ),
        (
            "| symbol | what it is | on your keyboard | in `.asc` | refused |\n|---|---|---|---|---|\n",
            SYMBOLS.iter().map(symbol_row).collect(),
        ),
    ] {
        let (before, after) = new.split_once(head).expect("the table's head");
        let after = format!("\n{after}");
        let (_, rest) = after.split_once("\n\n").expect("the table's end");
        new = format!("{before}{head}{}\n\n{rest}", rows.trim_end());
    }
    kept("docs/algol.md", &new);
}
