//! Finds the folder of the museum's archive. The option `--archive` names the folder. Without this option,
//! gier uses the environment variable `GIER_ARCHIVE`, or else the folder that the user saved with `gier
//! archive use`.

use crate::host::archive::archive;
use crate::host::files;
use crate::host::folders::{self, config_folder};
use anyhow::{Context, Result, bail};
use gier_desk::faults::is_invisible;
use std::path::{Path, PathBuf};

/// The message for a command that needs the archive, if no folder is known.
pub const MISSING: &str = "\
the museum's archive is not here: some 1500 tapes of GIER, kept at github Datamuseum-DK/andetGIER; \
clone it (git clone https://github.com/Datamuseum-DK/andetGIER), then: gier archive use andetGIER";

/// A file that every copy of the archive contains. A folder without this file is not the archive.
const SIGN: &str = "tapes/tapet3/1track0.flx";

/// The folder of the archive. The user names it on the command line (`told`), in `GIER_ARCHIVE`, or earlier
/// with `gier archive use`. If the user has named no folder, finds a clone of the archive in which the user stands,
/// or which is in the present folder. Does not check that a named folder exists.
pub fn known(told: Option<&Path>) -> Option<PathBuf> {
    told.map(Path::to_path_buf).or_else(archive).or_else(remembered).or_else(near)
}

fn near() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let clone = here.join("andetGIER");
    let mut folders = here.ancestors().chain([clone.as_path()]);
    folders.find(|folder| folder.join(SIGN).is_file()).map(Path::to_path_buf)
}

/// Finds the folder of the archive, and checks that it is the archive. `told` is the folder on the command
/// line. Without it, the folder comes from `GIER_ARCHIVE` or from `gier archive use`.
pub fn find(told: Option<&Path>) -> Result<PathBuf> {
    let folder = known(told).context(MISSING)?;
    check(&folder)?;
    Ok(folder)
}

/// Checks that a folder is the archive.
pub fn check(folder: &Path) -> Result<()> {
    if !folder.join(SIGN).is_file() {
        bail!(
            "{} is not the museum's archive: there is no {SIGN} in it; \
             clone github Datamuseum-DK/andetGIER and name its folder",
            files::name(folder)
        );
    }
    Ok(())
}

/// The name of the setting with the path of the archive.
const SETTING: &str = "archive";

fn remembered() -> Option<PathBuf> {
    folders::setting(config_folder(), SETTING).map(PathBuf::from)
}

/// Saves `folder` in the settings as the folder of the archive. Returns its full path.
pub fn remember(folder: &Path) -> Result<PathBuf> {
    check(folder)?;
    let folder = folder.canonicalize().with_context(|| format!("cannot find {}", files::name(folder)))?;
    let settings = config_folder().context("there is no folder for settings: set HOME or XDG_CONFIG_HOME")?;
    let text = folder.to_str().context("the path of the archive is not UTF-8")?;
    if text.contains(is_invisible) {
        bail!("the path of the archive has invisible characters: {}", files::name(&folder));
    }
    folders::keep_setting(&settings, SETTING, text)?;
    Ok(folder)
}
