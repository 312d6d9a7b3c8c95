//! Checks the papers of FAIR PLAY games against the museum's own GIER ALGOL III. Programs that it translates
//! must print the same papers. Needs `GIER_ARCHIVE`.

use crate::guest::{Guest, root};
use crate::{ga3, paper};
use gier_programs::find;
use std::fs;

/// Returns the guest's input with a comma after each number. Our ALGOL also accepts a blank there, but the
/// museum's GIER ALGOL III does not.
fn with_commas(typed: &str) -> String {
    let mut text = String::new();
    for key in typed.chars() {
        let ends_number = key == ' ' && text.ends_with(|before: char| before.is_ascii_digit());
        text.push(if ends_number { ',' } else { key });
    }
    text
}

#[test]
fn the_museums_translator_gives_the_same_papers() {
    let Some(archive) = ga3::archive() else { return };
    let mut papers = 0;
    for entry in fs::read_dir(root().join("tests/games")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = name.strip_suffix(".typed") else { continue };
        let program = find(name.split('.').next().unwrap()).unwrap();
        if !program.path.starts_with("fair-play/") {
            continue;
        }
        let typed =
            with_commas(&fs::read_to_string(root().join(format!("tests/games/{name}.typed"))).unwrap());
        let mut guest = Guest::at(program.name);
        guest.types(&typed);
        let tape = ga3::tape_of_clean(&program.source());
        let theirs = ga3::run(&archive, tape, None, false, &paper::keys_of(&typed));
        let run = theirs.run.unwrap_or_else(|| panic!("{name}: their translator:\n{}", theirs.translation));
        assert_eq!(run.paper.trim_end(), guest.paper().trim_end(), "{name}");
        papers += 1;
    }
    assert!(papers >= 9);
}
