//! The decoded orders of the store, and the watch set. An order is decoded when it is first executed. A write
//! to the order's cell updates or discards the decoded order. The watch set contains the places of orders,
//! and the cells, that a probe (an observer) watches.

pub(crate) mod dictionary;
pub(crate) mod kind;

use gier_word::{Cell, FERRITE_CELLS, Half};

use crate::address::Relative;
use crate::decoded::{Decoded, Form};
use crate::registers::{PLACES, Place};
use crate::watch_set::{CellChange, WatchSet};
use dictionary::{Dictionary, Entry};
use kind::Kind;

/// A mask of the bits 0-19 of a cell. They hold the addresses of two half-word orders, or the address and
/// increment of a full-word order.
const ADDRESSES: u64 = 0xF_FFFF << 20;

/// Flag: the cell has decoded orders.
const CODE: u8 = 1;
/// Flag: the cell is in the watch set.
const WATCHED: u8 = 2;

/// The part of a decoded order that a run reads for every order.
#[derive(Clone, Copy)]
pub(crate) struct Hot {
    pub kind: Kind,
    /// The number that a run subtracts from its budget for the order; see
    /// [`charge_of`](dictionary::charge_of).
    pub charge: i64,
    /// The address part, and the register that is added to it. Indirect addresses are not followed, and the
    /// increment t is not added.
    pub address: Relative,
    /// The flags of [`Decoded`] for the modifiers that act after the operation: one flag for I and M, one
    /// flag for X, and one flag for V.
    pub after: u16,
}

impl Hot {
    const FRESH: Hot = Hot { kind: Kind::Fresh, charge: 0, address: Relative::ZERO, after: 0 };
}

/// The decoded orders of the whole store.
///
/// `hot` is the first field, because the host then needs no offset to access it.
#[repr(C)]
pub(crate) struct Code {
    hot: [Hot; PLACES],
    /// The decoded orders with all fields. Their addresses and increments may be outdated: they are those at
    /// the time of decoding.
    whole: [Decoded; PLACES],
    /// The kind of each order for each of the four steps in [`Kind::of`]. A kind selects the code to execute.
    later: [[Kind; 4]; PLACES],
    /// The flags [`CODE`] and [`WATCHED`] of each cell.
    flags: [u8; FERRITE_CELLS],
    dictionary: Dictionary,
    watch_set: WatchSet,
    /// Whether the watch set is not empty.
    watched: bool,
    /// The writes to watched cells that have not yet been reported to the probe.
    pub changes: Vec<CellChange>,
    /// The number of orders decoded so far. An order that is decoded again counts again.
    pub decodings: u64,
}

impl Code {
    pub fn new() -> Box<Code> {
        Box::new(Code {
            hot: [Hot::FRESH; PLACES],
            whole: [Decoded::QQ; PLACES],
            later: [[Kind::Whole; 4]; PLACES],
            flags: [0; FERRITE_CELLS],
            dictionary: Dictionary::EMPTY,
            watch_set: WatchSet::EMPTY,
            watched: false,
            changes: Vec::new(),
            decodings: 0,
        })
    }

    /// The fields of the order at `place` that a run always reads. `place` is twice the cell number, plus 1
    /// for a right half.
    #[inline(always)]
    pub fn hot(&self, place: u32) -> Hot {
        self.hot[place as usize % PLACES]
    }

    /// The decoded order at a place. Its address and increment may be outdated. [`Code::whole`] returns the
    /// order with the current address and increment.
    #[inline(always)]
    pub fn order_as_decoded(&self, place: u32) -> &Decoded {
        &self.whole[place as usize % PLACES]
    }

    /// The decoded order at a place, with the address part and the increment that its cell contains at
    /// present.
    #[inline(always)]
    pub fn whole(&self, place: u32, cells: &[Cell; FERRITE_CELLS]) -> Decoded {
        let place = place as usize % PLACES;
        self.whole[place].in_cell(cells[place / 2])
    }

    /// Returns flags of the order at a place. The flags are for the modifiers that act after the operation:
    /// one flag for I and M, one flag for X, and one flag for V.
    #[inline(always)]
    pub fn after(&self, place: u32) -> u16 {
        self.hot[place as usize % PLACES].after
    }

    /// The kind of the order at a place, without regard to the watch set. A run uses it after it has notified
    /// the probe.
    #[inline(always)]
    pub fn kind_after_probe(&self, place: u32) -> Kind {
        self.later[place as usize % PLACES][0]
    }

    /// The kind with which a run continues the order at a place, after the order's condition was true.
    #[inline(always)]
    pub fn kind_after_condition(&self, place: u32) -> Kind {
        self.later[place as usize % PLACES][1]
    }

    /// The kind with which a run continues the order at a place, after it has computed the address.
    #[inline(always)]
    pub fn kind_after_address(&self, place: u32) -> Kind {
        self.later[place as usize % PLACES][2]
    }

    /// The kind with which a run continues the order at a place, after it has cleared R (the modifier n).
    #[inline(always)]
    pub fn kind_after_clear(&self, place: u32) -> Kind {
        self.later[place as usize % PLACES][3]
    }

    /// Whether a write of this cell affects decoded orders or the watch set. The writer must then call
    /// [`Code::written`].
    #[inline(always)]
    pub fn tracks(&self, cell: usize) -> bool {
        self.flags[cell % FERRITE_CELLS] != 0
    }

    /// Whether a run must execute the two orders of a pair one by one. `pair` is the cell of the pair, and
    /// `cell` is the cell that the first order writes. This is necessary if the two cells are the same, or if
    /// `cell` is watched.
    #[inline(always)]
    pub fn splits_pair(&self, pair: u16, cell: u16) -> bool {
        let flags = self.flags[usize::from(cell) % FERRITE_CELLS];
        flags != 0 && (flags != CODE || pair == cell)
    }

    /// Whether this cell is in the watch set.
    pub fn watches_cell(&self, cell: usize) -> bool {
        self.flags[cell % FERRITE_CELLS] & WATCHED != 0
    }

    /// Decodes the order in one half of a cell, or in the whole cell. Uses the cache of decoded orders.
    pub fn look_up(&mut self, cell: Cell, half: Half) -> Decoded {
        self.dictionary.look_up(cell, half).0
    }

    /// Decodes the order at a place, and keeps the result for the next execution.
    #[inline(never)]
    pub fn decode(&mut self, place: u32, cells: &[Cell; FERRITE_CELLS]) {
        self.decodings += 1;
        let place = place as usize % PLACES;
        let half = if place.is_multiple_of(2) { Half::Left } else { Half::Right };
        let (order, &Entry { kinds, leads, charge, .. }) = self.dictionary.look_up(cells[place / 2], half);
        let watched_as = if order.form == Form::Full { place & !1 } else { place };
        let is_watched = self.watched && self.watch_set.has_place_number(watched_as);
        let kind = if is_watched { Kind::Watched } else { kinds[0] };
        self.hot[place] =
            Hot { kind, charge, address: Relative::of(&order, (place / 2) as u16), after: order.after() };
        self.whole[place] = order;
        self.later[place] = kinds;
        self.flags[place / 2] |= CODE;
        if leads {
            self.pair(place, cells);
        }
    }

    /// Combines the two orders of a cell into a pair, if the pair has a kind and the right half is not
    /// watched.
    fn pair(&mut self, left: usize, cells: &[Cell; FERRITE_CELLS]) {
        let right = left + 1;
        if self.hot[right].kind == Kind::Fresh {
            self.decode(right as u32, cells);
        }
        let is_watched = self.hot[right].kind == Kind::Watched;
        if let Some(kind) = Kind::of_pair(&self.whole[left], &self.whole[right])
            && !is_watched
        {
            self.later[left][0] = kind;
            if self.hot[left].kind != Kind::Watched {
                self.hot[left].kind = kind;
            }
            self.hot[left].charge += self.hot[right].charge;
        }
    }

    /// Whether this place is in the watch set.
    pub fn is_watched(&self, place: Place) -> bool {
        self.watched && self.watch_set.has_place(place)
    }

    /// Updates the decoded orders after a write of a cell. If the cell is watched, also records the write.
    /// Returns whether the cell is watched.
    #[inline(never)]
    pub fn written(&mut self, cell: usize, old: Cell, new: Cell) -> bool {
        let flags = self.flags[cell];
        if flags & CODE == 0 {
            return self.note(cell, old, new);
        }
        if (old.raw() ^ new.raw()) & !ADDRESSES != 0 || !self.follow(cell, old, new) {
            self.forget(cell);
        }
        flags != CODE && self.note(cell, old, new)
    }

    /// Records a write of `cell` for the probe, if the cell is watched. Returns whether the cell is watched.
    fn note(&mut self, cell: usize, old: Cell, new: Cell) -> bool {
        let is_watched = self.watches_cell(cell);
        if is_watched {
            self.changes.push(CellChange { address: cell.into(), old, new });
        }
        is_watched
    }

    /// Updates the addresses of a cell's decoded orders after a write that changed only the bits 0-19.
    /// Returns `false` if the orders must be decoded again.
    #[inline(always)]
    fn follow(&mut self, cell: usize, old: Cell, new: Cell) -> bool {
        let (left, right) = (2 * cell, 2 * cell + 1);
        let more = new.address().wrapping_sub(old.address());
        let (t, old_t) = (new.increment(), old.increment());
        if new.marks().a() {
            self.hot[left].address.move_by(more);
            self.hot[right].address.move_by(t.wrapping_sub(old_t));
            return true;
        }
        if (t != 0) != (old_t != 0) && (self.counts(left) || self.counts(right)) {
            return false;
        }
        self.hot[left].address.move_by(more);
        self.hot[right].address.move_by(more);
        true
    }

    /// Whether the order at this place is decoded, and adds t to its address.
    fn counts(&self, place: usize) -> bool {
        self.hot[place].kind != Kind::Fresh && self.whole[place].has(Decoded::COUNTS)
    }

    /// Discards the decoded orders of a cell.
    fn forget(&mut self, cell: usize) {
        self.hot[2 * cell] = Hot::FRESH;
        self.hot[2 * cell + 1] = Hot::FRESH;
        self.flags[cell] &= !CODE;
    }

    /// Sets the watch set for the following runs.
    pub fn watch(&mut self, watch_set: &WatchSet) {
        self.changes.clear();
        if self.watch_set == *watch_set {
            return;
        }
        let before = std::mem::replace(&mut self.watch_set, watch_set.clone());
        for cell in 0..FERRITE_CELLS {
            let differs = |place| before.has_place_number(place) != watch_set.has_place_number(place);
            if differs(2 * cell) || differs(2 * cell + 1) {
                self.forget(cell);
            }
            let watched = if watch_set.has_cell(cell) { WATCHED } else { 0 };
            self.flags[cell] = self.flags[cell] & CODE | watched;
        }
        self.watched = !watch_set.is_empty();
    }
}
