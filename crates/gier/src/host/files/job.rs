//! The files of one command.

use super::output::{Claim, Output};
use super::register::Register;
use super::{escaped, is_asc, is_dash, is_flx, name, tape_as_text};
use crate::host::limits::FILE;
use crate::host::report::{say, visible};
use crate::host::status::Status;
use crate::host::stdin::Stdin;
use anyhow::{Context, Result, anyhow, bail};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// All files of one command. Only a job makes readers and writers: each call registers the file, checks it and
/// opens it, so that no output can destroy an input or another output. All clones share the same files.
#[derive(Clone, Debug, Default)]
pub struct Job(Arc<Mutex<Files>>);

#[derive(Debug, Default)]
struct Files {
    register: Register,
    /// The errors of outputs. An output that fails does not stop the others.
    faults: Vec<anyhow::Error>,
    /// Whether nobody reads standard output, or it cannot be written.
    is_silent: bool,
}

/// Reading.
impl Job {
    /// Reads a file. The path `-` is standard input.
    /// Returns an error that names the file if it is also an output, if it cannot be read, or if it is too long.
    pub fn read(&self, path: &Path) -> Result<Vec<u8>> {
        self.will_read(path)?;
        contents(path)
    }

    /// Reads a file as text, as [`text`] does. The path `-` is standard input.
    /// If the file is not UTF-8, the error names the first wrong line.
    pub fn read_text(&self, path: &Path) -> Result<String> {
        text(&self.read(path)?, path)
    }

    /// Reads a source text for the compiler or the assembler. A `.flx` file is a paper tape. A `.asc` file
    /// is UTF-8 or ISO 8859-1. Every other file must be UTF-8.
    pub fn read_source(&self, path: &Path) -> Result<String> {
        let bytes = self.read(path)?;
        if is_flx(path) {
            return Ok(tape_as_text(bytes));
        }
        if is_asc(path) && std::str::from_utf8(&bytes).is_err() {
            return Ok(bytes.into_iter().map(char::from).collect());
        }
        text(&bytes, path)
    }

    /// Reads a file that `wanted` recognises, and returns what `wanted` made of it. A file that is not wanted is
    /// not registered. Returns `None` for such a file, and for one that cannot be read.
    /// Returns an error if the file is wanted, but is also an output.
    pub fn read_if<T>(&self, path: &Path, wanted: impl FnOnce(Vec<u8>) -> Option<T>) -> Result<Option<T>> {
        let found = contents(path).ok().and_then(wanted);
        if found.is_some() {
            self.will_read(path)?;
        }
        Ok(found)
    }

    /// Reads a file that the user names during the session. The user may also write it later.
    pub fn read_once(&self, path: &Path) -> Result<Vec<u8>> {
        self.files().register.check_read(path)?;
        contents(path)
    }

    /// Registers a file that the command will read. A script does this for all its acts before the first one.
    /// Returns an error if the command also writes the file.
    pub fn will_read(&self, path: &Path) -> Result<()> {
        self.files().register.read(path)
    }

    /// Standard input as GIER's keyboard.
    /// Returns an error if standard input is also an output.
    pub fn keyboard(&self) -> Result<Stdin> {
        self.will_read(Path::new("-"))?;
        Ok(Stdin::open())
    }

    /// Standard input, line by line.
    pub fn lines(&self) -> Result<io::StdinLock<'static>> {
        self.will_read(Path::new("-"))?;
        Ok(io::stdin().lock())
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writing.
impl Job {
    /// Registers a file that the command writes, and checks that it can be written. `option` is what the user
    /// calls the output, such as `--punch`.
    /// Returns an error if the command also reads the file, if the file is already an output, if it is in a
    /// folder that is kept, or if it cannot be written.
    pub fn write(&self, option: &str, path: &Path) -> Result<Output> {
        self.write_over(option, path, None)
    }

    /// Like [`Job::write`], but the file may also be the input file `old`. For example, a drum may be saved in
    /// the file from which it was loaded.
    pub fn write_over(&self, option: &str, path: &Path, old: Option<&Path>) -> Result<Output> {
        self.claim(option, path, old)?.open()
    }

    /// Registers an output that the command opens later, or perhaps never.
    /// Returns an error if the file is also an input or another output, or if it is in a folder that is kept.
    pub fn claim(&self, option: &str, path: &Path, old: Option<&Path>) -> Result<Claim> {
        self.files().register.write(option, path, old)?;
        Ok(Claim { path: path.to_owned(), job: self.clone() })
    }

    /// Like [`Job::claim`], but does not register the output, because the user names it during the session and may
    /// name it again.
    pub fn claim_once(&self, option: &str, path: &Path, old: Option<&Path>) -> Result<Claim> {
        self.files().register.check(option, path, old)?;
        Ok(Claim { path: path.to_owned(), job: self.clone() })
    }

    /// Keeps a folder free of outputs.
    pub fn keep(&self, folder: &Path) {
        self.files().register.keep(folder);
    }

    /// The option of a registered output that is this file now, or `None`.
    pub fn output_at(&self, path: &Path) -> Option<String> {
        self.files().register.output_at(path)
    }

    /// Registers standard output. `what` is what the command prints there, such as `--json`. Only necessary if
    /// a mistake must be found before the command works; to print is to register.
    /// Returns an error if standard output is also an input or another output.
    pub fn will_print(&self, what: &str) -> Result<()> {
        self.files().register.print(what)
    }

    /// Prints a text on standard output. Invisible characters are made visible.
    pub fn print(&self, text: &str) {
        self.put(&visible(text));
    }

    /// Prints a part of the typewriter's paper. Control characters, which colour red text, are not escaped.
    pub fn print_paper(&self, text: &str) {
        self.put(text);
    }

    /// Prints a value as JSON on several lines.
    pub fn print_json(&self, value: &impl Serialize) {
        match serde_json::to_string_pretty(value) {
            Ok(json) => drop(self.put(&(escaped(json) + "\n"))),
            Err(error) => self.add(Err(error.into())),
        }
    }

    /// Prints a value as JSON on one line. Returns whether standard output still has a reader.
    pub fn print_json_line(&self, value: &impl Serialize) -> bool {
        match serde_json::to_string(value) {
            Ok(json) => self.put(&(escaped(json) + "\n")),
            Err(error) => {
                self.add(Err(error.into()));
                false
            }
        }
    }

    /// Standard output for the paper of a session, which is shown while GIER types. It is not locked, so that a
    /// signal can restore the terminal at any time.
    pub fn paper(&self) -> Result<impl Write + use<>> {
        self.will_print("the typed paper")?;
        Ok(BufWriter::new(io::stdout()))
    }

    /// Writes to standard output. Returns whether standard output still has a reader.
    fn put(&self, text: &str) -> bool {
        if self.files().is_silent {
            return false;
        }
        let written = self.will_print("the text").and_then(|()| {
            let mut out = io::stdout().lock();
            match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                Ok(()) => Ok(true),
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
                Err(error) => Err(error).context("cannot write standard output"),
            }
        });
        let is_read = written.unwrap_or_else(|fault| {
            self.add(Err(fault));
            false
        });
        self.files().is_silent = !is_read;
        is_read
    }
}

/// The end.
impl Job {
    /// Keeps the error of an output, if it has failed, for the end of the command.
    pub fn add(&self, written: Result<()>) {
        self.files().faults.extend(written.err());
    }

    /// Whether an output has failed.
    pub fn has_failed(&self) -> bool {
        !self.files().faults.is_empty()
    }

    /// Ends the command, whose own result is `done`. If outputs have failed, the command has failed too: returns
    /// the first error, and prints the others.
    /// Returns the command's own error, otherwise that of the first output that failed.
    pub fn end(&self, done: Result<Status>) -> Result<Status> {
        let mut faults = std::mem::take(&mut self.files().faults).into_iter();
        let done = done.and_then(|status| faults.next().map_or(Ok(status), Err));
        faults.for_each(|fault| say(&format!("{fault:#}")));
        done
    }
}

/// Reads a file that is registered, or that is an output of the command itself.
pub(super) fn contents(path: &Path) -> Result<Vec<u8>> {
    let context = || format!("cannot read {}", name(path));
    let mut bytes = Vec::new();
    if is_dash(path) {
        io::stdin().lock().take(FILE + 1).read_to_end(&mut bytes).with_context(context)?;
    } else if path.is_dir() {
        bail!("cannot read {}: it is a folder", name(path));
    } else {
        let file = File::open(path).with_context(context)?;
        file.take(FILE + 1).read_to_end(&mut bytes).with_context(context)?;
    }
    if bytes.len() as u64 > FILE {
        bail!("cannot read {}: it is longer than {} MB, and no file of GIER is", name(path), FILE >> 20);
    }
    Ok(bytes)
}

/// Converts the contents of the file at `path` to text. A byte order mark is left out, and the line ends of Windows
/// become plain ones.
/// Returns an error that names the first wrong line if the contents are not UTF-8.
pub fn text(bytes: &[u8], path: &Path) -> Result<String> {
    let text = std::str::from_utf8(without_mark(bytes)).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
        anyhow!(
            "{} is not a UTF-8 text: line {line} has a byte that belongs to no character; \
             convert the file to UTF-8 first",
            name(path)
        )
    })?;
    Ok(text.replace("\r\n", "\n"))
}

/// The contents of a text without the byte order mark with which some editors begin it.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn museum_texts_may_be_latin_1() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.asc");
        std::fs::write(&path, b"\xE6\xA3").unwrap();
        let job = Job::default();
        assert_eq!(job.read_source(&path).unwrap(), "æ£");
        let error = job.read_text(&path).unwrap_err();
        assert!(error.to_string().contains("line 1"), "{error}");
    }

    #[test]
    fn a_text_of_windows_is_a_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.acts");
        std::fs::write(&path, "\u{feff}one\r\ntwo\r\n").unwrap();
        assert_eq!(Job::default().read_text(&path).unwrap(), "one\ntwo\n");
    }

    /// Tests that no order of the calls lets an output destroy an input or another output.
    #[test]
    fn an_output_is_never_an_input_in_either_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "mine").unwrap();
        let job = Job::default();
        job.read(&path).unwrap();
        let told = job.write("--punch", &path).unwrap_err().to_string();
        assert!(told.contains("would be written over"), "{told}");
        let job = Job::default();
        let output = job.write("--punch", &path).unwrap();
        assert_eq!(job.read(&path).unwrap_err().to_string(), told);
        let told = job.write("--plot", &path).unwrap_err().to_string();
        assert!(told.contains("are one file"), "{told}");
        output.finish(b"new");
        assert_eq!(job.end(Ok(Status::Ended)).unwrap(), Status::Ended);
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
    }
}
