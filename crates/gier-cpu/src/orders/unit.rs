//! Orders for symbols, block transfers and the clock.

use gier_word::Symbol;
use gier_word::cell::MASK40;
use gier_word::uops::UOPS_PER_SECOND;

use super::ADDRESS_SHIFT;
use crate::flow::{Flow, StopCause};
use crate::periphery::{BlockTransfer, Direction, Periphery};
use crate::probe::Probe;
use crate::registers::Core;
use crate::step::{Active, Bus, Outcome};
use gier_word::arith::float;

/// The cell to which `sy` adds every symbol that it sends.
const SUM_CELL: u16 = 1023;
/// Before `sy` adds a symbol to [`SUM_CELL`], it shifts the symbol left by this number of places.
const SUM_SHIFT: u32 = 20;
/// How many fraction bits the seconds have in `zl`. The order computes them as a fixed-point number, and then
/// converts them to a floating number.
const CLOCK_FRACTION: i32 = 40;
/// `ly` adds this number to a symbol if the parity of the symbol's row on the tape is wrong.
const PARITY: u16 = 512;

impl Core<'_> {
    /// `sy`: sends the symbol in the low seven bits of the address to the units that the register `by`
    /// selects. Also adds the symbol to cell 1023, shifted so that the symbol's lowest bit is added to bit
    /// 19. [F-SY-1]
    #[inline(always)]
    pub(crate) fn sy<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let symbol = Symbol::new(a.address as u8 & 127);
        w.world.output(w.now, self.reg.by, symbol);
        let cell = w.store.read(SUM_CELL);
        w.write(SUM_CELL, cell.with_bits(cell.bits() + (u64::from(symbol.code()) << SUM_SHIFT)));
        Outcome::Done
    }

    /// `ly`: reads a symbol into the bits 0-9 of R, from the unit that the register `by` selects. Bit 0 is
    /// one if the symbol's parity is wrong. Bits 10-39 of R stay, and bit 00 gets the value of bit 0. The
    /// order also stores the bits 0-9 of R in the address part of the target cell.  [F-LY-1]
    #[inline(always)]
    pub(crate) fn ly<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let received = w.world.input(w.now, self.reg.by);
        let ten = u16::from(received.symbol.code()) | if received.parity_wrong { PARITY } else { 0 };
        let rest = self.r & ((1 << ADDRESS_SHIFT) - 1);
        self.r = i64::from(crate::registers::signed10(ten)) << ADDRESS_SHIFT | rest;
        w.store_address(a, ten)
    }

    /// `il`: reads a block from a magnetic tape, disc or similar unit. If the unit refuses the transfer, the
    /// machine stops.  [F-IL-1, Q1]
    #[inline(always)]
    pub(crate) fn il<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.block(a, w, Direction::Read)
    }

    /// `us`: writes a block to a magnetic tape, disc or similar unit. If the unit refuses the transfer, the
    /// machine stops.  [F-IL-1, Q1]
    #[inline(always)]
    pub(crate) fn us<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.block(a, w, Direction::Write)
    }

    #[inline(always)]
    fn block<W: Periphery, P: Probe>(
        &mut self,
        a: &mut Active,
        w: &mut Bus<'_, W, P>,
        direction: Direction,
    ) -> Outcome {
        let transfer = BlockTransfer { unit: a.address, r: self.r.cast_unsigned() & MASK40, direction };
        match w.world.start_block(w.now, transfer) {
            Ok(()) => Outcome::Done,
            Err(fault) => {
                let cell = a.home.into();
                Outcome::Refused(Flow::Stopped(StopCause::NoBlock { cell, transfer, fault }))
            }
        }
    }

    /// `zl`: reads the clock. The floating number in R and M becomes the number of seconds since the last
    /// `zl`.  [F-ZL-1, Q11]
    #[inline(always)]
    pub(crate) fn zl<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let since = w.now - std::mem::replace(&mut self.reg.clock_from, w.now);
        let ticks = i128::from(since.0) << CLOCK_FRACTION;
        let seconds = float::normalise(ticks / i128::from(UOPS_PER_SECOND), CLOCK_FRACTION, 0);
        let before = a.cost;
        let outcome = self.set_float(a, seconds);
        a.cost = before;
        outcome
    }
}
