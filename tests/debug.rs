//! Tests the command `gier debug` by acts and their output. Each file of `tests/debug/` has a program in its
//! first line, then acts, then a line of dashes. The expected standard output and standard error follow.
//! `UPDATE=1` rewrites them; read the difference.

use crate::cases;
use crate::cli::Desk;
use crate::tidy::root;
use std::fs;
use std::path::Path;

/// Runs a script of acts on a program. Returns the messages, the paper and the exit status.
fn answer(program: &Path, acts: &str) -> String {
    let desk = Desk::new();
    let words = ["debug", &program.display().to_string(), "--acts", "acts"];
    let done = desk.put("acts", acts).command(words).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let status = done.status.code().unwrap();
    // gier names a text by the given path. The folder of the tests is removed from this path.
    let beside = format!("{}/", program.parent().expect("it is in a folder").display());
    let told = text(&done.stderr).replace(&beside, "");
    format!("{told}paper:\n{}status {status}\n", text(&done.stdout))
}

#[test]
fn acts_of_the_debugger_print_what_is_expected() {
    cases::check(&root().join("tests/debug"), |head| {
        let (program, acts) = head.split_once('\n').unwrap();
        let program = program.strip_prefix("# program ").expect("the first line names the program");
        answer(&root().join(program), acts)
    });
}

/// Checks the scripts of acts in the documents: a block `acts of PROGRAM`, followed by its output. The
/// program can be on the page, in a block with the program's name. Nine of ten answers have no raw word.
#[test]
fn the_documents_show_the_output_of_their_acts() {
    let root = root();
    let (mut answers, mut raw) = (0, 0);
    let is_raw = |line: &&str| line.split(' ').any(|word| word.matches('/').count() == 3);
    for name in ["docs/debugging.md", "docs/nim-to-the-lamps.md", "docs/tutorial.md"] {
        let text = fs::read_to_string(root.join(name)).unwrap();
        let mut found = String::new();
        let mut rest = text.as_str();
        while let Some((before, block)) = rest.split_once("```acts of ") {
            let (program, block) = block.split_once('\n').unwrap();
            let (acts, behind) = block.split_once("```\n").unwrap();
            let (between, behind) = behind.split_once("```text\n").expect("what it tells stands behind");
            let (_, behind) = behind.split_once("```").unwrap();
            let folder = tempfile::tempdir().unwrap();
            let on_page = text.split_once(&format!("```algol {program}\n")).map(|(_, block)| block);
            let file = match on_page.and_then(|block| block.split_once("```")) {
                None => root.join(program),
                Some((source, _)) => {
                    fs::write(folder.path().join(program), source).unwrap();
                    folder.path().join(program)
                }
            };
            let told = answer(&file, acts);
            let (told, _) = told.split_once("paper:").unwrap();
            let lines = || told.lines().filter(|line| line.starts_with("gier: "));
            answers += lines().count();
            raw += lines().filter(is_raw).count();
            let folder = folder.path().join("");
            let told = told.replace("gier: ", "").replace(&folder.display().to_string(), "");
            found.push_str(&format!("{before}```acts of {program}\n{acts}```\n{between}```text\n{told}```"));
            rest = behind;
        }
        found.push_str(rest);
        cases::kept(name, &found);
    }
    assert!(answers > 60 && raw * 10 <= answers, "{raw} of {answers} answers have a raw word");
}

/// Acts that gier must refuse at line 19 of `names.alg`, each with a part of gier's answer.
const REFUSED: [(&str, &str); 30] = [
    ("tell nosuch", NO_VARIABLE),
    ("tell big[9]", BOUNDS),
    ("tell big[9 + i]", BOUNDS),
    ("watch nosuch", NO_VARIABLE),
    ("watch big[9]", BOUNDS),
    ("watch s when nosuch = 1", NO_VARIABLE),
    ("break line 20 when nosuch = 1", NO_VARIABLE),
    ("break line 20 when big[9] = 1", BOUNDS),
    ("break line 20 tell nosuch", NO_VARIABLE),
    ("back to nosuch = 1", NO_VARIABLE),
    ("back to big[9] = 1", BOUNDS),
    ("back to change of nosuch", NO_VARIABLE),
    ("back to change of big[9]", BOUNDS),
    ("back to write of nosuch", NO_VARIABLE),
    ("back to write of big[9]", BOUNDS),
    ("who wrote nosuch", NO_VARIABLE),
    ("who wrote big[9]", BOUNDS),
    ("watch big", ARRAY),
    ("watch big[1, 1]", ARRAY),
    ("break line 20 when big = 1", ARRAY),
    ("back to change of big", ARRAY),
    ("who wrote big", ARRAY),
    ("set nosuch 1", "'nosuch' is nothing that can be set"),
    ("set big[9] 1", BOUNDS),
    ("set s nosuch", NO_VARIABLE),
    ("break procedure nosuch", "the program has no procedure nosuch"),
    ("break line nosuch.alg:3", "the program has no text nosuch.alg"),
    ("break line 99", "no statement begins on line 99 or behind it"),
    ("back to line 99", "no statement begins on line 99 or behind it"),
    ("tell origin of \"99\"", "the paper has no text \"99\""),
];
const NO_VARIABLE: &str = "the program has no variable nosuch";
const ARRAY: &str = "big is an array with 1 subscript";
const BOUNDS: &str = "the subscripts are outside the bounds";

/// Acts that gier must refuse in a program without a map, each with a part of gier's answer.
const WITHOUT_MAP: [(&str, &str); 7] = [
    ("break line 3", "no lines are known"),
    ("break procedure x", "no names are known"),
    ("back to line 3", "no lines are known"),
    ("tell sum", "the program has no map with names"),
    ("watch sum", "the program has no map with names"),
    ("step line", "program has no map with statements"),
    ("back line", "program has no map with statements"),
];

/// Tests that unknown names, elements out of bounds, and names in a program without a map are refused at
/// once, in scripts of acts and in the panel. `tests/dap/session.cjs` tests this in an editor.
#[test]
fn acts_without_a_meaning_are_refused() {
    let desk = Desk::new();
    let names = desk.copy("tests/debug/names.alg");
    desk.copy("tests/debug/count.slip");
    desk.gier("asm count.slip -o count.drum --no-map").code(0);
    let deep = format!("tell 1{}", "+1".repeat(100_000));
    let long = [(deep.as_str(), "at most 512 values")];
    let about = [(names, &REFUSED[..]), ("count.drum", &WITHOUT_MAP), ("count.drum", &long)];
    for (program, acts) in about {
        let (head, keys) = match program.ends_with(".alg") {
            true => ("break line 19\nawait break\n", "[:break line 19<Enter>:continue<Enter>"),
            false => ("", ""),
        };
        for (act, wanted) in acts {
            desk.put("acts", format!("{head}{act}"));
            let done = desk.command(["debug", program, "--acts", "acts"]).output().unwrap();
            let told = String::from_utf8(done.stderr).unwrap();
            assert!(!done.status.success() && told.contains(wanted), "{act}: {told}");
            // The operating system limits the length of an argument.
            if act.len() > 1000 {
                continue;
            }
            let keys = format!("{keys}:{act}<Enter>");
            let words = ["--at", "5", "--press", &keys, "--size", "240x40", "--picture", "out.txt"];
            desk.command(["panel", program]).args(words).assert().success();
            let picture = desk.get("out.txt");
            assert!(picture.contains(wanted), "{act}: {picture}");
        }
    }
}

/// Debugs the museum's monitor program HELP 3, which has no map: watches a cell, and asks who wrote it and
/// who called. The addresses are taken from gier's answers. Needs `GIER_ARCHIVE`.
#[test]
fn a_museum_program_without_a_map_is_debugged() {
    let Some(archive) = crate::ga3::archive() else { return };
    let (desk, tapes) = (Desk::new(), archive.join("tapes").display().to_string());
    let gier = |words: &str, acts: &str| {
        desk.put("acts", acts).said(&format!("{words} --acts acts --folder {tapes}"), 0)
    };
    let boot = "bootstrap\nreader \"tapet3/1track0.flx\"\nreader \"tapet3/2mainhelp.flx\"\nstart\n\
                expect \"SUM\"\ntype \"\\n\"\nexpect \"e0\"\nawait key\nsave \"help3.drum\"\n";
    gier("boot", boot);
    let told = gier("debug help3.drum", "await key\ntell order\ntell calls\n");
    // The answers have the form `next, after 2900 orders: lyn 315 in 848: …` and `848, called in 769 by …`.
    let (_, reader) = told.split_once(" orders: lyn ").expect("it reads a key");
    let reader = reader.split_once(" in ").and_then(|(_, rest)| rest.split(':').next()).unwrap();
    let (_, call) = told.split_once(&format!("gier: {reader}, called in ")).expect("by a call");
    let caller = call.split(' ').next().unwrap();
    let acts = format!(
        "await key\nwatch cell {reader} changed\ntype \"x\"\nawait break\nwho wrote {reader}\n\
         who wrote {caller}\nwho wrote again\nback to write of cell {caller}\ntell order\n"
    );
    let told = gier("debug help3.drum", &acts);
    assert!(told.contains(&format!("stop 1: cell {reader} went from ")), "{told}");
    assert!(told.contains(&format!("by the order in {reader}, order ")), "{told}");
    // The call changed its own cell, and two answers name this write. An earlier order had put the address
    // into the cell. The call found these contents.
    let by_caller = format!("by the order in {caller}, order ");
    assert_eq!(told.matches(&by_caller).count(), 2, "{told}");
    let writes: Vec<(&str, &str)> = told
        .lines()
        .filter_map(|line| line.strip_prefix(&format!("gier: cell {caller}: "))?.split_once(", now "))
        .collect();
    let [(found, _), (_, left), _] = writes[..] else { panic!("three writes are told: {told}") };
    assert!(left.starts_with(&format!("{found}, by the order in ")), "{told}");
    assert!(
        told.contains(&format!(" orders: hs {reader}")) && told.contains(&format!(" in {caller}: ")),
        "{told}"
    );
}
