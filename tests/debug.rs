//! `gier debug` from outside: acts on programs, and what is told of them. Each file of
//! `tests/debug/` has a program in its first line, then acts, then behind a line of dashes what came
//! to standard output and standard error; `UPDATE=1` writes that anew, and the difference is read.

use snapbox::cmd::{Command, cargo_bin};
use std::fs;
use std::path::Path;

const DASHES: &str = "----------------------------------------";

/// Runs the acts of a file on its program and gives what was told, then the paper, then the status.
fn answer(program: &Path, acts: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("acts"), acts).unwrap();
    let words = ["debug", &program.display().to_string(), "--acts", "acts"];
    let done = Command::new(cargo_bin("gier")).args(words).current_dir(folder.path()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let status = done.status.code().unwrap();
    format!("{}paper:\n{}status {status}\n", text(&done.stderr), text(&done.stdout))
}

#[test]
fn acts_of_the_debugger_tell_what_is_expected() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut wrong = Vec::new();
    let mut paths: Vec<_> =
        fs::read_dir(root.join("tests/debug")).unwrap().map(|file| file.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    paths.sort();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let (head, _) = text.split_once(DASHES).unwrap_or((&text, ""));
        let (program, acts) = head.split_once('\n').unwrap();
        let program = program.strip_prefix("# program ").expect("the first line names the program");
        let told = answer(&root.join(program), acts);
        let found = format!("{}\n{DASHES}\n{told}", head.trim_end());
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, found).unwrap();
        } else if found != text {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "run with UPDATE=1 and read the difference:\n{}", wrong.join("\n"));
}

/// The acts in the documents: a block `acts of PROGRAM`, and behind it what it tells. A program
/// may stand on the page, in a block with its name.
#[test]
fn the_documents_tell_what_their_acts_tell() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for name in ["docs/debugging.md", "docs/tutorial.md"] {
        let path = root.join(name);
        let text = fs::read_to_string(&path).unwrap();
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
            let folder = format!("{}/", folder.path().display());
            let told = told.replace("gier: ", "").replace(&folder, "");
            found.push_str(&format!("{before}```acts of {program}\n{acts}```\n{between}```text\n{told}```"));
            rest = behind;
        }
        found.push_str(rest);
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, found).unwrap();
        } else {
            assert!(found == text, "run with UPDATE=1 and read the difference:\n{found}");
        }
    }
}
