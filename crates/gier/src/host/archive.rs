//! The folder of the museum's archive on this computer. The tests of several crates include this file.

use std::path::PathBuf;

/// The folder that `GIER_ARCHIVE` names, or `None` if the variable is missing or empty.
pub fn archive() -> Option<PathBuf> {
    std::env::var_os("GIER_ARCHIVE").filter(|folder| !folder.is_empty()).map(PathBuf::from)
}
