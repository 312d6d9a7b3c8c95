//! Orders for bitwise logic, for the sign of R, and for comparing selected bits.

use gier_word::cell::MASK40;

use crate::periphery::Periphery;
use crate::probe::Probe;
use crate::registers::{Core, wrap41};
use crate::step::{Active, Bus, Outcome};

impl Core<'_> {
    /// `mb`: R := R and operand. With the modifier X: M := R and operand, then R := R xor
    /// operand.  [F-LOGIC-1]
    #[inline(always)]
    pub(crate) fn mb<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let c = self.operand(a, w);
        if a.exchanges() {
            self.m = (self.r ^ c).cast_unsigned() & MASK40;
        }
        self.r &= c;
        Outcome::Done
    }

    /// `ab`: R := R or operand. With the modifier X: M := R or operand, then R := not (R or operand).
    /// [F-LOGIC-1]
    #[inline(always)]
    pub(crate) fn ab<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let c = self.operand(a, w);
        if a.exchanges() {
            self.m = !(self.r | c).cast_unsigned() & MASK40;
        }
        self.r |= c;
        Outcome::Done
    }

    /// `mt`: if the operand is negative, R := -R.  [F-LOGIC-2]
    #[inline(always)]
    pub(crate) fn mt<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        if self.operand(a, w) < 0 {
            self.r = wrap41(-self.r);
        }
        Outcome::Done
    }

    /// `cm`: compares R with the operand, but only the bits where M has ones. Skips the next order if all
    /// these bits are equal.  [F-LOGIC-3]
    #[inline(always)]
    pub(crate) fn cm<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let c = self.operand(a, w);
        if (self.r ^ c).cast_unsigned() & self.m == 0 {
            self.skip();
        }
        Outcome::Done
    }
}
