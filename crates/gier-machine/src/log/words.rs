//! Writes and reads the words of a line in a session log.

use crate::input::{Input, REGISTERS, Tape};
use crate::timeline::Position;
use gier_word::tape::Row;
use gier_word::{Address, Cell, Half, Reel, Symbol, TrackNo, Uops};
use std::fmt::Write;
use std::str::{FromStr, Split};

/// Writes bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Reads bytes from hexadecimal digits, as [`hex`] writes them.
pub(super) fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

/// Writes a text as one word without spaces. `%` and all bytes except visible ASCII characters become `%` and
/// two hexadecimal digits: a space becomes `%20`.
pub(super) fn quote(text: &str) -> String {
    text.bytes().fold(String::new(), |mut word, byte| {
        let _ = match byte {
            b'%' => write!(word, "%25"),
            _ if byte.is_ascii_graphic() => write!(word, "{}", byte as char),
            _ => write!(word, "%{byte:02x}"),
        };
        word
    })
}

/// Reads the text from a word that [`quote`] wrote.
pub(super) fn unquote(word: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = word.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let (byte, after) = if byte == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            (u8::from_str_radix(digits, 16).ok()?, &after[2..])
        } else {
            (byte, after)
        };
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

/// Writes an input as words, for example `key 49`.
pub(super) fn input(input: &Input) -> String {
    match input {
        Input::Key(symbol) => format!("key {}", symbol.code()),
        Input::MountTape(tape) => {
            let rows: Vec<u8> = tape.rows().iter().map(|row| row.0).collect();
            format!("mount {} {}", quote(tape.name()), hex(&rows))
        }
        Input::UnmountTape => "unmount".to_string(),
        Input::MountReel(station, reel) => format!("reel {station} {}", hex(&reel.to_bytes())),
        Input::Start => "start".to_string(),
        Input::Stop => "stop".to_string(),
        Input::Reset => "reset".to_string(),
        Input::Help => "help".to_string(),
        Input::Ka(on) => format!("ka {}", u8::from(*on)),
        Input::Kb(on) => format!("kb {}", u8::from(*on)),
        Input::ProtectTrack0(on) => format!("protect-0 {}", u8::from(*on)),
        Input::ProtectTracks1To31(on) => format!("protect-1-31 {}", u8::from(*on)),
        Input::ParityStop(on) => format!("parity-stop {}", u8::from(*on)),
        Input::ReaderSpeed(rows) => format!("reader-speed {rows}"),
        Input::SetRegister(register, value) => {
            let name = REGISTERS.iter().find(|(other, _)| other == register);
            let (_, name) = name.expect("every register has a name");
            format!("register {name} {value}")
        }
        Input::SetNext(cell, half) => format!("next {cell} {}", u8::from(*half == Half::Right)),
        Input::SetCell(address, cell) => format!("cell {address} {}", cell.raw()),
        Input::SetDrumCell(track, cell, value) => format!("drum {track} {cell} {}", value.raw()),
    }
}

/// Reads an input from the words that [`input`] wrote.
pub(super) fn parse_input(words: &mut Split<'_, char>) -> Result<Input, String> {
    let kind = words.next().unwrap_or("");
    Ok(match kind {
        "key" => Input::Key(Symbol::new(number(words)?)),
        "mount" => {
            let name = words.next().and_then(unquote).ok_or("the tape has no name")?;
            let rows = words.next().and_then(unhex).ok_or("the tape's rows are not in hex")?;
            Input::MountTape(Tape::new(&name, rows.into_iter().map(Row).collect()))
        }
        "unmount" => Input::UnmountTape,
        "reel" => {
            let station = number(words)?;
            let bytes = words.next().and_then(unhex).ok_or("the reel is not in hex")?;
            Input::MountReel(station, Reel::from_bytes(&bytes).map_err(|bad| bad.to_string())?)
        }
        "start" => Input::Start,
        "stop" => Input::Stop,
        "reset" => Input::Reset,
        "help" => Input::Help,
        "ka" => Input::Ka(switch(words)?),
        "kb" => Input::Kb(switch(words)?),
        "protect-0" => Input::ProtectTrack0(switch(words)?),
        "protect-1-31" => Input::ProtectTracks1To31(switch(words)?),
        "parity-stop" => Input::ParityStop(switch(words)?),
        "reader-speed" => Input::ReaderSpeed(number(words)?),
        "register" => {
            let name = words.next().unwrap_or("");
            let register = REGISTERS.iter().find(|(_, other)| *other == name);
            let (register, _) = register.ok_or_else(|| format!("{} is no register", quoted(name)))?;
            Input::SetRegister(*register, number(words)?)
        }
        "next" => {
            let cell = Address::new(number(words)?);
            Input::SetNext(cell, if switch(words)? { Half::Right } else { Half::Left })
        }
        "cell" => Input::SetCell(Address::new(number(words)?), Cell::from_raw(number(words)?)),
        "drum" => {
            Input::SetDrumCell(TrackNo::new(number(words)?), number(words)?, Cell::from_raw(number(words)?))
        }
        other => return Err(format!("{} is no input", quoted(other))),
    })
}

/// Reads a position: an order count and a time.
pub(super) fn position(words: &mut Split<'_, char>) -> Result<Position, String> {
    Ok(Position { orders: number(words)?, at: Uops(number(words)?) })
}

fn switch(words: &mut Split<'_, char>) -> Result<bool, String> {
    number::<u8>(words).map(|value| value != 0)
}

fn number<T: FromStr>(words: &mut Split<'_, char>) -> Result<T, String> {
    let word = words.next().unwrap_or("");
    word.parse().map_err(|_| format!("{} is not a number that fits here", quoted(word)))
}

/// The longest word that a message quotes in full, in characters.
const LONGEST_QUOTED: usize = 60;

/// Quotes a word in a message. Only the beginning of a long word is quoted.
pub(super) fn quoted(word: &str) -> String {
    match word.char_indices().nth(LONGEST_QUOTED) {
        Some((end, _)) => format!("'{}…'", &word[..end]),
        None => format!("'{word}'"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Register;

    /// An input of the kind that follows in [`Input`]. All kinds are named, so that rustc asks for a new one.
    fn next(last: &Input) -> Option<Input> {
        Some(match last {
            Input::Key(_) => Input::MountTape(Tape::new("a %20", vec![Row(1), Row(0)])),
            Input::MountTape(_) => Input::UnmountTape,
            Input::UnmountTape => Input::MountReel(6, Reel::default()),
            Input::MountReel(..) => Input::Start,
            Input::Start => Input::Stop,
            Input::Stop => Input::Reset,
            Input::Reset => Input::Help,
            Input::Help => Input::Ka(true),
            Input::Ka(_) => Input::Kb(false),
            Input::Kb(_) => Input::ProtectTrack0(true),
            Input::ProtectTrack0(_) => Input::ProtectTracks1To31(false),
            Input::ProtectTracks1To31(_) => Input::ParityStop(true),
            Input::ParityStop(_) => Input::ReaderSpeed(2000),
            Input::ReaderSpeed(_) => Input::SetRegister(Register::Tk, -7),
            Input::SetRegister(..) => Input::SetNext(1023u16.into(), Half::Right),
            Input::SetNext(..) => Input::SetCell(7u16.into(), Cell::from_integer(-1)),
            Input::SetCell(..) => Input::SetDrumCell(319u16.into(), 39, Cell::from_integer(5)),
            Input::SetDrumCell(..) => return None,
        })
    }

    #[test]
    fn every_input_is_read_as_it_is_written() {
        for written in std::iter::successors(Some(Input::Key(Symbol::new(49))), next) {
            let words = input(&written);
            assert_eq!(parse_input(&mut words.split(' ')), Ok(written), "{words}");
        }
    }

    #[test]
    fn a_message_quotes_only_the_beginning_of_a_long_word() {
        assert_eq!(quoted("keys"), "'keys'");
        assert_eq!(quoted(&"æ".repeat(20_000)), format!("'{}…'", "æ".repeat(60)));
    }
}
