//! Finds out what the terminal can show: its colours, its characters, and whether it can show the panel.

use crate::cli::choices::{VIEWS, value_of, word_of};
use crate::cli::{PanelArgs, Signs};
use crate::host::folders;
use crate::host::terminal;
use anyhow::{Result, bail};
use gier_panel::App;
use gier_panel::ink::theme::{self, Known, Theme};
use gier_panel::parts::screen;
use indicatif::{ProgressBar, ProgressStyle};

/// The name of the file that stores the view that the user saw last, and the word in it if it was zoomed.
const VIEW: &str = "view";
const ZOOMED: &str = "zoomed";

/// The value of an environment variable, or `None` if the variable is missing or empty.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Chooses the theme for the panel, as [`theme::choose`] does. With `--picture`, the default is dark, because a
/// picture must not depend on the terminal. Returns `None` if the terminal must be asked for its background.
pub fn theme(args: &PanelArgs) -> Option<Theme> {
    let [no_color, colour_pair, term, colours] = ["NO_COLOR", "COLORFGBG", "TERM", "COLORTERM"].map(variable);
    let is_picture = args.window.picture.is_some();
    let known = Known {
        asked: args.window.theme.or(is_picture.then_some(Theme::Dark)),
        no_color: no_color.as_deref(),
        terminal: (term.as_deref().filter(|_| !is_picture), colours.as_deref()),
        colour_pair: colour_pair.as_deref(),
    };
    theme::choose(known)
}

/// Shows the view that the user saw last, and alone if it was zoomed. `--view` goes before it. A small screen shows
/// one view at a time, and begins with the paper, on which the user writes.
pub fn recall_view(args: &PanelArgs, app: &mut App) {
    let is_small = ratatui::crossterm::terminal::size().is_ok_and(|(width, _)| width < screen::TOGETHER.0);
    let kept = folders::setting(folders::state_folder(), VIEW).unwrap_or_default();
    let mut words = kept.split(' ');
    let known = words.next().filter(|_| !is_small).and_then(|word| value_of(VIEWS, word));
    if let Some(view) = args.window.view.or(known) {
        app.set_view(view, args.window.view.is_none() && words.next() == Some(ZOOMED));
    }
}

/// Saves the view for later sessions. An error is ignored.
pub fn remember_view(app: &App) {
    let (view, zooms) = app.view();
    let value =
        format!("{}{}", word_of(VIEWS, view), if zooms { format!(" {ZOOMED}") } else { String::new() });
    let _ = folders::state_folder().map(|state| folders::keep_setting(&state, VIEW, &value));
}

/// The set of characters that the user chose. If the user chose none, the locale decides.
pub fn signs(wanted: Option<Signs>) -> Signs {
    wanted.unwrap_or_else(|| {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
        if !cfg!(unix) || is_utf8(locale.as_deref()) { Signs::Unicode } else { Signs::Ascii }
    })
}

/// Whether a locale such as `da_DK.UTF-8` uses UTF-8. For `None`, returns `false`.
fn is_utf8(locale: Option<&str>) -> bool {
    let locale = locale.unwrap_or("C").to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Checks that the terminal can move its cursor.
pub fn refuse_dumb() -> Result<()> {
    if terminal::is_dumb() {
        bail!(
            "this terminal cannot show a panel (TERM=dumb): use `gier run IMAGE` or `gier nim` with --plain, \
             or `gier panel --picture FILE` for one picture of the panel"
        );
    }
    Ok(())
}

/// A progress bar on standard error. `seconds` is the machine time until the end of the run. If `seconds` is
/// `None`, the bar only counts the seconds.
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

/// The progress bar is shown only for this many keys or more.
const MANY_KEYS: usize = 40;

/// A progress bar on standard error, shown while gier presses `keys` keys. The bar is hidden for fewer than
/// [`MANY_KEYS`] keys.
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
}
