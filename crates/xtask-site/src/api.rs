//! The documentation of the libraries, which `cargo doc` makes. It is fifty times as large as the handbook, so
//! the handbook only links to it: elsewhere, or in a copy.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

/// The folder of the copy within the site.
pub const FOLDER: &str = "api";
/// The page that the handbook links to: the library with which a program runs a GIER. Its side bar lists
/// the other libraries.
const FIRST: &str = "gier_machine/index.html";

/// Where the documentation of the libraries is.
#[derive(Debug, PartialEq, Eq)]
pub enum Api {
    /// Nowhere: the handbook has no link to it.
    Missing,
    /// At this address, which ends with a slash.
    Elsewhere(String),
    /// In this folder, which is copied into the site.
    Folder(PathBuf),
}

impl Api {
    /// The address of the first page, from the root of the site.
    pub fn address(&self) -> Option<String> {
        match self {
            Api::Missing => None,
            Api::Elsewhere(address) => Some(format!("{address}{FIRST}")),
            Api::Folder(_) => Some(format!("{FOLDER}/{FIRST}")),
        }
    }
}

/// The documentation at a place that the command line names: an address or a folder.
///
/// # Errors
/// Fails if the folder has no documentation.
pub fn given(place: &str) -> Result<Api> {
    if place.contains("://") {
        return Ok(Api::Elsewhere(format!("{}/", place.trim_end_matches('/'))));
    }
    ensure!(
        Path::new(place).join(FIRST).is_file(),
        "{place} has no {FIRST}: cargo doc makes it in target/doc"
    );
    Ok(Api::Folder(place.into()))
}

/// The documentation that `cargo doc` has made in this source tree, if there is any.
pub fn found(root: &Path) -> Api {
    let folder = root.join("target/doc");
    if folder.join(FIRST).is_file() { Api::Folder(folder) } else { Api::Missing }
}
