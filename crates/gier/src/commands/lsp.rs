//! `gier lsp`: the language server for editors, on standard input and output.

use crate::host::editor::{self, NoRequest};
use crate::host::files::{self, Job};
use crate::host::folders;
use crate::host::language::{language, said};
use crate::host::limits::{DEPTH, TEXTS};
use crate::host::report::say;
use crate::host::status::Status;
use anyhow::{Context, Result};
use gier_lsp::{Files, Server};
use gier_messages::Speaker;
use gier_word::TEXT_MAX;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Runs `gier lsp`.
pub fn run(job: &Job) -> Result<Status> {
    let mut server = Server::new(Disk(job.clone()));
    for request in editor::listen() {
        match request {
            Ok(request) => server.handle(&request).into_iter().try_for_each(editor::send)?,
            // A message that cannot be read is ignored, and the session continues.
            Err(NoRequest::Message(fault)) => say(&fault),
            Err(NoRequest::Input(error)) => return Err(error).context("cannot read standard input"),
        }
        if let Some(in_order) = server.is_over() {
            return Ok(if in_order { Status::Ended } else { Status::Fault });
        }
    }
    Ok(Status::Ended)
}

/// Gives the language server the files of this computer.
struct Disk(Job);

impl Files for Disk {
    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        let data = path.metadata().ok()?;
        if !data.is_file() || usize::try_from(data.len()).map_or(true, |length| length > TEXT_MAX) {
            return None;
        }
        match files::is_flx(path) {
            // A paper tape is converted to text.
            true => self.0.read_source(path).ok().map(String::into_bytes),
            false => self.0.read(path).ok(),
        }
    }

    fn texts(&self, folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![(folder.to_path_buf(), 0)];
        while let Some((folder, depth)) = folders.pop() {
            for path in folders::list(&folder).unwrap_or_default() {
                let name = path.file_name().unwrap_or_default();
                let is_hidden = name.to_string_lossy().starts_with('.') || name == "target";
                if path.is_dir() && !path.is_symlink() && !is_hidden && depth < DEPTH {
                    folders.push((path, depth + 1));
                } else if path.extension().is_some_and(|ending| ending == "alg" || ending == "slip") {
                    found.push(path);
                }
                if found.len() >= TEXTS {
                    return found;
                }
            }
        }
        found.sort();
        found
    }

    fn said(&self, english: &str) -> String {
        match gier_messages::say(language(), Speaker::Handbook, english) {
            Cow::Owned(entry) => entry,
            Cow::Borrowed(english) => said(english).into_owned(),
        }
    }
}
