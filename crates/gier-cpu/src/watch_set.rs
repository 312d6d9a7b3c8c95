//! The watch set: the orders and cells that a probe observes. Each notification of the probe contains a
//! [`StateView`], which shows the state of the machine.

use std::marker::PhantomData;

use bitvec::prelude::*;
use gier_word::{Address, Cell, FERRITE_CELLS, Half, Uops};

use crate::registers::{PLACES, Place, Registers};

// 32 bits at a time, because bitvec has no larger elements in a browser.
type Places = BitArr!(for PLACES, in u32, Lsb0);
type Cells = BitArr!(for FERRITE_CELLS, in u32, Lsb0);

/// A set of places (cell halves with an order) and a set of cells. The probe is notified before an order at
/// one of these places. It is also notified after an order that wrote one of these cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WatchSet {
    places: Places,
    cells: Cells,
}

const ALL_PLACES: Places = BitArray { _ord: PhantomData, data: [u32::MAX; PLACES / 32] };
const ALL_CELLS: Cells = BitArray { _ord: PhantomData, data: [u32::MAX; FERRITE_CELLS / 32] };

impl WatchSet {
    /// No place and no cell.
    pub const EMPTY: WatchSet = WatchSet { places: Places::ZERO, cells: Cells::ZERO };

    /// Every place and no cell: the probe is notified before each order, but not of reads and writes. This is
    /// many times faster than [`Interest::EveryOrder`](crate::Interest::EveryOrder), which reports those too.
    pub const EVERY_PLACE: WatchSet = WatchSet { places: ALL_PLACES, cells: Cells::ZERO };

    /// Every place and every cell.
    pub const EVERYTHING: WatchSet = WatchSet { places: ALL_PLACES, cells: ALL_CELLS };

    /// Whether the set contains no place and no cell.
    pub fn is_empty(&self) -> bool {
        *self == WatchSet::EMPTY
    }

    /// Whether the set has this place. The place of a full word is the left half of its cell.
    pub fn has_place(&self, place: Place) -> bool {
        self.places[place.number()]
    }

    /// Whether the set has the place with this index; see [`Place::number`].
    pub(crate) fn has_place_number(&self, number: usize) -> bool {
        self.places[number]
    }

    /// Adds or removes a place.
    pub fn set_place(&mut self, place: Place, on: bool) {
        self.places.set(place.number(), on);
    }

    /// A copy of this set to which every place has been added.
    #[must_use]
    pub fn with_every_place(&self) -> WatchSet {
        WatchSet { cells: self.cells, ..WatchSet::EVERY_PLACE }
    }

    /// The places of the set, the lowest first.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let half = |number: usize| if number.is_multiple_of(2) { Half::Left } else { Half::Right };
        let place = move |number: usize| Place { cell: (number / 2).into(), half: half(number) };
        self.places.iter_ones().map(place)
    }

    /// Whether the set has this cell.
    pub fn has_cell(&self, cell: impl Into<Address>) -> bool {
        self.cells[cell.into().index()]
    }

    /// Adds or removes a cell.
    pub fn set_cell(&mut self, cell: impl Into<Address>, on: bool) {
        self.cells.set(cell.into().index(), on);
    }

    /// The cells of the set, the lowest first.
    pub fn cells(&self) -> impl Iterator<Item = Address> + '_ {
        self.cells.iter_ones().map(Address::from)
    }
}

impl Default for WatchSet {
    fn default() -> WatchSet {
        WatchSet::EMPTY
    }
}

/// A borrowed view of the registers, the store and the time. A probe gets it between two orders of a run.
#[derive(Clone, Copy, Debug)]
pub struct StateView<'a> {
    /// The number of orders executed since the last call of [`Probe::executed`](crate::Probe::executed).
    pub orders: u64,
    /// The machine time.
    pub now: Uops,
    /// The registers before the next order.
    pub registers: &'a Registers,
    /// The cells of the ferrite store.
    pub cells: &'a [Cell; FERRITE_CELLS],
}

impl StateView<'_> {
    /// The place of the next order. The place of a full word is the left half of its cell.
    pub fn next(&self) -> Place {
        let cell = self.registers.r1;
        let is_pair = self.cells[cell.index()].marks().a();
        Place { cell, half: if is_pair { self.registers.half } else { Half::Left } }
    }
}

/// A write of a cell, with the contents before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// The cell that was written.
    pub address: Address,
    /// The contents of the cell before the write.
    pub old: Cell,
    /// The contents of the cell after the write. They may be the same as `old`.
    pub new: Cell,
}
