//! The effective address: indirect chain, counting, modification.  [F-ADDR-1]

use gier_word::{Base, Cell, FERRITE_CELLS, Half, codec};

use crate::decoded::Decoded;
use crate::registers::{Registers, TEN, signed10};
use gier_word::timing;

/// Steps after which an indirect chain is taken to have no end. A chain that does not change s
/// meets a cell again after 1024 steps at most; the longest in any known program has 702.
const CHAIN_STEPS_MAX: u32 = 4096;

/// Makes any address an index of the store.
const INDEX: usize = FERRITE_CELLS - 1;

/// What the address calculation found. Nothing is stored yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chain {
    /// The effective address, ten bits.
    pub address: u16,
    /// The same before it was cut to ten bits; with modification it is cut and signed again.
    pub wide: i32,
    /// The last cell of the chain; without indirection the order's own cell.
    pub last: u16,
    /// The increment, or its substitute, ten bits.
    pub t: u16,
    /// The new address part of the last cell, if t is counted.
    pub counted: Option<u16>,
    /// Micro-operations spent.
    pub cost: u32,
}

/// Where an address calculation begins: fields of the order, and registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    /// The address as it stands in the order, ten bits.
    pub address: u16,
    pub base: Base,
    pub indirect: bool,
    /// The cell of the order.
    pub own: u16,
    /// s or its substitute.
    pub s: u16,
    pub p: u16,
    /// The increment or its substitute, ten bits.
    pub t: u16,
    /// Whether this order counts by its increment.
    pub counts: bool,
}

impl Start {
    /// The beginning for an order in the cell `own`.
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

    /// Finds the effective address; none if the chain has no end.
    #[inline]
    pub fn follow(self, cells: &[Cell; FERRITE_CELLS]) -> Option<Chain> {
        let Start { mut address, mut base, mut indirect, t, mut s, .. } = self;
        let mut last = self.own;
        let mut cost = 0;
        let mut steps = 0;
        while indirect {
            let (modifier, more) = self.modifier(base, s, last);
            let cell = (address + modifier) & TEN;
            cost += more + timing::INDIRECT;
            if base == Base::S {
                s = cells[usize::from(s) & INDEX].increment();
                cost += timing::OLDER_S;
            }
            last = cell;
            let word = codec::decode_half(cells[usize::from(cell) & INDEX], Half::Left);
            (address, indirect, base) = (word.address, word.indirect, word.base);
            steps += 1;
            if steps > CHAIN_STEPS_MAX {
                return None;
            }
        }
        let mut wide = signed10(address);
        let mut counted = None;
        if self.counts && t != 0 {
            wide += signed10(t);
            address = wide as u16 & TEN;
            counted = Some(address);
            cost += timing::COUNT;
        }
        if base != Base::None {
            let (modifier, more) = self.modifier(base, s, last);
            address = (address + modifier) & TEN;
            wide = signed10(address);
            cost += more;
        }
        Some(Chain { address, wide, last, t, counted, cost })
    }

    /// The value added to an address, and what that costs; `word` is the cell in which the address
    /// stands. By a table, as no host foresees which register it is.
    #[inline(always)]
    fn modifier(&self, base: Base, s: u16, word: u16) -> (u16, u32) {
        let values = [0, s, word, self.p];
        (values[base as usize % values.len()], if base == Base::None { 0 } else { timing::MODIFICATION })
    }
}
