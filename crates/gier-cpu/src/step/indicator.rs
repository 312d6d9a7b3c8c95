//! The indicator operations of a full word: the conditions N and L before the order, I and M
//! after it.  [F-COND-1]

use gier_word::{IndicatorOp, Letter, Marks};

use super::Wiring;
use crate::decoded::{Condition, Decoded, indicator_shift};
use crate::periphery::Periphery;
use crate::probe::Probe;
use crate::registers::{Core, Signals};

impl Core<'_> {
    /// Whether an order with this condition is done at all.
    #[inline(always)]
    pub(crate) fn holds(&self, condition: Condition, mask: u16, world: &impl Periphery) -> bool {
        use Condition::*;
        match condition {
            Always => true,
            Never => false,
            Zero => self.signals().zero,
            NotZero => !self.signals().zero,
            Overflow => self.signals().overflow,
            NotOverflow => !self.signals().overflow,
            Sign => self.signals().sign,
            NotSign => !self.signals().sign,
            AllBits => self.reg.indicator & mask == mask,
            NoBits => self.reg.indicator & mask == 0,
            AllMarks => u16::from(self.reg.r_marks.bits()) & mask == mask,
            NoMarks => u16::from(self.reg.r_marks.bits()) & mask == 0,
            AllKeys => u16::from(keys(world).bits()) & mask == mask,
            NoKeys => u16::from(keys(world).bits()) & mask == 0,
        }
    }

    /// The two bits that a letter names: the marks of R, the keys, or indicator bits.
    fn pair(&self, letter: Letter, world: &impl Periphery) -> u8 {
        match indicator_shift(letter) {
            Some(shift) => (self.reg.indicator >> shift) as u8 & 3,
            None if letter == Letter::K => keys(world).bits(),
            None => self.reg.r_marks.bits(),
        }
    }

    /// I and M, after the operation and before X: with the signals that the operation gave, if not
    /// those of R, and the cell in which it stored.
    #[inline(always)]
    pub(crate) fn set_indicator_or_marks<W: Periphery, P: Probe>(
        &mut self,
        order: &Decoded,
        (signals, stored): (Option<Signals>, Option<u16>),
        wiring: &mut Wiring<'_, W, P>,
    ) {
        match order.indicator {
            IndicatorOp::I => self.set_indicator(order.letter, order.marks, signals),
            IndicatorOp::M => {
                let marks = self.marks_for(order.letter, order.marks, wiring.world);
                if let Some(address) = stored {
                    let cell = wiring.store.read(address);
                    wiring.write(address, cell.with_marks(marks));
                }
            }
            IndicatorOp::N | IndicatorOp::L => {}
        }
    }

    /// I: signals or marks of R to the bits named; with K p and in change places.  [F-IND-1]
    #[inline(always)]
    fn set_indicator(&mut self, letter: Letter, named: Marks, signals: Option<Signals>) {
        if letter == Letter::K {
            (self.reg.p, self.reg.indicator) = (self.reg.indicator, self.reg.p);
            return;
        }
        let Some(shift) = indicator_shift(letter) else { return };
        // Only what is asked for is worked out.
        let signals = || signals.unwrap_or_else(|| self.signals());
        let both = |signal: bool| if signal { 3 } else { 0 };
        let value = match letter {
            Letter::Z => both(signals().zero),
            Letter::O => both(signals().overflow),
            Letter::T => both(signals().sign),
            _ => self.reg.r_marks.bits(),
        };
        let named = u16::from(named.bits());
        self.reg.indicator = self.reg.indicator & !(named << shift) | (u16::from(value) & named) << shift;
    }

    /// M: the marks for the cell stored; without a letter R's marks both become one.  [F-MARK-1]
    pub(crate) fn marks_for(&mut self, letter: Letter, named: Marks, world: &impl Periphery) -> Marks {
        if letter == Letter::None {
            self.reg.r_marks = Marks::C;
            return named;
        }
        Marks::from_bits(named.bits() & self.pair(letter, world))
    }
}

/// The lock keys KA and KB as two bits.
fn keys(world: &impl Periphery) -> Marks {
    let (ka, kb) = world.keys();
    Marks::new(ka, kb)
}
