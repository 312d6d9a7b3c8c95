//! Finds out what the terminal can show: its colours, its characters, and whether it can show the panel.

use crate::cli::{PanelArgs, Signs, Theme as Asked};
use anyhow::{Result, bail};
use gier_panel::ink::theme::{self, Known, Theme};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::path::Path;
use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};

/// The name of the file in the state folder that stores the user's last choice of a theme.
const REMEMBERED: &str = "theme";

/// The value of an environment variable, or `None` if the variable is missing or empty.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Chooses the theme for the panel. If the variable NO_COLOR is set, the panel has no colours. Otherwise, the
/// first of these that is known decides: the command line, the theme saved in the folder `state`, the
/// variable COLORFGBG, the background of the terminal. A picture is dark by default.
pub fn theme(args: &PanelArgs, state: Option<&Path>) -> Theme {
    let asked = args.theme.and_then(Asked::theme);
    let (no_color, colour_pair) = (variable("NO_COLOR"), variable("COLORFGBG"));
    let is_picture = args.picture.is_some();
    let remembered = match (args.theme, state) {
        (Some(asked), Some(state)) if !is_picture => {
            remember(&state.join(REMEMBERED), asked);
            None
        }
        (None, Some(state)) if !is_picture => recall(&state.join(REMEMBERED)),
        _ => None,
    };
    let known = Known {
        asked: asked.or(is_picture.then_some(Theme::Dark)),
        remembered,
        no_color: no_color.as_deref(),
        colour_pair: colour_pair.as_deref(),
    };
    theme::choose(known).unwrap_or_else(|| match theme_mode(QueryOptions::default()) {
        Ok(ThemeMode::Dark) => Theme::Dark,
        Ok(ThemeMode::Light) => Theme::Light,
        // The terminal does not report its background.
        Err(_) => Theme::Either,
    })
}

/// Saves the chosen theme in the file `path` for later sessions. If the user chose the theme of the terminal,
/// deletes the file. An error is ignored.
fn remember(path: &Path, asked: Asked) {
    match asked.theme() {
        None => drop(fs::remove_file(path)),
        Some(_) => {
            let _ = path.parent().map(fs::create_dir_all);
            let _ = fs::write(path, format!("{}\n", asked.word()));
        }
    }
}

fn recall(path: &Path) -> Option<Theme> {
    Asked::from_word(fs::read_to_string(path).ok()?.trim())?.theme()
}

/// The characters that the user chose, otherwise those that the locale allows.
pub fn signs(wanted: Option<Signs>) -> Signs {
    wanted.unwrap_or_else(|| {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
        if !cfg!(unix) || is_utf8(locale.as_deref()) { Signs::Unicode } else { Signs::Ascii }
    })
}

/// Whether a locale such as `da_DK.UTF-8` uses UTF-8. Returns `false` without a locale.
fn is_utf8(locale: Option<&str>) -> bool {
    let locale = locale.unwrap_or("C").to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Returns an error if the terminal cannot move its cursor.
///
/// # Errors
/// The error names the commands that work in such a terminal.
pub fn refuse_dumb() -> Result<()> {
    if variable("TERM").is_some_and(|term| term == "dumb") {
        bail!(
            "this terminal cannot show a panel (TERM=dumb): use `gier run IMAGE` or `gier nim` with --plain, \
             or `gier panel --picture FILE` for one picture of the panel"
        );
    }
    Ok(())
}

/// A progress bar on standard error. `seconds` is the machine time that will pass. If `seconds` is
/// `None`, the bar has no end.
pub fn progress(seconds: Option<f64>) -> ProgressBar {
    let (bar, form) = match seconds {
        Some(seconds) => (
            ProgressBar::new(seconds as u64),
            "{wide_bar} {pos} of {len} seconds of GIER's time, Ctrl-C leaves",
        ),
        None => (ProgressBar::new_spinner(), "{pos} seconds of GIER's time, Ctrl-C leaves"),
    };
    bar.with_style(ProgressStyle::with_template(form).expect("a form of the bar"))
}

/// The smallest number of keys for which a progress bar is shown.
const MANY_KEYS: usize = 40;

/// A progress bar on standard error for pressing `keys` keys. The bar is hidden for fewer than
/// [`MANY_KEYS`].
pub fn progress_of_keys(keys: usize) -> ProgressBar {
    if keys < MANY_KEYS {
        return ProgressBar::hidden();
    }
    let form = "{wide_bar} {pos} of {len} keys, Ctrl-C leaves";
    ProgressBar::new(keys as u64).with_style(ProgressStyle::with_template(form).expect("a form of the bar"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_decides_which_signs_are_used() {
        for (locale, is) in
            [(Some("da_DK.UTF-8"), true), (Some("C.utf8"), true), (Some("da_DK"), false), (None, false)]
        {
            assert_eq!(is_utf8(locale), is, "{locale:?}");
        }
    }

    #[test]
    fn a_theme_is_remembered_until_the_terminal_is_to_say() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gier").join(REMEMBERED);
        assert_eq!(recall(&path), None);
        remember(&path, Asked::Light);
        assert_eq!(recall(&path), Some(Theme::Light));
        remember(&path, Asked::Terminal);
        assert_eq!(recall(&path), None);
    }
}
