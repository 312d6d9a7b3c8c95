//! Standard input as GIER's keyboard, in place of a person. A character is used only when GIER waits for a
//! key. So another program can read the paper and answer.

use super::signals::is_interrupted;
use super::typist::Press;
use anyhow::{Result, anyhow};
use gier_desk::typewriter::keyboard::NoSuchKey;
use std::io::Read;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// How often gier checks for a signal while it waits for a byte.
const LOOK: Duration = Duration::from_millis(100);

/// Standard input, which a separate thread reads. Also stores the line and the column of the last character
/// that was used.
pub struct Stdin {
    bytes: Receiver<std::io::Result<u8>>,
    line: usize,
    column: usize,
}

impl Stdin {
    /// Starts to read standard input.
    pub fn open() -> Stdin {
        Stdin::of(std::io::stdin())
    }

    /// Starts to read `reader` in place of standard input.
    pub fn of(reader: impl Read + Send + 'static) -> Stdin {
        let (sender, bytes) = channel();
        std::thread::spawn(move || {
            for byte in std::io::BufReader::new(reader).bytes() {
                if sender.send(byte).is_err() {
                    return;
                }
            }
        });
        Stdin { bytes, line: 1, column: 0 }
    }

    /// Waits for the next character of standard input.
    pub fn next(&mut self) -> Result<Press> {
        let mut bytes = Vec::with_capacity(4);
        loop {
            match self.bytes.recv_timeout(LOOK) {
                Ok(byte) => bytes.push(byte?),
                Err(RecvTimeoutError::Timeout) if is_interrupted() => return Ok(Press::Leave),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) if bytes.is_empty() => return Ok(Press::End),
                Err(RecvTimeoutError::Disconnected) => return Err(self.not_utf8()),
            }
            match std::str::from_utf8(&bytes).map(|text| text.chars().next()) {
                // The CR of a line end CR LF is skipped, and so is a byte order mark.
                Ok(Some('\r' | '\u{FEFF}')) => bytes.clear(),
                Ok(Some(character)) => return Ok(Press::Key(self.count(character))),
                Ok(None) => {}
                Err(error) if error.error_len().is_none() => {}
                Err(_) => return Err(self.not_utf8()),
            }
        }
    }

    fn count(&mut self, character: char) -> char {
        if character == '\n' {
            (self.line, self.column) = (self.line + 1, 0);
        } else {
            self.column += 1;
        }
        character
    }

    fn not_utf8(&self) -> anyhow::Error {
        anyhow!("standard input, line {}: a byte that belongs to no UTF-8 character", self.line)
    }

    /// The error that the typewriter has no key for `character`. `character` is the last character that
    /// [`Stdin::next`] returned.
    pub fn no_such_key(&self, character: char) -> NoSuchKey {
        NoSuchKey { character, line: self.line, column: self.column }
    }
}
