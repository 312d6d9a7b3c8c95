//! The terminal's events as keys of the panel and of the typewriter.

use gier_panel::Key;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// The key of an event; none if it is let go, or is no key that anything here knows.
pub fn key(event: &KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    // AltGr comes as Ctrl and Alt: what it writes is a character.
    let control =
        event.modifiers.contains(KeyModifiers::CONTROL) && !event.modifiers.contains(KeyModifiers::ALT);
    Some(match event.code {
        // Enter comes as itself, or as Ctrl-J or Ctrl-M.
        KeyCode::Char('j' | 'm') if control => Key::Enter,
        KeyCode::Char(character) if control => Key::Control(character.to_ascii_lowercase()),
        KeyCode::Char(character) => Key::Char(character),
        _ if control => return None,
        KeyCode::Enter => Key::Enter,
        KeyCode::F(number) => Key::Function(number),
        KeyCode::Esc => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_become_keys() {
        let key = |code, modifiers| key(&KeyEvent::new(code, modifiers));
        let (none, control) = (KeyModifiers::NONE, KeyModifiers::CONTROL);
        assert_eq!(key(KeyCode::Char('J'), KeyModifiers::SHIFT), Some(Key::Char('J')));
        assert_eq!(key(KeyCode::Char('{'), KeyModifiers::ALT), Some(Key::Char('{')));
        assert_eq!(key(KeyCode::Char('{'), control | KeyModifiers::ALT), Some(Key::Char('{')));
        assert_eq!(key(KeyCode::Char('S'), control), Some(Key::Control('s')));
        for code in [KeyCode::Enter, KeyCode::Char('j'), KeyCode::Char('m')] {
            let modifiers = if code == KeyCode::Enter { none } else { control };
            assert_eq!(key(code, modifiers), Some(Key::Enter));
        }
        assert_eq!(key(KeyCode::F(3), none), Some(Key::Function(3)));
        assert_eq!(key(KeyCode::F(3), control), None);
        assert_eq!(key(KeyCode::Delete, none), None);
    }
}
