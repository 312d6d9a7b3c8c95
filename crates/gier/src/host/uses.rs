//! Registers the files that a command reads and writes, before the command opens them. An output must not be
//! an input or another output, even under a different name.

use super::files::{is_dash, name, name_of_output};
use super::output::{folder, target};
use anyhow::{Result, bail};
use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// The register of all files that a command reads and writes.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    read: Vec<Input>,
    written: Vec<Output>,
    /// Folders into which no output is written, without links in their paths.
    kept: Vec<PathBuf>,
}

#[derive(Clone, Debug)]
struct Input {
    path: PathBuf,
    file: Option<FileId>,
}

#[derive(Clone, Debug)]
struct Output {
    /// The command-line option that named the output, such as `--punch`.
    option: String,
    path: PathBuf,
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

impl Uses {
    /// Creates an empty register.
    pub fn new() -> Uses {
        Uses::default()
    }

    /// Creates the register of a command that reads these files and prints a text.
    ///
    /// # Errors
    /// Returns an error if standard output is one of the files.
    pub fn printing(paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<Uses> {
        let mut uses = Uses::new();
        uses.print("the text")?;
        uses.read_all(paths)?;
        Ok(uses)
    }

    /// Registers a file that the command reads.
    ///
    /// # Errors
    /// Returns an error if the command also writes the file.
    pub fn read(&mut self, path: &Path) -> Result<()> {
        let input = Input { path: path.to_owned(), file: file(path, "/dev/stdin") };
        self.written.iter().try_for_each(|output| part(output, &input))?;
        self.read.push(input);
        Ok(())
    }

    /// Registers several files that the command reads.
    ///
    /// # Errors
    /// Fails like [`Uses::read`].
    pub fn read_all(&mut self, paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<()> {
        paths.into_iter().try_for_each(|path| self.read(path.as_ref()))
    }

    /// Registers a folder into which the command must not write.
    pub fn keep(&mut self, folder: &Path) {
        self.kept.extend(folder.canonicalize());
    }

    /// Registers a file that the command writes. `option` is the command-line option that named the file.
    ///
    /// # Errors
    /// Returns an error if the command also reads the file, if the file was already registered as an output, or
    /// if it is in a folder that is kept.
    pub fn write(&mut self, option: &str, path: &Path) -> Result<()> {
        self.write_over(option, path, None)
    }

    /// Registers standard output. `what` is what the command prints there, such as `--json`.
    ///
    /// # Errors
    /// Fails like [`Uses::write`].
    pub fn print(&mut self, what: &str) -> Result<()> {
        self.write(what, Path::new("-"))
    }

    /// Registers several files that the command writes. Each comes with the command-line option that named
    /// it.
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

    /// The option of a registered output that is this file now, or `None`.
    pub fn output_at(&self, path: &Path) -> Option<&str> {
        let file = Some(file(path, "/dev/stdout")?);
        let output = self.written.iter().find(|output| output.file() == file);
        output.map(|output| output.option.as_str())
    }

    /// Registers a file that the command writes, like [`Uses::write`]. But the file may also be the input
    /// file `old`. For example, a drum may be saved in the file from which it was loaded.
    ///
    /// # Errors
    /// Fails like [`Uses::write`].
    pub fn write_over(&mut self, option: &str, path: &Path, old: Option<&Path>) -> Result<()> {
        let place = folder(&target(path)).canonicalize().ok().filter(|_| !is_dash(path));
        if place.is_some_and(|place| self.kept.iter().any(|kept| place.starts_with(kept))) {
            bail!(
                "{option} would be written into the archive, as {}; name another file",
                name_of_output(path)
            );
        }
        let output = Output { option: option.to_string(), path: path.to_owned() };
        let file = output.file();
        let old = old.map(|old| self::file(old, "/dev/stdin"));
        for input in self.read.iter().filter(|input| old.as_ref() != Some(&input.file)) {
            part(&output, input)?;
        }
        for other in &self.written {
            let is_stream = is_dash(path) && is_dash(&other.path);
            if is_stream || file.is_some() && other.file() == file {
                let (one, two) = (&other.option, &output.option);
                let name = name_of_output(path);
                bail!("{one} and {two} are one file, {name}; name two files");
            }
        }
        self.written.push(output);
        Ok(())
    }
}

/// Returns an error if an output and an input are the same file.
fn part(output: &Output, input: &Input) -> Result<()> {
    let file = output.file();
    if file.is_none() || file != input.file {
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

/// Whether two files are the same. Both have had the name `path`.
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
