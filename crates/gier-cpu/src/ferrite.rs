//! The ferrite store: 1024 cells of 42 bits.  [F-FERRITE-1]

use std::fmt;
use std::hash::{Hash, Hasher};

use gier_word::{Address, Cell, FERRITE_CELLS};

use crate::fast::Decoded;

/// The ferrite store. An [`Address`] wraps by itself, as the machine takes it.
///
/// Beside the cells it keeps, for the fast core, what they mean as orders. That is no part of
/// its value: copies begin without it, and comparison and hash see the cells alone.
pub struct Ferrite {
    pub(crate) cells: [Cell; FERRITE_CELLS],
    pub(crate) decoded: Option<Box<Decoded>>,
}

impl Ferrite {
    /// A store in which every bit is zero.
    pub const fn new() -> Ferrite {
        Ferrite { cells: [Cell::ZERO; FERRITE_CELLS], decoded: None }
    }

    /// The cell at `address`.
    #[inline]
    pub fn read(&self, address: impl Into<Address>) -> Cell {
        self.cells[address.into().index()]
    }

    /// Replaces the cell at `address`. All changes of the store go through here
    /// (orders, drum, buffer, panel), so that nothing decoded can outlive its cell; the fast
    /// core's own stores keep to the same rule.
    pub fn write(&mut self, address: impl Into<Address>, cell: Cell) {
        let address = address.into();
        self.cells[address.index()] = cell;
        if let Some(decoded) = &mut self.decoded {
            decoded.forget(address.number());
        }
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

impl Clone for Ferrite {
    fn clone(&self) -> Ferrite {
        Ferrite { cells: self.cells, decoded: None }
    }
}

impl fmt::Debug for Ferrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ferrite").field("cells", &self.cells).finish()
    }
}

impl PartialEq for Ferrite {
    fn eq(&self, other: &Ferrite) -> bool {
        self.cells == other.cells
    }
}

impl Eq for Ferrite {}

impl Hash for Ferrite {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.cells.hash(state);
    }
}
