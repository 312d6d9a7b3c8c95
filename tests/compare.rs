//! Tests the command `gier compare`. The first lines of each file in `tests/compare/` describe what is
//! compared: two logs of a program with different typed texts, or two programs with the same typed text.
//! After a line of dashes, the file has the expected output and exit status. `UPDATE=1` rewrites them; read
//! the difference.

use crate::cases;
use crate::tidy::root;
use snapbox::cmd::{Command, cargo_bin};
use std::fs;
use std::path::Path;

fn gier(folder: &Path, words: &[&str]) -> std::process::Output {
    let gier = Command::new(cargo_bin("gier")).args(words).current_dir(folder);
    gier.env("XDG_STATE_HOME", folder.join("state")).output().unwrap()
}

/// Returns the text between the quotes of a line.
fn quoted(line: &str) -> &str {
    line.split_once('"').and_then(|(_, text)| text.strip_suffix('"')).expect("a text in quotes")
}

/// Returns the output of the comparison that these first lines of a file describe.
fn answer(head: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let lines: Vec<&str> = head.lines().collect();
    let done = match lines[0].strip_prefix("# logs of ") {
        Some(program) => {
            for (name, line) in [("one", lines[1]), ("other", lines[2])] {
                fs::write(folder.join(name), quoted(line)).unwrap();
                let log = format!("{name}.log");
                let words = ["panel", program, "--typed", name, "--log", &log, "--picture", "picture.txt"];
                assert!(gier(folder, &words).status.success());
            }
            gier(folder, &["compare", "one.log", "other.log"])
        }
        None => {
            let names = lines[0].strip_prefix("# programs ").expect("what is compared").split(' ');
            let copied = names.map(|name| match name.rsplit_once('/') {
                None => name.to_string(),
                Some((before, file)) => {
                    let place = before.rsplit('/').next().unwrap();
                    fs::create_dir_all(folder.join(place)).unwrap();
                    fs::copy(root().join(name), folder.join(place).join(file)).unwrap();
                    format!("{place}/{file}")
                }
            });
            let copied: Vec<String> = copied.collect();
            fs::write(folder.join("typed"), quoted(lines[1])).unwrap();
            gier(folder, &["compare", &copied[0], &copied[1], "--typed", "typed"])
        }
    };
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    format!("{}{}status {}\n", text(&done.stderr), text(&done.stdout), done.status.code().unwrap())
}

#[test]
fn sessions_and_programs_part_where_they_should() {
    cases::check(&root().join("tests/compare"), answer);
}

/// Tests that gier refuses to compare a log with a program, or with a file that does not exist. It also
/// refuses `--typed` for two logs, because a log has its own inputs.
#[test]
fn only_two_files_of_one_kind_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("keys"), "djk").unwrap();
    gier(folder, &["panel", "nim", "--typed", "keys", "--log", "a.log", "--picture", "p.txt"]);
    for (words, wanted) in [
        (&["nim", "a.log"][..], "compare two session logs, or two programs, not one of each"),
        (&["a.log", "a.log", "--typed", "keys"], "the logs have their own inputs, so leave out --typed"),
        (&["a.log", "b.log"], "cannot read b.log"),
    ] {
        let done = gier(folder, &[&["compare"], words].concat());
        let told = String::from_utf8(done.stderr).unwrap();
        assert!(done.status.code() == Some(2) && told.contains(wanted), "{words:?}: {told}");
    }
}
