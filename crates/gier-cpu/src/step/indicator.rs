//! The modifiers N, L, I and M of a full-word order. N and L are conditions, tested before the operation.
//! After it, I changes the indicator, and M sets the marks of the cell that was written.  [F-COND-1]

use gier_word::{IndicatorOp, Letter, Marks};

use super::Bus;
use crate::decoded::{Condition, Decoded, indicator_shift};
use crate::periphery::Periphery;
use crate::probe::Probe;
use crate::registers::{Core, Signals};

impl Core<'_> {
    /// Whether the condition is true now. `mask` selects the bits that the condition tests.
    #[inline(always)]
    pub(crate) fn holds(&self, condition: Condition, mask: u16, world: &impl Periphery) -> bool {
        match condition {
            Condition::Always => true,
            Condition::Never => false,
            Condition::Zero => self.signals().zero,
            Condition::NotZero => !self.signals().zero,
            Condition::Overflow => self.signals().overflow,
            Condition::NotOverflow => !self.signals().overflow,
            Condition::Sign => self.signals().sign,
            Condition::NotSign => !self.signals().sign,
            Condition::AllBits => self.reg.indicator & mask == mask,
            Condition::NoBits => self.reg.indicator & mask == 0,
            Condition::AllMarks => u16::from(self.reg.r_marks.bits()) & mask == mask,
            Condition::NoMarks => u16::from(self.reg.r_marks.bits()) & mask == 0,
            Condition::AllKeys => u16::from(keys(world).bits()) & mask == mask,
            Condition::NoKeys => u16::from(keys(world).bits()) & mask == 0,
        }
    }

    /// Returns the two bits that the letter of a modifier selects. They are the marks of R, the lock keys, or
    /// two bits of the indicator.
    fn pair(&self, letter: Letter, world: &impl Periphery) -> u8 {
        match indicator_shift(letter) {
            Some(shift) => (self.reg.indicator >> shift) as u8 & 3,
            None if letter == Letter::K => keys(world).bits(),
            None => self.reg.r_marks.bits(),
        }
    }

    /// Executes the modifier I or M, which comes after the operation and before X. `signals` are the signals
    /// (zero, overflow, sign) of the operation, or `None` to use those of R. `stored` is the cell that the
    /// operation wrote.
    #[inline(always)]
    pub(crate) fn set_indicator_or_marks<W: Periphery, P: Probe>(
        &mut self,
        order: &Decoded,
        (signals, stored): (Option<Signals>, Option<u16>),
        bus: &mut Bus<'_, W, P>,
    ) {
        match order.indicator {
            IndicatorOp::I => self.set_indicator(order.letter, order.marks, signals),
            IndicatorOp::M => {
                let marks = self.marks_for(order.letter, order.marks, bus.world);
                if let Some(address) = stored {
                    let cell = bus.store.read(address);
                    bus.write(address, cell.with_marks(marks));
                }
            }
            IndicatorOp::N | IndicatorOp::L => {}
        }
    }

    /// Executes the modifier I, which changes bits of the indicator. `letter` selects two bits, and `named`
    /// says which of the two change. The letters Z, O and T set these bits to a signal. P, Q and R set them
    /// to the marks of R. The letter K instead exchanges the register p and the indicator.  [F-IND-1]
    #[inline(always)]
    fn set_indicator(&mut self, letter: Letter, named: Marks, signals: Option<Signals>) {
        if letter == Letter::K {
            (self.reg.p, self.reg.indicator) = (self.reg.indicator, self.reg.p);
            return;
        }
        let Some(shift) = indicator_shift(letter) else { return };
        // The signals are computed only if needed, because most letters need one signal or none.
        let signals = || signals.unwrap_or_else(|| self.signals());
        let both = |signal: bool| if signal { 3 } else { 0 };
        let value = match letter {
            Letter::Z => both(signals().zero),
            Letter::O => both(signals().overflow),
            Letter::T => both(signals().sign),
            Letter::P | Letter::Q | Letter::R | Letter::None | Letter::K => self.reg.r_marks.bits(),
        };
        let named = u16::from(named.bits());
        self.reg.indicator = self.reg.indicator & !(named << shift) | (u16::from(value) & named) << shift;
    }

    /// Returns the marks that the modifier M gives to the cell that the order wrote. `named` are the marks in
    /// the order. Without a letter, returns `named`, and both marks of R become one. With a letter, returns
    /// only those marks of `named` for which the letter's bit is one.  [F-MARK-1]
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
