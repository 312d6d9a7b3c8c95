//! The block disc, unit 8 of `il` and `us`. It moves the words of one block between the disc and the buffer
//! store.

use crate::devices::blocks::Blocks;
use crate::devices::buffer::{Buffer, READY};
use gier_cpu::periphery::{BlockFault, BlockTransfer, Direction};

/// Mode 16: `us` writes a block, and `il` reads the status.  [F-BDISC-1]
const WRITE: u16 = 16;

/// Performs a transfer at once (Q81). R has the number of words in its bits 0-9, the block in 10-21, and the
/// place in the buffer store in 22-39.  [F-BDISC-1]
pub(crate) fn transfer(
    disc: &mut Blocks,
    transfer: BlockTransfer,
    buffer: &mut Buffer,
) -> Result<(), BlockFault> {
    let (words, block, place) =
        (transfer.first(), transfer.field(18, 12) as u16, transfer.field(0, 18) as u32);
    match (transfer.direction, transfer.mode()) {
        (Direction::Write, WRITE) => disc.write(block, words, place, buffer),
        (Direction::Read, 0) => disc.read(block, words, place, buffer),
        (Direction::Read, WRITE) => buffer.set_cell(place, READY),
        _ => return Err(BlockFault::Mode),
    }
    Ok(())
}
