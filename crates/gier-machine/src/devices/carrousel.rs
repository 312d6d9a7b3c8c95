//! The carrousel, a store with several tapes: unit 7 of the orders `il` (read) and `us` (write). A transfer
//! moves whole blocks between the tapes and the buffer store.

use crate::devices::blocks::Blocks;
use crate::devices::buffer::{Buffer, READY};
use gier_cpu::periphery::{BlockFault, BlockTransfer, Direction};

/// The number of words in a block.  [F-CARR-1]
const WORDS: u16 = 512;
/// In mode 16, the order `il` reads the status.  [F-CARR-1]
const STATUS: u16 = 16;

/// Performs a transfer without delay (Q81). Bits 0-9 of R say which block is the first, and bits 10-19 how
/// many blocks to move. Bits 20-39 are the address of the first cell in the buffer store.  [F-CARR-1]
pub(crate) fn transfer(
    tapes: &mut Blocks,
    transfer: BlockTransfer,
    buffer: &mut Buffer,
) -> Result<(), BlockFault> {
    let (first, count, place) = (transfer.first(), transfer.second(), transfer.place());
    let blocks = (0..count).map(|block| (first + block, place + u32::from(block) * u32::from(WORDS)));
    match (transfer.direction, transfer.mode()) {
        (Direction::Write, 0) => blocks.for_each(|(block, place)| tapes.write(block, WORDS, place, buffer)),
        (Direction::Read, 0) => blocks.for_each(|(block, place)| tapes.read(block, WORDS, place, buffer)),
        (Direction::Read, STATUS) => buffer.set_cell(place, READY),
        _ => return Err(BlockFault::Mode),
    }
    Ok(())
}
