//! The block disc: unit 8 of the orders `il` (read) and `us` (write). A transfer moves words between one
//! block of the disc and the buffer store.

use crate::devices::blocks::Blocks;
use crate::devices::buffer::{Buffer, READY};
use gier_cpu::periphery::{BlockFault, BlockTransfer, Direction};

/// In mode 16, the order `us` writes a block, and the order `il` reads the status.  [F-BDISC-1]
const WRITE: u16 = 16;

/// Performs a transfer without delay (Q81). Bits 0-9 of R say how many words to move, and bits 10-21 which
/// block. Bits 22-39 are the address of the first cell in the buffer store.  [F-BDISC-1]
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
