//! The file format of a machine, with a version and a checksum, and the state hash.
//!
//! A file contains `GIERSNAP`, the version (1 byte), the fields, and the CRC-32 of all earlier bytes (4 bytes,
//! big-endian). The fields are those of [`Machine`], the sum of its output and the drum origins, in the wire
//! format of postcard (<https://postcard.jamesmunns.com>), which is specified and stays the same. The format
//! has no names, so postcard does not notice if the fields change. Therefore, a change of the fields must
//! raise [`VERSION`]; the test with the bytes of a snapshot says so. Older versions are refused.

use crate::machine::Machine;
use gier_word::Uops;
use gier_word::checksum::crc32;
use gier_word::uops::UOPS_PER_SECOND;
use serde::{Deserialize, Serialize};
use std::fmt;

const MAGIC: &[u8; 8] = b"GIERSNAP";
/// The version of the files that this program writes and reads.
const VERSION: u8 = 5;

/// The latest time that the clock of a machine in a file may show: a thousand years. [`Uops`] can hold far
/// later times.
pub(crate) const LONGEST_LIFE: Uops = Uops(1000 * 366 * 24 * 3600 * UOPS_PER_SECOND);

/// The fields of a file.
#[derive(Serialize, Deserialize)]
struct Fields<M> {
    machine: M,
    /// [`Machine::sent_sum`].
    sent_sum: u64,
    /// The drum word that was last read into each cell of the ferrite store.
    origins: Vec<u32>,
}

/// Why bytes are not a valid snapshot, or why a text is not a valid session log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadFile {
    /// The file does not begin like a snapshot or a session log.
    UnknownFormat,
    /// The snapshot has a version that this program does not know.
    Version(u8),
    /// The session log has a version that this program does not know.
    LogVersion(u32),
    /// The file ends too early.
    Truncated,
    /// The checksum is wrong, so the file was changed.
    Checksum,
    /// A field has an impossible value.
    Invalid,
    /// A line of a session log cannot be read. The fields are the line number, counted from 1, and a message.
    Line(usize, String),
}

impl fmt::Display for BadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadFile::UnknownFormat => {
                write!(f, "this is neither a snapshot nor a session log of gier: it begins otherwise")
            }
            BadFile::Version(version) => {
                write!(f, "the file has format {version}, and this program reads format {VERSION}")
            }
            BadFile::LogVersion(version) => {
                write!(f, "this log has version {version}; this gier reads {}", crate::log::VERSION)
            }
            BadFile::Truncated => write!(f, "the file is torn: it ends too early"),
            BadFile::Checksum => write!(f, "the file was changed or damaged: its checksum is wrong"),
            BadFile::Invalid => write!(f, "the file holds a machine that cannot be"),
            BadFile::Line(line, what) => write!(f, "line {line}: {what}"),
        }
    }
}

impl std::error::Error for BadFile {}

impl From<postcard::Error> for BadFile {
    fn from(error: postcard::Error) -> BadFile {
        match error {
            postcard::Error::DeserializeUnexpectedEnd => BadFile::Truncated,
            _ => BadFile::Invalid,
        }
    }
}

/// The 64-bit FNV-1a hash of more bytes after those with the hash `before`. It is equal on every host and in
/// every version of the program. The hash of no bytes is [`FNV`].
pub(crate) fn fnv(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

const FNV: u64 = 0xcbf2_9ce4_8422_2325;

/// Encodes fields. Memory is the only thing that can run out.
fn encode(fields: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(fields).expect("all fields of a machine have a form in the file")
}

impl Machine {
    /// Returns the bytes of a snapshot file. Output that the caller has not yet taken is left out.
    pub fn to_bytes(&self) -> Vec<u8> {
        let origins = self.drum().origins().to_vec();
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.extend(encode(&Fields { machine: self, sent_sum: self.sent_sum(), origins }));
        let sum = crc32(&bytes);
        bytes.extend(sum.to_be_bytes());
        bytes
    }

    /// Whether a file that begins with these bytes is meant as a snapshot.
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads the bytes of a snapshot file.
    ///
    /// # Errors
    /// Returns [`BadFile`] if the bytes are not a snapshot, have an unknown version, or are truncated or
    /// changed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Machine, BadFile> {
        let body = bytes.strip_prefix(MAGIC).ok_or(BadFile::UnknownFormat)?;
        let (&version, body) = body.split_first().ok_or(BadFile::Truncated)?;
        if version != VERSION {
            return Err(BadFile::Version(version));
        }
        let (body, sum) = body.split_last_chunk::<4>().ok_or(BadFile::Truncated)?;
        if crc32(&bytes[..bytes.len() - 4]) != u32::from_be_bytes(*sum) {
            return Err(BadFile::Checksum);
        }
        let (fields, rest) = postcard::take_from_bytes::<Fields<Machine>>(body)?;
        let Fields { mut machine, sent_sum, origins } = fields;
        machine.devices.sent_sum.0 = sent_sum;
        let has_origins = machine.devices.drum.set_origins(origins).is_some();
        if rest.is_empty() && has_origins && machine.is_whole() { Ok(machine) } else { Err(BadFile::Invalid) }
    }

    /// Whether the machine of a file can be. Each order costs at least one micro-operation.
    fn is_whole(&self) -> bool {
        self.now <= LONGEST_LIFE && self.orders <= self.now.0 && self.devices.is_whole(self.now)
    }

    /// Returns a hash of the whole state, except output that the caller has not yet taken. Equal machines
    /// have equal hashes on every host.
    pub fn state_hash(&self) -> u64 {
        fnv(FNV, &encode(self))
    }
}
