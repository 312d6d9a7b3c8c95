//! The ferrite store: 1024 cells of 42 bits.  [F-FERRITE-1]

use std::fmt;
use std::hash::{Hash, Hasher};

use gier_word::{Address, Cell, FERRITE_CELLS};

use crate::code::Code;
use crate::lookout::Lookout;
use crate::store::Store;

/// The ferrite store. An [`Address`] wraps by itself, as the machine takes it.
///
/// Beside the cells it keeps, for runs of orders, what they mean as orders and where a run is to
/// be watched. That is no part of its value: copies begin without it, and comparison and hash see
/// the cells alone.
pub struct Ferrite {
    pub(crate) cells: [Cell; FERRITE_CELLS],
    pub(crate) code: Option<Box<Code>>,
}

impl Ferrite {
    /// A store in which every bit is zero.
    pub const fn new() -> Ferrite {
        Ferrite { cells: [Cell::ZERO; FERRITE_CELLS], code: None }
    }

    /// The cell at `address`.
    #[inline]
    pub fn read(&self, address: impl Into<Address>) -> Cell {
        self.cells[address.into().index()]
    }

    /// Replaces the cell at `address`.
    pub fn write(&mut self, address: impl Into<Address>, cell: Cell) {
        self.store().write(address.into().number(), cell);
    }

    /// The store as orders see it. All changes of cells go through it (orders, drum, buffer,
    /// panel), so that nothing decoded can outlive its cell.
    pub(crate) fn store(&mut self) -> Store<'_> {
        Store { cells: &mut self.cells, code: self.code.as_deref_mut(), told: false }
    }

    /// How many orders runs have decoded since this store or copy was made: how often an order was
    /// met for the first time, or again after its cell had become another one.
    pub fn decodings(&self) -> u64 {
        self.code.as_ref().map_or(0, |code| code.decodings)
    }

    /// Where the runs to come are watched; see [`Sight::Places`](crate::Sight::Places).
    pub fn look_out(&mut self, lookout: &Lookout) {
        match &mut self.code {
            Some(code) => code.look_out(lookout),
            None if lookout.is_empty() => {}
            None => self.code.insert(Code::new()).look_out(lookout),
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
        Ferrite { cells: self.cells, code: None }
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
