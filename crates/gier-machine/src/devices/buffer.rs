//! The buffer store: 4096 cells behind `il` and `us`, unit 0.

use crate::bytes::{ByteReader, ByteWriter, Damage};
use crate::schedule::{Line, Schedule};
use gier_cpu::Ferrite;
use gier_cpu::periphery::{BlockTransfer, Direction};
use gier_word::{Address, Cell, Uops};
use std::sync::Arc;

/// Cells in the buffer store.  [F-BUF-1]
const CELLS: usize = 4096;
/// The unit's number in `il` and `us`.  [F-BUF-1]
const UNIT: u16 = 0;
/// What a cell that moves costs the program.  (Q23)
const CELL: u64 = 12;

/// The buffer store. Copies share the cells until one is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Buffer {
    cells: Arc<[Cell; CELLS]>,
    asked: Option<BlockTransfer>,
}

impl Default for Buffer {
    fn default() -> Buffer {
        Buffer { cells: Arc::new([Cell::ZERO; CELLS]), asked: None }
    }
}

impl Buffer {
    // What the central unit may do.

    /// Whether it can start a transfer.
    pub const fn ready(&self) -> bool {
        self.asked.is_none()
    }

    /// Asks for a transfer; the cells move before the next order. False: another unit.
    pub(crate) fn start(&mut self, now: Uops, transfer: BlockTransfer, schedule: &mut Schedule) -> bool {
        if transfer.unit != UNIT {
            return false;
        }
        self.asked = Some(transfer);
        schedule.set(Line::Buffer, now);
        true
    }

    // What happens when the buffer is due.

    /// Moves the cells; the time they cost is returned.
    pub(crate) fn on_due(&mut self, ferrite: &mut Ferrite) -> Uops {
        let transfer = self.asked.take().expect("the buffer is due when it was asked");
        for offset in 0..transfer.cells {
            let address = transfer.address + offset;
            let place = usize::try_from(transfer.place).expect("it has 20 bits") + usize::from(offset);
            let place = place % CELLS;
            match transfer.direction {
                Direction::Read => ferrite.write(address, self.cells[place]),
                Direction::Write => Arc::make_mut(&mut self.cells)[place] = ferrite.read(address),
            }
        }
        Uops(CELL * u64::from(transfer.cells))
    }

    // What the world may do.

    /// All cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells[..]
    }

    // How the state is kept.

    pub(crate) fn save(&self, to: &mut ByteWriter) {
        let used = self.cells.iter().any(|&cell| cell != Cell::ZERO);
        to.bool(used);
        if used {
            self.cells.iter().for_each(|cell| to.u64(cell.raw()));
        }
        to.bool(self.asked.is_some());
        if let Some(asked) = self.asked {
            [asked.unit, asked.address.number(), asked.cells].iter().for_each(|&part| to.u16(part));
            to.u64(asked.place.into());
            to.bool(asked.direction == Direction::Write);
        }
    }

    pub(crate) fn restore(from: &mut ByteReader<'_>) -> Result<Buffer, Damage> {
        let mut buffer = Buffer::default();
        if from.bool()? {
            for cell in Arc::make_mut(&mut buffer.cells) {
                *cell = Cell::from_raw(from.u64()?);
            }
        }
        if from.bool()? {
            let (unit, address, cells) = (from.u16()?, Address::new(from.u16()?), from.u16()?);
            let place = u32::try_from(from.u64()?).map_err(|_| Damage::Contents)?;
            let direction = if from.bool()? { Direction::Write } else { Direction::Read };
            buffer.asked = Some(BlockTransfer { unit, address, cells, place, direction });
        }
        Ok(buffer)
    }
}
