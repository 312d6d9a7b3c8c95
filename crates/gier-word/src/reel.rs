//! A reel of magnetic tape: blocks of words, and file marks between them.
//!
//! The file format is the format `.tap` of the simulator SIMH. Each block is a record. A file mark is a
//! record of length zero. A word takes seven bytes, each of which holds six bits. They contain bits 0 to 39
//! of the cell, and then its two marks.
//!
//! ```
//! use gier_word::{Cell, reel::{Block, Reel}};
//! let mut reel = Reel::default();
//! reel.write(0, Block::Words([Cell::from_integer(1)].into())).unwrap();
//! reel.write(1, Block::Mark).unwrap();
//! assert_eq!(Reel::from_bytes(&reel.to_bytes()).unwrap(), reel);
//! ```

use crate::Cell;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// The number of bytes that a word takes in a file.
const WORD_BYTES: usize = 7;
/// Each byte in the file contains this many bits of a word.
const BYTE_BITS: usize = 6;
/// The capacity of a reel in words. A block of n words takes the space of n + 1 words. A file mark takes the
/// space of one word.  (Q83)
const LONGEST: usize = 1_000_000;
/// In a SIMH file, a record of this length marks the end of the tape. Bytes after it are ignored.
const END_OF_MEDIUM: u32 = u32::MAX;

/// A block of words or a file mark on a reel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Block {
    /// A block of at least one word.
    Words(Arc<[Cell]>),
    /// A file mark, which programs write between the files on a reel.
    Mark,
}

impl Block {
    /// The space that the block or file mark takes on the reel, in words.
    fn room(&self) -> usize {
        match self {
            Block::Words(words) => words.len() + 1,
            Block::Mark => 1,
        }
    }
}

/// A reel of magnetic tape. A clone shares its blocks with the original until one of the two reels changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct Reel {
    blocks: Arc<Vec<Block>>,
    room: usize,
}

/// The error for a block that does not fit on the reel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReelFull;

/// The reason why bytes cannot be read as a reel. Each variant contains the position of the wrong record, in
/// bytes from the beginning of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadReel {
    /// The file ends within this record, or the record has different lengths at its beginning and end.
    Torn(usize),
    /// The record does not consist of words. A word has seven bytes, each with a value below 64.
    NoWords(usize),
    /// The file contains more words than a reel has space for.
    TooLong(usize),
}

impl fmt::Display for BadReel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadReel::Torn(at) => {
                write!(f, "this is no magnetic tape (.tap): the record at byte {at} is torn")
            }
            BadReel::NoWords(at) => {
                write!(f, "the record at byte {at} does not consist of words of seven bytes below 64")
            }
            BadReel::TooLong(at) => {
                write!(f, "the tape is too long: a reel holds {LONGEST} words, and they end before byte {at}")
            }
        }
    }
}

impl std::error::Error for BadReel {}

impl Reel {
    /// All blocks and file marks, in the order in which they are on the tape.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Writes a block or file mark on the reel. `at` is its index in [`Reel::blocks`]. All later blocks are
    /// erased, as on magnetic tape.
    ///
    /// # Errors
    /// Returns [`ReelFull`] if the reel has no space for the block. The reel is then unchanged.
    pub fn write(&mut self, at: usize, block: Block) -> Result<(), ReelFull> {
        let lost: usize = self.blocks[at.min(self.blocks.len())..].iter().map(Block::room).sum();
        let room = self.room - lost + block.room();
        if room > LONGEST {
            return Err(ReelFull);
        }
        self.room = room;
        let blocks = Arc::make_mut(&mut self.blocks);
        blocks.truncate(at);
        blocks.push(block);
        Ok(())
    }

    /// Encodes the reel as the bytes of a SIMH file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for block in self.blocks() {
            let Block::Words(words) = block else {
                bytes.extend(0u32.to_le_bytes());
                continue;
            };
            let length = ((words.len() * WORD_BYTES) as u32).to_le_bytes();
            bytes.extend(length);
            bytes.extend(words.iter().flat_map(|&word| bytes_of(word)));
            if !(words.len() * WORD_BYTES).is_multiple_of(2) {
                bytes.push(0);
            }
            bytes.extend(length);
        }
        bytes
    }

    /// Decodes the bytes of a SIMH file.
    ///
    /// # Errors
    /// Returns [`BadReel`] if the bytes are not a tape with words of GIER.
    pub fn from_bytes(bytes: &[u8]) -> Result<Reel, BadReel> {
        let mut reel = Reel::default();
        let mut rest = bytes;
        while !rest.is_empty() {
            let at = bytes.len() - rest.len();
            let length = take_length(&mut rest).ok_or(BadReel::Torn(at))?;
            if length == END_OF_MEDIUM {
                break;
            }
            let block = if length == 0 { Block::Mark } else { block(length, &mut rest, at)? };
            reel.write(reel.blocks.len(), block).map_err(|ReelFull| BadReel::TooLong(at))?;
        }
        Ok(reel)
    }
}

impl From<Reel> for Vec<u8> {
    fn from(reel: Reel) -> Vec<u8> {
        reel.to_bytes()
    }
}

impl TryFrom<Vec<u8>> for Reel {
    type Error = BadReel;

    fn try_from(bytes: Vec<u8>) -> Result<Reel, BadReel> {
        Reel::from_bytes(&bytes)
    }
}

/// The seven bytes of a word. Each byte contains six bits, and the first byte contains bits 0-5.
fn bytes_of(word: Cell) -> [u8; WORD_BYTES] {
    let bits = word.bits() << 2 | u64::from(word.marks().bits());
    std::array::from_fn(|at| (bits >> (BYTE_BITS * (WORD_BYTES - 1 - at))) as u8 & 63)
}

fn word_of(bytes: &[u8]) -> Cell {
    let bits = bytes.iter().fold(0, |bits, &byte| bits << BYTE_BITS | u64::from(byte));
    Cell::from_raw(bits >> 2 | (bits & 3) << 40)
}

/// Removes the length of a record (four bytes) from the beginning of `bytes`, and returns it. Returns `None`
/// if `bytes` is too short.
fn take_length(bytes: &mut &[u8]) -> Option<u32> {
    let (length, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*length))
}

/// Takes the contents of a record from the beginning of `bytes`, and returns them. `length` is the length of
/// the record. `at` is the position of the record in the file, for an error.
fn block(length: u32, bytes: &mut &[u8], at: usize) -> Result<Block, BadReel> {
    let torn = BadReel::Torn(at);
    let count = usize::try_from(length).map_err(|_| torn)?;
    let (record, rest) = bytes.split_at_checked(count).ok_or(torn)?;
    *bytes = rest.get(count % 2..).ok_or(torn)?;
    if take_length(bytes) != Some(length) {
        return Err(torn);
    }
    if !count.is_multiple_of(WORD_BYTES) || record.iter().any(|&byte| byte > 63) {
        return Err(BadReel::NoWords(at));
    }
    Ok(Block::Words(record.chunks(WORD_BYTES).map(word_of).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(numbers: &[i64]) -> Block {
        Block::Words(numbers.iter().map(|&number| Cell::from_integer(number)).collect())
    }

    /// Tests the bytes of a file. The word in it has the bits 39 and 41 set: the number 1 and mark b.
    #[test]
    fn a_file_is_a_tape_of_simh() {
        let mut reel = Reel::default();
        let word = Cell::from_integer(1).with_marks(crate::Marks::B);
        reel.write(0, Block::Words([word].into())).unwrap();
        reel.write(1, Block::Mark).unwrap();
        let bytes = [7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0b101, 0, 7, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(reel.to_bytes(), bytes);
        assert_eq!(Reel::from_bytes(&bytes), Ok(reel));
    }

    #[test]
    fn writing_loses_what_follows() {
        let mut reel = Reel::default();
        for at in 0..3 {
            reel.write(at, words(&[1, 2, -3])).unwrap();
        }
        reel.write(1, words(&[4])).unwrap();
        assert_eq!(reel.blocks(), [words(&[1, 2, -3]), words(&[4])]);
        assert_eq!(Reel::from_bytes(&reel.to_bytes()), Ok(reel));
    }

    #[test]
    fn a_reel_has_an_end() {
        let mut reel = Reel::default();
        let long = Block::Words(vec![Cell::ZERO; LONGEST / 2].into());
        reel.write(0, long.clone()).unwrap();
        assert_eq!(reel.write(1, long.clone()), Err(ReelFull));
        assert_eq!(reel.blocks().len(), 1);
        reel.write(0, long).unwrap();
    }

    #[test]
    fn damaged_files_are_refused() {
        let good = [7, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 0, 7, 0, 0, 0];
        assert!(Reel::from_bytes(&good).is_ok());
        for length in 1..good.len() {
            assert_eq!(Reel::from_bytes(&good[..length]), Err(BadReel::Torn(0)), "{length}");
        }
        let mut bad = good;
        bad[5] = 64;
        assert_eq!(Reel::from_bytes(&bad), Err(BadReel::NoWords(0)));
        assert_eq!(Reel::from_bytes(&[6, 0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 0, 0, 0]), Err(BadReel::NoWords(0)));
        assert_eq!(Reel::from_bytes(b"GIERDRUM"), Err(BadReel::Torn(0)));
    }
}
