//! A museum test that has run. A check examines its operator and machine, and can read the archive's tapes.

use crate::host::files;
use anyhow::Result;
use gier_desk::session::Session;
use std::path::Path;

/// A museum test after its run. It includes the folder of the archive's tapes, for comparison.
pub struct Done<'a> {
    /// The session in which the test ran. It gives access to the machine and its papers.
    pub operator: &'a Session,
    tapes: &'a Path,
}

impl<'a> Done<'a> {
    /// Creates the result of a test. `tapes` is the folder that contains the archive's tapes.
    pub fn new(operator: &'a Session, tapes: &'a Path) -> Done<'a> {
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
