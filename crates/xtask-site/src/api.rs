//! The API documentation of the libraries, which `cargo doc` makes. The handbook links to a copy in the site,
//! or to the documentation at another address.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

/// The folder of the site that contains a copy of the API documentation.
pub const FOLDER: &str = "api";
/// The page of the API documentation to which the handbook links. It describes the library that simulates
/// GIER.
const FIRST: &str = "gier_machine/index.html";

/// The place of the API documentation.
#[derive(Debug, PartialEq, Eq)]
pub enum Api {
    /// There is no API documentation, so the handbook has no link to it.
    Missing,
    /// The API documentation is at this address, which ends with `/`.
    Elsewhere(String),
    /// The API documentation is in this folder. The folder is copied into the site.
    Folder(PathBuf),
}

impl Api {
    /// The address of the first page of the API documentation. It is absolute, or relative to the root of the
    /// site.
    pub fn address(&self) -> Option<String> {
        match self {
            Api::Missing => None,
            Api::Elsewhere(address) => Some(format!("{address}{FIRST}")),
            Api::Folder(_) => Some(format!("{FOLDER}/{FIRST}")),
        }
    }
}

/// Returns the API documentation at a place that the command line names. The place is an address or a folder.
///
/// # Errors
/// Fails if the folder contains no API documentation.
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

/// Finds the API documentation that `cargo doc` has made in this source tree.
pub fn found(root: &Path) -> Api {
    let folder = root.join("target/doc");
    if folder.join(FIRST).is_file() { Api::Folder(folder) } else { Api::Missing }
}
