//! Orders decoded once and kept beside their cells.

use gier_word::order::{Class, IncrementRole};
use gier_word::{Base, Cell, FERRITE_CELLS, Half, IndicatorOp, Letter, Marks, Opcode, Order, Tail};

use crate::step::{Form, decode};
use crate::timing;

/// Places for decoded orders: two a cell.
const PLACES: usize = 2 * FERRITE_CELLS;

/// How the fast core takes an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Not decoded since its cell was last written.
    Fresh,
    /// Left to the plain core.
    Plain,
    /// Nothing but fetch, modification, operation.
    Straight,
    /// With condition, I or M, indirection, count, D, n, X or V; or floating.
    Winding,
}

/// A decoded order. `address` follows the cell when only its address part is stored, so nothing
/// else here may depend on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quick {
    pub way: Way,
    pub opcode: Opcode,
    pub base: Base,
    pub indicator: IndicatorOp,
    pub letter: Letter,
    pub marks: Marks,
    /// Bits of [`Quick::INDIRECT`] and its neighbours.
    pub flags: u16,
    /// Fetch, own cost and end; without modification, which `Straight` adds by itself.
    pub cost: u8,
    /// What a false condition costs.
    pub skipped_cost: u8,
    pub address: u16,
    pub t: u16,
}

impl Quick {
    pub const INDIRECT: u16 = 1;
    pub const COUNTS: u16 = 2;
    pub const DIRECT: u16 = 4;
    pub const CLEAR: u16 = 8;
    pub const EXCHANGE: u16 = 16;
    pub const SKIP: u16 = 32;
    /// The order is the left half of a pair.
    pub const LEFT: u16 = 64;
    /// The order is a full word.
    pub const FULL: u16 = 128;
    /// The operation is one on floating numbers.
    pub const FLOATING: u16 = 256;
    /// If the condition holds, the order is left to the plain core.
    pub const PLAIN: u16 = 512;

    const FRESH: Quick = Quick {
        way: Way::Fresh,
        opcode: Opcode::Qq,
        base: Base::None,
        indicator: IndicatorOp::I,
        letter: Letter::None,
        marks: Marks::NONE,
        flags: 0,
        cost: 0,
        skipped_cost: 0,
        address: 0,
        t: 0,
    };

    pub const fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }
}

/// What every half word of the store means.
pub(crate) struct Decoded {
    places: [Quick; PLACES],
}

impl Decoded {
    pub fn new() -> Box<Decoded> {
        Box::new(Decoded { places: [Quick::FRESH; PLACES] })
    }

    /// The order at a place: twice the cell, and one for the right half.
    #[inline]
    pub fn get(&self, place: u32) -> &Quick {
        &self.places[place as usize & (PLACES - 1)]
    }

    /// The cell was written.
    #[inline]
    pub fn forget(&mut self, address: u16) {
        let left = (address as usize * 2) & (PLACES - 1);
        self.places[left].way = Way::Fresh;
        self.places[left | 1].way = Way::Fresh;
    }

    /// Only bits 0-9 of the cell were written: a full word is decoded at both places.
    #[inline]
    pub fn set_address(&mut self, address: u16, value: u16) {
        let left = (address as usize * 2) & (PLACES - 1);
        self.places[left].address = value;
        let right = &mut self.places[left | 1];
        if right.has(Quick::FULL) {
            right.address = value;
        }
    }

    /// Only bits 10-19 of the cell were written, the cell being a full word that does not count
    /// by them.
    #[inline]
    pub fn set_increment(&mut self, address: u16, value: u16) {
        let left = (address as usize * 2) & (PLACES - 1);
        self.places[left].t = value;
        self.places[left | 1].t = value;
    }

    /// Decodes the order at a place.
    #[cold]
    pub fn decode(&mut self, place: u32, cell: Cell) {
        let half = if place & 1 == 0 { Half::Left } else { Half::Right };
        let (form, order) = decode(cell, half);
        self.places[place as usize & (PLACES - 1)] = quick(form, &order);
    }
}

fn quick(form: Form, order: &Order) -> Quick {
    let tail = order.tail.unwrap_or_default();
    let row = order.opcode.row();
    let mut flags = match form {
        Form::Left => Quick::LEFT,
        Form::Right => 0,
        Form::Full => Quick::FULL,
    };
    let mut set = |on: bool, flag: u16| flags |= if on { flag } else { 0 };
    set(order.indirect, Quick::INDIRECT);
    set(row.increment == IncrementRole::Counted, Quick::COUNTS);
    set(tail.direct, Quick::DIRECT);
    set(order.clear, Quick::CLEAR);
    set(tail.exchange, Quick::EXCHANGE);
    set(tail.skip, Quick::SKIP);
    set(order.floating && has_floating(order.opcode), Quick::FLOATING);
    set(is_plain(order, &tail), Quick::PLAIN);
    let extra = if order.opcode == Opcode::Hv && form == Form::Right { timing::HV_RIGHT } else { 0 };
    let cost = form.base() + timing::own(order.opcode, order.floating) + timing::END + extra;
    Quick {
        way: way(order, &tail),
        opcode: order.opcode,
        base: order.base,
        indicator: tail.indicator,
        letter: tail.letter,
        marks: tail.marks,
        flags,
        cost: cost as u8,
        skipped_cost: (form.base() + timing::END) as u8,
        address: order.address,
        t: tail.increment,
    }
}

/// How the fast core takes an order.
fn way(order: &Order, tail: &Tail) -> Way {
    let conditional = matches!(tail.indicator, IndicatorOp::N | IndicatorOp::L);
    if is_plain(order, tail) {
        return if conditional { Way::Winding } else { Way::Plain };
    }
    let counts = order.tail.is_some() && order.opcode.row().increment == IncrementRole::Counted;
    let acts = tail.indicator != IndicatorOp::I || tail.letter != Letter::None;
    let straight = !order.indirect
        && !order.clear
        && !tail.direct
        && !tail.exchange
        && !tail.skip
        && !acts
        && !(order.floating && has_floating(order.opcode));
    if straight && !(counts && tail.increment != 0) { Way::Straight } else { Way::Winding }
}

/// Whether an order is left to the plain core, unless its condition fails.
fn is_plain(order: &Order, tail: &Tail) -> bool {
    use Opcode::{Ab, Ac, Mb, Nk, Qq, Sc};
    let stores = order.opcode.row().class == Class::Store;
    let keeps_address = order.opcode == Nk && order.floating;
    let logic = matches!(order.opcode, Mb | Ab) && tail.exchange;
    let acts = match tail.indicator {
        // Signals that are not those of R.
        IndicatorOp::I => tail.letter != Letter::None && matches!(order.opcode, Ac | Sc | Qq),
        IndicatorOp::M => !stores || keeps_address,
        IndicatorOp::N | IndicatorOp::L => false,
    };
    let direct = tail.direct && (stores || order.opcode.row().class == Class::Jump);
    acts || logic || direct || !super::knows(order.opcode)
}

fn has_floating(opcode: Opcode) -> bool {
    use Opcode::{An, Ar, Dk, Gr, Mk, Nk, Sn, Sr, Tk};
    matches!(opcode, Ar | Sr | An | Sn | Mk | Dk | Nk | Tk | Gr)
}
