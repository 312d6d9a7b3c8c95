//! `gier tape info`: recognises tapes.

use crate::archive::place;
use crate::cli::TapeInfoArgs;
use crate::host::files::{self, Job};
use crate::host::folders;
use crate::host::report::say;
use crate::host::status::Status;
use anyhow::Result;
use gier_desk::acts::asc;
use gier_desk::tapes::{Cells, Dialect, First, Sums, TapeInfo, TapeKind, Unknown, guess, look};
use gier_word::tape::Row;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The table shows at most this many characters of the first line of a tape.
const LINE: usize = 50;

/// A file, and what gier recognised on the tape in the file.
struct Looked {
    path: PathBuf,
    info: Result<TapeInfo>,
    /// What the file looks like, if the tape was not recognised. The table does not show it.
    guess: Option<String>,
}

/// Runs `gier tape info`.
pub fn run(job: &Job, args: &TapeInfoArgs) -> Result<Status> {
    let mut paths = Vec::new();
    for path in &args.files {
        match path.is_dir() {
            true => tapes_in(path, &mut paths)?,
            false => paths.push(in_archive(path).unwrap_or_else(|| path.clone())),
        }
    }
    let guesses = args.json || paths.len() == 1;
    let looked: Vec<Looked> = paths.into_iter().map(|path| looked(job, path, guesses)).collect();
    if args.json {
        let rows: Vec<Value> = looked.iter().map(as_json).collect();
        job.print_json(&rows);
    } else if let [Looked { path, info: Ok(info), guess }] = looked.as_slice() {
        job.print(&card(path, info, guess.as_deref()));
    } else {
        job.print(&table(&looked));
    }
    let unread = looked.iter().filter_map(|looked| looked.info.as_ref().err());
    let mut status = Status::Ended;
    for error in unread {
        if !args.json {
            say(&format!("{error:#}"));
        }
        status = Status::WrongUse;
    }
    Ok(status)
}

/// The path of a tape whose name in the archive the user has given, as the other commands print it. `None` for a file.
fn in_archive(path: &Path) -> Option<PathBuf> {
    let archive = (!path.exists()).then(|| place::known(None)).flatten()?;
    Some(archive.join("tapes").join(path)).filter(|path| path.is_file())
}

/// Adds the paths of all tapes in a folder and its subfolders, sorted by name.
fn tapes_in(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<()> {
    for path in folders::tapes(folder)? {
        if path.is_dir() && !path.is_symlink() {
            tapes_in(&path, paths)?;
        } else if path.is_file() {
            paths.push(path);
        }
    }
    Ok(())
}

/// Reads a file, and recognises the tape in it. If `guesses` is true, guesses what another file is.
fn looked(job: &Job, path: PathBuf, guesses: bool) -> Looked {
    match job.read(&path) {
        Ok(bytes) => {
            let guess = if guesses && !files::is_asc(&path) { guess::guess(&bytes) } else { None };
            Looked { info: Ok(look_at(&path, &bytes)), path, guess }
        }
        Err(error) => Looked { path, info: Err(error), guess: None },
    }
}

/// Recognises the tape in a file. A `.asc` text is first converted to a tape, without the characters
/// that GIER does not have. No check sums are reported for a text, because they depend on the case
/// shifts of the original tape.
fn look_at(path: &Path, bytes: &[u8]) -> TapeInfo {
    if !files::is_asc(path) {
        return look(&bytes.iter().copied().map(Row).collect::<Vec<_>>());
    }
    TapeInfo { sums: Sums::default(), ..look(&asc::rows_of_any(bytes).0) }
}

/// Describes one tape in several lines.
fn card(path: &Path, info: &TapeInfo, guess: Option<&str>) -> String {
    let blank = if info.blank > 0 { format!(", {} of them blank", info.blank) } else { String::new() };
    let parity = match info.wrong_parity {
        0 => "right in every row".to_string(),
        1 => "wrong in 1 row".to_string(),
        rows => format!("wrong in {rows} rows"),
    };
    let sums = sums(info.sums).unwrap_or_else(|| "none".to_string());
    let mut card = format!("{}\n", files::name(path));
    let mut line = |name: &str, text: &str| card += &format!("  {name:<11} {text}\n");
    line("kind", &info.kind.to_string());
    guess.into_iter().for_each(|guess| line("looks like", guess));
    if let TapeKind::First(first) = info.kind {
        line("to start it", &start(first));
    }
    line("rows", &format!("{}{blank}", info.rows));
    line("parity", &parity);
    line("sums", &sums);
    line("first line", &info.first_line);
    card.lines().map(|line| line.trim_end().to_string() + "\n").collect()
}

/// The command that loads a first tape. If gier knows which cells the tape fills, these are added.
fn start(first: First) -> String {
    let keyed = match first.cells {
        Cells::Help3 => "gier boot --tape",
        Cells::Old => "gier boot --bootstrap old --tape",
    };
    match (first.words, first.start) {
        (Some(words), Some(start)) => format!("{keyed}; {words} cells, {} to 512", start.number()),
        _ => keyed.to_string(),
    }
}

/// Describes the check sums of a tape in words. Returns `None` if the tape has none.
fn sums(sums: Sums) -> Option<String> {
    let counts = [(sums.right, "right"), (sums.wrong, "wrong"), (sums.untold, "not told")];
    let words: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// A table with a line for each tape, and the number of tapes of each kind.
fn table(looked: &[Looked]) -> String {
    let mut table =
        format!("{:<22} {:>7} {:>6}  {:<16} file: first line\n", "kind", "rows", "parity", "sums");
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for Looked { path, info, .. } in looked {
        let Ok(info) = info else {
            *kinds.entry("not read".to_string()).or_default() += 1;
            continue;
        };
        let kind = info.kind.to_string();
        let kind = kind.split(':').next().unwrap_or_default().to_string();
        let parity = if info.wrong_parity > 0 { info.wrong_parity.to_string() } else { "-".to_string() };
        let sums = sums(info.sums).unwrap_or_else(|| "-".to_string());
        let line: String = info.first_line.chars().take(LINE).collect();
        let (name, rows) = (files::name(path), info.rows);
        let colon = if line.is_empty() { "" } else { ": " };
        let _ = writeln!(table, "{kind:<22} {rows:>7} {parity:>6}  {sums:<16} {name}{colon}{line}");
        *kinds.entry(kind).or_default() += 1;
    }
    let counts: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    table + &format!("{} tapes: {}\n", looked.len(), counts.join(", "))
}

fn as_json(looked: &Looked) -> Value {
    let file = files::name(&looked.path);
    let info = match &looked.info {
        Ok(info) => info,
        Err(error) => return json!({ "file": file, "error": format!("{error:#}") }),
    };
    let TapeInfo { kind, rows, blank, wrong_parity, sums, first_line } = info;
    let mut object = json!({
        "file": file,
        "kind": word(*kind),
        "rows": rows,
        "blank": blank,
        "wrong_parity": wrong_parity,
        "sums": { "right": sums.right, "wrong": sums.wrong, "untold": sums.untold },
        "first_line": first_line,
    });
    if let Some(guess) = &looked.guess {
        object["looks_like"] = json!(guess);
    }
    match kind {
        TapeKind::First(first) => {
            object["cells"] = match first.cells {
                Cells::Help3 => json!("help3"),
                Cells::Old => json!("old"),
            };
            object["start"] = json!(first.start.map(|start| start.number()));
            object["words"] = json!(first.words);
        }
        TapeKind::Algol(dialect) => {
            object["dialect"] = match dialect {
                Dialect::Two => json!("II"),
                Dialect::Three => json!("III"),
                Dialect::Four => json!("4"),
                Dialect::Either => json!("III or 4"),
            };
        }
        TapeKind::Unknown(why) => {
            object["why"] = match why {
                Unknown::Empty => json!("empty"),
                Unknown::NoTape => json!("parity"),
                Unknown::OtherForm => json!("form"),
            };
        }
        TapeKind::Help3Binary
        | TapeKind::Help3Text
        | TapeKind::HjaelpBinary
        | TapeKind::Slip
        | TapeKind::Text => {}
    }
    object
}

/// The word for a kind of tape in JSON.
const fn word(kind: TapeKind) -> &'static str {
    match kind {
        TapeKind::First(_) => "first",
        TapeKind::Help3Binary => "help3-binary",
        TapeKind::Help3Text => "help3-text",
        TapeKind::HjaelpBinary => "hjaelp-binary",
        TapeKind::Slip => "slip",
        TapeKind::Algol(_) => "algol",
        TapeKind::Text => "text",
        TapeKind::Unknown(_) => "unknown",
    }
}
