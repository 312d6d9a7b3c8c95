//! The buffer store: 4096 cells, unit 0 of the orders `il` (read) and `us` (write).

use crate::schedule::{Schedule, Timer};
use gier_cpu::Ferrite;
use gier_cpu::periphery::{BlockFault, BlockTransfer, Direction};
use gier_word::{Address, Cell, Uops};
use serde::{Deserialize, Serialize};
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UsedCells", into = "UsedCells")]
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
}

/// The buffer store in a file: the cells without the zeros at the end, and the requested transfer.
#[derive(Serialize, Deserialize)]
struct UsedCells(Vec<Cell>, Option<BlockTransfer>);

impl From<Buffer> for UsedCells {
    fn from(buffer: Buffer) -> UsedCells {
        let used = buffer.cells.iter().rposition(|&cell| cell != Cell::ZERO).map_or(0, |last| last + 1);
        UsedCells(buffer.cells[..used].to_vec(), buffer.requested)
    }
}

impl TryFrom<UsedCells> for Buffer {
    type Error = &'static str;

    fn try_from(UsedCells(used, requested): UsedCells) -> Result<Buffer, &'static str> {
        let mut buffer = Buffer { requested, ..Buffer::default() };
        let cells = Arc::make_mut(&mut buffer.cells).get_mut(..used.len());
        cells.ok_or("the buffer store has 4096 cells")?.copy_from_slice(&used);
        Ok(buffer)
    }
}
