//! The keys of a keyboard, as the panel receives them. The terminal and the browser each convert their own
//! events to these keys.

mod keymap;
pub mod script;
pub mod table;

pub use keymap::Keymap;

/// A key that you pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A key that types this character.
    Char(char),
    /// A letter pressed together with Ctrl. The letter is in lower case.
    Control(char),
    /// The Enter key.
    Enter,
    /// The function key with this number.
    Function(u8),
    /// Escape.
    Escape,
    /// The Tab key.
    Tab,
    /// Backspace.
    Backspace,
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// Delete.
    Delete,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// The Home key.
    Home,
    /// The End key.
    End,
}

impl Key {
    /// The name of the key as the panel shows it.
    pub fn name(self) -> String {
        match self {
            Key::Char(' ') => "space".to_string(),
            Key::Char(character) => character.to_string(),
            Key::Control(character) => format!("^{}", character.to_ascii_uppercase()),
            Key::Enter => "Enter".to_string(),
            Key::Function(number) => format!("F{number}"),
            Key::Escape => "Esc".to_string(),
            Key::Tab => "Tab".to_string(),
            Key::Backspace => "Bksp".to_string(),
            Key::Up => "↑".to_string(),
            Key::Down => "↓".to_string(),
            Key::Left => "←".to_string(),
            Key::Right => "→".to_string(),
            Key::Delete => "Del".to_string(),
            Key::PageUp => "PgUp".to_string(),
            Key::PageDown => "PgDn".to_string(),
            Key::Home => "Home".to_string(),
            Key::End => "End".to_string(),
        }
    }

    /// Whether the key executes a command even while the typewriter receives your keys. This is true only of
    /// keys that GIER's typewriter does not have.
    pub(crate) const fn works_everywhere(self) -> bool {
        matches!(
            self,
            Key::Function(_)
                | Key::Control(_)
                | Key::Escape
                | Key::Tab
                | Key::Up
                | Key::Down
                | Key::PageUp
                | Key::PageDown
        )
    }
}
