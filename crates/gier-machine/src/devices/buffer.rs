//! The buffer store: 4096 cells, unit 0 of the orders `il` (read) and `us` (write).

use crate::bytes::{ByteReader, ByteWriter, DecodeError};
use crate::schedule::{Schedule, Timer};
use gier_cpu::Ferrite;
use gier_cpu::periphery::{BlockFault, BlockTransfer, Direction};
use gier_word::{Address, Cell, Uops};
use std::sync::Arc;

/// The number of cells in the buffer store.  [F-BUF-1]
const CELLS: usize = 4096;
/// The unit number of the buffer store in the orders `il` and `us`.  [F-BUF-1]
pub(crate) const UNIT: u16 = 0;
/// The status that a unit reports if it has no fault.  [F-MTAPE-2] [F-BDISC-1] [F-CARR-1] (Q81)
pub(crate) const READY: Cell = Cell::ZERO;
/// How long each moved cell delays the program, in micro-operations.  (Q23)
const CELL: u64 = 12;

/// The buffer store. Clones share its cells until one clone is changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Buffer {
    cells: Arc<[Cell; CELLS]>,
    requested: Option<BlockTransfer>,
}

impl Default for Buffer {
    fn default() -> Buffer {
        Buffer { cells: Arc::new([Cell::ZERO; CELLS]), requested: None }
    }
}

impl Buffer {
    // What the CPU does.

    /// Whether the buffer store can start a transfer.
    pub const fn ready(&self) -> bool {
        self.requested.is_none()
    }

    /// Requests a transfer between the ferrite store and the buffer store. The transfer takes place before
    /// the next order is executed.
    pub(crate) fn start(
        &mut self,
        now: Uops,
        transfer: BlockTransfer,
        schedule: &mut Schedule,
    ) -> Result<(), BlockFault> {
        if transfer.mode() != 0 {
            return Err(BlockFault::Mode);
        }
        self.requested = Some(transfer);
        schedule.set(Timer::Buffer, now);
        Ok(())
    }

    // What the units behind the buffer store do.

    /// Returns the cell of the buffer store at the address `place` modulo 4096.  [F-BUF-1]
    pub(crate) fn cell(&self, place: u32) -> Cell {
        self.cells[place as usize % CELLS]
    }

    /// Sets the cell of the buffer store at the address `place` modulo 4096.  [F-BUF-1]
    pub(crate) fn set_cell(&mut self, place: u32, cell: Cell) {
        Arc::make_mut(&mut self.cells)[place as usize % CELLS] = cell;
    }

    // What happens when the buffer is due.

    /// Moves the cells of the requested transfer. Returns how long the transfer delays the program.
    pub(crate) fn on_due(&mut self, ferrite: &mut Ferrite) -> Uops {
        let transfer = self.requested.take().expect("the buffer is due when it was asked");
        let cells = transfer.second();
        for offset in 0..cells {
            let address = Address::new(transfer.first()) + offset;
            let place = transfer.place() + u32::from(offset);
            match transfer.direction {
                Direction::Read => ferrite.write(address, self.cell(place)),
                Direction::Write => self.set_cell(place, ferrite.read(address)),
            }
        }
        Uops(CELL * u64::from(cells))
    }

    // What the operator does.

    /// All cells of the buffer store.
    pub fn cells(&self) -> &[Cell] {
        &self.cells[..]
    }

    // Saving the state.

    pub(crate) fn save(&self, to: &mut ByteWriter) {
        let used = self.cells.iter().any(|&cell| cell != Cell::ZERO);
        to.bool(used);
        if used {
            self.cells.iter().for_each(|cell| to.u64(cell.raw()));
        }
        to.bool(self.requested.is_some());
        if let Some(asked) = self.requested {
            [asked.unit, asked.first(), asked.second()].iter().for_each(|&part| to.u16(part));
            to.u64(asked.place().into());
            to.bool(asked.direction == Direction::Write);
        }
    }

    pub(crate) fn restore(from: &mut ByteReader<'_>) -> Result<Buffer, DecodeError> {
        let mut buffer = Buffer::default();
        if from.bool()? {
            for cell in Arc::make_mut(&mut buffer.cells) {
                *cell = Cell::from_raw(from.u64()?);
            }
        }
        if from.bool()? {
            let (unit, first, second) = (from.u16()?, Address::new(from.u16()?), Address::new(from.u16()?));
            let place = from.u64()? & 0xF_FFFF;
            let r = u64::from(first.number()) << 30 | u64::from(second.number()) << 20 | place;
            let direction = if from.bool()? { Direction::Write } else { Direction::Read };
            buffer.requested = Some(BlockTransfer { unit, r, direction });
        }
        Ok(buffer)
    }
}
