//! The file format of a machine, with a version and a checksum. The state hash is computed from the fields
//! that a file contains.
//!
//! A file of version 1 contains `GIERSNAP`, the version (1 byte), the fields, and a checksum. The fields are
//! little-endian, in the order of `Machine::write_state`. The checksum is the CRC-32 of all earlier bytes (4
//! bytes, big-endian).
//!
//! In version 2, the drum origins follow the fields: 1024 numbers of 2 bytes. The origin of a cell is the
//! drum word that was last read into the cell. Its number is `40 * track + cell of the track + 1`, or 0 if no
//! word was read.
//!
//! Versions 1 and 2 are files of a machine with one drum and a buffer store. In version 3, the installation
//! comes before the fields: the length of its text (1 byte), then the text. After the fields comes a byte
//! that is 1 if drum origins follow, and 0 otherwise. The origins have 4 bytes each if all tracks together
//! have more than 65,535 words.
//!
//! In version 4, the fields also contain the reels of the installed magnetic tape stations, and the blocks of
//! an installed carrousel or block disc.

use crate::bytes::{ByteReader, ByteWriter, DecodeError};
use crate::machine::Machine;
use gier_word::checksum::crc32;
use gier_word::{DRUM_TRACKS, Installation};
use std::fmt;

const MAGIC: &[u8; 8] = b"GIERSNAP";
/// The file versions that do not contain an installation. Version 2 records which drum word was last read
/// into each cell, and version 1 does not.
const OLD_VERSIONS: [u8; 2] = [1, 2];
/// The file version that contains an installation, but no reels and no blocks.
const VERSION_WITHOUT_BLOCKS: u8 = 3;
/// The version of the files that this program writes.
const VERSION: u8 = 4;
/// The installation of every machine in a file of version 1 or 2.
const OLD_MACHINE: &str = "one-drum-buffer";

/// Why bytes are not a valid snapshot, or why a text is not a valid session log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadFile {
    /// The file does not begin like a snapshot or a session log.
    UnknownFormat,
    /// The file has a version that this program does not know.
    Version(u8),
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
                write!(f, "the file has format {version}, and this program reads the formats 1 to 4")
            }
            BadFile::Truncated => write!(f, "the file is torn: it ends too early"),
            BadFile::Checksum => write!(f, "the file was changed or damaged: its checksum is wrong"),
            BadFile::Invalid => write!(f, "the file holds a machine that cannot be"),
            BadFile::Line(line, what) => write!(f, "line {line}: {what}"),
        }
    }
}

impl std::error::Error for BadFile {}

impl From<DecodeError> for BadFile {
    fn from(damage: DecodeError) -> BadFile {
        match damage {
            DecodeError::Truncated => BadFile::Truncated,
            DecodeError::Invalid => BadFile::Invalid,
        }
    }
}

/// Reads the installation: the length of its text (1 byte), then the text.
fn installation(from: &mut ByteReader<'_>) -> Result<Installation, BadFile> {
    let length = from.u8()?;
    let text = from.bytes(length.into())?;
    let text = std::str::from_utf8(text).map_err(|_| BadFile::Invalid)?;
    text.parse().map_err(|_| BadFile::Invalid)
}

fn old_machine() -> Installation {
    OLD_MACHINE.parse().expect("it is a preset")
}

/// The 64-bit FNV-1a hash, which is equal on every host and in every version of the program.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

impl Machine {
    /// Returns the bytes of a snapshot file. Output that the caller has not yet taken is left out.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = ByteWriter::default();
        to.bytes(MAGIC);
        let has_origins = self.drum().has_origins();
        to.u8(VERSION);
        let installation = self.installation().to_string();
        to.u8(installation.len() as u8);
        to.bytes(installation.as_bytes());
        self.write_state(&mut to);
        to.bool(has_origins);
        if has_origins {
            self.drum().save_origins(&mut to);
        }
        let mut bytes = to.finish();
        let sum = crc32(&bytes);
        bytes.extend(sum.to_be_bytes());
        bytes
    }

    /// Reads the bytes of a snapshot file.
    ///
    /// # Errors
    /// Returns [`BadFile`] if the bytes are not a snapshot, have an unknown version, or are truncated or
    /// changed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Machine, BadFile> {
        let body = bytes.strip_prefix(MAGIC).ok_or(BadFile::UnknownFormat)?;
        let (&version, body) = body.split_first().ok_or(BadFile::Truncated)?;
        let is_old = OLD_VERSIONS.contains(&version);
        if ![VERSION, VERSION_WITHOUT_BLOCKS].contains(&version) && !is_old {
            return Err(BadFile::Version(version));
        }
        let (body, sum) = body.split_last_chunk::<4>().ok_or(BadFile::Truncated)?;
        if crc32(&bytes[..bytes.len() - 4]) != u32::from_be_bytes(*sum) {
            return Err(BadFile::Checksum);
        }
        let mut from = ByteReader::new(body);
        let installation = if is_old { old_machine() } else { installation(&mut from)? };
        let mut machine = Machine::read_state(installation, version == VERSION, &mut from)?;
        let has_origins = if is_old { version == OLD_VERSIONS[1] } else { from.bool()? };
        if has_origins {
            machine.devices.drum.restore_origins(&mut from)?;
        }
        if from.is_at_end() { Ok(machine) } else { Err(BadFile::Invalid) }
    }

    /// Returns a hash of the whole state, except output that the caller has not yet taken. Equal machines
    /// have equal hashes on every host.
    pub fn state_hash(&self) -> u64 {
        let mut to = ByteWriter::default();
        let installation = self.installation();
        if installation.tracks > DRUM_TRACKS as u16 || installation.has_blocks() {
            to.bytes(installation.to_string().as_bytes());
        }
        self.write_state(&mut to);
        fnv(&to.finish())
    }
}
