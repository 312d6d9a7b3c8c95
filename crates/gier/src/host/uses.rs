//! Registers the files that a command reads and writes, before it opens the first of them. An output
//! must not be an input or another output, even under a different name.

use super::files::{is_dash, name, name_of_output};
use super::output::{folder, target};
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

/// The register of all files that a command reads and writes.
#[derive(Debug, Default)]
pub struct Uses {
    read: Vec<Input>,
    written: Vec<Output>,
}

#[derive(Debug)]
struct Input {
    path: PathBuf,
    file: Option<FileId>,
}

#[derive(Debug)]
struct Output {
    /// The command-line option that named the output, such as `--punch`.
    option: String,
    path: PathBuf,
    file: Option<FileId>,
}

/// Identifies a file, even if it has several names.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FileId {
    /// An existing file, by its device number and inode number.
    #[cfg(unix)]
    There(u64, u64),
    /// A path in which all links are resolved.
    Name(PathBuf),
}

impl Uses {
    /// Creates an empty register.
    pub fn new() -> Uses {
        Uses::default()
    }

    /// Registers a file as read.
    ///
    /// # Errors
    /// Returns an error if the file is also written.
    pub fn read(&mut self, path: &Path) -> Result<()> {
        let input = Input { path: path.to_owned(), file: file(path, "/dev/stdin") };
        self.written.iter().try_for_each(|output| part(output, &input))?;
        self.read.push(input);
        Ok(())
    }

    /// Registers several files as read.
    ///
    /// # Errors
    /// Fails like [`Uses::read`].
    pub fn read_all<'a>(&mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<()> {
        paths.into_iter().try_for_each(|path| self.read(path))
    }

    /// Registers a file as written. `option` is the command-line option that named it.
    ///
    /// # Errors
    /// Returns an error if the file is also read, or was already registered as written.
    pub fn write(&mut self, option: &str, path: &Path) -> Result<()> {
        self.write_over(option, path, &[])
    }

    /// Registers several files as written, each with the command-line option that named it.
    ///
    /// # Errors
    /// Fails like [`Uses::write`].
    pub fn write_all<'a>(
        &mut self,
        outputs: impl IntoIterator<Item = (&'a str, Option<&'a Path>)>,
    ) -> Result<()> {
        let asked = outputs.into_iter().filter_map(|(option, path)| Some((option, path?)));
        asked.into_iter().try_for_each(|(option, path)| self.write(option, path))
    }

    /// Removes all outputs from the register.
    pub fn forget_outputs(&mut self) {
        self.written.clear();
    }

    /// Like [`Uses::write`], but the file may be one of the input files `olds`. For example, a drum may
    /// be saved in the file from which it was loaded.
    ///
    /// # Errors
    /// Fails like [`Uses::write`].
    pub fn write_over(&mut self, option: &str, path: &Path, olds: &[PathBuf]) -> Result<()> {
        let file = file(path, "/dev/stdout");
        let output = Output { option: option.to_string(), path: path.to_owned(), file };
        let olds: Vec<Option<FileId>> = olds.iter().map(|old| self::file(old, "/dev/stdin")).collect();
        for input in self.read.iter().filter(|input| !olds.contains(&input.file)) {
            part(&output, input)?;
        }
        for other in &self.written {
            let is_stream = is_dash(path) && is_dash(&other.path);
            if is_stream || output.file.is_some() && other.file == output.file {
                let (one, two) = (&other.option, &output.option);
                let name = name_of_output(path);
                bail!("{one} and {two} are one file, {name}; name two files");
            }
        }
        self.written.push(output);
        Ok(())
    }
}

/// Returns an error if this output and this input are the same file.
fn part(output: &Output, input: &Input) -> Result<()> {
    if output.file.is_none() || output.file != input.file {
        return Ok(());
    }
    let (written, read) = (name_of_output(&output.path), name(&input.path));
    let written = if output.path == input.path { String::new() } else { format!(" {written}") };
    bail!("{}{written} would be written over {read}, which is read; name another file", output.option)
}

/// Identifies the file to which a path leads. Returns `None` for a device, a pipe or a terminal. The path `-`
/// is replaced by the path `stream`.
fn file(path: &Path, stream: &str) -> Option<FileId> {
    let path = if is_dash(path) { Path::new(stream) } else { path };
    match path.metadata() {
        Ok(data) if data.is_file() => Some(id(path, &data)),
        Ok(_) => None,
        Err(_) => {
            let target = target(path);
            let folder = folder(&target).canonicalize().ok()?;
            Some(FileId::Name(folder.join(target.file_name()?)))
        }
    }
}

#[cfg(unix)]
fn id(_: &Path, data: &std::fs::Metadata) -> FileId {
    use std::os::unix::fs::MetadataExt;
    FileId::There(data.dev(), data.ino())
}

#[cfg(not(unix))]
fn id(path: &Path, _: &std::fs::Metadata) -> FileId {
    FileId::Name(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
}
