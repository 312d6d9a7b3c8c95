//! Follows the tutorial, the page on NIM and the handbook's first page: writes their files and runs their commands.
//! `UPDATE=1` rewrites the output in their text.
//!
//! A block that opens with a language and a name is a file. A block that opens with `text of` and a name is a part
//! of a file that is already there. In a `console` block, a command comes after each `$`, followed by its standard
//! output.

use crate::cases::kept;
use crate::tidy::{files, read, root};
use snapbox::cmd::{Command, cargo_bin};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Splits a command into arguments. Text in double quotes is one argument.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for character in line.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(character),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Runs a command. Returns the lines of its standard output, without blanks at their ends.
fn answer(folder: &Path, command: &str) -> Vec<String> {
    let words = words(command);
    assert_eq!(words[0], "gier", "{command}");
    let done = Command::new(cargo_bin("gier"))
        .args(&words[1..])
        .current_dir(folder)
        .env("XDG_STATE_HOME", folder.join("state"))
        .env("NO_COLOR", "1")
        .assert();
    let output = done.get_output();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 3)), "{command}: {complaint}");
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| line.trim_end().to_string()).collect()
}

/// Does what a block of the tutorial describes. Returns the block with the present output.
fn do_block(folder: &Path, head: &str, body: &[String]) -> Vec<String> {
    let (language, name) = head.split_once(' ').unwrap_or((head, ""));
    if language != "console" {
        if let Some(name) = name.strip_prefix("of ") {
            // `tests/debug.rs` executes acts.
            let is_there = || read(&folder.join(name)).contains(&(body.join("\n") + "\n"));
            assert!(language == "acts" || is_there(), "{name} has another text");
        } else if !name.is_empty() {
            // Each line of a file ends with a newline. A text that is typed has no newline at its end.
            let text = body.join("\n") + if language == "text" { "" } else { "\n" };
            fs::write(folder.join(name), text).unwrap();
        }
        return body.to_vec();
    }
    let mut block = Vec::new();
    for command in body.iter().filter(|line| line.starts_with("$ ")) {
        block.push(command.clone());
        block.extend(answer(folder, &command[2..]));
    }
    block
}

#[test]
fn the_tutorial_shows_the_real_output() {
    check("docs/tutorial.md", TempDir::new().unwrap().path());
}

/// The commands of the page on NIM and of the handbook's first page run in a copy of `programs/nim`, with
/// `roms/nim.drum` where it is in the source tree.
#[test]
fn the_pages_on_nim_show_the_real_output() {
    let top = TempDir::new().unwrap();
    let folder = top.path().join("programs/nim");
    fs::create_dir_all(folder.join("library")).unwrap();
    fs::create_dir(top.path().join("roms")).unwrap();
    fs::copy(root().join("roms/nim.drum"), top.path().join("roms/nim.drum")).unwrap();
    for path in files("programs/nim", "alg") {
        let name = path.strip_prefix(root().join("programs/nim")).unwrap();
        fs::copy(&path, folder.join(name)).unwrap();
    }
    check("docs/nim-to-the-lamps.md", &folder);
    check("docs/README.md", &folder);
}

/// Does what the blocks of a page describe in `folder`, and compares the page with the present output.
fn check(name: &str, folder: &Path) {
    let text = read(&root().join(name));
    let mut made = Vec::new();
    let mut block: Option<(String, Vec<String>)> = None;
    for line in text.lines() {
        match (&mut block, line.strip_prefix("```")) {
            (None, Some(head)) => {
                made.push(line.to_string());
                block = Some((head.to_string(), Vec::new()));
            }
            (Some((head, body)), Some("")) => {
                made.extend(do_block(folder, head, body));
                made.push(line.to_string());
                block = None;
            }
            (Some((_, body)), _) => body.push(line.to_string()),
            (None, None) => made.push(line.to_string()),
        }
    }
    kept(name, &(made.join("\n") + "\n"));
}
