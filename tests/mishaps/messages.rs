//! Checks gier's error messages. `tests/cli/messages.txt` contains commands, each with its exit status, its standard
//! error and the files that it made or changed. `UPDATE=1` rewrites these.
//!
//! ```text
//! # reason
//! > name of a file, and its contents: \n, \u{1b}, \xff, {9*1000} for a thousand nines
//! $ the arguments of gier
//! = status
//! the messages
//! + the files
//! ```
//!
//! A block whose reason begins with `Unix:` is left out on Windows.

use super::{contents, gier};
use crate::cli::Desk;

/// Returns the bytes that a line of the file describes.
fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        if character == '{'
            && let Some((inside, after)) = rest.split_once('}')
            && let Some((what, times)) = inside.split_once('*')
        {
            bytes.extend(self::bytes(what).repeat(times.parse().unwrap()));
            rest = after;
        } else if let Some(after) = rest.strip_prefix('n').filter(|_| character == '\\') {
            bytes.push(b'\n');
            rest = after;
        } else if let Some(after) = rest.strip_prefix('x').filter(|_| character == '\\') {
            bytes.push(u8::from_str_radix(&after[..2], 16).unwrap());
            rest = &after[2..];
        } else {
            bytes.extend(character.encode_utf8(&mut [0; 4]).bytes());
        }
    }
    bytes
}

/// Runs the command of a block. Returns the block with the new status and messages.
fn run(block: &str) -> String {
    let desk = Desk::new().with("talk").with("spin");
    let mut told = String::new();
    for line in block.lines() {
        if line.starts_with('#') {
            told += &format!("{line}\n");
        } else if let Some((name, text)) = line.strip_prefix("> ").and_then(|rest| rest.split_once(' ')) {
            desk.put(name, bytes(text));
            told += &format!("{line}\n");
        } else if let Some(words) = line.strip_prefix("$ ") {
            let words: Vec<String> =
                words.split_whitespace().map(|word| String::from_utf8(bytes(word)).unwrap()).collect();
            let before = contents(&desk);
            let output = gier(&desk, &words.iter().map(String::as_str).collect::<Vec<_>>()).output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.len() < 20_000, "{line}: {} bytes", said.len());
            assert!(!said.contains(|c: char| c.is_control() && c != '\n'), "{line}: {said:?}");
            told += &format!("{line}\n= {}\n", output.status.code().unwrap());
            said.lines().filter(|line| !line.is_empty()).for_each(|line| told += &format!("{line}\n"));
            let is_new = |(name, bytes): &(String, Vec<u8>)| before.get(name) != Some(bytes);
            let made: Vec<String> =
                contents(&desk).into_iter().filter(is_new).map(|(name, _)| name).collect();
            if !made.is_empty() {
                told += &format!("+ {}\n", made.join(" "));
            }
        }
    }
    told.trim_end().to_string() + "\n"
}

#[test]
fn every_message_helps() {
    let path = crate::tidy::root().join("tests/cli/messages.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    let is_ours = |block: &str| cfg!(unix) || !block.trim_start().starts_with("# Unix:");
    let blocks = text.split("\n\n").filter(|block| !block.trim().is_empty());
    let blocks: Vec<&str> = blocks.filter(|block| is_ours(block)).collect();
    let now: String = blocks.iter().map(|block| run(block)).collect::<Vec<_>>().join("\n");
    if cfg!(unix) && std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &now).unwrap();
        return;
    }
    let expected = blocks.join("\n\n");
    snapbox::assert_data_eq!(now.trim_end().to_string(), snapbox::Data::text(expected.trim_end()).raw());
}
