//! The documentation of the libraries, which `cargo doc` makes. The handbook links to a copy in the site, or
//! to another address.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

/// The folder of the site that contains the copy.
pub const FOLDER: &str = "api";
/// The page to which the handbook links: the library that runs a GIER.
const FIRST: &str = "gier_machine/index.html";

/// Where the documentation of the libraries is.
#[derive(Debug, PartialEq, Eq)]
pub enum Api {
    /// There is no documentation, and the handbook has no link to it.
    Missing,
    /// The documentation is at this address, which ends with `/`.
    Elsewhere(String),
    /// The documentation is in this folder, which is copied into the site.
    Folder(PathBuf),
}

impl Api {
    /// The address of the first page, relative to the root of the site.
    pub fn address(&self) -> Option<String> {
        match self {
            Api::Missing => None,
            Api::Elsewhere(address) => Some(format!("{address}{FIRST}")),
            Api::Folder(_) => Some(format!("{FOLDER}/{FIRST}")),
        }
    }
}

/// Returns the documentation at a place that the command line names: an address or a folder.
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

/// Finds the documentation that `cargo doc` has made in this source tree.
pub fn found(root: &Path) -> Api {
    let folder = root.join("target/doc");
    if folder.join(FIRST).is_file() { Api::Folder(folder) } else { Api::Missing }
}
