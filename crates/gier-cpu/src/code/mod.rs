//! What every half word of the store means, decoded when it is first made and kept beside its
//! cell; where a run is watched; and what becomes of both when a cell is written.

pub(crate) mod dictionary;
pub(crate) mod kind;

use gier_word::{Base, Cell, FERRITE_CELLS, Half};

use crate::decoded::{Decoded, Form};
use crate::lookout::{Change, Lookout};
use crate::registers::{PLACES, Place, Registers, TEN, eleven, signed10};
use dictionary::{Dictionary, Entry};
use gier_word::timing;
use kind::Kind;

/// Bits 0-19 of a cell, in which lie its addresses or the increment.
const ADDRESSES: u64 = 0xF_FFFF << 20;

/// A cell has decoded orders.
const CODE: u8 = 1;
/// The cell is watched.
const WATCHED: u8 = 2;

/// What a run needs of an order before all else.
#[derive(Clone, Copy)]
pub(crate) struct Hot {
    pub kind: Kind,
    /// The charge for all that it costs, an indirect chain and what its operation adds for its operands
    /// aside.
    pub charge: i64,
    /// The address, one relative to r made absolute; and which register is added to it.
    pub address: u16,
    /// I or M, X and V, of [`Decoded`].
    pub after: u16,
}

impl Hot {
    const FRESH: Hot = Hot { kind: Kind::Fresh, charge: 0, address: 0, after: 0 };
    /// Added to the address: s is to be added to it.
    pub const PLUS_S: u16 = 0x4000;
    /// Added to the address: p is to be added to it.
    pub const PLUS_P: u16 = 0x8000;

    /// Lets the address follow the cell, in which it has become so much more. What is added to it
    /// stays, the flags of registers and the own cell alike.
    #[inline(always)]
    fn move_address(&mut self, more: u16) {
        self.address = self.address & !TEN | self.address.wrapping_add(more) & TEN;
    }
}

/// An address of [`Hot`], with what is in the register.
#[inline(always)]
pub(crate) fn absolute(address: u16, registers: &Registers) -> u16 {
    match address {
        plain @ ..Hot::PLUS_S => plain,
        plus_s @ Hot::PLUS_S..Hot::PLUS_P => (plus_s + registers.s) & TEN,
        plus_p => plus_p.wrapping_add(registers.p) & TEN,
    }
}

/// An address of [`Hot`], if s is another one, as after a substitution.
#[inline(always)]
pub(crate) fn absolute_with(address: u16, s: u16, registers: &Registers) -> u16 {
    match address {
        Hot::PLUS_S..Hot::PLUS_P => (address + s) & TEN,
        _ => absolute(address, registers),
    }
}

/// The address of an order as [`Hot`] has it.
fn folded(order: &Decoded, place: usize) -> u16 {
    match order.base {
        Base::None => order.address,
        Base::R => (order.address + (place / 2) as u16) & TEN,
        Base::S => order.address | Hot::PLUS_S,
        Base::P => order.address | Hot::PLUS_P,
    }
}

/// The decoded store. What a run needs first comes first, so that both have one address on the host.
#[repr(C)]
pub(crate) struct Code {
    hot: [Hot; PLACES],
    /// The same orders in full; address and increment are those they had when they were decoded.
    whole: [Decoded; PLACES],
    /// How they are taken when they are not watched, or have been; how once their condition holds,
    /// how then once their address is known, and how once R is cleared.
    later: [[Kind; 4]; PLACES],
    /// What a change of each cell means, as the bits above.
    minds: [u8; FERRITE_CELLS],
    dictionary: Dictionary,
    lookout: Lookout,
    /// Whether the lookout has anything.
    watched: bool,
    /// Watched cells that were written since they were last told.
    pub changes: Vec<Change>,
    /// Orders decoded so far.
    pub decodings: u64,
}

impl Code {
    pub fn new() -> Box<Code> {
        Box::new(Code {
            hot: [Hot::FRESH; PLACES],
            whole: [Decoded::QQ; PLACES],
            later: [[Kind::Whole; 4]; PLACES],
            minds: [0; FERRITE_CELLS],
            dictionary: Dictionary::EMPTY,
            lookout: Lookout::NOWHERE,
            watched: false,
            changes: Vec::new(),
            decodings: 0,
        })
    }

    /// What a run needs first of the order at a place.
    #[inline(always)]
    pub fn hot(&self, place: u32) -> Hot {
        self.hot[place as usize % PLACES]
    }

    /// The order at a place in full, but for its address and increment, which stand in the cell.
    #[inline(always)]
    pub fn bare_order(&self, place: u32) -> &Decoded {
        &self.whole[place as usize % PLACES]
    }

    /// The order at a place in full.
    #[inline(always)]
    pub fn whole(&self, place: u32, cells: &[Cell; FERRITE_CELLS]) -> Decoded {
        let place = place as usize % PLACES;
        self.whole[place].in_cell(cells[place / 2])
    }

    /// Its I or M, X and V.
    #[inline(always)]
    pub fn after(&self, place: u32) -> u16 {
        self.hot[place as usize % PLACES].after
    }

    /// How it is taken when it has been watched.
    #[inline(always)]
    pub fn unwatched(&self, place: u32) -> Kind {
        self.later[place as usize % PLACES][0]
    }

    /// How it is taken once its condition holds.
    #[inline(always)]
    pub fn then(&self, place: u32) -> Kind {
        self.later[place as usize % PLACES][1]
    }

    /// How it is then taken once its address is known.
    #[inline(always)]
    pub fn last(&self, place: u32) -> Kind {
        self.later[place as usize % PLACES][2]
    }

    /// How it is at last taken once R is cleared.
    #[inline(always)]
    pub fn bare(&self, place: u32) -> Kind {
        self.later[place as usize % PLACES][3]
    }

    /// Whether a change of this cell is more than a change of its bits.
    #[inline(always)]
    pub fn minds(&self, cell: usize) -> bool {
        self.minds[cell % FERRITE_CELLS] != 0
    }

    /// Whether a write of this cell by the first order of a pair keeps it from the second: if that is
    /// changed by it, or if the write may be told.
    #[inline(always)]
    pub fn hinders_pair(&self, pair: u16, cell: u16) -> bool {
        let minds = self.minds[usize::from(cell) % FERRITE_CELLS];
        minds != 0 && (minds != CODE || pair == cell)
    }

    /// Whether a change of this cell may be told.
    pub fn may_tell(&self, cell: usize) -> bool {
        self.minds[cell % FERRITE_CELLS] & WATCHED != 0
    }

    /// The order in one half of a cell, or in the whole of it, wherever it stands.
    pub fn look_up(&mut self, cell: Cell, half: Half) -> Decoded {
        self.dictionary.look_up(cell, half).0
    }

    /// Decodes the order at a place.
    #[inline(never)]
    pub fn decode(&mut self, place: u32, cells: &[Cell; FERRITE_CELLS]) {
        self.decodings += 1;
        let place = place as usize % PLACES;
        let half = if place.is_multiple_of(2) { Half::Left } else { Half::Right };
        let (order, &Entry { kinds, leads, charge, .. }) = self.dictionary.look_up(cells[place / 2], half);
        let seen = if order.form == Form::Full { place & !1 } else { place };
        let is_watched = self.watched && self.lookout.has_place_number(seen);
        let kind = if is_watched { Kind::Watched } else { kinds[0] };
        self.hot[place] = Hot { kind, charge, address: folded(&order, place), after: order.after() };
        self.whole[place] = order;
        self.later[place] = kinds;
        self.minds[place / 2] |= CODE;
        if leads {
            self.pair(place, cells);
        }
    }

    /// Lets the plain order in a left half be made together with that in the right half, if there
    /// is a way for both and the second is not watched: to ask between them would make all pairs
    /// slower.
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

    /// Whether the place is watched.
    pub fn is_watched(&self, place: Place) -> bool {
        self.watched && self.lookout.has_place(place)
    }

    /// Follows a write of a cell that is decoded or watched. Returns whether the probe is to be notified.
    #[inline(never)]
    pub fn changed(&mut self, cell: usize, old: Cell, new: Cell) -> bool {
        let minds = self.minds[cell];
        if minds & CODE == 0 {
            return self.note(cell, old, new);
        }
        if (old.raw() ^ new.raw()) & !ADDRESSES != 0 || !self.follow(cell, old, new) {
            self.forget(cell);
        }
        minds != CODE && self.note(cell, old, new)
    }

    /// Notes a write of a cell for the probe, if the cell is watched; returns whether it is.
    fn note(&mut self, cell: usize, old: Cell, new: Cell) -> bool {
        let is_watched = self.may_tell(cell);
        if is_watched {
            self.changes.push(Change { address: cell.into(), old, new });
        }
        is_watched
    }

    /// The address of an order with one indirection, which may count and have D, from the cell that
    /// holds it; and what that costs, as `follow` would tell. None if that cell does not hold a plain
    /// address, or is to be counted and minded.
    #[inline(never)]
    pub fn follow_once(&self, place: u32, at: u16, cells: &mut [Cell; FERRITE_CELLS]) -> Option<(u16, u32)> {
        let order = self.whole(place, cells);
        let at = usize::from(at) % FERRITE_CELLS;
        let (address, mut cost) = order.address_in(cells[at])?;
        let mut wide = signed10(address);
        if order.counts() {
            if self.minds(at) {
                return None;
            }
            wide += signed10(order.t);
            cost += timing::COUNT;
            cells[at] = cells[at].with_address(wide as u16 & TEN);
        }
        Some((if order.has(Decoded::DIRECT) { eleven(wide) } else { wide as u16 & TEN }, cost))
    }

    /// Counts an order by its own t in its own cell and gives the address, as `follow` would; none
    /// if the cell is watched.
    #[inline(never)]
    pub fn count(
        &mut self,
        place: u32,
        cells: &mut [Cell; FERRITE_CELLS],
        registers: &Registers,
    ) -> Option<u16> {
        let cell = place as usize % PLACES / 2;
        if self.may_tell(cell) {
            return None;
        }
        let (order, word) = (self.bare_order(place), cells[cell]);
        let (is_direct, base, t) = (order.has(Decoded::DIRECT), order.base, word.increment());
        let wide = signed10(word.address()) + signed10(t);
        cells[cell] = word.with_address(wide as u16 & TEN);
        // Only full words have t: the order is that of both places.
        self.hot[2 * cell].move_address(t);
        self.hot[2 * cell + 1].move_address(t);
        let address = absolute(self.hot(place).address, registers);
        match is_direct {
            true if base == Base::None => Some(eleven(wide)),
            true => Some(eleven(signed10(address))),
            false => Some(address),
        }
    }

    /// The orders of a cell follow its bits 0-19, which alone have changed. False: the order is
    /// now another one.
    #[inline(always)]
    fn follow(&mut self, cell: usize, old: Cell, new: Cell) -> bool {
        let (left, right) = (2 * cell, 2 * cell + 1);
        let more = new.address().wrapping_sub(old.address());
        let (t, old_t) = (new.increment(), old.increment());
        if new.marks().a() {
            self.hot[left].move_address(more);
            self.hot[right].move_address(t.wrapping_sub(old_t));
            return true;
        }
        if (t != 0) != (old_t != 0) && (self.counts(left) || self.counts(right)) {
            return false;
        }
        self.hot[left].move_address(more);
        self.hot[right].move_address(more);
        true
    }

    /// Whether at this place stands an order that counts by its t, if t is not zero.
    fn counts(&self, place: usize) -> bool {
        self.hot[place].kind != Kind::Fresh && self.whole[place].has(Decoded::COUNTS)
    }

    /// What stands in a cell is to be decoded anew.
    fn forget(&mut self, cell: usize) {
        self.hot[2 * cell] = Hot::FRESH;
        self.hot[2 * cell + 1] = Hot::FRESH;
        self.minds[cell] &= !CODE;
    }

    /// Where the runs to come are watched.
    pub fn look_out(&mut self, lookout: &Lookout) {
        self.changes.clear();
        if self.lookout == *lookout {
            return;
        }
        let before = std::mem::replace(&mut self.lookout, lookout.clone());
        for cell in 0..FERRITE_CELLS {
            let differs = |place| before.has_place_number(place) != lookout.has_place_number(place);
            if differs(2 * cell) || differs(2 * cell + 1) {
                self.forget(cell);
            }
            let watched = if lookout.has_cell(cell) { WATCHED } else { 0 };
            self.minds[cell] = self.minds[cell] & CODE | watched;
        }
        self.watched = !lookout.is_empty();
    }
}
