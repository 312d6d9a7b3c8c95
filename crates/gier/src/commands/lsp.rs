//! `gier lsp`: the language server for editors, on standard input and output.

use crate::host::files;
use crate::host::report::say;
use crate::host::status::Status;
use anyhow::Result;
use gier_dap::wire::{self, Messages};
use gier_desk::faults::message;
use gier_lsp::{Files, Server};
use gier_word::TEXT_MAX;
use serde_json::Value;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The maximum number of source texts that the server finds in a workspace.
const TEXTS_MAX: usize = 500;

/// How many levels of folders below the workspace are searched for source texts.
const DEPTH_MAX: usize = 8;

/// Runs `gier lsp`.
///
/// # Errors
/// Returns an error if standard input cannot be read, or standard output cannot be written.
pub fn run() -> Result<Status> {
    let mut server = Server::new(Disk);
    let mut messages = Messages::default();
    let mut out = io::stdout().lock();
    let mut bytes = [0; 1 << 16];
    loop {
        loop {
            let request = match messages.message() {
                Ok(Some(request)) => request,
                Ok(None) => break,
                // A message that cannot be read is ignored, and the session continues.
                Err(fault) => {
                    say(&fault);
                    continue;
                }
            };
            for mut answer in server.handle(&request) {
                make_visible(&mut answer);
                out.write_all(&wire::write(&answer))?;
            }
            out.flush()?;
            if let Some(in_order) = server.is_over() {
                return Ok(if in_order { Status::Ended } else { Status::Fault });
            }
        }
        match io::stdin().read(&mut bytes)? {
            0 => return Ok(Status::Ended),
            count => messages.take(&bytes[..count]),
        }
    }
}

/// Makes foreign text in the faults of a source text, or in an error, safe to show: writes invisible characters
/// as codes, and cuts long lines.
fn make_visible(answer: &mut Value) {
    let show = |text: &mut Value| {
        if let Some(lines) = text.as_str() {
            *text = lines.split('\n').map(message).collect::<Vec<String>>().join("\n").into();
        }
    };
    let faults = answer.pointer_mut("/params/diagnostics").and_then(Value::as_array_mut);
    faults.into_iter().flatten().for_each(|fault| show(&mut fault["message"]));
    answer.pointer_mut("/error/message").into_iter().for_each(show);
}

/// Gives the language server the files of this computer.
struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        let data = fs::metadata(path).ok()?;
        if !data.is_file() || usize::try_from(data.len()).map_or(true, |length| length > TEXT_MAX) {
            return None;
        }
        match files::is_flx(path) {
            // A paper tape is converted to text.
            true => files::read_source(path).ok().map(String::into_bytes),
            false => fs::read(path).ok(),
        }
    }

    fn texts(&self, folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![(folder.to_path_buf(), 0)];
        while let Some((folder, depth)) = folders.pop() {
            let Ok(entries) = fs::read_dir(folder) else { continue };
            for entry in entries.flatten() {
                let path = entry.path();
                let Ok(kind) = entry.file_type() else { continue };
                let hidden = entry.file_name().to_string_lossy().starts_with('.');
                if kind.is_dir() && depth < DEPTH_MAX && !hidden && entry.file_name() != "target" {
                    folders.push((path, depth + 1));
                } else if path.extension().is_some_and(|ending| ending == "alg" || ending == "slip") {
                    found.push(path);
                }
                if found.len() >= TEXTS_MAX {
                    return found;
                }
            }
        }
        found.sort();
        found
    }
}
