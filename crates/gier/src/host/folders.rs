//! The folders in which gier saves its state, and in which it finds the user's settings.

use std::path::PathBuf;

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
