//! A magnetic tape station: units 1-6 of the orders `il` (read) and `us` (write). A transfer moves a block
//! between the reel and the buffer store.

use crate::devices::buffer::{Buffer, READY};
use gier_cpu::periphery::{BlockFault, BlockTransfer, Direction};
use gier_word::reel::{Block, Reel, ReelFull};
use serde::{Deserialize, Serialize};

/// In mode 16, the order `us` writes a label, which is stored as a block.  [F-MTAPE-2]
const LABEL: u16 = 16;
/// Mode 32 can be added to other modes. The tape then first moves back over one block or file mark.
/// [F-MTAPE-3]
const BACK: u16 = 32;
/// In mode 64, the order `us` rewinds the tape, and the order `il` moves the tape past the next file mark.
/// [F-MTAPE-2]
const WIND: u16 = 64;
/// In mode 80, the order `us` waits until the station is ready.  [F-MTAPE-3]
const WAIT: u16 = 80;
/// In mode 144, the order `us` writes a file mark.  [F-MTAPE-2]
const MARK: u16 = 144;
/// In mode 176, the order `us` moves the tape back over a block or file mark, and then writes a file mark.
/// [F-MTAPE-2]
const MARK_AGAIN: u16 = MARK + BACK;
/// In mode 160, the order `il` reads the status.  [F-MTAPE-2]
const STATUS: u16 = 160;

/// A tape station with its reel. The reel is empty at first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TapeStation {
    reel: Reel,
    /// How many blocks and file marks are between the beginning of the tape and the heads.
    at: usize,
}

impl TapeStation {
    // What the CPU does.

    /// Performs a transfer without delay (Q81). Bits 0-19 of R say how many words to move. Bits 20-39 are the
    /// address of the first cell in the buffer store.  [F-MTAPE-1]
    pub(crate) fn transfer(
        &mut self,
        transfer: BlockTransfer,
        buffer: &mut Buffer,
    ) -> Result<(), BlockFault> {
        let (words, place) = (transfer.field(20, 20) as u32, transfer.place());
        match (transfer.direction, transfer.mode()) {
            (Direction::Write, 0 | LABEL) => self.write(self.at, words, place, buffer),
            (Direction::Write, BACK) => self.write(self.before()?, words, place, buffer),
            (Direction::Write, MARK) => self.put(self.at, Block::Mark),
            (Direction::Write, MARK_AGAIN) => self.put(self.before()?, Block::Mark),
            (Direction::Write, WIND) => {
                self.at = 0;
                Ok(())
            }
            (Direction::Write, WAIT) => Ok(()),
            (Direction::Read, 0) => self.read(words, place, buffer),
            (Direction::Read, BACK) => {
                self.at = self.before()?;
                Ok(())
            }
            (Direction::Read, WIND) => self.pass_mark(),
            (Direction::Read, STATUS) => {
                buffer.set_cell(place, READY);
                Ok(())
            }
            _ => Err(BlockFault::Mode),
        }
    }

    /// Returns the position that the tape has after it has moved back over one block or file mark.
    fn before(&self) -> Result<usize, BlockFault> {
        self.at.checked_sub(1).ok_or(BlockFault::NoBlock)
    }

    fn put(&mut self, at: usize, block: Block) -> Result<(), BlockFault> {
        self.reel.write(at, block).map_err(|ReelFull| BlockFault::Full)?;
        self.at = at + 1;
        Ok(())
    }

    fn write(&mut self, at: usize, words: u32, place: u32, buffer: &Buffer) -> Result<(), BlockFault> {
        if words == 0 {
            return Err(BlockFault::NoWords);
        }
        let words = (0..words).map(|word| buffer.cell(place.wrapping_add(word)));
        self.put(at, Block::Words(words.collect()))
    }

    /// Reads the first `words` words of the next block, and moves the tape past the whole block.  [F-MTAPE-3]
    fn read(&mut self, words: u32, place: u32, buffer: &mut Buffer) -> Result<(), BlockFault> {
        let Some(Block::Words(block)) = self.reel.blocks().get(self.at) else {
            return Err(BlockFault::NoBlock);
        };
        let cells = block.get(..words as usize).ok_or(BlockFault::NoBlock)?;
        for (cell, word) in cells.iter().zip(0..) {
            buffer.set_cell(place.wrapping_add(word), *cell);
        }
        self.at += 1;
        Ok(())
    }

    /// Moves the tape past the next file mark.
    fn pass_mark(&mut self) -> Result<(), BlockFault> {
        let rest = &self.reel.blocks()[self.at..];
        let blocks = rest.iter().position(|block| *block == Block::Mark).ok_or(BlockFault::NoBlock)?;
        self.at += blocks + 1;
        Ok(())
    }

    // What the operator does.

    /// Mounts a rewound reel on the station.
    pub(crate) fn mount(&mut self, reel: Reel) {
        *self = TapeStation { reel, at: 0 };
    }

    /// The reel on the station.
    pub const fn reel(&self) -> &Reel {
        &self.reel
    }

    // Saving the state.

    /// Whether the station of a file can be: the heads are not behind the end of the tape.
    pub(crate) fn is_whole(&self) -> bool {
        self.at <= self.reel.blocks().len()
    }
}
