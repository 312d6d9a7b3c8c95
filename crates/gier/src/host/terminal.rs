//! Reads single keys from a terminal, for a person who types to GIER. GIER reads keys only while it waits for
//! a key. On the real typewriter, a lamp shows that GIER waits.
//!
//! The terminal is in raw mode, and is restored after a normal end, a signal or a panic. The cursor replaces
//! the lamp: it is visible only while GIER waits for a key.

use super::clock::HostClock;
use super::keys;
use super::signals::{self, is_interrupted};
use anyhow::{Context, Result};
use gier_desk::host::Clock;
use gier_panel::Key;
use ratatui::crossterm::cursor::{Hide, MoveToColumn, RestorePosition, SavePosition, Show};
use ratatui::crossterm::event::{self, DisableBracketedPaste, Event};
use ratatui::crossterm::style::{Attribute, Print, SetAttribute};
use ratatui::crossterm::{execute, terminal};
use std::collections::VecDeque;
use std::io::{IsTerminal, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a pressed key counts as held down. GIER reads the key if it begins to wait for a key within this
/// time.
const STILL_DOWN: Duration = Duration::from_millis(250);
/// How often gier checks for a signal while it waits for a key.
const LOOK: Duration = Duration::from_millis(100);

/// Whether the terminal is in raw mode now.
static RAW: AtomicBool = AtomicBool::new(false);
/// Whether gier has hidden the cursor.
static HIDDEN: AtomicBool = AtomicBool::new(false);
/// Whether gier has perhaps switched bracketed paste mode on. In this mode, which a prompt uses, the terminal
/// marks pasted text.
static MARKS_PASTES: AtomicBool = AtomicBool::new(false);

/// What the person does at the typewriter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// The person presses the key of this character.
    Key(char),
    /// The person ends the input with Ctrl-D.
    End,
    /// The person leaves the program with Ctrl-C.
    Leave,
}

/// How a call of [`Terminal::rest`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rested {
    /// The requested time has passed.
    Passed,
    /// The person suspended the program with Ctrl-Z, and later the shell continued the program.
    PutAside,
    /// The person leaves the program with Ctrl-C.
    Left,
}

/// What an event of the terminal means for gier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyAction {
    /// The person uses the typewriter, or leaves it.
    Press(Press),
    /// The person suspends the program with Ctrl-Z.
    Suspend,
}

/// The keyboard of the terminal. The terminal is in raw mode until this value is dropped.
pub struct Terminal {
    clock: HostClock,
    down: VecDeque<(Duration, char)>,
    ended: bool,
    cursor_is_lamp: bool,
}

impl Terminal {
    /// Puts the terminal into raw mode. If `cursor_is_lamp` is true, the cursor replaces the typewriter's
    /// lamp, and is visible only while GIER waits for a key.
    ///
    /// # Errors
    /// Returns an error if the terminal cannot be used.
    pub fn open(cursor_is_lamp: bool) -> Result<Terminal> {
        let earlier = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            earlier(panic);
        }));
        take_keys()?;
        let mut terminal =
            Terminal { clock: HostClock::start(), down: VecDeque::new(), ended: false, cursor_is_lamp };
        terminal.lamp(false);
        Ok(terminal)
    }

    /// Returns the next key. If no key is held down, waits until the person presses a key. During this time,
    /// the lamp shows that GIER waits. `column` is the column of the typewriter's carriage.
    ///
    /// # Errors
    /// Returns an error if the terminal cannot be read.
    pub fn next(&mut self, column: usize) -> Result<Press> {
        self.report_lost_keys(column);
        if let Some((_, character)) = self.down.pop_front() {
            return Ok(Press::Key(character));
        }
        if self.ended {
            return Ok(Press::End);
        }
        self.lamp(true);
        let press = loop {
            if is_interrupted() {
                break Press::Leave;
            }
            if event::poll(LOOK)? {
                match key_action(&event::read()?) {
                    Some(KeyAction::Press(press)) => break press,
                    Some(KeyAction::Suspend) => self.suspend(true)?,
                    None => {}
                }
            }
        };
        self.lamp(false);
        Ok(press)
    }

    /// Waits as long as `time` says, while GIER works and reads no keys. `column` is the column of the
    /// typewriter's carriage.
    ///
    /// # Errors
    /// Returns an error if the terminal cannot be read.
    pub fn rest(&mut self, time: Duration, column: usize) -> Result<Rested> {
        let start = self.clock.now();
        loop {
            while event::poll(time.saturating_sub(self.clock.now() - start))? {
                match key_action(&event::read()?) {
                    Some(KeyAction::Press(Press::Key(character))) => {
                        self.down.push_back((self.clock.now(), character));
                    }
                    Some(KeyAction::Press(Press::End)) => self.ended = true,
                    Some(KeyAction::Press(Press::Leave)) => return Ok(Rested::Left),
                    Some(KeyAction::Suspend) => {
                        self.suspend(false)?;
                        return Ok(Rested::PutAside);
                    }
                    None => {}
                }
            }
            self.report_lost_keys(column);
            if self.clock.now() - start >= time {
                return Ok(Rested::Passed);
            }
        }
    }

    /// Restores the terminal for the shell, and suspends the program. When the shell continues the program,
    /// takes over the terminal again. If the cursor serves as GIER's lamp, `lamp` decides whether it is
    /// visible then.
    fn suspend(&mut self, lamp: bool) -> Result<()> {
        if signals::SUSPENDS {
            restore();
            signals::suspend()?;
            take_keys()?;
            self.lamp(lamp);
        }
        Ok(())
    }

    /// Drops keys that the person pressed more than [`STILL_DOWN`] ago, so GIER did not read them. Rings the
    /// bell for each dropped key, and prints a note if the line has room.
    fn report_lost_keys(&mut self, column: usize) {
        while let Some(&(moment, _)) = self.down.front() {
            if self.clock.now() - moment <= STILL_DOWN {
                return;
            }
            self.down.pop_front();
            if self.cursor_is_lamp {
                let _ = dead_key(column);
            }
        }
    }

    fn lamp(&mut self, on: bool) {
        if self.cursor_is_lamp {
            // This error is ignored. A terminal that cannot hide its cursor can be used too.
            HIDDEN.store(!on, Ordering::Relaxed);
            let _ = if on { execute!(stdout(), Show) } else { execute!(stdout(), Hide) };
        }
    }
}

/// Puts the terminal into raw mode: each key arrives at once, and is not shown.
fn take_keys() -> Result<()> {
    terminal::enable_raw_mode().context("cannot take the keys of the terminal one by one")?;
    RAW.store(true, Ordering::Relaxed);
    Ok(())
}

/// Rings the bell. Also prints a dim note at the right edge of the terminal, if the text on the line leaves
/// room. `column` is the column where the text ends.
fn dead_key(column: usize) -> std::io::Result<()> {
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

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// The settings that the terminal had before gier changed them.
#[cfg(unix)]
static SETTINGS: std::sync::Mutex<Option<nix::sys::termios::Termios>> = std::sync::Mutex::new(None);

/// Saves the settings of the terminal for [`restore`]. Must be called before gier changes the settings.
pub fn remember() {
    #[cfg(unix)]
    if let (Ok(settings), Ok(mut kept)) = (nix::sys::termios::tcgetattr(std::io::stdin()), SETTINGS.lock()) {
        kept.get_or_insert(settings);
    }
}

/// Tells [`restore`] to end bracketed paste mode too. In this mode, the terminal marks pasted text. Must be
/// called before a prompt puts the terminal into the mode.
pub fn expect_marked_pastes() {
    MARKS_PASTES.store(stdout().is_terminal(), Ordering::Relaxed);
}

/// Restores the terminal to the settings that [`remember`] saved. Also undoes other changes that gier made to
/// the terminal.
pub fn restore() {
    #[cfg(unix)]
    if let Some(settings) = SETTINGS.lock().ok().and_then(|kept| kept.clone()) {
        use nix::sys::termios::{SetArg, tcsetattr};
        let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, &settings);
    }
    if RAW.swap(false, Ordering::Relaxed) {
        let _ = terminal::disable_raw_mode();
    }
    if HIDDEN.swap(false, Ordering::Relaxed) {
        let _ = execute!(stdout(), Show);
    }
    if MARKS_PASTES.swap(false, Ordering::Relaxed) {
        let _ = execute!(stdout(), DisableBracketedPaste);
    }
}

/// What an event of the terminal means for gier. Returns `None` for keys that GIER's typewriter does not
/// have, such as Backspace.
fn key_action(event: &Event) -> Option<KeyAction> {
    let Event::Key(event) = event else { return None };
    Some(KeyAction::Press(match keys::key(event)? {
        Key::Control('c') => Press::Leave,
        Key::Control('d') => Press::End,
        Key::Control('z') => return Some(KeyAction::Suspend),
        Key::Enter => Press::Key('\n'),
        Key::Char(character) => Press::Key(character),
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    fn key(code: KeyCode, modifiers: KeyModifiers) -> Option<Press> {
        match key_action(&Event::Key(KeyEvent::new(code, modifiers)))? {
            KeyAction::Press(press) => Some(press),
            KeyAction::Suspend => None,
        }
    }

    #[test]
    fn keys_mean_what_they_mean_at_a_typewriter() {
        let none = KeyModifiers::NONE;
        assert_eq!(key(KeyCode::Char('J'), KeyModifiers::SHIFT), Some(Press::Key('J')));
        assert_eq!(key(KeyCode::Enter, none), Some(Press::Key('\n')));
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Press::Leave));
        assert_eq!(key(KeyCode::Char('d'), KeyModifiers::CONTROL), Some(Press::End));
        for dead in [KeyCode::Backspace, KeyCode::Tab, KeyCode::Esc, KeyCode::Left, KeyCode::F(1)] {
            assert_eq!(key(dead, none), None);
        }
    }
}
