//! The decoded orders of the store, and the watch set. An order is decoded when it is first executed. Because
//! GIER's programs change their own orders, each write to a cell updates or discards what was decoded there. The
//! watch set says what a probe watches, places of orders and cells; it is here because a write asks for both at
//! once.

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

/// The fields of a decoded order that the fast path needs at every execution of the order.
#[derive(Clone, Copy)]
pub(crate) struct Hot {
    pub kind: Kind,
    /// The number to subtract from the [`Budget`](crate::budget::Budget) for this order; see
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
/// `hot` is the first field, so that your computer can access it without adding an offset.
#[repr(C)]
pub(crate) struct Code {
    hot: [Hot; PLACES],
    /// All fields of the decoded orders. Addresses and increments are those at the time of decoding, so they
    /// may be outdated.
    decoded: [Decoded; PLACES],
    /// For each order, the four kinds that [`Kind::of`] returns. A kind selects the code to execute.
    later: [[Kind; 4]; PLACES],
    /// The flags [`CODE`] and [`WATCHED`] of each cell.
    flags: [u8; FERRITE_CELLS],
    dictionary: Dictionary,
    watch_set: WatchSet,
    /// Whether the watch set is not empty.
    watched: bool,
    /// The writes to watched cells that have not yet been reported to the probe.
    pub changes: Vec<CellChange>,
}

impl Code {
    /// Creates a cache without decoded orders. The value is built on the stack, which takes over 100 kB. If
    /// this function were inlined, its callers would touch each page of that stack at every call.
    #[cold]
    #[inline(never)]
    pub fn new() -> Box<Code> {
        Box::new(Code {
            hot: [Hot::FRESH; PLACES],
            decoded: [Decoded::QQ; PLACES],
            later: [[Kind::Whole; 4]; PLACES],
            flags: [0; FERRITE_CELLS],
            dictionary: Dictionary::EMPTY,
            watch_set: WatchSet::EMPTY,
            watched: false,
            changes: Vec::new(),
        })
    }

    /// Returns the fields that the fast path reads for every order. `place` is twice the number of the
    /// order's cell, plus 1 for a right half.
    #[inline(always)]
    pub fn hot(&self, place: u32) -> Hot {
        self.hot[place as usize % PLACES]
    }

    /// The decoded order at `place` (see [`Code::hot`]). Its address and increment may be outdated. To get an
    /// order with the current ones, call [`Code::current`].
    #[inline(always)]
    pub fn order_as_decoded(&self, place: u32) -> &Decoded {
        &self.decoded[place as usize % PLACES]
    }

    /// Returns the decoded order at `place` (see [`Code::hot`]). The order has the address part and the
    /// increment that its cell contains now.
    #[inline(always)]
    pub fn current(&self, place: u32, cells: &[Cell; FERRITE_CELLS]) -> Decoded {
        let place = place as usize % PLACES;
        self.decoded[place].in_cell(cells[place / 2])
    }

    /// Returns flags of the order at a place. The flags are for the modifiers that act after the operation:
    /// one flag for I and M, one flag for X, and one flag for V.
    #[inline(always)]
    pub fn after(&self, place: u32) -> u16 {
        self.hot[place as usize % PLACES].after
    }

    /// A watched order has the kind `Watched`, which makes the fast path notify the probe. This function
    /// returns the kind that then executes the order.
    #[inline(always)]
    pub fn kind_after_probe(&self, place: u32) -> Kind {
        self.later[place as usize % PLACES][0]
    }

    /// The kind with which the fast path continues the order at `place` if the order's condition is true.
    #[inline(always)]
    pub fn kind_after_condition(&self, place: u32) -> Kind {
        self.later[place as usize % PLACES][1]
    }

    /// The kind with which the fast path continues the order at `place` after it has computed the address.
    #[inline(always)]
    pub fn kind_after_address(&self, place: u32) -> Kind {
        self.later[place as usize % PLACES][2]
    }

    /// The kind with which the fast path continues the order at `place` after it has cleared R (modifier n).
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
        let place = place as usize % PLACES;
        let half = if place.is_multiple_of(2) { Half::Left } else { Half::Right };
        let (order, &Entry { kinds, charge, .. }) = self.dictionary.look_up(cells[place / 2], half);
        let watched_as = if order.form == Form::Full { place & !1 } else { place };
        let is_watched = self.watched && self.watch_set.has_place_number(watched_as);
        let kind = if is_watched { Kind::Watched } else { kinds[0] };
        self.hot[place] =
            Hot { kind, charge, address: Relative::of(&order, (place / 2) as u16), after: order.after() };
        self.decoded[place] = order;
        self.later[place] = kinds;
        self.flags[place / 2] |= CODE;
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
        if (old.raw() ^ new.raw()) & !ADDRESSES != 0 || !self.move_addresses(cell, old, new) {
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
    fn move_addresses(&mut self, cell: usize, old: Cell, new: Cell) -> bool {
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

    /// Whether the order at `place` is decoded, and its operation can add the increment t to the address.
    fn counts(&self, place: usize) -> bool {
        self.hot[place].kind != Kind::Fresh && self.decoded[place].has(Decoded::COUNTS)
    }

    /// Discards the decoded orders of a cell. They stay in `decoded` and `later`, because a short order that has
    /// written its own cell still needs its modifiers.
    fn forget(&mut self, cell: usize) {
        self.hot[2 * cell] = Hot::FRESH;
        self.hot[2 * cell + 1] = Hot::FRESH;
        self.flags[cell] &= !CODE;
    }

    /// Uses this watch set from the next run on: the orders and cells that a probe observes.
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
