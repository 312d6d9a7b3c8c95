//! The terminal. This module is the only owner of its modes: raw mode, in which each key arrives at once and is not
//! shown; the panel's screen; the hidden cursor. All are undone after a normal end, a signal, a panic, and while job
//! control has stopped gier.

use super::signals;
use anyhow::{Context, Result};
use ratatui::crossterm::cursor::{Hide, MoveToColumn, RestorePosition, SavePosition, Show};
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::style::{Attribute, Print, SetAttribute};
use ratatui::crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use ratatui::crossterm::{execute, terminal};
use std::io::{self, IsTerminal, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether gier has hidden the cursor.
static HIDDEN: AtomicBool = AtomicBool::new(false);
/// Whether the terminal shows the panel.
static SCREEN: AtomicBool = AtomicBool::new(false);
/// Whether gier has perhaps switched bracketed paste mode on. In this mode, which a prompt uses, the terminal
/// marks pasted text.
static MARKS_PASTES: AtomicBool = AtomicBool::new(false);

/// The settings that the terminal had before gier changed them.
#[cfg(unix)]
static SETTINGS: std::sync::Mutex<Option<nix::sys::termios::Termios>> = std::sync::Mutex::new(None);

/// Whether the terminal understands no escape sequences: its `TERM` is `dumb`.
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Saves the settings of the terminal for [`restore`]. Must be called before gier changes the settings.
pub fn remember() {
    #[cfg(unix)]
    if let (Ok(settings), Ok(mut kept)) = (nix::sys::termios::tcgetattr(std::io::stdin()), SETTINGS.lock()) {
        kept.get_or_insert(settings);
    }
}

/// Restores the terminal if gier panics.
pub fn restore_after_panic() {
    let earlier = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        restore();
        earlier(panic);
    }));
}

/// Puts the terminal into raw mode.
pub fn take_keys() -> Result<()> {
    // While gier was stopped, the shell may have changed the mode. crossterm does not notice that, and would do
    // nothing.
    let _ = terminal::disable_raw_mode();
    terminal::enable_raw_mode().context("cannot take the keys of the terminal one by one")
}

/// Asks the terminal for the events of the mouse, or leaves the mouse to the terminal.
pub fn take_mouse(takes: bool) -> io::Result<()> {
    if takes { execute!(stdout(), EnableMouseCapture) } else { execute!(stdout(), DisableMouseCapture) }
}

/// Puts the terminal into raw mode, and shows an empty screen with the mouse.
pub fn take_screen() -> Result<()> {
    SCREEN.store(true, Ordering::Relaxed);
    take_keys()?;
    execute!(stdout(), EnterAlternateScreen, Clear(ClearType::All))
        .context("cannot take over the terminal")?;
    // This error is ignored. A terminal without a mouse can be used too.
    let _ = take_mouse(true);
    Ok(())
}

/// Shows or hides the cursor. An error is ignored: a terminal that cannot hide its cursor can be used too.
pub fn show_cursor(is_shown: bool) {
    HIDDEN.store(!is_shown, Ordering::Relaxed);
    let _ = if is_shown { execute!(stdout(), Show) } else { execute!(stdout(), Hide) };
}

/// Asks the terminal for its background colour. The answer comes among the keys.
pub fn ask_for_ground() {
    let _ = execute!(stdout(), Print("\u{1b}]11;?\u{1b}\\"));
}

/// Tells [`restore`] to end bracketed paste mode too. Must be called before a prompt puts the terminal into the
/// mode.
pub fn expect_marked_pastes() {
    MARKS_PASTES.store(stdout().is_terminal() && !is_dumb(), Ordering::Relaxed);
}

/// Restores the terminal to the settings that [`remember`] saved. Also undoes other changes that gier made to
/// the terminal. Errors are ignored, because a closed terminal cannot be restored.
pub fn restore() {
    if SCREEN.swap(false, Ordering::Relaxed) {
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    }
    if HIDDEN.swap(false, Ordering::Relaxed) {
        let _ = execute!(stdout(), Show);
    }
    if MARKS_PASTES.swap(false, Ordering::Relaxed) {
        let _ = execute!(stdout(), DisableBracketedPaste);
    }
    let _ = terminal::disable_raw_mode();
    // The mode of a prompt is not crossterm's.
    #[cfg(unix)]
    if let Some(settings) = SETTINGS.lock().ok().and_then(|kept| kept.clone()) {
        use nix::sys::termios::{SetArg, tcsetattr};
        let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, &settings);
    }
}

/// Restores the terminal for the shell, and stops gier, as Ctrl-Z does. Returns when the shell continues gier.
pub fn stop() -> Result<()> {
    restore();
    signals::stop()
}

/// Rings the bell. Also prints a dim note at the right edge of the terminal, if the text on the line leaves
/// room. `column` is the column where the text ends.
pub fn dead_key(column: usize) -> std::io::Result<()> {
    const NOTE: &str = "(dead key)";
    execute!(stdout(), Print('\u{7}'))?;
    let edge = terminal::size()?.0;
    match NOTE.len().try_into().ok().and_then(|length: u16| edge.checked_sub(length)) {
        Some(right) if usize::from(right) > column => execute!(
            stdout(),
            SavePosition,
            MoveToColumn(right),
            SetAttribute(Attribute::Dim),
            Print(NOTE),
            SetAttribute(Attribute::Reset),
            RestorePosition
        ),
        _ => Ok(()),
    }
}
