//! A person who types to GIER at a terminal. GIER reads keys only while it waits for a key. On the real typewriter, a
//! lamp shows that GIER waits. The cursor replaces the lamp: it is visible only while GIER waits for a key.

use super::clock::HostClock;
use super::events::{Events, Happening};
use super::keys;
use super::replies::Arrival;
use super::signals::{self, JobSignal, is_interrupted};
use super::terminal;
use anyhow::Result;
use gier_desk::host::Clock;
use gier_panel::Key;
use ratatui::crossterm::event::Event;
use std::collections::VecDeque;
use std::time::Duration;

/// How long a pressed key counts as held down. GIER reads the key if it begins to wait for a key within this
/// time.
const STILL_DOWN: Duration = Duration::from_millis(250);
/// How often gier checks for a signal while it waits for a key.
const LOOK: Duration = Duration::from_millis(100);

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
    /// Job control stopped the program, and later the shell continued it.
    PutAside,
    /// The person leaves the program with Ctrl-C.
    Left,
}

/// What a happening at the terminal means for gier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// The person uses the typewriter, or leaves it.
    Press(Press),
    /// The person stops the program with Ctrl-Z, or a signal does.
    Stop,
    /// The shell has continued the program.
    Continue,
}

/// The keyboard of the terminal. The terminal is in raw mode until this value is dropped.
pub struct Terminal {
    events: Events,
    clock: HostClock,
    down: VecDeque<(Duration, char)>,
    ended: bool,
    cursor_is_lamp: bool,
    lamp: bool,
}

impl Terminal {
    /// Puts the terminal into raw mode. If `cursor_is_lamp` is true, the cursor replaces the typewriter's
    /// lamp, and is visible only while GIER waits for a key.
    pub fn open(cursor_is_lamp: bool) -> Result<Terminal> {
        terminal::restore_after_panic();
        terminal::take_keys()?;
        let (events, clock) = (Events::open()?, HostClock::start());
        let mut terminal =
            Terminal { events, clock, down: VecDeque::new(), ended: false, cursor_is_lamp, lamp: false };
        terminal.lamp(false);
        Ok(terminal)
    }

    /// Returns the next key. If no key is held down, waits until the person presses a key. During this time,
    /// the lamp shows that GIER waits. `column` is the column of the typewriter's carriage.
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
            match self.events.next(LOOK)?.and_then(|happening| action(&happening)) {
                Some(Action::Press(press)) => break press,
                Some(Action::Stop) => self.stop()?,
                Some(Action::Continue) => self.take_over()?,
                None => {}
            }
        };
        self.lamp(false);
        Ok(press)
    }

    /// Waits as long as `time` says, while GIER works and reads no keys. `column` is the column of the
    /// typewriter's carriage.
    pub fn rest(&mut self, time: Duration, column: usize) -> Result<Rested> {
        let start = self.clock.now();
        loop {
            while let Some(happening) = self.events.next(time.saturating_sub(self.clock.now() - start))? {
                match action(&happening) {
                    Some(Action::Press(Press::Key(character))) => {
                        self.down.push_back((self.clock.now(), character));
                    }
                    Some(Action::Press(Press::End)) => self.ended = true,
                    Some(Action::Press(Press::Leave)) => return Ok(Rested::Left),
                    Some(Action::Stop) => {
                        self.stop()?;
                        return Ok(Rested::PutAside);
                    }
                    Some(Action::Continue) => {
                        self.take_over()?;
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

    /// Stops the program. When the shell continues it, takes over the terminal again.
    fn stop(&mut self) -> Result<()> {
        if signals::STOPS {
            terminal::stop()?;
            self.take_over()?;
        }
        Ok(())
    }

    fn take_over(&mut self) -> Result<()> {
        terminal::take_keys()?;
        self.lamp(self.lamp);
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
                let _ = terminal::dead_key(column);
            }
        }
    }

    fn lamp(&mut self, on: bool) {
        self.lamp = on;
        if self.cursor_is_lamp {
            terminal::show_cursor(on);
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        terminal::restore();
    }
}

/// What a happening means for gier. Returns `None` for keys that GIER's typewriter does not have, such as
/// Backspace.
fn action(happening: &Happening) -> Option<Action> {
    let event = match happening {
        Happening::Job(JobSignal::Stop) => return Some(Action::Stop),
        Happening::Job(JobSignal::Continued) => return Some(Action::Continue),
        Happening::Arrival(Arrival::Event(Event::Key(event))) => event,
        Happening::Arrival(_) => return None,
    };
    Some(Action::Press(match keys::key(event)? {
        Key::Control('c') => Press::Leave,
        Key::Control('d') => Press::End,
        Key::Control('z') => return Some(Action::Stop),
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
        let event = Event::Key(KeyEvent::new(code, modifiers));
        match action(&Happening::Arrival(Arrival::Event(event)))? {
            Action::Press(press) => Some(press),
            Action::Stop | Action::Continue => None,
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
