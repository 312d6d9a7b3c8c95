//! Keys written as a text, for pictures and tests: characters as they are, other keys by name
//! in angle brackets: `<F3>`, `<Esc>`, `<Enter>`, `<Tab>`, `<PgUp>`, `<^S>`.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The keys of a text.
///
/// # Errors
/// A name that is no key.
pub fn parse(text: &str) -> Result<Vec<KeyEvent>, String> {
    let mut keys = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        match rest.split_once('>') {
            Some((name, after)) if character == '<' => {
                keys.push(named(name)?);
                rest = after;
            }
            _ => keys.push(KeyEvent::new(KeyCode::Char(character), KeyModifiers::NONE)),
        }
    }
    Ok(keys)
}

fn named(name: &str) -> Result<KeyEvent, String> {
    if let Some(character) = name.strip_prefix('^').and_then(|rest| rest.chars().next()) {
        return Ok(KeyEvent::new(KeyCode::Char(character.to_ascii_lowercase()), KeyModifiers::CONTROL));
    }
    let code = match name {
        "Esc" => KeyCode::Esc,
        "Enter" => KeyCode::Enter,
        "Tab" => KeyCode::Tab,
        "Bksp" => KeyCode::Backspace,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "PgUp" => KeyCode::PageUp,
        "PgDn" => KeyCode::PageDown,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        _ => match name.strip_prefix('F').and_then(|number| number.parse().ok()) {
            Some(number @ 1..=12) => KeyCode::F(number),
            _ => {
                return Err(format!(
                    "<{name}> is no key; keys are <F1>-<F12>, <Esc>, <Enter>, <Tab>, <Bksp>, <Up>, <Down>, <PgUp>, <PgDn>, <Home>, <End>, <^C>"
                ));
            }
        },
    };
    Ok(KeyEvent::new(code, KeyModifiers::NONE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read() {
        let keys = parse("s<F3>x<^S>").unwrap();
        let codes: Vec<KeyCode> = keys.iter().map(|key| key.code).collect();
        assert_eq!(codes, [KeyCode::Char('s'), KeyCode::F(3), KeyCode::Char('x'), KeyCode::Char('s')]);
        assert_eq!(keys[3].modifiers, KeyModifiers::CONTROL);
        assert!(parse("<F99>").is_err());
        assert_eq!(parse("<").unwrap().len(), 1);
    }
}
