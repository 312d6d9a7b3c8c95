//! What every half word of the store means, decoded when it is first made and kept beside its
//! cell; where a run is watched; and what becomes of both when a cell is written.

use gier_word::{Base, Cell, FERRITE_CELLS, Half};

use super::purse::charge;
use super::short::Kind;
use crate::decoded::{Decoded, Form, decode};
use crate::lookout::{Change, Lookout};
use crate::registers::{PLACES, Registers, TEN};
use crate::timing;

/// Bits 0-19 of a cell, in which lie its addresses or the increment.
const ADDRESSES: u64 = 0xF_FFFF << 20;

/// A cell has decoded orders.
const CODE: u8 = 1;
/// Changes of a cell are told.
const TOLD: u8 = 2;

/// What a run needs of an order before all else.
#[derive(Clone, Copy)]
pub(crate) struct Quick {
    pub kind: Kind,
    /// The charge for all that it costs, a chain and what its operation adds for its operands
    /// aside.
    pub charge: i64,
    /// The address, one relative to r made absolute; and which register is added to it.
    pub address: u16,
    /// X and V, of [`Decoded`].
    pub after: u16,
}

impl Quick {
    const FRESH: Quick = Quick { kind: Kind::Fresh, charge: 0, address: 0, after: 0 };
    /// Added to the address: s is to be added to it.
    pub const PLUS_S: u16 = 0x4000;
    /// Added to the address: p is to be added to it.
    pub const PLUS_P: u16 = 0x8000;

    /// The address, with what is in the register.
    #[inline(always)]
    pub fn absolute(self, registers: &Registers) -> u16 {
        match self.address {
            plain @ ..Quick::PLUS_S => plain,
            plus_s @ Quick::PLUS_S..Quick::PLUS_P => (plus_s + registers.s) & TEN,
            plus_p => plus_p.wrapping_add(registers.p) & TEN,
        }
    }

    fn new(order: &Decoded, kind: Kind, place: usize) -> Quick {
        let is_modified = order.base != Base::None && !order.has_chain();
        let modification = if is_modified { timing::MODIFICATION } else { 0 };
        let cost = u32::from(order.cost) + modification + timing::END;
        Quick { kind, charge: charge(cost), address: folded(order, place), after: order.after() }
    }
}

/// The address of an order as [`Quick`] has it.
fn folded(order: &Decoded, place: usize) -> u16 {
    match order.base {
        Base::None => order.address,
        Base::R => (order.address + (place / 2) as u16) & TEN,
        Base::S => order.address | Quick::PLUS_S,
        Base::P => order.address | Quick::PLUS_P,
    }
}

/// The decoded store.
pub(crate) struct Code {
    quick: [Quick; PLACES],
    /// The same orders in full.
    whole: [Decoded; PLACES],
    /// How they are taken once they are not watched and their condition holds, and how then once
    /// their address is known.
    later: [[Kind; 2]; PLACES],
    /// What a change of each cell means, as the bits above.
    minds: [u8; FERRITE_CELLS],
    lookout: Lookout,
    /// Whether the lookout has anything.
    watched: bool,
    /// Whether it has cells.
    pub tells: bool,
    /// Watched cells that were written since they were last told.
    pub changes: Vec<Change>,
}

impl Code {
    pub fn new() -> Box<Code> {
        Box::new(Code {
            quick: [Quick::FRESH; PLACES],
            whole: [Decoded::QQ; PLACES],
            later: [[Kind::Whole; 2]; PLACES],
            minds: [0; FERRITE_CELLS],
            lookout: Lookout::NOWHERE,
            watched: false,
            tells: false,
            changes: Vec::new(),
        })
    }

    /// What a run needs first of the order at a place.
    #[inline(always)]
    pub fn quick(&self, place: u32) -> Quick {
        self.quick[place as usize % PLACES]
    }

    /// The order at a place in full.
    #[inline(always)]
    pub fn whole(&self, place: u32) -> &Decoded {
        &self.whole[place as usize % PLACES]
    }

    /// How it is taken once it is not watched and its condition holds.
    #[inline(always)]
    pub fn then(&self, place: u32) -> Kind {
        self.later[place as usize % PLACES][0]
    }

    /// How it is then taken once its address is known.
    #[inline(always)]
    pub fn last(&self, place: u32) -> Kind {
        self.later[place as usize % PLACES][1]
    }

    /// Whether a change of this cell is more than a change of its bits.
    #[inline(always)]
    pub fn minds(&self, cell: usize) -> bool {
        self.minds[cell % FERRITE_CELLS] != 0
    }

    /// Decodes the order at a place.
    #[inline(never)]
    pub fn decode(&mut self, place: u32, cells: &[Cell; FERRITE_CELLS]) {
        let place = place as usize % PLACES;
        let half = if place.is_multiple_of(2) { Half::Left } else { Half::Right };
        let (form, order) = decode(cells[place / 2], half);
        let order = Decoded::new(form, &order);
        let [first, then, last] = Kind::of(&order);
        let seen = if form == Form::Full { place & !1 } else { place };
        let watched = self.watched && self.lookout.has_number(seen);
        self.quick[place] = Quick::new(&order, if watched { Kind::Watched } else { first }, place);
        let condition_first = watched && first != then;
        self.whole[place] = order;
        self.later[place] = [if condition_first { Kind::Whole } else { then }, last];
        self.minds[place / 2] |= CODE;
        if form == Form::Left && !watched {
            self.pair(place, cells);
        }
    }

    /// Lets the plain order in a left half be made together with that in the right half, if there
    /// is a way for both.
    fn pair(&mut self, left: usize, cells: &[Cell; FERRITE_CELLS]) {
        let right = left + 1;
        if self.quick[right].kind == Kind::Fresh {
            self.decode(right as u32, cells);
        }
        let is_watched = self.quick[right].kind == Kind::Watched;
        if let Some(kind) = Kind::of_pair(&self.whole[left], &self.whole[right])
            && !is_watched
        {
            self.quick[left].kind = kind;
            self.quick[left].charge += self.quick[right].charge;
        }
    }

    /// The first order of a pair, to be made alone.
    #[inline(never)]
    pub fn alone(&self, place: u32) -> Quick {
        let place = place as usize % PLACES;
        Quick::new(&self.whole[place], self.later[place][0], place)
    }

    /// Whether the order at a place is watched.
    pub fn is_watched(&self, place: u32, cells: &[Cell; FERRITE_CELLS]) -> bool {
        let place = place as usize % PLACES;
        let is_pair = cells[place / 2].marks().a();
        self.watched && self.lookout.has_number(if is_pair { place } else { place & !1 })
    }

    /// A cell that is minded was written. Returns whether that is to be told.
    #[inline(never)]
    pub fn changed(&mut self, cell: usize, old: Cell, new: Cell) -> bool {
        let told = self.minds[cell] & TOLD != 0;
        if told {
            self.changes.push(Change { address: cell.into(), old, new });
        }
        let difference = old.raw() ^ new.raw();
        if difference != 0 && self.minds[cell] & CODE != 0 {
            let followed = difference & !ADDRESSES == 0 && self.follow(cell, new);
            if !followed {
                self.forget(cell);
            }
        }
        told
    }

    /// The orders of a cell follow its bits 0-19, which alone have changed. False: the order is
    /// now another one.
    fn follow(&mut self, cell: usize, new: Cell) -> bool {
        let (left, right) = (2 * cell, 2 * cell + 1);
        if new.marks().a() {
            self.set_address(left, new.address());
            self.set_address(right, new.increment());
            return true;
        }
        for place in [left, right] {
            let order = &mut self.whole[place];
            let counted = order.counts();
            order.t = new.increment();
            if order.counts() != counted {
                return false;
            }
            self.set_address(place, new.address());
        }
        true
    }

    fn set_address(&mut self, place: usize, address: u16) {
        let order = &mut self.whole[place];
        order.address = address;
        self.quick[place].address = folded(order, place);
    }

    /// What stands in a cell is to be decoded anew.
    fn forget(&mut self, cell: usize) {
        self.quick[2 * cell] = Quick::FRESH;
        self.quick[2 * cell + 1] = Quick::FRESH;
        self.minds[cell] &= !CODE;
    }

    /// Where the runs to come are watched.
    pub fn look_out(&mut self, lookout: &Lookout) {
        self.changes.clear();
        if self.lookout == *lookout {
            return;
        }
        let before = std::mem::replace(&mut self.lookout, lookout.clone());
        for cell in before.differences(lookout) {
            self.forget(cell);
            let told = if lookout.has_cell(cell) { TOLD } else { 0 };
            self.minds[cell] = self.minds[cell] & !TOLD | told;
        }
        self.watched = !lookout.is_empty();
        self.tells = lookout.cells().next().is_some();
    }
}
