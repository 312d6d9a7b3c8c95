//! A language server for GIER ALGOL III and SLIP, the assembly language of GIER. Editors talk to it in the
//! Language Server Protocol.
//!
//! | what | module |
//! |---|---|
//! | requests and notifications | [`server`], `capabilities` |
//! | lines and columns of a text, addresses of files | [`position`], [`uri`] |
//! | the open texts, and their analysis | [`document`] |
//! | faults and quick fixes | `actions` |
//! | names: definition, references, renaming; hover; outline | `names`, `hover`, `outline` |
//! | completion; colours; symbols of the whole folder | `complete`, `colour`, `workspace` |
//! | formatting | `format` |
//! | SLIP | [`slip`] |
//!
//! This crate uses no streams, files or clocks. The host passes each message from the editor to
//! [`Server::handle`], and sends the returned messages to the editor; the server reads files through [`Files`].
//! After each change, it analyses the whole text again, because a program of GIER is short and one analysis is
//! simpler than an incremental one.

mod actions;
mod algol;
mod capabilities;
mod colour;
mod complete;
pub mod document;
mod format;
mod hover;
mod names;
mod outline;
pub mod position;
pub mod server;
pub mod slip;
pub mod uri;
mod workspace;

pub use server::Server;

use std::path::{Path, PathBuf};

/// The files of the host. The server reads all files through this trait.
pub trait Files {
    /// Reads a file. Returns `None` if the file cannot be read.
    fn read(&self, path: &Path) -> Option<Vec<u8>>;

    /// The paths of the ALGOL and SLIP texts in a folder and its subfolders. The host may leave some out if
    /// there are too many.
    fn texts(&self, folder: &Path) -> Vec<PathBuf>;

    /// Translates a text of the server to the user's language.
    fn said(&self, english: &str) -> String {
        english.to_string()
    }
}

/// Whether a text is a library text, which other programs include. Library texts are in a folder named
/// `library`.
pub fn is_library(path: &Path) -> bool {
    path.parent().and_then(Path::file_name).is_some_and(|folder| folder == "library")
}
