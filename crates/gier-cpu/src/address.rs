//! Effective addresses: following indirect addresses, counting by t, and adding a register.  [F-ADDR-1]
//!
//! [`Start::follow`] computes any address. A run uses shorter calculations for the frequent cases.
//! [`Relative`] is an address plus a register. [`indirect_once`] follows a single indirection to a plain
//! address.

use gier_word::{Base, Cell, FERRITE_CELLS, Half, codec};

use crate::decoded::Decoded;
use crate::registers::{Registers, TEN, eleven, signed10};
use gier_word::timing;

/// The number of steps after which an indirect chain counts as endless. The longest chain in any known
/// program has 702 steps.
const CHAIN_STEPS_MAX: u32 = 4096;

/// A mask that turns an address into an index of the store.
const INDEX: usize = FERRITE_CELLS - 1;

/// The result of an address calculation. If the order counts, the new address part is not stored yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chain {
    /// The effective address, ten bits.
    pub address: u16,
    /// The effective address as a signed number, before it is cut to ten bits. If a register was added, the
    /// sum has already been cut to ten bits.
    pub wide: i32,
    /// The last cell of the indirect chain. Without indirection it is the order's own cell.
    pub last: u16,
    /// The increment t or the value substituted for it, ten bits.
    pub t: u16,
    /// The new address part of the last cell, if the order counts.
    pub counted: Option<u16>,
    /// The cost in micro-operations.
    pub cost: u32,
}

/// The input of an address calculation: fields of the order, and the registers that an address can use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    /// The address part of the order, ten bits.
    pub address: u16,
    pub base: Base,
    pub indirect: bool,
    /// The cell of the order.
    pub own: u16,
    /// The register s, or the value substituted for it.
    pub s: u16,
    pub p: u16,
    /// The increment t or the value substituted for it, ten bits.
    pub t: u16,
    /// Whether this kind of order counts by its increment.
    pub counts: bool,
}

impl Start {
    /// Collects the input of the address calculation for an order in the cell `own`.
    #[inline(always)]
    pub fn new(order: &Decoded, own: u16, reg: &Registers) -> Start {
        Start {
            address: order.address,
            base: order.base,
            indirect: order.has(Decoded::INDIRECT),
            own,
            s: reg.pending_s.unwrap_or(reg.s),
            p: reg.p,
            t: reg.pending_t.unwrap_or(order.t),
            counts: order.has(Decoded::COUNTS),
        }
    }

    /// Computes the effective address. Returns `None` if the indirect chain is endless.
    #[inline]
    pub fn follow(self, cells: &[Cell; FERRITE_CELLS]) -> Option<Chain> {
        let Start { mut address, mut base, mut indirect, t, mut s, .. } = self;
        let mut last = self.own;
        let mut cost = 0;
        let mut steps = 0;
        while indirect {
            let cell = (address + self.modifier(base, s, last)) & TEN;
            cost += STEP_COSTS[base as usize];
            if base == Base::S {
                s = cells[usize::from(s) & INDEX].increment();
            }
            last = cell;
            let word = codec::decode_half(cells[usize::from(cell) & INDEX], Half::Left);
            (address, indirect, base) = (word.address, word.indirect, word.base);
            steps += 1;
            if steps > CHAIN_STEPS_MAX {
                return None;
            }
        }
        let (mut wide, counted) = count(address, if self.counts { t } else { 0 });
        if let Some(counted) = counted {
            address = counted;
            cost += timing::COUNT;
        }
        if base != Base::None {
            address = (address + self.modifier(base, s, last)) & TEN;
            wide = signed10(address);
            cost += timing::MODIFICATION;
        }
        Some(Chain { address, wide, last, t, counted, cost })
    }

    /// The number to add to an address with this `base`. For base r this is `word`, the cell of the address.
    /// A table is faster than a branch, which would often be mispredicted.
    #[inline(always)]
    pub(crate) fn modifier(&self, base: Base, s: u16, word: u16) -> u16 {
        [0, s, word, self.p][base as usize % 4]
    }
}

/// The cost of one step of an indirect chain, in micro-operations. The index is the base of the address.
const STEP_COSTS: [u32; 4] = {
    const MODIFIED: u32 = timing::INDIRECT + timing::MODIFICATION;
    [timing::INDIRECT, MODIFIED + timing::OLDER_S, MODIFIED, MODIFIED]
};

/// Takes one step of indirection, from an address with this `base` to `cell`. Returns the address in `cell`
/// and the cost of the step in micro-operations. Returns `None` if that address is itself indirect or
/// modified.
#[inline(always)]
pub(crate) fn indirect_once(base: Base, cell: Cell) -> Option<(u16, u32)> {
    let word = codec::decode_half(cell, Half::Left);
    let is_plain = !word.indirect && word.base == Base::None;
    is_plain.then_some((word.address, STEP_COSTS[base as usize % STEP_COSTS.len()]))
}

/// The effective address after exactly one step of indirection, for orders that have the modifier D or count
/// by t.
pub(crate) struct Once {
    /// The effective address, ten bits. If the order has the modifier D, this is the wide address, eleven
    /// bits.
    pub address: u16,
    /// The new address part of the cell, if the order counts.
    pub counted: Option<u16>,
    /// The cost in micro-operations.
    pub cost: u32,
}

impl Once {
    /// Computes the effective address from the cell that the order names. Returns `None` if the address in
    /// that cell is itself indirect or modified.
    #[inline(always)]
    pub fn new(order: &Decoded, cell: Cell) -> Option<Once> {
        let (address, cost) = indirect_once(order.base, cell)?;
        let (wide, counted) = count(address, if order.counts() { order.t } else { 0 });
        let cost = cost + if counted.is_some() { timing::COUNT } else { 0 };
        let address = if order.has(Decoded::DIRECT) { eleven(wide) } else { wide as u16 & TEN };
        Some(Once { address, counted, cost })
    }
}

/// Adds the increment t to an address. Returns the wide address, and the new address part if t is not zero.
#[inline(always)]
fn count(address: u16, t: u16) -> (i32, Option<u16>) {
    let wide = signed10(address) + signed10(t);
    (wide, (t != 0).then_some(wide as u16 & TEN))
}

/// The address part of an order, with flags for the register that is added to it.
#[derive(Clone, Copy)]
pub(crate) struct Relative(u16);

impl Relative {
    pub const ZERO: Relative = Relative(0);
    /// Flag: the register s is added to the address.
    const PLUS_S: u16 = 0x4000;
    /// Flag: the register p is added to the address.
    const PLUS_P: u16 = 0x8000;

    /// The address of an order in the cell `own`. An address relative to r1 becomes absolute.
    pub const fn of(order: &Decoded, own: u16) -> Relative {
        Relative(match order.base {
            Base::None => order.address,
            Base::R => (order.address + own) & TEN,
            Base::S => order.address | Relative::PLUS_S,
            Base::P => order.address | Relative::PLUS_P,
        })
    }

    /// An address to which no register is added, or a wide address in eleven bits.
    #[inline(always)]
    pub const fn absolute(address: u16) -> Relative {
        Relative(address)
    }

    /// The wide address that was given to [`Relative::absolute`].
    #[inline(always)]
    pub const fn wide(self) -> u16 {
        self.0
    }

    /// The effective address.
    #[inline(always)]
    pub fn effective(self, registers: &Registers) -> u16 {
        match self.0 {
            absolute @ ..Relative::PLUS_S => absolute,
            plus_s @ Relative::PLUS_S..Relative::PLUS_P => (plus_s + registers.s) & TEN,
            plus_p => plus_p.wrapping_add(registers.p) & TEN,
        }
    }

    /// The effective address, computed with `s` in place of the register s because of a substitution.
    #[inline(always)]
    pub fn effective_with(self, s: u16, registers: &Registers) -> u16 {
        match self.0 {
            Relative::PLUS_S..Relative::PLUS_P => (self.0 + s) & TEN,
            ..Relative::PLUS_S | Relative::PLUS_P.. => self.effective(registers),
        }
    }

    /// Adds `more` to the address, because the address part of the order's cell has changed by that amount.
    #[inline(always)]
    pub fn move_by(&mut self, more: u16) {
        self.0 = self.0 & !TEN | self.0.wrapping_add(more) & TEN;
    }
}
