//! The result of a museum test. The check of the test examines it.

use crate::host::files;
use anyhow::Result;
use gier_desk::acts::Operator;
use std::path::Path;

/// A museum test whose acts were performed, with the files of the archive for comparison.
pub struct Done<'a> {
    /// The operator who performed the acts, with the machine and its papers.
    pub operator: &'a Operator,
    tapes: &'a Path,
}

impl<'a> Done<'a> {
    /// Combines the operator with `tapes`, the folder that contains the archive's tapes.
    pub fn new(operator: &'a Operator, tapes: &'a Path) -> Done<'a> {
        Done { operator, tapes }
    }

    /// Reads a tape file of the archive.
    pub(super) fn tape(&self, file: &str) -> Result<Vec<u8>> {
        files::read(&self.tapes.join(file))
    }

    /// Reads a text file of the archive.
    pub(super) fn text(&self, file: &str) -> Result<String> {
        files::read_source(&self.tapes.join(file))
    }
}
