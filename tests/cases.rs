//! Checks test cases that are files of a folder. The first lines of a file describe the case. The expected
//! result comes after a line of dashes. Also checks other files that `UPDATE=1` writes.

use crate::tidy::root;
use std::fs;
use std::path::Path;

const DASHES: &str = "----------------------------------------";

/// Calls `answer` with the first lines of each `.txt` file, and compares the answer with the expected result.
/// `UPDATE=1` rewrites the expected results.
pub fn check(folder: &Path, answer: impl Fn(&str) -> String) {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    paths.sort();
    assert!(!paths.is_empty(), "{}", folder.display());
    let mut wrong = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let head = text.split_once(DASHES).map_or(text.as_str(), |(head, _)| head).trim_end();
        let found = format!("{head}\n{DASHES}\n{}", answer(head));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, found).unwrap();
        } else if found != text {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "run with UPDATE=1 and read the difference:\n{}", wrong.join("\n"));
}

/// Compares a file of the source tree with what it has to contain. `UPDATE=1` rewrites the file.
pub fn kept(path: &str, now: &str) {
    let file = root().join(path);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, now).unwrap();
    }
    let kept = fs::read_to_string(file).unwrap_or_default();
    assert!(now == kept, "{path}: run with UPDATE=1 and read the difference:\n{now}");
}
