//! Tests `gier play`, which lists, shows and plays the bundled programs.

use crate::cli::Desk;
use crate::tidy::root;
use gier_programs::book;
use gier_word::Image;
use snapbox::Data;
use std::fs;
use std::path::PathBuf;

/// Returns the rows of the list of programs, from its JSON.
fn rows(desk: &Desk) -> Vec<serde_json::Value> {
    match serde_json::from_str(&desk.printed("play --json")).unwrap() {
        serde_json::Value::Array(rows) => rows,
        other => panic!("no list: {other}"),
    }
}

#[test]
fn every_program_is_in_both_lists_with_its_line() {
    let desk = Desk::new();
    let list = desk.printed("play");
    for row in rows(&desk) {
        let (name, line) = (row["name"].as_str().unwrap(), row["line"].as_str().unwrap());
        assert!(
            list.lines().any(|entry| entry.trim_start().starts_with(name) && entry.ends_with(line)),
            "{name}"
        );
        assert!(root().join("programs").join(row["text"].as_str().unwrap()).is_file(), "{name}");
    }
}

#[test]
fn the_text_that_is_shown_compiles_to_what_is_played() {
    let desk = Desk::new();
    desk.put("nim.alg", desk.printed("play nim --source"));
    desk.gier("algol nim.alg -o nim.drum").code(0).stderr_eq("");
    let read = |path: PathBuf| Image::from_bytes(&fs::read(path).unwrap()).unwrap();
    // The source maps of the two images differ, because the printed text contains the library.
    let (made, kept) = (read(desk.path("nim.drum")), read(root().join("roms/nim.drum")));
    assert!(made.tracks() == kept.tracks());
}

#[test]
fn a_misspelt_name_is_answered_with_the_right_one() {
    let desk = Desk::new();
    let similar = "...\n[..]a similar value exists: 'nim'\n...";
    desk.gier("play nimm").code(2).stdout_eq("").stderr_eq(similar);
}

#[test]
fn nim_can_be_played_by_either_name() {
    let desk = Desk::new();
    desk.put("typed.txt", book::TYPED);
    desk.gier("play nim --plain --ribbon marks --typed typed.txt")
        .code(0)
        .stderr_eq("")
        .stdout_eq(Data::text(book::PAPER).raw());
}

#[test]
fn the_readmes_of_the_programs_list_each_program() {
    let read = |path| fs::read_to_string(root().join("programs").join(path)).unwrap();
    let (readme, examples) = (read("README.md"), read("examples/README.md"));
    for program in gier_programs::PROGRAMS {
        let is_listed = !program.path.starts_with("examples/")
            || examples.contains(&format!("\n| `{}` | ", program.name));
        assert!(is_listed, "programs/examples/README.md lacks {}", program.name);
        let row = format!("| `{}` | {} |\n", program.name, program.line);
        assert!(readme.contains(&row), "programs/README.md lacks {row}");
    }
}
