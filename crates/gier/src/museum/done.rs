//! A museum test that has run. A check examines its operator and machine, and can read the archive's tapes.

use super::Tapes;
use anyhow::{Error, Result};
use gier_desk::host::Files;
use gier_desk::session::Session;

/// A museum test after its run. It includes the archive's tapes, for comparison.
pub struct Done<'a> {
    /// The session in which the test ran. It gives access to the machine and its papers.
    pub operator: &'a Session,
    tapes: Tapes<'a>,
}

impl<'a> Done<'a> {
    /// Creates the result of a test. `tapes` are the archive's tapes.
    pub fn new(operator: &'a Session, tapes: Tapes<'a>) -> Done<'a> {
        Done { operator, tapes }
    }

    /// Reads a tape file of the archive.
    pub(super) fn tape(&self, file: &str) -> Result<Vec<u8>> {
        { self.tapes }.read(file).map_err(Error::from_boxed)
    }

    /// Reads a text file of the archive.
    pub(super) fn text(&self, file: &str) -> Result<String> {
        self.tapes.text(file)
    }
}
