//! Folders: those in which gier saves its state and finds the user's settings, and those that it lists or makes.

use super::files::{Job, is_asc, is_flx, name};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// The paths of everything in a folder, sorted.
pub fn list(folder: &Path) -> Result<Vec<PathBuf>> {
    let context = || format!("cannot read {}", name(folder));
    let entries = fs::read_dir(folder).with_context(context)?;
    let mut paths =
        entries.map(|entry| Ok(entry.with_context(context)?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// The paths of the tapes and folders in a folder, sorted, without those whose names begin with a dot. The name of
/// a tape ends in `.flx` or `.asc`, or has no ending.
pub fn tapes(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = list(folder)?;
    paths.retain(|path| {
        let is_tape = path.extension().is_none() || is_flx(path) || is_asc(path);
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        !is_hidden && (is_tape || path.is_dir())
    });
    Ok(paths)
}

/// Makes a folder, and the folders around it that are missing.
pub fn make(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", name(folder)))
}

/// Reads a setting: a file of one line in this folder. Returns `None` if there is none, or if it is not a regular
/// file: the user did not name it, so a pipe is not opened.
pub fn setting(folder: Option<PathBuf>, name: &str) -> Option<String> {
    let path = folder?.join(name);
    let text = path.is_file().then(|| Job::default().read_text(&path).ok()).flatten()?;
    text.lines().next().map(str::to_string)
}

/// Saves a setting in this folder, which is made if it is missing.
pub fn keep_setting(folder: &Path, name: &str, value: &str) -> Result<()> {
    make(folder)?;
    Job::default().write("the setting", &folder.join(name))?.save(format!("{value}\n").as_bytes()).map(drop)
}

/// Deletes a file of gier's own folders.
pub fn delete(path: &Path) -> Result<()> {
    fs::remove_file(path).with_context(|| format!("cannot delete {}", name(path)))
}

/// The folder where gier saves its state: `gier` in `$XDG_STATE_HOME` or `~/.local/state`, and on
/// Windows in `%LOCALAPPDATA%`.
pub fn state_folder() -> Option<PathBuf> {
    user_folder("XDG_STATE_HOME", "LOCALAPPDATA", ".local/state")
}

/// The folder of the user's settings: `gier` in `$XDG_CONFIG_HOME` or `~/.config`, and on Windows in
/// `%APPDATA%`.
pub fn config_folder() -> Option<PathBuf> {
    user_folder("XDG_CONFIG_HOME", "APPDATA", ".config")
}

fn user_folder(xdg: &str, windows: &str, below_home: &str) -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let usual = || match cfg!(windows) {
        true => absolute(windows),
        false => absolute("HOME").map(|home| home.join(below_home)),
    };
    Some(absolute(xdg).or_else(usual)?.join("gier"))
}

/// The two environment variables that determine [`state_folder`]. The text is for a message such as
/// `neither XDG_STATE_HOME nor HOME names a folder`.
pub const STATE_VARIABLES: &str =
    if cfg!(windows) { "XDG_STATE_HOME nor LOCALAPPDATA" } else { "XDG_STATE_HOME nor HOME" };
