//! The file form of the whole machine: versioned, checksummed, written field by field so that
//! the file does not change when the program does. The same bytes give the state hash.
//!
//! The file: `GIERSNAP`, version (1 byte), the fields in the order of `Machine::write_state`,
//! little-endian, and the CRC-32 of all that (4 bytes, big-endian). In version 2 the word of the drum
//! that came last to each cell of the store stands behind the fields (1024 times 2 bytes: track times
//! 40, cell of the track, and 1; 0 for none); a machine to which none came is written as version 1.

use crate::bytes::{ByteReader, ByteWriter, Damage};
use crate::machine::Machine;
use gier_word::checksum::crc32;
use std::fmt;

const MAGIC: &[u8; 8] = b"GIERSNAP";
/// Without and with what the drum has brought.
const VERSIONS: [u8; 2] = [1, 2];

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
                write!(f, "the file has format {version}, and this program reads formats 1 and 2 only")
            }
            BadFile::Torn => write!(f, "the file is torn: it ends too early"),
            BadFile::Sum => write!(f, "the file was changed or damaged: its checksum is wrong"),
            BadFile::Contents => write!(f, "the file holds a machine that cannot be"),
            BadFile::Line(line, what) => write!(f, "line {line}: {what}"),
        }
    }
}

impl std::error::Error for BadFile {}

impl From<Damage> for BadFile {
    fn from(damage: Damage) -> BadFile {
        match damage {
            Damage::Torn => BadFile::Torn,
            Damage::Contents => BadFile::Contents,
        }
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
        let mut to = ByteWriter::default();
        to.bytes(MAGIC);
        let has_brought = self.drum().has_brought();
        to.u8(VERSIONS[usize::from(has_brought)]);
        self.write_state(&mut to);
        if has_brought {
            self.drum().save_brought(&mut to);
        }
        let mut bytes = to.finish();
        let sum = crc32(&bytes);
        bytes.extend(sum.to_be_bytes());
        bytes
    }

    /// Reads the bytes of a snapshot file.
    ///
    /// # Errors
    /// [`BadFile`] when they are not a snapshot, of another version, torn or changed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Machine, BadFile> {
        let body = bytes.strip_prefix(MAGIC).ok_or(BadFile::NotOne)?;
        let (&version, body) = body.split_first().ok_or(BadFile::Torn)?;
        if !VERSIONS.contains(&version) {
            return Err(BadFile::Version(version));
        }
        let (body, sum) = body.split_last_chunk::<4>().ok_or(BadFile::Torn)?;
        if crc32(&bytes[..bytes.len() - 4]) != u32::from_be_bytes(*sum) {
            return Err(BadFile::Sum);
        }
        let mut from = ByteReader::new(body);
        let mut machine = Machine::read_state(&mut from)?;
        if version == VERSIONS[1] {
            machine.bay.drum.restore_brought(&mut from)?;
        }
        if from.is_at_end() { Ok(machine) } else { Err(BadFile::Contents) }
    }

    /// A number that stands for the whole state, output that was not fetched yet apart: equal
    /// machines have equal hashes, on every host.
    pub fn state_hash(&self) -> u64 {
        let mut to = ByteWriter::default();
        self.write_state(&mut to);
        fnv(&to.finish())
    }
}
