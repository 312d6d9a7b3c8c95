//! Translates the museum's ALGOL programs with our compiler and with the museum's compiler. Both translations
//! must print the same paper, with the known result. `docs/algol-museum.md` lists the results, and the
//! programs that are not run.

use crate::{ga3, mechanical, paper};
use gier_algol::source::{Form, SourceText};
use gier_machine::Machine;
use gier_word::Uops;
use std::path::Path;

/// How the text of a program is prepared: unchanged, converted to GIER ALGOL III by [`mechanical::changed`],
/// or with a semicolon added.
#[derive(Clone, Copy, PartialEq)]
pub enum Text {
    AsItStands,
    Changed,
    /// Adds the missing semicolon after the last end.
    Semicolon,
}
use Text::{AsItStands, Changed, Semicolon};

/// A program of the museum: its name, how its text is prepared, the typed keys, and texts that the paper or
/// the punched tape must contain.
pub type Row = (&'static str, Text, &'static str, &'static [&'static str]);

const PROGRAMS: &[Row] = &[
    ("mk/input1", AsItStands, "", &["\n  -0.0296075\n", "-1.6188294"]),
    ("mk/manboy", AsItStands, "", &["\n  2      -2\n", "\n  6       1\n"]),
    ("mk/jensen1", Changed, "", &["7.485464"]),
    ("mk/00ga3test1", AsItStands, "", &["    123.000    456.789"]),
    ("mk/00ga3test2", AsItStands, "", &["end"]),
    ("mk/00ga3test3", AsItStands, "", &["    452.389"]),
    ("mk/00ga3test5", AsItStands, "", &["    102"]),
    ("mk/00ga3test6", AsItStands, "", &["end"]),
    ("mk/00ga3test7", AsItStands, "", &["   1   4   9  16  25  36  49  64  81 100"]),
    ("mk/00ga3test10", AsItStands, "", &[" 3125.0000000    "]),
    ("mk/00ga3test12", AsItStands, "", &["end"]),
    ("mk/pc11", AsItStands, "", &["end"]),
    ("mk/fact", Semicolon, "", &["      1      2      6     24    120", "3628800"]),
    ("mk/mccarthy91", Changed, "", &["    110    100 ", "    101     91 ", "      1     91 "]),
    ("mk/tennent", Changed, "", &[" 2\n 4\n"]),
    ("mk/sw1", AsItStands, "", &["j called, i=   3\nL3", "j called, i=   4\nend"]),
    ("mk/for1", Changed, "", &["step\nuntil\ni:  10\nstep\nuntil\n"]),
    ("mk/for4", Changed, "", &["131328"]),
    ("mk/for5", Changed, "", &["131328"]),
    ("mk/for7", Changed, "", &["icount"]),
    ("mk/array1", AsItStands, "", &["end"]),
    ("mk/array2", Changed, "", &["end"]),
    ("mk/array3", Changed, "", &["end"]),
    ("mk/array4", AsItStands, "", &["First\nSecond\n", "index"]),
    ("mk/formal2", AsItStands, " ", &["     9\n     9\n"]),
    ("mk/nr20", AsItStands, "", &["    4.78   30.58"]),
    ("mk/travel", AsItStands, "", &["  391.9 minutes."]),
    ("mk/quicksort", Changed, "20,", &["Done."]),
    ("mk/facIII", Changed, "", &["\n  10   6.559", "\n  50  64.483"]),
    ("mk/jacobi3", Changed, "", &["\n18 ", "alas"]),
    ("mk/whetstone", Changed, "1,", &["   345             1.0000   -1.0000", "end"]),
    ("mk/writetext1", Changed, "", &["end"]),
    ("mk/error1", Changed, "x", &["spill"]),
    ("mk/euler/euler1", Changed, "", &["   233168\n"]),
    ("mk/euler/euler2", Changed, "", &["  4613732\n"]),
    ("mk/euler/euler3", Changed, "", &["     6857\n"]),
    ("mk/euler/euler5", Changed, "", &["     2520\n"]),
];

/// Returns the keys of the five NIM games in the book of 1966. The museum's translator requires a comma after
/// each number.
fn games() -> String {
    let mut games = String::new();
    for character in gier_programs::book::TYPED.chars() {
        let after_figure = games.ends_with(|last: char| last.is_ascii_digit());
        games.push(if character == ' ' && after_figure { ',' } else { character });
    }
    games
}

/// Returns the text of a program, prepared for our compiler.
pub fn text(archive: &Path, (name, form, ..): Row) -> String {
    let path = archive.join("tapes").join(format!("{name}.asc"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    // If a file was encoded as UTF-8 twice, it has an extra letter Â before each disjunction (£).
    let text = SourceText::from_bytes(name, &bytes).text.replace("Â£", "£");
    match form {
        AsItStands => text,
        Changed => mechanical::changed(&text),
        Semicolon => {
            let end = mechanical::underlined("end");
            let last = text.rfind(&end).expect("a last end") + end.len();
            format!("{};{}", &text[..last], &text[last..])
        }
    }
}

/// Makes a source text from a text of the archive.
pub fn source(name: &str, text: String) -> SourceText {
    SourceText { name: name.to_string(), text, form: Form::Asc }
}

/// Returns all programs, each with the keys to type.
pub fn rows() -> Vec<(Row, String)> {
    let nim: Row = ("demo/demon3_ga3", AsItStands, "", &["De har vundet. Tillykke.", "\nend"]);
    PROGRAMS.iter().map(|&row| (row, row.2.to_string())).chain([(nim, games())]).collect()
}

/// Checks one program. Returns an error if the results differ.
fn check(archive: &Path, row: Row, typed: &str) -> Result<(), String> {
    let (name, _, _, stated) = row;
    let text = text(archive, row);
    let source = source(name, text.clone());
    let (compilation, diagnostics) = gier_algol::compile(&[source], &mut |_| None);
    let image = compilation.ok_or_else(|| format!("{diagnostics:#?}"))?.image;
    let keys = paper::keys_of(typed);
    let mut machine = Machine::with_image(&image);
    let ours = paper::run(&mut machine, &keys, Uops::from_seconds(3600.0));
    let theirs = ga3::run(archive, ga3::tape_of_asc(&text), None, false, &keys);
    let theirs = theirs.run.ok_or(theirs.translation)?;
    if ours.paper.trim_end() != theirs.paper.trim_end() {
        return Err(format!("ours:\n{}\ntheirs:\n{}", ours.paper, theirs.paper));
    }
    if ours.punched != theirs.punched {
        return Err(format!("ours punched:\n{}\ntheirs:\n{}", ours.punched, theirs.punched));
    }
    for result in stated {
        if !ours.paper.contains(result) && !ours.punched.contains(result) {
            return Err(format!("no {result:?} on:\n{}{}", ours.paper, ours.punched));
        }
    }
    Ok(())
}

#[test]
fn algol_of_the_museum_prints_the_same_in_both_translations() {
    let Some(archive) = ga3::archive() else { return };
    let failed: Vec<String> = rows()
        .into_iter()
        .filter_map(|(row, typed)| {
            check(&archive, row, &typed).err().map(|why| format!("--- {}\n{why}", row.0))
        })
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
