//! Files that one gier process writes while others may read them: the session logs.
//!
//! On Windows, gier opens such a file so that no other process can write it. On other systems, gier
//! locks the file. To hold a file means to protect it in this way.

use super::Claim;
use super::register::is_same;
use anyhow::{Context, Result};
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// Creates a file and holds it, so that no other gier process writes it until the file is closed.
pub fn create(path: &Path) -> io::Result<File> {
    system::create(path)
}

/// Opens and holds an existing file, so that no other gier process writes it. Returns `None` if another
/// process already holds the file.
pub fn open(path: &Path) -> io::Result<Option<File>> {
    system::open(path)
}

/// Whether a gier process holds this file, so that no other process can write it.
pub fn is_held(path: &Path) -> bool {
    system::is_held(path)
}

/// Whether an open file is still the file at this path.
pub fn is_at(file: &File, path: &Path) -> bool {
    match (file.metadata(), path.metadata()) {
        (Ok(one), Ok(other)) => is_same(path, &one, &other),
        _ => false,
    }
}

/// Must be called before a new file replaces `file`, which this process holds (protects against writing). On
/// Windows, closes `file`, because an open file cannot be replaced there. Otherwise, returns `file`.
pub fn before_replacing(file: Option<File>) -> Option<File> {
    file.filter(|_| !cfg!(windows))
}

/// Holds a file that was just written and renamed to `path`, so that no other gier process writes it.
/// `written` is its open handle.
pub fn after_replacing(written: File, path: &Path) -> io::Result<File> {
    system::after_replacing(written, path)
}

/// Adds a text to the end of a log. `lock` is the open log, if this process holds it.
pub fn append(log: &Claim, lock: Option<&mut File>, text: &str) -> Result<()> {
    let written = match lock {
        // On Windows, a locked log can only be written through the handle that locks it.
        Some(lock) if cfg!(windows) => lock
            .seek(SeekFrom::End(0))
            .and_then(|_| lock.write_all(text.as_bytes()))
            .and_then(|()| lock.flush()),
        // Elsewhere, the file is opened by its name, so that a deleted log is noticed.
        _ => {
            File::options().append(true).open(log.path()).and_then(|mut file| file.write_all(text.as_bytes()))
        }
    };
    written.with_context(|| format!("cannot write {}", super::name_of_output(log.path())))
}

#[cfg(not(windows))]
mod system {
    use super::{File, Path, io, is_at};
    use std::fs::TryLockError;

    /// Locks a file. Returns `false` if another process has locked it. Other errors are ignored, because some hosts
    /// have no file locks.
    fn lock(file: &File) -> bool {
        !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
    }

    pub fn create(path: &Path) -> io::Result<File> {
        loop {
            let file = File::options().write(true).create_new(true).open(path)?;
            // Between its creation and its locking, another panel may have taken the file, and then it is the
            // other's; or it may have deleted or replaced it.
            if !lock(&file) {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            if is_at(&file, path) {
                return Ok(file);
            }
        }
    }

    pub fn open(path: &Path) -> io::Result<Option<File>> {
        loop {
            let file = File::open(path)?;
            if !lock(&file) {
                return Ok(None);
            }
            // Before it was locked here, the process that held it may have replaced it by a new file.
            if is_at(&file, path) {
                return Ok(Some(file));
            }
        }
    }

    pub fn is_held(path: &Path) -> bool {
        open(path).is_ok_and(|file| file.is_none())
    }

    pub fn after_replacing(written: File, _: &Path) -> io::Result<File> {
        Ok(written)
    }
}

#[cfg(windows)]
mod system {
    use super::{File, Path, io};
    use std::fs::OpenOptions;
    use std::os::windows::fs::OpenOptionsExt;

    /// The share mode of Windows that lets others read a file but not write it.
    const FILE_SHARE_READ: u32 = 1;
    /// Windows' error code if another process has opened the file and does not share it.
    const ERROR_SHARING_VIOLATION: i32 = 32;

    fn options() -> OpenOptions {
        let mut options = File::options();
        options.write(true).share_mode(FILE_SHARE_READ);
        options
    }

    pub fn create(path: &Path) -> io::Result<File> {
        options().create_new(true).open(path)
    }

    pub fn open(path: &Path) -> io::Result<Option<File>> {
        match options().open(path) {
            Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => Ok(None),
            opened => opened.map(Some),
        }
    }

    pub fn is_held(path: &Path) -> bool {
        open(path).is_ok_and(|file| file.is_none())
    }

    pub fn after_replacing(written: File, path: &Path) -> io::Result<File> {
        drop(written);
        options().open(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_locked_file_can_be_read_and_is_locked_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.log");
        let mut file = create(&path).unwrap();
        file.write_all(b"text").unwrap();
        assert!(is_held(&path) && open(&path).unwrap().is_none());
        assert_eq!(std::fs::read(&path).unwrap(), b"text");
        drop(file);
        assert!(!is_held(&path) && open(&path).unwrap().is_some());
    }
}
