//! The host's files and clock, as traits. The command line, the browser and the tests implement them.

use core::time::Duration;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::error::Error;
use std::rc::Rc;

/// An error of the host, for example a missing file.
pub type Trouble = Box<dyn Error + Send + Sync>;

/// Files that are read and written by name. A host without files overrides nothing: reading and writing then
/// fail.
pub trait Files {
    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error if the host cannot read the file.
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        Err(format!("there is no file {name}").into())
    }

    /// Writes a file, completely or not at all.
    ///
    /// # Errors
    /// Returns an error if the host cannot write the file.
    fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        let _ = contents;
        Err(format!("{name} cannot be written here").into())
    }

    /// Creates a file with these contents. [`Files::append`] can add text later. If the host can lock
    /// files, this file stays locked until `begin` creates another one.
    ///
    /// # Errors
    /// Returns an error if the host cannot write the file.
    fn begin(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.write(name, contents)
    }

    /// Appends text to a file that [`Files::begin`] wrote.
    ///
    /// # Errors
    /// Returns an error if the host cannot write the file.
    fn append(&mut self, name: &str, text: &str) -> Result<(), Trouble> {
        let mut contents = self.read(name)?;
        contents.extend(text.as_bytes());
        self.write(name, &contents)
    }

    /// The option whose output the host writes to the file with this name, such as `--punch`. A host without
    /// such outputs returns `None`.
    fn output_at(&mut self, _name: &str) -> Option<String> {
        None
    }

    /// Whether there is a file with this name.
    fn has(&mut self, name: &str) -> bool {
        self.read(name).is_ok()
    }
}

/// A host without files: reading and writing always fail.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {}

/// Files in memory. All clones share the same files.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles(Rc<RefCell<BTreeMap<String, Vec<u8>>>>);

impl MemoryFiles {
    /// The names of all files, sorted.
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
    /// The time since a fixed moment. Each host chooses its own moment.
    fn now(&self) -> Duration;
}

/// A clock that always shows the same time, for pictures and tests.
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

    /// Files that define only the methods `read` and `write`. The test calls the default versions of the
    /// other methods.
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
    fn appended_text_comes_at_the_end() {
        let mut files = Whole(MemoryFiles::default());
        assert!(files.append("a.log", "more").is_err(), "it was not begun");
        files.begin("a.log", b"head\n").unwrap();
        files.append("a.log", "more\n").unwrap();
        assert_eq!(files.read("a.log").unwrap(), b"head\nmore\n");
        assert!(files.has("a.log") && !files.has("b.log"));
    }
}
