//! The panel's access to the files of this computer.

use super::logs::Reserved;
use crate::host::files::{Claim, Job, hold, text};
use crate::host::folders::{self, state_folder};
use anyhow::Result;
use gier_desk::faults::one_line;
use gier_desk::host::{Files, Trouble};
use std::path::Path;

/// Reads and writes files for the panel. Creates missing folders, but only below gier's state folder.
pub struct HostFiles {
    job: Job,
    /// The log of this session. It is locked, so that no other panel writes to it.
    log: Option<Reserved>,
    /// The file of the breakpoints.
    breaks: Option<Claim>,
    /// Whether the user named the file of the breakpoints. Then it may be a pipe or a device.
    is_named: bool,
}

impl HostFiles {
    /// Creates the panel's access to files. `log` is the reserved log of this session, and `breaks` is the file of
    /// the breakpoints. `is_named` says whether the user named it.
    pub fn new(job: &Job, log: Option<Reserved>, breaks: Option<Claim>, is_named: bool) -> HostFiles {
        HostFiles { job: job.clone(), log, breaks, is_named }
    }

    /// The file of the breakpoints, if it has this name.
    fn breaks(&self, name: &str) -> Option<&Claim> {
        self.breaks.as_ref().filter(|breaks| breaks.path() == Path::new(name))
    }

    /// Returns an error if this file is a pipe or a device that the command line does not name. The panel
    /// would wait for it, and no key could end the wait.
    fn check_ordinary(&self, name: &str) -> Result<(), Trouble> {
        let is_named = self.is_named && self.breaks(name).is_some();
        match Path::new(name).metadata() {
            Ok(data) if !data.is_file() && !data.is_dir() && !is_named => {
                let name = one_line(name);
                Err(format!("{name} is a pipe or a device; the panel uses only ordinary files").into())
            }
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Returns an error if the file with the log's name is no longer the log that this session has open.
    fn check_log(&self, name: &str) -> Result<(), Trouble> {
        match self.log.as_ref().and_then(|log| log.lock.as_ref()) {
            Some(log) if Path::new(name).exists() && !hold::is_at(log, Path::new(name)) => {
                Err(format!("cannot write {}: another file has replaced it", one_line(name)).into())
            }
            _ => Ok(()),
        }
    }

    fn make_folder(path: &Path) -> Result<()> {
        let is_ours = state_folder().is_some_and(|state| path.starts_with(state));
        match path.parent().filter(|_| is_ours) {
            Some(folder) => folders::make(folder),
            None => Ok(()),
        }
    }

    /// The right to write a file that the user names during the session.
    fn claim(&self, path: &Path) -> Result<Claim> {
        match &self.breaks {
            Some(breaks) if breaks.path() == path => Ok(breaks.clone()),
            // The user has agreed to replace the file, even if it is an input.
            _ => self.job.claim_once("the file", path, Some(path)),
        }
    }
}

impl Files for HostFiles {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        self.check_ordinary(name)?;
        let path = Path::new(name);
        let Some(breaks) = self.breaks(name) else { return self.job.read_once(path).map_err(in_one_line) };
        let bytes = breaks.contents().map_err(in_one_line)?;
        // The panel says what is wrong with a file that is no text.
        Ok(text(&bytes, path).map_or(bytes, String::into_bytes))
    }

    fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.check_ordinary(name)?;
        let path = Path::new(name);
        let claim = HostFiles::make_folder(path).and_then(|()| self.claim(path));
        claim.and_then(|claim| claim.open()?.save(contents)).map(drop).map_err(in_one_line)
    }

    fn begin(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.check_log(name)?;
        let path = Path::new(name);
        HostFiles::make_folder(path).map_err(in_one_line)?;
        let (claim, lock) = match self.log.take() {
            Some(Reserved { claim, lock }) if claim.path() == path => (claim, lock),
            _ => (self.job.claim("the log", path, None).map_err(in_one_line)?, None),
        };
        let lock = hold::before_replacing(lock);
        let written = claim.clone().open().and_then(|file| file.save(contents));
        let (lock, done) = match written {
            Ok(file) => (file.map(|file| hold::after_replacing(file, path)).transpose()?, Ok(())),
            Err(error) => (lock, Err(in_one_line(error))),
        };
        self.log = Some(Reserved { claim, lock });
        done
    }

    fn append(&mut self, name: &str, text: &str) -> Result<(), Trouble> {
        self.check_log(name)?;
        let Some(log) = &mut self.log else { return Err(format!("{} is no log", one_line(name)).into()) };
        hold::append(&log.claim, log.lock.as_mut(), text).map_err(in_one_line)
    }

    fn output_at(&mut self, name: &str) -> Option<String> {
        self.job.output_at(Path::new(name))
    }

    fn has(&mut self, name: &str) -> bool {
        // A link that leads to no file counts as a file too.
        Path::new(name).symlink_metadata().is_ok()
    }
}

fn in_one_line(error: anyhow::Error) -> Trouble {
    format!("{error:#}").into()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;

    /// Tests that nothing is appended to a file that has replaced the log.
    #[test]
    fn another_file_in_the_place_of_the_log_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.log");
        let name = path.to_str().unwrap();
        let mut files = HostFiles::new(&Job::default(), None, None, false);
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
