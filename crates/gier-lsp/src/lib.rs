//! GIER's language server: the Language Server Protocol for GIER ALGOL III and SLIP.
//!
//! | what | module |
//! |---|---|
//! | requests and notifications | [`server`], `capabilities` |
//! | places of the protocol, addresses of files | [`position`], [`uri`] |
//! | open texts, and the facts known about them | [`document`] |
//! | faults and quick fixes, lenses | `actions` |
//! | names: definition, references, renaming; hover; outline; completion; colours | `names`, `hover`, `outline`, `complete`, `colour`, `workspace` |
//! | formatting; machine time and sizes | `format`, `hints` |
//! | SLIP | [`slip`] |
//!
//! Nothing here uses a stream, a file or a clock. The host owns the streams: it gives [`Server::handle`]
//! each message of the editor and sends the messages that are returned. The server reads files through
//! [`Files`]. After each change the whole text is analysed again, which takes a few milliseconds.

mod actions;
mod algol;
mod capabilities;
mod colour;
mod complete;
pub mod document;
mod format;
mod hints;
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

/// Files on the disk.
pub trait Files {
    /// The contents of a file, or `None` if it cannot be read.
    fn read(&self, path: &Path) -> Option<Vec<u8>>;

    /// The paths of the ALGOL and SLIP texts in a folder and its subfolders, up to some limit.
    fn texts(&self, folder: &Path) -> Vec<PathBuf>;
}

/// Whether a text is a library text, that is, whether its folder is named `library`.
pub fn is_library(path: &Path) -> bool {
    path.parent().and_then(Path::file_name).is_some_and(|folder| folder == "library")
}
