//! Places and cells at which a run is watched, and what is told of them.

use gier_word::{Address, Cell, FERRITE_CELLS, Half, Uops};

use crate::registers::{PLACES, Place, Registers, place_of};

const BITS: usize = u64::BITS as usize;

/// Places before whose orders a run is to be told of, and cells whose changes are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lookout {
    places: [u64; PLACES / BITS],
    cells: [u64; FERRITE_CELLS / BITS],
}

impl Lookout {
    /// Nowhere.
    pub const NOWHERE: Lookout = Lookout { places: [0; PLACES / BITS], cells: [0; FERRITE_CELLS / BITS] };

    /// Every place and no cell: the probe is told before each order, many times faster than it sees
    /// each with [`Sight::Orders`](crate::Sight::Orders).
    pub const EVERY_PLACE: Lookout =
        Lookout { places: [u64::MAX; PLACES / BITS], cells: [0; FERRITE_CELLS / BITS] };

    /// Whether there is neither a place nor a cell.
    pub fn is_empty(&self) -> bool {
        *self == Lookout::NOWHERE
    }

    /// Whether the order at this place is one; of a full word its left place counts.
    pub const fn has_place(&self, place: Place) -> bool {
        self.has_number(place_of(place.cell.number(), place.half) as usize)
    }

    /// Adds or removes a place.
    pub const fn set_place(&mut self, place: Place, on: bool) {
        set(&mut self.places, place_of(place.cell.number(), place.half) as usize, on);
    }

    /// All places, in order.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let half = |number: usize| if number.is_multiple_of(2) { Half::Left } else { Half::Right };
        let place = move |number: usize| Place { cell: (number / 2).into(), half: half(number) };
        (0..PLACES).filter(|&number| self.has_number(number)).map(place)
    }

    /// Whether changes of this cell are told.
    pub fn has_cell(&self, cell: impl Into<Address>) -> bool {
        has(&self.cells, cell.into().index())
    }

    /// Adds or removes a cell.
    pub fn set_cell(&mut self, cell: impl Into<Address>, on: bool) {
        set(&mut self.cells, cell.into().index(), on);
    }

    /// All cells, in order.
    pub fn cells(&self) -> impl Iterator<Item = Address> + '_ {
        (0..FERRITE_CELLS).map(Address::from).filter(|&cell| self.has_cell(cell))
    }

    pub(crate) const fn has_number(&self, number: usize) -> bool {
        has(&self.places, number)
    }

    /// The cells in which this one and another differ.
    pub(crate) fn differences(&self, other: &Lookout) -> impl Iterator<Item = usize> {
        (0..FERRITE_CELLS).filter(move |&cell| {
            let differs = |number| self.has_number(number) != other.has_number(number);
            differs(2 * cell) || differs(2 * cell + 1) || has(&self.cells, cell) != has(&other.cells, cell)
        })
    }
}

impl Default for Lookout {
    fn default() -> Lookout {
        Lookout::NOWHERE
    }
}

const fn has(bits: &[u64], number: usize) -> bool {
    bits[number / BITS] >> (number % BITS) & 1 != 0
}

const fn set(bits: &mut [u64], number: usize, on: bool) {
    let bit = 1 << (number % BITS);
    if on {
        bits[number / BITS] |= bit;
    } else {
        bits[number / BITS] &= !bit;
    }
}

/// Between two orders of a run.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// Orders done since the run began, as far as [`Probe::passed`](crate::Probe::passed) has not
    /// counted them yet.
    pub orders: u64,
    /// The time.
    pub now: Uops,
    /// The registers.
    pub registers: &'a Registers,
    /// The store.
    pub cells: &'a [Cell; FERRITE_CELLS],
}

impl Moment<'_> {
    /// The place of the next order; of a full word the left one.
    pub fn next(&self) -> Place {
        let cell = Address::from(self.registers.r1);
        let is_pair = self.cells[cell.index()].marks().a();
        Place { cell, half: if is_pair { self.registers.half } else { Half::Left } }
    }
}

/// A change of a watched cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The cell.
    pub address: Address,
    /// What it held.
    pub old: Cell,
    /// What it holds.
    pub new: Cell,
}
