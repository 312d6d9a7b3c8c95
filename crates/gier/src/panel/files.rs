//! The panel's files on this computer.

use super::logs::Reserved;
use crate::host::files;
use crate::host::output::{self, AtomicFile};
use anyhow::{Context, Result};
use gier_desk::host::{Files, Trouble};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// This computer's files. Writing a file in the state folder makes that folder.
pub struct HostFiles {
    state: Option<PathBuf>,
    /// The log of this session; while it is locked, no other panel takes it.
    log: Option<File>,
}

impl HostFiles {
    /// Files, some of them in the folder `state`. The name of the log is already reserved.
    pub fn new(state: Option<PathBuf>, log: Option<Reserved>) -> HostFiles {
        HostFiles { state, log: log.and_then(|log| log.lock) }
    }

    fn make_folder(&self, path: &Path) -> Result<(), Trouble> {
        let is_ours = self.state.as_ref().is_some_and(|state| path.starts_with(state));
        match path.parent().filter(|_| is_ours) {
            Some(folder) => Ok(fs::create_dir_all(folder)?),
            None => Ok(()),
        }
    }
}

impl Files for HostFiles {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        files::read(Path::new(name)).map_err(in_one_line)
    }

    fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.make_folder(Path::new(name))?;
        output::write(Path::new(name), contents).map_err(in_one_line)
    }

    fn begin(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.make_folder(Path::new(name))?;
        let file = AtomicFile::new(Path::new(name)).and_then(|file| {
            // The lock passes from the reserved file to the one that replaces it.
            file.finish_locked(|out| out.write_all(contents))
        });
        self.log = file.map_err(in_one_line)?;
        Ok(())
    }

    fn append(&mut self, name: &str, text: &str) -> Result<(), Trouble> {
        let written = File::options().append(true).open(name).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.flush()
        });
        written.with_context(|| format!("cannot write {name}")).map_err(in_one_line)
    }

    fn has(&mut self, name: &str) -> bool {
        // A dangling link exists too.
        Path::new(name).symlink_metadata().is_ok()
    }
}

fn in_one_line(error: anyhow::Error) -> Trouble {
    format!("{error:#}").into()
}
