//! Tests the command `gier compare`. The first lines of each file in `tests/compare/` describe what is
//! compared: two logs of a program with different typed texts, or two programs with the same typed text.
//! After a line of dashes, the file has the expected output and exit status. `UPDATE=1` rewrites them; read
//! the difference.

use crate::cases;
use crate::cli::Desk;
use crate::tidy::root;
use std::fs;

/// Returns the text between the quotes of a line.
fn quoted(line: &str) -> &str {
    line.split_once('"').and_then(|(_, text)| text.strip_suffix('"')).expect("a text in quotes")
}

/// Returns the output of the comparison that these first lines of a file describe.
fn answer(head: &str) -> String {
    let desk = Desk::new();
    let lines: Vec<&str> = head.lines().collect();
    let done = match lines[0].strip_prefix("# logs of ") {
        Some(program) => {
            for (name, line) in [("one", lines[1]), ("other", lines[2])] {
                let words = format!("panel {program} --typed {name} --log {name}.log --picture picture.txt");
                desk.put(name, quoted(line)).gier(&words).code(0);
            }
            desk.gier("compare one.log other.log")
        }
        None => {
            let names = lines[0].strip_prefix("# programs ").expect("what is compared").split(' ');
            let copied = names.map(|name| match name.rsplit_once('/') {
                None => name.to_string(),
                Some((before, file)) => {
                    let place = before.rsplit('/').next().unwrap();
                    fs::create_dir_all(desk.path(place)).unwrap();
                    fs::copy(root().join(name), desk.path(place).join(file)).unwrap();
                    format!("{place}/{file}")
                }
            });
            let copied: Vec<String> = copied.collect();
            desk.put("typed", quoted(lines[1]));
            desk.gier(&format!("compare {} --typed typed", copied.join(" ")))
        }
    };
    let done = done.get_output();
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
    let desk = Desk::new();
    desk.put("keys", "djk").gier("panel nim --typed keys --log a.log --picture p.txt").code(0);
    for (words, wanted) in [
        ("nim a.log", "compare two session logs, or two programs, not one of each"),
        ("a.log a.log --typed keys", "the logs have their own inputs, so leave out --typed"),
        ("a.log b.log", "cannot read b.log"),
    ] {
        let told = desk.said(&format!("compare {words}"), 2);
        assert!(told.contains(wanted), "{words}: {told}");
    }
}
