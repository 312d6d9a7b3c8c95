//! Plays the bundled ALGOL programs, translated by the museum's own GIER ALGOL III. Equal keys must give
//! equal papers and tapes. Needs `GIER_ARCHIVE`.

use crate::games::{JUDGED, file, names, program};
use crate::{ga3, paper};
use gier_machine::{Input, Machine};
use gier_word::Uops;

/// Returns the guest's keys with a comma after each number, because the museum's GIER ALGOL III accepts no
/// blank there. A number in an order of the Combitron, such as `n4`, gets no comma. In `d1n10`, the 10 gets a
/// comma: 1 is a choice in the menu, and `n` means no.
fn with_commas(program: &str, typed: &str) -> String {
    let mut text: Vec<char> = typed.chars().collect();
    for at in (0..text.len()).filter(|&at| typed.chars().nth(at) == Some(' ')) {
        let mut before = text[..at].iter().rev().skip_while(|c| c.is_ascii_digit() || "-.⏨".contains(**c));
        let is_number = at > 0 && text[at - 1].is_ascii_digit();
        let is_order = program == "combitron"
            && match (before.next(), before.next()) {
                (Some('p' | 's' | 'r'), _) => true,
                (Some(letter), Some(answer)) => letter.is_alphabetic() && !answer.is_ascii_digit(),
                _ => false,
            };
        if is_number && !is_order {
            text[at] = ',';
        }
    }
    text.into_iter().collect()
}

#[test]
fn numbers_of_guests_end_with_commas() {
    for (program, typed, commas) in [
        ("russian-nim", "d1 2 0 0 ", "d1,2,0,0,"),
        ("combitron", "d1n10 0 0e", "d1n10,0,0e"),
        ("combitron", "e3p0 in s1 n4\n0e8n33 7 ", "e3p0 in s1 n4\n0e8n33,7,"),
        ("markov", "The rain. ", "The rain. "),
        ("kegler", "da j7 jn3 4 ", "da j7,jn3,4,"),
    ] {
        assert_eq!(with_commas(program, typed), commas);
    }
}

/// Checks one paper. Returns a description of the difference, or `None`.
fn check(archive: &std::path::Path, name: &str) -> Option<String> {
    let program = program(name);
    let keys = paper::keys_of(&with_commas(program.name, &file(name, "typed").unwrap_or_default()));
    let tape = file(name, "tape");
    let theirs = ga3::run(archive, ga3::tape_of_clean(&program.source()), tape.as_deref(), false, &keys);
    let Some(theirs) = theirs.run else { return Some(format!("their translator:\n{}", theirs.translation)) };
    let mut machine = Machine::with_image(&program.image());
    if let Some(tape) = tape {
        machine.feed(Input::MountTape(paper::tape_of(&tape)));
    }
    let ours = paper::run(&mut machine, &keys, Uops::from_seconds(36_000.0));
    // The museum's system types a blank after the word `end`.
    if theirs.paper.trim_end() != ours.paper.trim_end() {
        return Some(format!("theirs:\n{}\nours:\n{}", theirs.paper, ours.paper));
    }
    (theirs.punched != ours.punched).then(|| format!("theirs punched:\n{}", theirs.punched))
}

#[test]
fn games_print_the_same_in_the_museums_translation() {
    let Some(archive) = ga3::archive() else { return };
    let only = std::env::var("GIER_ALGOL").unwrap_or_default();
    let mut failed = Vec::new();
    // The other papers of the same programs would only take time.
    let is_judged = |name: &str| JUDGED.iter().any(|ending| name.ends_with(ending));
    let is_algol = |name: &str| program(name).path.ends_with(".alg") && !is_judged(name);
    for name in names().iter().filter(|name| name.contains(&only) && is_algol(name)) {
        if let Some(why) = check(&archive, name) {
            failed.push(format!("--- {name}\n{why}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
