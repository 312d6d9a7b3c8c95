//! Files of the host: read with errors that say what to do, written beside and renamed, so
//! that an output that cannot be finished leaves the old file whole.

use anyhow::{Context, Result, anyhow, bail};
use std::fs::File;
use std::io::{self, BufWriter, Cursor, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Whether the name means standard input or output.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes to standard output. Whoever reads it may have had enough of it: that is no error.
///
/// # Errors
/// What the host said.
pub fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write standard output")
        }
        _ => Ok(()),
    }
}

/// How a file is called in messages.
pub fn name(path: &Path) -> String {
    if is_dash(path) { "standard input".to_string() } else { path.display().to_string() }
}

/// The bytes of a file; `-` is standard input.
///
/// # Errors
/// What the host said, with the name of the file.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    if is_dash(path) {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
        return Ok(bytes);
    }
    if path.is_dir() {
        bail!("cannot read {}: it is a folder", name(path));
    }
    std::fs::read(path).with_context(|| format!("cannot read {}", name(path)))
}

/// The text of a file; `-` is standard input.
///
/// # Errors
/// What the host said, or where the text stops being UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    utf8(read(path)?, path)
}

/// Bytes that must be UTF-8.
fn utf8(bytes: Vec<u8>, path: &Path) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        anyhow!(
            "{} is not a UTF-8 text: line {line} holds a byte that belongs to no character; \
             convert the file to UTF-8 first",
            name(path)
        )
    })
}

/// A source text for the translators: UTF-8, or ISO 8859-1 for the museum's `.asc` files.
///
/// # Errors
/// As [`read_text`].
pub fn read_source(path: &Path) -> Result<String> {
    let bytes = read(path)?;
    let is_asc = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("asc"));
    if is_asc && std::str::from_utf8(&bytes).is_err() {
        return Ok(bytes.into_iter().map(char::from).collect());
    }
    utf8(bytes, path)
}

/// Where a translator writes its drum: as it is told, else beside the text with the ending
/// `.drum`, and nowhere if only a listing is wanted.
///
/// # Errors
/// A file that cannot be written; standard input, which has no name.
pub fn image_output(told: Option<&Path>, text: &Path, listing: bool) -> Result<Option<AtomicFile>> {
    match told {
        Some(path) => AtomicFile::new(path).map(Some),
        None if listing => Ok(None),
        None if is_dash(text) => bail!("standard input has no name for the drum: give -o IMAGE"),
        None => AtomicFile::new(&text.with_extension("drum")).map(Some),
    }
}

/// A file that will be written: it takes its name only when all of it is there.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// Written beside, to be renamed.
    Beside(tempfile::NamedTempFile, PathBuf),
    /// A device, a pipe or standard output: written as it is.
    Direct,
}

impl AtomicFile {
    /// Prepares to write the file, and finds out now whether that can be done.
    ///
    /// # Errors
    /// What the host said, with the name of the file.
    pub fn new(path: &Path) -> Result<AtomicFile> {
        let context = || format!("cannot write {}", name_of_output(path));
        if path.is_dir() {
            bail!("cannot write {}: it is a folder", path.display());
        }
        let is_special = path.metadata().is_ok_and(|data| !data.is_file());
        if is_dash(path) || is_special {
            return Ok(AtomicFile { path: path.to_owned(), place: Place::Direct });
        }
        if path.metadata().is_ok_and(|data| data.permissions().readonly()) {
            bail!("cannot write {}: it is write-protected", path.display());
        }
        // A link stays a link: the file that it leads to is replaced.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            bail!("cannot write {}: there is no folder {}; make it first", path.display(), folder.display());
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".gier-").suffix(".tmp");
        keep_permissions(&mut builder, path);
        let file = builder.tempfile_in(folder.unwrap_or(Path::new("."))).with_context(context)?;
        Ok(AtomicFile { path: path.to_owned(), place: Place::Beside(file, target) })
    }

    /// Writes the file and gives it its name.
    ///
    /// # Errors
    /// What the host said, with the name of the file; an older file of that name is then whole.
    pub fn finish(self, bytes: &[u8]) -> Result<()> {
        let context = || format!("cannot write {}", name_of_output(&self.path));
        match self.place {
            Place::Beside(..) => self.finish_by(|file| file.write_all(bytes)),
            Place::Direct if is_dash(&self.path) => {
                let mut out = io::stdout().lock();
                match out.write_all(bytes).and_then(|()| out.flush()) {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                    written => written.with_context(context),
                }
            }
            Place::Direct => {
                let mut file = File::options().write(true).open(&self.path).with_context(context)?;
                file.write_all(bytes).with_context(context)
            }
        }
    }

    /// As [`AtomicFile::finish`], for a file that is long or not written from front to back.
    ///
    /// # Errors
    /// As [`AtomicFile::finish`].
    pub fn finish_by(self, write: impl FnOnce(&mut dyn WriteSeek) -> io::Result<()>) -> Result<()> {
        let context = || format!("cannot write {}", name_of_output(&self.path));
        match self.place {
            Place::Beside(mut file, target) => {
                let mut out = BufWriter::new(file.as_file_mut());
                write(&mut out).and_then(|()| out.flush()).with_context(context)?;
                drop(out);
                file.persist(target).map_err(|error| error.error).with_context(context)?;
                Ok(())
            }
            Place::Direct => {
                let mut all = Cursor::new(Vec::new());
                write(&mut all).with_context(context)?;
                self.finish(all.get_ref())
            }
        }
    }
}

/// What can be written at any place.
pub trait WriteSeek: Write + Seek {}

impl<W: Write + Seek> WriteSeek for W {}

fn name_of_output(path: &Path) -> String {
    if is_dash(path) { "standard output".to_string() } else { path.display().to_string() }
}

/// The new file gets the permissions of the old one, or those that any new file gets.
#[cfg(unix)]
fn keep_permissions(builder: &mut tempfile::Builder<'_, '_>, path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let old = path.metadata().map(|data| data.permissions());
    builder.permissions(old.unwrap_or(std::fs::Permissions::from_mode(0o666)));
}

#[cfg(not(unix))]
fn keep_permissions(_: &mut tempfile::Builder<'_, '_>, _: &Path) {}

/// Writes a whole file; `-` is standard output.
///
/// # Errors
/// As [`AtomicFile`].
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    AtomicFile::new(path)?.finish(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pending_file_that_is_dropped_leaves_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.svg");
        write(&path, b"old").unwrap();
        drop(AtomicFile::new(&path).unwrap());
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        write(&path, b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_is_not_there_is_noticed_before_anything_is_done() {
        let folder = tempfile::tempdir().unwrap();
        let error = AtomicFile::new(&folder.path().join("no/a.svg")).unwrap_err();
        assert!(format!("{error:#}").starts_with("cannot write "), "{error:#}");
    }

    #[test]
    fn museum_texts_may_be_latin_1() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.asc");
        std::fs::write(&path, b"\xE6\xA3").unwrap();
        assert_eq!(read_source(&path).unwrap(), "æ£");
        let error = read_text(&path).unwrap_err();
        assert!(error.to_string().contains("line 1"), "{error}");
    }
}
