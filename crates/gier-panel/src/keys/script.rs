//! Reads keys written as text, for pictures and tests. A character stands for its own key. Keys without a
//! character have names in angle brackets: `<F3>`, `<Esc>`, `<Enter>`, `<Tab>`, `<PgUp>`, `<^S>`.

use super::Key;

/// Reads keys from a text, for example `s<F3>x`.
///
/// # Errors
/// Returns an error if a name in angle brackets is not the name of a key.
pub fn parse(text: &str) -> Result<Vec<Key>, String> {
    let mut keys = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        let name = if character == '<' { rest.split_once('>') } else { None };
        match name {
            // No key has a name with a blank. So in `R < 0<Enter>`, the first `<` is a character.
            Some((name, after)) if !name.contains(' ') => {
                keys.push(named(name)?);
                rest = after;
            }
            _ => keys.push(Key::Char(character)),
        }
    }
    Ok(keys)
}

/// The key with this name, written without angle brackets, for example `F3`. Also knows the names that browsers
/// give to keys, such as `ArrowUp`.
///
/// # Errors
/// Returns an error that lists all names if no key has this name.
pub fn named(name: &str) -> Result<Key, String> {
    if let Some(character) = name.strip_prefix('^').and_then(|rest| rest.chars().next()) {
        return Ok(Key::Control(character.to_ascii_lowercase()));
    }
    Ok(match name {
        "space" => Key::Char(' '),
        "lt" => Key::Char('<'),
        "Esc" | "Escape" => Key::Escape,
        "Enter" => Key::Enter,
        "Tab" => Key::Tab,
        "Bksp" | "Backspace" => Key::Backspace,
        "Up" | "ArrowUp" => Key::Up,
        "Down" | "ArrowDown" => Key::Down,
        "Left" | "ArrowLeft" => Key::Left,
        "Right" | "ArrowRight" => Key::Right,
        "Del" | "Delete" => Key::Delete,
        "PgUp" | "PageUp" => Key::PageUp,
        "PgDn" | "PageDown" => Key::PageDown,
        "Home" => Key::Home,
        "End" => Key::End,
        _ => match name.strip_prefix('F').and_then(|number| number.parse().ok()) {
            Some(number @ 1..=12) => Key::Function(number),
            _ => {
                return Err(format!(
                    "<{name}> is not a key; keys are <F1>-<F12>, <Esc>, <Enter>, <Tab>, <Bksp>, <Up>, <Down>, <Left>, <Right>, <Del>, <PgUp>, <PgDn>, <Home>, <End>, <space>, <lt>, <^C>"
                ));
            }
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read() {
        let keys = parse("s<F3>x<^S>").unwrap();
        assert_eq!(keys, [Key::Char('s'), Key::Function(3), Key::Char('x'), Key::Control('s')]);
        assert!(parse("<F99>").is_err());
        assert_eq!(parse("<").unwrap().len(), 1);
    }
}
