//! The ferrite store: 1024 cells of 42 bits.  [F-FERRITE-1]

use gier_word::{Cell, FERRITE_CELLS};

/// The ferrite store. Every address is taken modulo 1024, as the machine takes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ferrite {
    cells: [Cell; FERRITE_CELLS],
}

impl Ferrite {
    /// A store in which every bit is zero.
    pub const fn new() -> Ferrite {
        Ferrite { cells: [Cell::ZERO; FERRITE_CELLS] }
    }

    /// The cell at `address`, modulo 1024.
    pub const fn read(&self, address: u16) -> Cell {
        self.cells[address as usize & (FERRITE_CELLS - 1)]
    }

    /// Replaces the cell at `address`, modulo 1024. All changes of the store go through here:
    /// orders, drum, buffer, panel.
    pub const fn write(&mut self, address: u16, cell: Cell) {
        self.cells[address as usize & (FERRITE_CELLS - 1)] = cell;
    }

    /// All cells, cell 0 first.
    pub const fn cells(&self) -> &[Cell; FERRITE_CELLS] {
        &self.cells
    }
}

impl Default for Ferrite {
    fn default() -> Ferrite {
        Ferrite::new()
    }
}
