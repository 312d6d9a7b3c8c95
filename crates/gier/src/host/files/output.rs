//! Writes files safely. A file is first written under a temporary name in its folder, and then renamed.
//! If writing fails, the old file stays complete.
//!
//! gier locks a temporary file during writing. If a temporary file is not locked, a process was killed
//! while it wrote the file. The next gier process that writes to the folder deletes the file.

use super::job::{self, Job};
use super::{is_dash, name_of_output};
use crate::host::limits::MEMORY;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{self, BufWriter, Cursor, Seek, SeekFrom, Write};
use std::iter::successors;
use std::path::{Path, PathBuf, is_separator};
use tempfile::NamedTempFile;

/// The beginning and the end of the name of a temporary file.
const BESIDE: (&str, &str) = (".gier-", ".tmp");
/// The number of random letters and digits between the beginning and the end of the name.
const RANDOM: usize = 6;
/// The maximum number of symbolic links that are followed one after another.
const LINKS: usize = 40;

/// The right to write a file, which a [`Job`] gives if the file is no input and no other output.
#[derive(Clone, Debug)]
pub struct Claim {
    pub(super) path: PathBuf,
    pub(super) job: Job,
}

impl Claim {
    /// The path of the file, as the user wrote it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The present contents of the file.
    pub fn contents(&self) -> Result<Vec<u8>> {
        job::contents(&self.path)
    }

    /// Checks that the file can be written, but does not write it yet.
    pub fn open(self) -> Result<Output> {
        let place = place(&self.path)?;
        Ok(Output { claim: self, place, what: None })
    }

    /// Opens the file to add something at its end.
    pub fn append(&self) -> Result<File> {
        let opened = File::options().create(true).append(true).open(&self.path);
        opened.with_context(|| format!("cannot write {}", name_of_output(&self.path)))
    }
}

/// A file to write. It appears under its name only when it is complete.
#[derive(Clone, Debug)]
pub struct Output {
    claim: Claim,
    place: Destination,
    /// What error messages call the contents of the file, for example `the drum`.
    what: Option<&'static str>,
}

#[derive(Clone, Debug)]
enum Destination {
    /// A regular file. It is written under a temporary name in its folder, and then renamed to this
    /// path.
    Beside(PathBuf),
    /// A device, a pipe or standard output. It is written directly.
    Direct,
}

impl Output {
    /// Sets what error messages call the contents of the file, for example `the drum`.
    pub const fn holding(mut self, what: &'static str) -> Output {
        self.what = Some(what);
        self
    }

    /// The file's name, for messages.
    pub fn name(&self) -> String {
        name_of_output(&self.claim.path)
    }

    /// The right by which the file is written.
    pub const fn claim(&self) -> &Claim {
        &self.claim
    }

    /// Writes the file. If this fails, the command fails at its end, when it has written its other outputs.
    pub fn finish(self, bytes: &[u8]) {
        self.claim.job.add(self.save(bytes).map(drop));
    }

    /// Writes these bytes under a temporary name, and then gives the file its final name; a device or a pipe gets
    /// the bytes directly. Returns the open file, which stays locked while it is open, or `None` for a device or a
    /// pipe.
    pub fn save(&self, bytes: &[u8]) -> Result<Option<File>> {
        let mut begun = self.begin()?;
        let written = begun.write_all(bytes);
        begun.end_with(written)
    }

    /// Creates the temporary file, for writing it piece by piece. The file is deleted if the returned
    /// value is dropped.
    pub fn begin(&self) -> Result<UnfinishedFile> {
        let context = self.context();
        let (out, target) = match &self.place {
            Destination::Beside(target) => {
                (Out::Beside(BufWriter::new(beside(target).with_context(|| context.clone())?)), target)
            }
            Destination::Direct => (Out::Memory(Cursor::new(Vec::new())), &self.claim.path),
        };
        Ok(UnfinishedFile { out, target: target.clone(), context })
    }

    /// The beginning of the message for a file that cannot be written.
    fn context(&self) -> String {
        match self.what {
            Some(what) => format!("cannot write {what} to {}", self.name()),
            None => format!("cannot write {}", self.name()),
        }
    }
}

/// Finds out how the file at this path is written, and checks that it can be.
fn place(path: &Path) -> Result<Destination> {
    let name = || name_of_output(path);
    if path.as_os_str().is_empty() {
        bail!("the name of an output is empty");
    }
    // `Path` ignores a slash or `/.` at the end, but such a name means a folder.
    let written = path.to_string_lossy();
    if path.is_dir() || written.strip_suffix('.').unwrap_or(&written).ends_with(is_separator) {
        bail!("cannot write {}: it is a folder", name());
    }
    let is_special = path.metadata().is_ok_and(|data| !data.is_file());
    if is_dash(path) || is_special {
        return Ok(Destination::Direct);
    }
    if path.metadata().is_ok_and(|data| data.permissions().readonly()) {
        bail!("cannot write {}: it is write-protected", name());
    }
    let target = target(path);
    if target.is_symlink() {
        bail!("cannot write {}: it is a link that leads back to itself", name());
    }
    // For example, the name may be too long.
    if let Err(error) = target.symlink_metadata()
        && error.kind() == io::ErrorKind::InvalidFilename
    {
        return Err(error).with_context(|| format!("cannot write {}", name()));
    }
    if !folder(&target).is_dir() {
        let folder = folder(&target).display();
        bail!("cannot write {}: there is no folder {folder}; make it first", name());
    }
    drop(beside(&target).with_context(|| format!("cannot write {}", name()))?);
    Ok(Destination::Beside(target))
}

/// A file that is being written under a temporary name. After the last write, it gets its final name.
#[derive(Debug)]
pub struct UnfinishedFile {
    out: Out,
    target: PathBuf,
    context: String,
}

#[derive(Debug)]
enum Out {
    /// The temporary file, in the folder of the final file.
    Beside(BufWriter<NamedTempFile>),
    /// The bytes that are written to a device or a pipe at the end.
    Memory(Cursor<Vec<u8>>),
}

impl UnfinishedFile {
    /// The maximum number of bytes of this file.
    pub const fn longest(&self) -> u64 {
        match self.out {
            Out::Beside(_) => u64::MAX,
            Out::Memory(_) => MEMORY,
        }
    }

    /// Completes the file. `written` is the result of writing the contents. If writing succeeded, the file
    /// gets its final name, or its bytes go to the device. Returns the open file, which stays locked, or
    /// `None` for a device or a pipe.
    pub fn end_with(self, written: io::Result<()>) -> Result<Option<File>> {
        let context = || self.context;
        match self.out {
            Out::Beside(mut out) => {
                let file = written.and_then(|()| out.flush()).and_then(|()| {
                    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                    file.persist(self.target).map_err(|error| error.error)
                });
                Ok(Some(file.map_err(plain).with_context(context)?))
            }
            Out::Memory(all) => match written.and_then(|()| direct(&self.target, all.get_ref())) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(None),
                written => written.map(|()| None).with_context(context),
            },
        }
    }
}

impl Write for UnfinishedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Out::Beside(out) => out.write(bytes),
            Out::Memory(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::Beside(out) => out.flush(),
            Out::Memory(out) => out.flush(),
        }
    }
}

impl Seek for UnfinishedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match &mut self.out {
            Out::Beside(out) => out.seek(to),
            Out::Memory(out) => out.seek(to),
        }
    }
}

/// Writes these bytes to a device, a pipe or standard output.
fn direct(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if is_dash(path) {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        return out.flush();
    }
    File::options().write(true).open(path)?.write_all(bytes)
}

/// Follows the symbolic links at `path` to their target, which need not exist. gier writes to the target, so
/// that the links are not replaced by a file.
pub fn target(path: &Path) -> PathBuf {
    let next = |path: &PathBuf| Some(folder(path).join(path.read_link().ok()?));
    successors(Some(path.to_owned()), next).take(LINKS + 1).last().expect("the path itself is the first")
}

/// The folder that contains the file at this path.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a locked temporary file in the folder of `target`. First deletes the temporary files that
/// killed processes left there.
fn beside(target: &Path) -> io::Result<NamedTempFile> {
    clear(folder(target));
    loop {
        let mut builder = tempfile::Builder::new();
        builder.prefix(BESIDE.0).rand_bytes(RANDOM).suffix(BESIDE.1);
        keep_permissions(&mut builder, target);
        let file = builder.tempfile_in(folder(target)).map_err(plain)?;
        // An error is ignored, because some computers have no file locks. There, `clear` cannot lock a file,
        // and so deletes no files.
        let _ = file.as_file().lock();
        // Between creation and locking, another gier process may have deleted the file.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Deletes the temporary files in this folder that killed processes left.
fn clear(folder: &Path) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(BESIDE.0)?.strip_suffix(BESIDE.1));
        let is_beside = random.is_some_and(|random| {
            random.len() == RANDOM && random.bytes().all(|letter| letter.is_ascii_alphanumeric())
        });
        // Only regular files are opened, because opening a pipe might block. Errors are ignored: a file that
        // cannot be opened or deleted belongs to another user.
        if is_beside
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Removes the name of the temporary file from an error, because users do not know this file.
fn plain(error: io::Error) -> io::Error {
    if error.raw_os_error().is_some() { error } else { error.kind().into() }
}

/// Gives the temporary file the permissions of the file at `path`. If there is no file at `path`, the
/// temporary file gets the usual permissions of a new file.
#[cfg(unix)]
fn keep_permissions(builder: &mut tempfile::Builder<'_, '_>, path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let old = path.metadata().map(|data| data.permissions());
    builder.permissions(old.unwrap_or(std::fs::Permissions::from_mode(0o666)));
}

#[cfg(not(unix))]
fn keep_permissions(_: &mut tempfile::Builder<'_, '_>, _: &Path) {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn abandoned_files_are_deleted_and_files_in_use_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path(".gier-leftab.tmp"), "half of").unwrap();
        fs::write(path(".gier-notes.tmp"), "the user's own").unwrap();
        let other = File::create(path(".gier-otherb.tmp")).unwrap();
        other.lock().unwrap();
        #[cfg(unix)]
        nix::unistd::mkfifo(&path(".gier-pipeab.tmp"), nix::sys::stat::Mode::S_IRWXU).unwrap();
        Job::default().write("the output", &path("a")).unwrap().save(b"whole").unwrap();
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.retain(|name| name != ".gier-pipeab.tmp");
        names.sort();
        assert_eq!(names, [".gier-notes.tmp", ".gier-otherb.tmp", "a"]);
    }
}
