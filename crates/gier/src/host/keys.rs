//! Converts the events of the terminal to keys of the panel and of the typewriter.

use gier_panel::Key;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// The keys that an event means. Alt with a character means Esc and then the character, because
/// terminals send the same bytes for both.
pub fn keys(event: &KeyEvent) -> impl Iterator<Item = Key> {
    let plain = KeyEvent { modifiers: event.modifiers.difference(KeyModifiers::ALT), ..*event };
    let keys = match has_escape(event) {
        true => [key(&plain).map(|_| Key::Escape), key(&plain)],
        false => [key(event), None],
    };
    keys.into_iter().flatten()
}

/// Whether the event means Esc followed by a character.
fn has_escape(event: &KeyEvent) -> bool {
    // AltGr arrives as Ctrl and Alt together. It produces a character without Esc.
    event.modifiers.contains(KeyModifiers::ALT)
        && !event.modifiers.contains(KeyModifiers::CONTROL)
        && matches!(event.code, KeyCode::Char(_))
}

/// The single key that an event means. Returns `None` for a released or unknown key, and for Alt with a
/// character, which means two keys.
pub fn key(event: &KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release || has_escape(event) {
        return None;
    }
    let control =
        event.modifiers.contains(KeyModifiers::CONTROL) && !event.modifiers.contains(KeyModifiers::ALT);
    Some(match event.code {
        // The Enter key may arrive as Ctrl-J or Ctrl-M.
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
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Delete => Key::Delete,
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
        let key = |code, modifiers| super::key(&KeyEvent::new(code, modifiers));
        let (none, control) = (KeyModifiers::NONE, KeyModifiers::CONTROL);
        assert_eq!(key(KeyCode::Char('J'), KeyModifiers::SHIFT), Some(Key::Char('J')));
        assert_eq!(key(KeyCode::Char('{'), control | KeyModifiers::ALT), Some(Key::Char('{')));
        assert_eq!(key(KeyCode::Char('S'), control), Some(Key::Control('s')));
        for code in [KeyCode::Enter, KeyCode::Char('j'), KeyCode::Char('m')] {
            let modifiers = if code == KeyCode::Enter { none } else { control };
            assert_eq!(key(code, modifiers), Some(Key::Enter));
        }
        assert_eq!(key(KeyCode::F(3), none), Some(Key::Function(3)));
        assert_eq!(key(KeyCode::F(3), control), None);
        assert_eq!(key(KeyCode::Insert, none), None);
    }

    #[test]
    fn escape_and_a_character_in_one_read_are_two_keys() {
        let keys = |code, modifiers| keys(&KeyEvent::new(code, modifiers)).collect::<Vec<_>>();
        assert_eq!(keys(KeyCode::Char('e'), KeyModifiers::ALT), [Key::Escape, Key::Char('e')]);
        assert_eq!(keys(KeyCode::Char('1'), KeyModifiers::ALT), [Key::Escape, Key::Char('1')]);
        assert_eq!(keys(KeyCode::Char('1'), KeyModifiers::NONE), [Key::Char('1')]);
        // The plain typewriter uses neither Esc nor Alt.
        assert_eq!(key(&KeyEvent::new(KeyCode::Char('e'), KeyModifiers::ALT)), None);
    }
}
