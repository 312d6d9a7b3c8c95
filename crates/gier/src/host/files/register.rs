//! The files that a command reads and writes. An output must not be an input or another output, even under a
//! different name.

use super::output::{folder, target};
use super::{is_dash, name, name_of_output};
use anyhow::{Result, bail};
use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// The register of all files that a command reads and writes.
#[derive(Debug, Default)]
pub struct Register {
    read: Vec<Input>,
    written: Vec<Output>,
    /// Folders into which no output is written, without links in their paths.
    kept: Vec<PathBuf>,
    /// Whether the command prints on standard output.
    prints: bool,
}

/// An input file of the command.
#[derive(Debug)]
pub struct Input {
    path: PathBuf,
    file: Option<FileId>,
}

#[derive(Debug)]
struct Output {
    /// The command-line option that named the output, such as `--punch`.
    option: String,
    path: PathBuf,
    /// The input file that the output may replace, as it was before.
    old: Option<FileId>,
}

impl Output {
    /// The file to which the path leads now.
    fn file(&self) -> Option<FileId> {
        file(&self.path, "/dev/stdout")
    }
}

/// The identity of a file. It is the same for all names of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FileId {
    /// An existing file or pipe, identified by its device number and inode number.
    #[cfg(unix)]
    There(u64, u64),
    /// A file, identified by its path after all links are resolved.
    Name(PathBuf),
}

impl Register {
    /// Registers a file that the command reads.
    pub fn read(&mut self, path: &Path) -> Result<()> {
        let input = self.check_read(path)?;
        if !self.read.iter().any(|read| read.path == path && read.file == input.file) {
            self.read.push(input);
        }
        Ok(())
    }

    /// Checks a file that the command reads, and does not register it.
    pub fn check_read(&self, path: &Path) -> Result<Input> {
        let input = Input { path: path.to_owned(), file: file(path, "/dev/stdin") };
        self.written.iter().try_for_each(|output| part(output, &input))?;
        Ok(input)
    }

    /// Registers a folder into which the command must not write.
    pub fn keep(&mut self, folder: &Path) {
        self.kept.extend(folder.canonicalize());
    }

    /// Registers a file that the command writes. `option` is the option that names the file, such as `--punch`. The
    /// file may also be the input file `old`.
    pub fn write(&mut self, option: &str, path: &Path, old: Option<&Path>) -> Result<()> {
        let output = self.checked(option, path, old)?;
        self.written.push(output);
        Ok(())
    }

    /// Checks a file that the command writes, and does not register it.
    pub fn check(&self, option: &str, path: &Path, old: Option<&Path>) -> Result<()> {
        self.checked(option, path, old).map(drop)
    }

    /// Registers standard output. `what` is what the command prints there, such as `--json`.
    pub fn print(&mut self, what: &str) -> Result<()> {
        if !self.prints {
            self.write(what, Path::new("-"), None)?;
        }
        self.prints = true;
        Ok(())
    }

    /// The option of a registered output that is this file now, or `None`.
    pub fn output_at(&self, path: &Path) -> Option<String> {
        let file = Some(file(path, "/dev/stdout")?);
        let output = self.written.iter().find(|output| output.file() == file);
        output.map(|output| output.option.clone())
    }

    fn checked(&self, option: &str, path: &Path, old: Option<&Path>) -> Result<Output> {
        let place = folder(&target(path)).canonicalize().ok().filter(|_| !is_dash(path));
        if place.is_some_and(|place| self.kept.iter().any(|kept| place.starts_with(kept))) {
            bail!(
                "{option} would be written into the archive, as {}; name another file",
                name_of_output(path)
            );
        }
        let old = old.and_then(|old| self::file(old, "/dev/stdin"));
        let output = Output { option: option.to_string(), path: path.to_owned(), old };
        let file = output.file();
        self.read.iter().try_for_each(|input| part(&output, input))?;
        for other in &self.written {
            let is_stream = is_dash(path) && is_dash(&other.path);
            if is_stream || file.is_some() && other.file() == file {
                let (one, two) = (&other.option, &output.option);
                let name = name_of_output(path);
                bail!("{one} and {two} are one file, {name}; name two files");
            }
        }
        Ok(output)
    }
}

/// Returns an error if an output and an input are the same file.
fn part(output: &Output, input: &Input) -> Result<()> {
    let file = output.file();
    if file.is_none() || file != input.file || output.old == input.file {
        return Ok(());
    }
    let (written, read) = (name_of_output(&output.path), name(&input.path));
    let written = if output.path == input.path { String::new() } else { format!(" {written}") };
    bail!("{}{written} would be written over {read}, which is read; name another file", output.option)
}

/// Identifies the file or pipe to which a path leads. Returns `None` for a device or a terminal. If the path is
/// `-`, uses the path `stream` instead, such as `/dev/stdin`.
fn file(path: &Path, stream: &str) -> Option<FileId> {
    let path = if is_dash(path) { Path::new(stream) } else { path };
    match path.metadata() {
        Ok(data) if data.is_file() || is_pipe(&data) => Some(id(path, &data)),
        Ok(_) => None,
        Err(_) => {
            let target = target(path);
            let folder = folder(&target).canonicalize().ok()?;
            Some(FileId::Name(folder.join(target.file_name()?)))
        }
    }
}

/// Whether two files that were at `path`, perhaps one after the other, are the same file. `one` and `other` are
/// their metadata.
pub fn is_same(path: &Path, one: &Metadata, other: &Metadata) -> bool {
    id(path, one) == id(path, other)
}

#[cfg(unix)]
fn is_pipe(data: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    data.file_type().is_fifo()
}

#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

#[cfg(unix)]
fn id(_: &Path, data: &Metadata) -> FileId {
    use std::os::unix::fs::MetadataExt;
    FileId::There(data.dev(), data.ino())
}

#[cfg(not(unix))]
fn id(path: &Path, _: &Metadata) -> FileId {
    FileId::Name(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
}
