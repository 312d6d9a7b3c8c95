//! The panel's access to the files of this computer.

use super::logs::Reserved;
use crate::host::output::{self, AtomicFile};
use crate::host::uses::{Uses, is_same};
use crate::host::{files, hold};
use anyhow::{Context, Result};
use gier_desk::faults::one_line;
use gier_desk::host::{Files, Trouble};
use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Reads and writes files for the panel. Creates missing folders, but only below gier's state folder.
pub struct HostFiles {
    state: Option<PathBuf>,
    /// The log of this session. It is locked, so that no other panel writes to it.
    log: Option<File>,
    /// The file that `--breaks` names. It may be a pipe or a device.
    breaks: Option<PathBuf>,
    /// The files that the session reads and writes.
    uses: Uses,
}

impl HostFiles {
    /// Creates the panel's access to files. `state` is the folder where gier saves its state. `log` is the
    /// reserved log of this session, `breaks` is the file that `--breaks` names, and `uses` has all files that
    /// the session reads and writes.
    pub fn new(
        state: Option<PathBuf>,
        log: Option<Reserved>,
        breaks: Option<PathBuf>,
        uses: Uses,
    ) -> HostFiles {
        HostFiles { state, log: log.and_then(|log| log.lock), breaks, uses }
    }

    /// Returns an error if this file is a pipe or a device that the command line does not name. The panel
    /// would wait for it, and no key could end the wait.
    fn check_ordinary(&self, name: &str) -> Result<(), Trouble> {
        let path = Path::new(name);
        match path.metadata() {
            Ok(data) if !data.is_file() && !data.is_dir() && self.breaks.as_deref() != Some(path) => {
                let name = one_line(name);
                Err(format!("{name} is a pipe or a device; the panel uses only ordinary files").into())
            }
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Returns an error if the file with the log's name is no longer the log that this session has open.
    fn check_log(&self, name: &str) -> Result<(), Trouble> {
        match &self.log {
            Some(log) if !is_at(log, Path::new(name)) => {
                Err(format!("cannot write {}: another file has replaced it", one_line(name)).into())
            }
            _ => Ok(()),
        }
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
        self.check_ordinary(name)?;
        files::read(Path::new(name)).map_err(in_one_line)
    }

    fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.check_ordinary(name)?;
        self.make_folder(Path::new(name))?;
        output::write(Path::new(name), contents).map_err(in_one_line)
    }

    fn begin(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.check_log(name)?;
        self.make_folder(Path::new(name))?;
        let path = Path::new(name);
        // An error means that the log is registered already.
        let _ = self.uses.write("the log", path);
        let reserved = hold::before_replacing(self.log.take());
        let written =
            AtomicFile::new(path).and_then(|file| file.finish_locked(|out| out.write_all(contents)));
        self.log = match written {
            Ok(file) => file.map(|file| hold::after_replacing(file, path)).transpose()?,
            Err(error) => {
                self.log = reserved;
                return Err(in_one_line(error));
            }
        };
        Ok(())
    }

    fn append(&mut self, name: &str, text: &str) -> Result<(), Trouble> {
        self.check_log(name)?;
        let append = |file: &mut File| {
            file.seek(SeekFrom::End(0))?;
            file.write_all(text.as_bytes())?;
            file.flush()
        };
        let written = match &mut self.log {
            // On Windows, a locked log can only be written through the handle that locks it.
            Some(log) if cfg!(windows) => append(log),
            // Elsewhere, the file is opened by its name, so that a deleted log is noticed.
            _ => File::options().append(true).open(name).and_then(|mut file| append(&mut file)),
        };
        written.with_context(|| format!("cannot write {name}")).map_err(in_one_line)
    }

    fn output_at(&mut self, name: &str) -> Option<String> {
        self.uses.output_at(Path::new(name)).map(str::to_string)
    }

    fn has(&mut self, name: &str) -> bool {
        // A link that leads to no file counts as a file too.
        Path::new(name).symlink_metadata().is_ok()
    }
}

/// Whether an open file is still the file at this path, or there is none.
fn is_at(file: &File, path: &Path) -> bool {
    let Ok(there) = path.metadata() else { return true };
    file.metadata().is_ok_and(|data| is_same(path, &data, &there))
}

fn in_one_line(error: anyhow::Error) -> Trouble {
    format!("{error:#}").into()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Tests that nothing is appended to a file that has replaced the log.
    #[test]
    fn another_file_in_the_place_of_the_log_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.log");
        let name = path.to_str().unwrap();
        let mut files = HostFiles::new(None, None, None, Uses::new());
        files.begin(name, b"begun\n").unwrap();
        files.append(name, "more\n").unwrap();
        fs::rename(&path, folder.path().join("old")).unwrap();
        assert!(files.append(name, "more\n").is_err());
        fs::write(&path, "mine").unwrap();
        let error = files.append(name, "more\n").unwrap_err();
        assert!(error.to_string().ends_with("another file has replaced it"), "{error}");
        assert!(files.begin(name, b"anew\n").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    }
}
