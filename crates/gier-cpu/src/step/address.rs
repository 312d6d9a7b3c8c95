//! The effective address: indirect chain, counting, modification.  [F-ADDR-1]

use gier_word::order::IncrementRole;
use gier_word::{Base, Half, codec};

use super::Active;
use crate::registers::{Cpu, TEN, signed10};
use crate::{Ferrite, timing};

/// Steps after which an indirect chain is taken to have no end. A chain that does not change s
/// meets a cell again after 1024 steps at most; the longest in any known program has 702.
const CHAIN_STEPS_MAX: u32 = 4096;

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
    /// s, its substitute, or an older one that the chain reached.
    pub s: u16,
    /// The new address part of the last cell, if t is counted.
    pub counted: Option<u16>,
    /// Micro-operations spent.
    pub cost: u32,
}

impl Cpu {
    /// Finds the effective address of an order; none if the chain has no end.
    pub(super) fn effective_address(&self, active: &Active, ferrite: &Ferrite) -> Option<Chain> {
        let order = &active.order;
        let mut s = self.reg.pending_s.unwrap_or(self.reg.s);
        let mut last = active.own;
        let (mut address, mut indirect, mut base) = (order.address, order.indirect, order.base);
        let mut cost = 0;
        let mut steps = 0;
        while indirect {
            let cell = (address + self.base(base, s, last, &mut cost)) & TEN;
            if base == Base::S {
                s = ferrite.read(s).increment();
                cost += timing::OLDER_S;
            }
            last = cell;
            let word = codec::decode_half(ferrite.read(cell), Half::Left);
            (address, indirect, base) = (word.address, word.indirect, word.base);
            cost += timing::INDIRECT;
            steps += 1;
            if steps > CHAIN_STEPS_MAX {
                return None;
            }
        }
        let t = self.reg.pending_t.unwrap_or(active.tail.increment);
        let counts = t != 0 && order.opcode.row().increment == IncrementRole::Counted;
        let mut wide = signed10(address);
        let mut counted = None;
        if counts {
            wide += signed10(t);
            address = wide as u16 & TEN;
            counted = Some(address);
            cost += timing::COUNT;
        }
        if base != Base::None {
            address = (address + self.base(base, s, last, &mut cost)) & TEN;
            wide = signed10(address);
        }
        Some(Chain { address, wide, last, t, s, counted, cost })
    }

    /// The value added to an address; `word` is the cell in which the address stands.
    fn base(&self, base: Base, s: u16, word: u16, cost: &mut u32) -> u16 {
        let value = match base {
            Base::None => return 0,
            Base::S => s,
            Base::R => word,
            Base::P => self.reg.p,
        };
        *cost += timing::MODIFICATION;
        value
    }
}
