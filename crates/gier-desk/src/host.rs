//! What the machine room wants of the computer on which GIER is emulated: its files and its clock,
//! behind traits, so that a command line, a browser and a test each bring their own.

use core::time::Duration;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::error::Error;
use std::rc::Rc;

/// Trouble with that computer: files that are not there.
pub type Trouble = Box<dyn Error + Send + Sync>;

/// Keeps files by name.
pub trait Files {
    /// The contents of a file.
    ///
    /// # Errors
    /// What the host said.
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble>;

    /// Keeps a file under this name, whole or not at all.
    ///
    /// # Errors
    /// What the host said.
    fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble>;

    /// As [`Files::write`], for a file that will grow: as far as the host can see to it, nobody else
    /// writes it until another is begun.
    ///
    /// # Errors
    /// What the host said.
    fn begin(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.write(name, contents)
    }

    /// Adds to the end of a file that was written before.
    ///
    /// # Errors
    /// What the host said.
    fn append(&mut self, name: &str, text: &str) -> Result<(), Trouble> {
        let mut contents = self.read(name)?;
        contents.extend(text.as_bytes());
        self.write(name, &contents)
    }

    /// Whether there is a file of this name.
    fn has(&mut self, name: &str) -> bool {
        self.read(name).is_ok()
    }
}

/// No files: nothing is found and nothing kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        Err(format!("there is no file {name}").into())
    }

    fn write(&mut self, name: &str, _: &[u8]) -> Result<(), Trouble> {
        Err(format!("{name} cannot be kept here").into())
    }
}

/// Files in memory; copies share them.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles(Rc<RefCell<BTreeMap<String, Vec<u8>>>>);

impl MemoryFiles {
    /// The names of all files, in order.
    pub fn names(&self) -> Vec<String> {
        self.0.borrow().keys().cloned().collect()
    }
}

impl Files for MemoryFiles {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        self.0.borrow().get(name).cloned().ok_or_else(|| format!("there is no file {name}").into())
    }

    fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.0.borrow_mut().insert(name.to_string(), contents.to_vec());
        Ok(())
    }

    fn append(&mut self, name: &str, text: &str) -> Result<(), Trouble> {
        self.0.borrow_mut().entry(name.to_string()).or_default().extend(text.as_bytes());
        Ok(())
    }
}

/// The host's clock.
pub trait Clock {
    /// The time since some moment that stays the same.
    fn now(&self) -> Duration;
}

/// A clock that stands still: for pictures and tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stopped;

impl Clock for Stopped {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A host that can only read and write whole files.
    struct Whole(MemoryFiles);

    impl Files for Whole {
        fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
            self.0.read(name)
        }
        fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
            self.0.write(name, contents)
        }
    }

    #[test]
    fn what_is_added_stands_behind_what_was_there() {
        let mut files = Whole(MemoryFiles::default());
        assert!(files.append("a.log", "more").is_err(), "it was not begun");
        files.begin("a.log", b"head\n").unwrap();
        files.append("a.log", "more\n").unwrap();
        assert_eq!(files.read("a.log").unwrap(), b"head\nmore\n");
        assert!(files.has("a.log") && !files.has("b.log"));
    }
}
