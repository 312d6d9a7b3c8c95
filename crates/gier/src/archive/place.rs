//! The folder of the archive: `--archive`, `GIER_ARCHIVE`, or the one that the user let gier remember.

use crate::host::archive::archive;
use crate::host::{files, output};
use crate::panel::logs::config_folder;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// What gier says where an archive is needed and none is known.
pub const MISSING: &str = "\
the museum's archive is not here: some 1500 tapes of GIER, kept at github Datamuseum-DK/andetGIER
clone it (git clone https://github.com/Datamuseum-DK/andetGIER), then: gier archive use andetGIER";

/// A tape that every copy of the archive has.
const SIGN: &str = "tapes/tapet3/1track0.flx";

/// The folder of the archive, if one is named.
pub fn known(told: Option<&Path>) -> Option<PathBuf> {
    told.map(Path::to_path_buf).or_else(archive).or_else(remembered)
}

/// The folder of the archive.
///
/// # Errors
/// No folder is named, or it is not the archive.
pub fn find(told: Option<&Path>) -> Result<PathBuf> {
    let folder = known(told).context(MISSING)?;
    check(&folder)?;
    Ok(folder)
}

/// Checks that a folder is the archive.
///
/// # Errors
/// It is not.
pub fn check(folder: &Path) -> Result<()> {
    if !folder.join(SIGN).is_file() {
        bail!(
            "{} is not the museum's archive: there is no {SIGN} in it; \
             clone github Datamuseum-DK/andetGIER and name its folder",
            folder.display()
        );
    }
    Ok(())
}

/// The file that remembers the folder.
fn memory() -> Option<PathBuf> {
    config_folder().map(|folder| folder.join("archive"))
}

fn remembered() -> Option<PathBuf> {
    let text = files::read_text(&memory().filter(|file| file.is_file())?).ok()?;
    text.lines().next().map(PathBuf::from)
}

/// Remembers this folder, and returns its whole path.
///
/// # Errors
/// It is not the archive; the file that remembers it cannot be written.
pub fn remember(folder: &Path) -> Result<PathBuf> {
    check(folder)?;
    let folder = folder.canonicalize().with_context(|| format!("cannot find {}", folder.display()))?;
    let file = memory().context("there is no folder for settings: set HOME or XDG_CONFIG_HOME")?;
    if let Some(parent) = file.parent() {
        std::fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
    }
    let text = folder.to_str().context("the path of the archive is not UTF-8")?;
    output::write(&file, format!("{text}\n").as_bytes())?;
    Ok(folder)
}
