//! Assigns keys to commands, from the built-in table or from a file of your own.
//!
//! ```text
//! # the name of a command, a colon, and its keys
//! run back: <F7> B
//! KB:
//! ```
//!
//! Each line lists all keys of one command. In the example, the command `KB` has no key. Your file takes
//! precedence over the built-in table: here, the key `B` belongs only to `run back`. Keys are written as in
//! [`script`](super::script), with blanks between them.

use super::table::{BINDINGS, Command, named};
use super::{Key, script};
use gier_word::Diagnostic;
use std::ops::Range;

/// The number of mistakes after which the rest of a file is not read.
const FAULTS_MAX: usize = 1000;

/// All commands, each with its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap(Vec<(Command, Vec<Key>)>);

/// The default keymap contains the keys of the built-in table.
impl Default for Keymap {
    fn default() -> Keymap {
        Keymap(BINDINGS.iter().map(|binding| (binding.command, binding.keys.to_vec())).collect())
    }
}

impl Keymap {
    /// Reads a file that assigns keys to commands.
    ///
    /// # Errors
    /// Returns the mistakes in the text (at most 1000), each with its position.
    pub fn read(text: &str) -> Result<Keymap, Vec<Diagnostic>> {
        let (mut map, mut faults) = (Keymap::default(), Vec::new());
        let mut given: Vec<(Key, Command)> = Vec::new();
        let mut begin = 0;
        for line in text.split_inclusive('\n') {
            let at = begin;
            begin += line.len();
            let line = line.trim_end();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Err(fault) = map.take(line, at, &mut given) {
                faults.push(fault);
            }
            if faults.len() == FAULTS_MAX {
                break;
            }
        }
        if faults.is_empty() { Ok(map) } else { Err(faults) }
    }

    /// Reads one line of the file. `at` is the byte offset of the line in the text. `given` contains the keys
    /// from earlier lines, each with its command.
    fn take(&mut self, line: &str, at: usize, given: &mut Vec<(Key, Command)>) -> Result<(), Diagnostic> {
        let Some((name, keys)) = line.split_once(": ").or_else(|| Some((line.strip_suffix(':')?, ""))) else {
            let help = "write the name of a command, a colon, and its keys: run back: <F7> B";
            return Err(fault(at..at + line.len(), "this line gives no command its keys").with_help(help));
        };
        let Some(binding) = named(name.trim()) else {
            let help = "the help page (?) and : show the names of the commands";
            return Err(fault(at..at + name.len(), format!("no command is called '{name}'")).with_help(help));
        };
        let mut wanted = Vec::new();
        let behind = at + (line.len() - keys.len());
        for (offset, word) in words(keys) {
            let span = behind + offset..behind + offset + word.len();
            let key = key(word).map_err(|message| fault(span.clone(), message))?;
            if key == Key::Control('c') {
                return Err(fault(span, "<^C> always quits; no command can have it"));
            }
            if let Some((_, other)) = given.iter().find(|(known, _)| *known == key) {
                let other = BINDINGS.iter().find(|row| row.command == *other).map_or("", |row| row.label);
                return Err(fault(span, format!("this key already belongs to '{other}'")));
            }
            given.push((key, binding.command));
            wanted.push(key);
        }
        for (command, keys) in &mut self.0 {
            keys.retain(|key| !wanted.contains(key));
            if *command == binding.command {
                keys.clone_from(&wanted);
            }
        }
        Ok(())
    }

    /// The keys that execute this command.
    pub fn keys(&self, command: Command) -> &[Key] {
        self.0.iter().find(|(known, _)| *known == command).map_or(&[], |(_, keys)| keys)
    }

    /// The command that this key executes, or `None`. If `typing` is true, most keys go to the typewriter,
    /// and only keys such as Esc and F1 execute commands.
    pub fn command(&self, key: Key, typing: bool) -> Option<Command> {
        let meant = |row: &&(Command, Vec<Key>)| row.1.contains(&key) && (!typing || key.works_everywhere());
        self.0.iter().find(meant).map(|(command, _)| *command)
    }

    /// The key that the bottom line shows for a command, or `None`. If `typing` is true, this is a key that
    /// GIER's typewriter does not have.
    pub fn shown(&self, command: Command, typing: bool) -> Option<Key> {
        self.keys(command).iter().copied().find(|key| !typing || key.works_everywhere())
    }

    /// The keys of a command as a text, for the help page.
    pub fn written(&self, command: Command) -> String {
        self.keys(command).iter().map(|key| key.name()).collect::<Vec<_>>().join(" ")
    }
}

fn fault(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(span, "keys", message)
}

/// The words of a text, each with the byte offset of its start.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    let pieces = text.split_inclusive(char::is_whitespace).map(move |piece| {
        end += piece.len();
        (end - piece.len(), piece.trim_end())
    });
    pieces.filter(|(_, word)| !word.is_empty())
}

fn key(word: &str) -> Result<Key, String> {
    let mut characters = word.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(Key::Char(character)),
        _ => match word.strip_prefix('<').and_then(|word| word.strip_suffix('>')) {
            Some(name) => script::named(name),
            None => Err(format!("'{word}' is not a key; a key is one character, or a name such as <F7>")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::{Desk, Past};
    use super::*;

    #[test]
    fn a_file_gives_a_command_its_keys() {
        let text = "# mine\n\nrun back: <F7> B\nstart:\nKB: <space>\n";
        let map = Keymap::read(text).unwrap();
        assert_eq!(map.keys(Command::Past(Past::RunBack)), [Key::Function(7), Key::Char('B')]);
        assert_eq!(map.command(Key::Char('B'), false), Some(Command::Past(Past::RunBack)));
        // The space bar now switches KB, so it does not start or stop the machine.
        assert_eq!(map.command(Key::Char(' '), false), Some(Command::Desk(Desk::Kb)));
        assert_eq!(map.keys(Command::Desk(Desk::StartStop)), [Key::Function(2)]);
        assert_eq!(map.command(Key::Char('g'), false), None);
        assert_eq!(Keymap::read(""), Ok(Keymap::default()));
    }

    #[test]
    fn every_wrong_line_is_named_with_its_place() {
        let text = "fly: a\nrun back\nback: <F99>\nKA: é zz\nKB: x\nstop: x\nquit: <^C>\n";
        let faults = Keymap::read(text).unwrap_err();
        let said: Vec<&str> = faults.iter().map(|fault| &text[fault.span.bytes()]).collect();
        assert_eq!(said, ["fly", "run back", "<F99>", "zz", "x", "<^C>"]);
        assert_eq!(faults[4].message, "this key already belongs to 'KB'");
    }
}
