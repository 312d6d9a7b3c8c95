//! Computes effective addresses: follows indirect addresses, adds the order's increment t (bits 10-19), and
//! adds a register.  [F-ADDR-1]
//!
//! [`Start::follow`] computes the address of any order. For common forms of addresses, the fast path uses
//! [`Relative`] and [`indirect_once`], which are faster.

use gier_word::{Base, Cell, FERRITE_CELLS, Half, codec};

use crate::decoded::Decoded;
use crate::registers::{Registers, TEN, eleven, signed10};
use gier_word::timing;

/// The largest number of indirect addresses that an order may follow. gier treats a longer chain as endless.
const CHAIN_STEPS_MAX: u32 = 4096;

/// A mask that turns an address into an index of the store.
const INDEX: usize = FERRITE_CELLS - 1;

/// The result of an address calculation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chain {
    /// The effective address, ten bits.
    pub address: u16,
    /// The effective address as a signed number. Additions with the modifier D use it as their operand. If no
    /// register is added, it is -1024 to 1022 and can need eleven bits.
    pub wide: i32,
    /// The last cell in the chain of indirect addresses, or the order's own cell if its address is not
    /// indirect.
    pub last: u16,
    /// The increment t, ten bits. If `it` or `nt` came before the order, this is the value that replaces t.
    pub t: u16,
    /// The sum of the address and t, which becomes the new address part of the cell `last`. `None` if the
    /// order does not change the cell.
    pub counted: Option<u16>,
    /// The cost of the address calculation, in micro-operations.
    pub cost: u32,
}

/// The input of an address calculation: fields of the order, and the registers that may be added to the
/// address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    /// The address part of the order, ten bits.
    pub address: u16,
    pub base: Base,
    pub indirect: bool,
    /// The cell that contains the order.
    pub own: u16,
    /// The register s. If `is` or `ns` came before the order, this is the value that replaces s.
    pub s: u16,
    pub p: u16,
    /// The increment t, ten bits. If `it` or `nt` came before the order, this is the value that replaces t.
    pub t: u16,
    /// Whether the order adds t to its address and writes the sum back to the cell.
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

    /// Computes the effective address. Calls `read` with each cell that it reads. Returns `None` if the indirect
    /// chain is endless.
    #[inline]
    pub fn follow(self, cells: &[Cell; FERRITE_CELLS], mut read: impl FnMut(u16)) -> Option<Chain> {
        let Start { mut address, mut base, mut indirect, t, mut s, .. } = self;
        let mut last = self.own;
        let mut cost = 0;
        let mut steps = 0;
        while indirect {
            let cell = (address + self.modifier(base, s, last)) & TEN;
            cost += STEP_COSTS[base as usize];
            if base == Base::S {
                read(s);
                s = cells[usize::from(s) & INDEX].increment();
            }
            last = cell;
            read(cell);
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

    /// Returns the number that `base` adds to an address: 0, `s`, `word` or the value of the register p.
    /// `word` is the number of the cell that contains the address part. The function reads a table, because a
    /// branch would often be mispredicted.
    #[inline(always)]
    pub(crate) fn modifier(&self, base: Base, s: u16, word: u16) -> u16 {
        [0, s, word, self.p][base as usize % 4]
    }
}

/// The cost of following one indirect address, in micro-operations. The cost depends on the register that is
/// added to this address. The index is the [`Base`] that names the register.
const STEP_COSTS: [u32; 4] = {
    const MODIFIED: u32 = timing::INDIRECT + timing::MODIFICATION;
    [timing::INDIRECT, MODIFIED + timing::OLDER_S, MODIFIED, MODIFIED]
};

/// Follows one indirect address to `cell`. Returns the address in `cell`, and the cost of this step in
/// micro-operations. The cost depends on `base`, the register that was added to the indirect address. Returns
/// `None` if the address in `cell` is itself indirect or needs a register.
#[inline(always)]
pub(crate) fn indirect_once(base: Base, cell: Cell) -> Option<(u16, u32)> {
    let word = codec::decode_half(cell, Half::Left);
    let is_plain = !word.indirect && word.base == Base::None;
    is_plain.then_some((word.address, STEP_COSTS[base as usize % STEP_COSTS.len()]))
}

/// The effective address of an order with a simple indirect address. The address leads to one cell, and the
/// address in this cell is neither indirect nor relative to a register. The increment t may be added to it.
pub(crate) struct Once {
    /// The effective address: eleven bits if the order has the modifier D, otherwise ten bits.
    pub address: u16,
    /// The new address part of the cell to which the indirect address leads: the old address part plus the
    /// increment t. `None` if the increment is not added.
    pub counted: Option<u16>,
    /// The cost of the address calculation, in micro-operations.
    pub cost: u32,
}

impl Once {
    /// Computes the effective address. `cell` is the contents of the cell at the order's indirect address.
    /// Returns `None` if the address in `cell` is itself indirect or needs a register.
    #[inline(always)]
    pub fn new(order: &Decoded, cell: Cell) -> Option<Once> {
        let (address, cost) = indirect_once(order.base, cell)?;
        let (wide, counted) = count(address, if order.counts() { order.t } else { 0 });
        let cost = cost + if counted.is_some() { timing::COUNT } else { 0 };
        let address = if order.has(Decoded::DIRECT) { eleven(wide) } else { wide as u16 & TEN };
        Some(Once { address, counted, cost })
    }
}

/// Adds the increment t to an address. Returns the sum as a signed number, and as the address part to store.
/// The address part is `None` if t is zero.
#[inline(always)]
fn count(address: u16, t: u16) -> (i32, Option<u16>) {
    let wide = signed10(address) + signed10(t);
    (wide, (t != 0).then_some(wide as u16 & TEN))
}

/// The address part of an order, with flags that say which register is added to it.
#[derive(Clone, Copy)]
pub(crate) struct Relative(u16);

impl Relative {
    pub const ZERO: Relative = Relative(0);
    /// Flag: the register s is added to the address.
    const PLUS_S: u16 = 0x4000;
    /// Flag: the register p is added to the address.
    const PLUS_P: u16 = 0x8000;

    /// Takes the address from an order in the cell `own`. If the address is relative to r1 (the order's own
    /// cell), adds `own` to make it absolute.
    pub const fn of(order: &Decoded, own: u16) -> Relative {
        Relative(match order.base {
            Base::None => order.address,
            Base::R => (order.address + own) & TEN,
            Base::S => order.address | Relative::PLUS_S,
            Base::P => order.address | Relative::PLUS_P,
        })
    }

    /// Makes an address of at most eleven bits, to which no register is added.
    #[inline(always)]
    pub const fn absolute(address: u16) -> Relative {
        Relative(address)
    }

    /// The address of eleven bits that was given to [`Relative::absolute`].
    #[inline(always)]
    pub const fn wide(self) -> u16 {
        self.0
    }

    /// Adds the register, if the flags name one, and returns the effective address. An absolute address is the
    /// usual case: without the hints, each would cost a jump.
    #[inline(always)]
    pub fn effective(self, registers: &Registers) -> u16 {
        match self.0 {
            absolute @ ..Relative::PLUS_S => absolute,
            plus_s @ Relative::PLUS_S..Relative::PLUS_P => {
                std::hint::cold_path();
                (plus_s + registers.s) & TEN
            }
            plus_p => {
                std::hint::cold_path();
                plus_p.wrapping_add(registers.p) & TEN
            }
        }
    }

    /// The effective address, computed with `s` instead of the contents of the register s. The orders `is`
    /// and `ns` replace s for the next order.
    #[inline(always)]
    pub fn effective_with(self, s: u16, registers: &Registers) -> u16 {
        match self.0 {
            Relative::PLUS_S..Relative::PLUS_P => (self.0 + s) & TEN,
            ..Relative::PLUS_S | Relative::PLUS_P.. => self.effective(registers),
        }
    }

    /// Adds `more` to the address. This keeps the decoded address correct after a write that changed the
    /// address part of the order's cell by `more`.
    #[inline(always)]
    pub fn move_by(&mut self, more: u16) {
        self.0 = self.0 & !TEN | self.0.wrapping_add(more) & TEN;
    }
}
