//! The panel's files on this computer, and where they are.

use crate::host::files;
use anyhow::{Context, Result};
use gier_desk::host::{Files, Trouble};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Logs of earlier sessions that are kept.
const LOGS_KEPT: usize = 20;

/// This computer's files; a file in the folder for what programs remember makes that folder.
pub struct HostFiles {
    state: Option<PathBuf>,
}

impl HostFiles {
    /// Files, some of which are in the folder `state`.
    pub fn new(state: Option<PathBuf>) -> HostFiles {
        HostFiles { state }
    }
}

impl Files for HostFiles {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        files::read(Path::new(name)).map_err(in_one_line)
    }

    fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        let path = Path::new(name);
        let folder =
            path.parent().filter(|_| self.state.as_ref().is_some_and(|state| path.starts_with(state)));
        if let Some(folder) = folder {
            fs::create_dir_all(folder)?;
        }
        files::write(path, contents).map_err(in_one_line)
    }

    fn append(&mut self, name: &str, text: &str) -> Result<(), Trouble> {
        let written = File::options().append(true).open(name).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.flush()
        });
        written.with_context(|| format!("cannot write {name}")).map_err(in_one_line)
    }

    fn has(&mut self, name: &str) -> bool {
        Path::new(name).exists()
    }
}

fn in_one_line(error: anyhow::Error) -> Trouble {
    format!("{error:#}").into()
}

/// The folder for what the program remembers: `gier` in `$XDG_STATE_HOME` or `~/.local/state`.
pub fn state_folder() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = absolute("XDG_STATE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/state")));
    state.map(|state| state.join("gier"))
}

/// A name for the log of a new session in this folder; the oldest logs are thrown away.
///
/// # Errors
/// A folder that cannot be made.
pub fn new_log_path(folder: &Path, name: &str) -> Result<PathBuf> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let mut logs: Vec<(std::time::SystemTime, PathBuf)> = fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.display()))?
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "log"))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    logs.sort();
    for (_, old) in logs.iter().take((logs.len() + 1).saturating_sub(LOGS_KEPT)) {
        let _ = fs::remove_file(old);
    }
    let numbers = logs.iter().filter_map(|(_, path)| {
        let stem = path.file_stem()?.to_str()?;
        stem.rsplit_once('-')?.1.parse::<u32>().ok()
    });
    let mut number = numbers.max().unwrap_or(0) + 1;
    loop {
        let path = folder.join(format!("{name}-{number:04}.log"));
        match File::options().write(true).create_new(true).open(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error).with_context(|| format!("cannot write {}", path.display())),
        }
    }
}
