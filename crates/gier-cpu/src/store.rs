//! The ferrite store as orders use it: the cells, and the decoded orders that belong to them.

use gier_word::{Cell, FERRITE_CELLS, Half};

use crate::code::Code;
use crate::decoded::{Decoded, decode};

/// The cells and their decoded orders. [`Store::write`] changes both, so that they always agree. The field
/// `code` is `None` until the fast path is used for the first time.
pub(crate) struct Store<'a> {
    pub cells: &'a mut [Cell; FERRITE_CELLS],
    pub code: Option<&'a mut Code>,
    /// Whether a watched cell was written.
    pub wrote_watched: bool,
}

impl<'a> Store<'a> {
    /// Borrows the cells and the decoded orders for a run.
    #[inline(always)]
    pub fn new(cells: &'a mut [Cell; FERRITE_CELLS], code: &'a mut Code) -> Store<'a> {
        Store { cells, code: Some(code), wrote_watched: false }
    }

    /// The contents of the cell at an address, modulo 1024.
    #[inline(always)]
    pub fn read(&self, address: u16) -> Cell {
        self.cells[usize::from(address) % FERRITE_CELLS]
    }

    /// Decodes the order in one half of a cell, or in the whole cell.
    pub fn decoded(&mut self, cell: Cell, half: Half) -> Decoded {
        if let Some(code) = &mut self.code {
            return code.look_up(cell, half);
        }
        let (form, order) = decode(cell, half);
        Decoded::new(form, &order)
    }

    /// Replaces the contents of the cell at an address, modulo 1024.
    #[inline(always)]
    pub fn write(&mut self, address: u16, cell: Cell) {
        let index = usize::from(address) % FERRITE_CELLS;
        let old = std::mem::replace(&mut self.cells[index], cell);
        if let Some(code) = &mut self.code
            && code.tracks(index)
        {
            self.wrote_watched |= code.written(index, old, cell);
        }
    }
}
