//! The result of the assembler: the cells with their places, the symbols and the listing.

use crate::item::{Item, Name};
use gier_word::{Address, Cell, Home, Image, TRACK_CELLS, TrackNo};
use std::collections::BTreeMap;

/// The first of the 26 drum tracks on which the monitor program HELP keeps a copy of the store. Cell n of the
/// store is cell n mod 40 of track 294 + n div 40.  [F-SLIP-3]
pub const CORE_IMAGE_TRACK: usize = 294;

/// One assembled cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AssembledCell {
    /// The place where the cell is stored, in the ferrite store or on the drum.
    pub store: Home,
    /// The address that the cell has when the program runs.
    pub runs_at: Address,
    /// The contents of the cell.
    pub cell: Cell,
    /// The index of the cell's item in the list of items.
    pub item: usize,
}

/// The result of [`assemble`](crate::assemble()).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assembly {
    /// All cells in the order of assembly. If two cells have the same place, both are here, and the later one
    /// counts.
    pub made: Vec<AssembledCell>,
    /// The start address, if the program gives one.
    pub entry: Option<Address>,
    /// The names of the outermost block, with their values.
    pub symbols: BTreeMap<Name, i64>,
    /// The remarks for the operator, which the program gives in `_i` statements.
    pub remarks: Vec<String>,
}

impl Assembly {
    /// Returns the cells in the ferrite store. The key is the address.
    pub fn core(&self) -> BTreeMap<Address, Cell> {
        let cells = self.made.iter().filter_map(|made| match made.store {
            Home::Core(address) => Some((address, made.cell)),
            Home::Drum(..) => None,
        });
        cells.collect()
    }

    /// Returns the cells on the drum. The key is the track, and the index (0-39) of the cell on the track.
    pub fn drum(&self) -> BTreeMap<(TrackNo, u8), Cell> {
        let cells = self.made.iter().filter_map(|made| match made.store {
            Home::Drum(track, place) => Some(((track, place), made.cell)),
            Home::Core(_) => None,
        });
        cells.collect()
    }

    /// Returns the value of a name of the outermost block.
    pub fn value(&self, name: &Name) -> Option<i64> {
        self.symbols.get(name).copied()
    }

    /// Writes all cells to a drum image. Cells of the ferrite store go to the tracks from
    /// [`CORE_IMAGE_TRACK`] on.
    pub fn write_to(&self, image: &mut Image) {
        for made in &self.made {
            let (track, place) = match made.store {
                Home::Drum(track, place) => (track.index(), usize::from(place)),
                Home::Core(address) => {
                    let address = address.index();
                    (CORE_IMAGE_TRACK + address / TRACK_CELLS, address % TRACK_CELLS)
                }
            };
            image.track_mut(track)[place] = made.cell;
        }
    }

    /// Returns the listing. For each cell, the listing shows the place, the run-time address, the contents as
    /// four groups of ten bits, and the statement in SLIP.
    pub fn listing(&self, items: &[Item]) -> String {
        let mut text = String::new();
        let mut next = 0;
        for made in &self.made {
            for item in items.get(next..made.item).unwrap_or_default() {
                text += &format!("{:34}{}", "", crate::print_item(item));
            }
            let source = if made.item >= next { items.get(made.item).map(crate::print_item) } else { None };
            next = next.max(made.item + 1);
            let store = match made.store {
                Home::Core(_) => String::new(),
                Home::Drum(track, place) => format!("{track}.{place}"),
            };
            let line = format!("{store:>7} {:>4}  {:<20}", made.runs_at, made.cell.to_string());
            text += &line;
            text += source.as_deref().unwrap_or("\n");
        }
        for item in items.get(next..).unwrap_or_default() {
            text += &format!("{:34}{}", "", crate::print_item(item));
        }
        text
    }
}
