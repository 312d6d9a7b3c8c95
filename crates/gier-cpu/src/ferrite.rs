//! The ferrite store: 1024 cells of 42 bits.  [F-FERRITE-1]

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use gier_word::{Address, Cell, FERRITE_CELLS};

use crate::code::Code;
use crate::store::Store;
use crate::watch_set::WatchSet;

/// The ferrite store. Addresses wrap modulo 1024, as in the machine.
///
/// Besides the cells, the store keeps the decoded orders, which make execution fast. It also keeps the watch
/// set: the places and cells that a probe observes. A clone copies only the cells. Comparison and hash use
/// only the cells.
#[derive(Serialize, Deserialize)]
#[serde(try_from = "Vec<Cell>", into = "Vec<Cell>")]
pub struct Ferrite {
    pub(crate) cells: [Cell; FERRITE_CELLS],
    pub(crate) code: Option<Box<Code>>,
}

impl Ferrite {
    /// A store in which every bit is zero.
    pub const fn new() -> Ferrite {
        Ferrite { cells: [Cell::ZERO; FERRITE_CELLS], code: None }
    }

    /// The contents of the cell at `address`.
    #[inline]
    pub fn read(&self, address: impl Into<Address>) -> Cell {
        self.cells[address.into().index()]
    }

    /// Replaces the contents of the cell at `address`.
    pub fn write(&mut self, address: impl Into<Address>, cell: Cell) {
        self.store().write(address.into().number(), cell);
    }

    /// Borrows the cells and the decoded orders together. Writes go through this [`Store`], which updates
    /// or discards the decoded orders of the cell, unless a run knows that nothing is decoded in the cell.
    pub(crate) fn store(&mut self) -> Store<'_> {
        Store { cells: &mut self.cells, code: self.code.as_deref_mut(), wrote_watched: false }
    }

    /// Sets the watch set (the places and cells that a probe observes) for the following runs.
    pub fn watch(&mut self, watch_set: &WatchSet) {
        match &mut self.code {
            Some(code) => code.watch(watch_set),
            None if watch_set.is_empty() => {}
            None => self.code.insert(Code::new()).watch(watch_set),
        }
    }

    /// All cells, cell 0 first.
    pub const fn cells(&self) -> &[Cell; FERRITE_CELLS] {
        &self.cells
    }
}

impl From<Ferrite> for Vec<Cell> {
    fn from(ferrite: Ferrite) -> Vec<Cell> {
        ferrite.cells.to_vec()
    }
}

impl TryFrom<Vec<Cell>> for Ferrite {
    type Error = &'static str;

    fn try_from(cells: Vec<Cell>) -> Result<Ferrite, &'static str> {
        let cells = cells.try_into().map_err(|_| "the store has 1024 cells")?;
        Ok(Ferrite { cells, code: None })
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
