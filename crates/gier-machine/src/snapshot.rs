//! The file form of the whole machine: versioned, checksummed, written field by field so that
//! the file does not change when the program does. The same bytes give the state hash.
//!
//! The file, version 1: `GIERSNAP`, version (1 byte), the fields in the order of
//! `Machine::write_state`, little-endian, and the CRC-32 of all that (4 bytes, big-endian).

use crate::input::Tape;
use crate::machine::Machine;
use gier_word::tape::Row;
use std::fmt;

const MAGIC: &[u8; 8] = b"GIERSNAP";
const VERSION: u8 = 1;

/// Why bytes are not a snapshot or a session log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadFile {
    /// They do not begin as such a file does.
    NotOne,
    /// A version that this program does not know.
    Version(u8),
    /// The file ends too early.
    Torn,
    /// The checksum is wrong: the file was changed.
    Sum,
    /// A field holds what no machine can hold.
    Contents,
    /// A line of a session log that cannot be read: its number from 1, and what is wrong.
    Line(usize, String),
}

impl fmt::Display for BadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadFile::NotOne => {
                write!(f, "this is neither a snapshot nor a session log of gier: it begins otherwise")
            }
            BadFile::Version(version) => {
                write!(f, "the file has format {version}, and this program reads format {VERSION} only")
            }
            BadFile::Torn => write!(f, "the file is torn: it ends too early"),
            BadFile::Sum => write!(f, "the file was changed or damaged: its checksum is wrong"),
            BadFile::Contents => write!(f, "the file holds a machine that cannot be"),
            BadFile::Line(line, what) => write!(f, "line {line}: {what}"),
        }
    }
}

impl std::error::Error for BadFile {}

/// Puts fields into bytes.
#[derive(Default)]
pub(crate) struct Saver(Vec<u8>);

impl Saver {
    pub fn u8(&mut self, value: u8) {
        self.0.push(value);
    }
    pub fn bool(&mut self, value: bool) {
        self.u8(value.into());
    }
    pub fn u16(&mut self, value: u16) {
        self.0.extend(value.to_le_bytes());
    }
    pub fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }
    pub fn option(&mut self, value: Option<u16>) {
        self.bool(value.is_some());
        self.u16(value.unwrap_or(0));
    }
    pub fn tape(&mut self, tape: &Tape) {
        self.u64(tape.name().len() as u64);
        self.0.extend(tape.name().as_bytes());
        self.u64(tape.rows().len() as u64);
        self.0.extend(tape.rows().iter().map(|row| row.0));
    }
}

/// Takes fields out of bytes.
pub(crate) struct Loader<'a>(&'a [u8]);

impl<'a> Loader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], BadFile> {
        let (head, rest) = self.0.split_at_checked(count).ok_or(BadFile::Torn)?;
        self.0 = rest;
        Ok(head)
    }
    pub fn u8(&mut self) -> Result<u8, BadFile> {
        Ok(self.take(1)?[0])
    }
    pub fn u8_below(&mut self, limit: u8) -> Result<u8, BadFile> {
        self.u8().and_then(|value| if value < limit { Ok(value) } else { Err(BadFile::Contents) })
    }
    pub fn bool(&mut self) -> Result<bool, BadFile> {
        Ok(self.u8_below(2)? == 1)
    }
    pub fn u16(&mut self) -> Result<u16, BadFile> {
        self.take(2)?.try_into().map(u16::from_le_bytes).map_err(|_| BadFile::Torn)
    }
    pub fn u64(&mut self) -> Result<u64, BadFile> {
        self.take(8)?.try_into().map(u64::from_le_bytes).map_err(|_| BadFile::Torn)
    }
    pub fn option(&mut self) -> Result<Option<u16>, BadFile> {
        let there = self.bool()?;
        Ok(Some(self.u16()?).filter(|_| there))
    }
    /// A number of things that follow, each at least a byte long.
    pub fn length(&mut self) -> Result<usize, BadFile> {
        let length = self.u64()?;
        if length > self.0.len() as u64 { Err(BadFile::Torn) } else { Ok(length as usize) }
    }
    pub fn tape(&mut self) -> Result<Tape, BadFile> {
        let length = self.length()?;
        let name = std::str::from_utf8(self.take(length)?).map_err(|_| BadFile::Contents)?;
        let length = self.length()?;
        Ok(Tape::new(name, self.take(length)?.iter().copied().map(Row).collect()))
    }
}

/// FNV-1a over 64 bits: the same on every host and in every version of the program.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

impl Machine {
    /// The bytes of a snapshot file. Output that was not fetched yet is not in it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = Saver(Vec::from(*MAGIC));
        to.u8(VERSION);
        self.write_state(&mut to);
        let sum = crc32fast::hash(&to.0);
        to.0.extend(sum.to_be_bytes());
        to.0
    }

    /// Reads the bytes of a snapshot file.
    ///
    /// # Errors
    /// [`BadFile`] when they are not a snapshot, of another version, torn or changed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Machine, BadFile> {
        let body = bytes.strip_prefix(MAGIC).ok_or(BadFile::NotOne)?;
        let (&version, body) = body.split_first().ok_or(BadFile::Torn)?;
        if version != VERSION {
            return Err(BadFile::Version(version));
        }
        let (body, sum) = body.split_last_chunk::<4>().ok_or(BadFile::Torn)?;
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_be_bytes(*sum) {
            return Err(BadFile::Sum);
        }
        let mut from = Loader(body);
        let machine = Machine::read_state(&mut from)?;
        if from.0.is_empty() { Ok(machine) } else { Err(BadFile::Contents) }
    }

    /// A number that stands for the whole state, output that was not fetched yet apart: equal
    /// machines have equal hashes, on every host.
    pub fn state_hash(&self) -> u64 {
        let mut to = Saver::default();
        self.write_state(&mut to);
        fnv(&to.0)
    }
}
