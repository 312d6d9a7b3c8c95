//! Multiplication and division.

use crate::periphery::Periphery;
use crate::probe::Probe;
use crate::registers::Core;
use crate::step::{Active, Bus, Outcome};
use gier_word::arith::fixed::{self, Division};
use gier_word::arith::float;
use gier_word::timing;

impl Core<'_> {
    /// `mk`: R := R + the rounded product of M and the operand; M stays. Floating: RF := RF * operand, where
    /// RF is the floating number in R and M.  [F-MUL-2, Q3]
    #[inline(always)]
    pub(crate) fn mk<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        if a.floating() {
            let c = self.float_operand(a, w);
            return self.set_float(a, float::multiply(self.float_register(), c));
        }
        let c = self.operand(a, w);
        self.r = fixed::multiply_rounded(self.r, self.m, c);
        Outcome::Done
    }

    /// `ml`: RM := M * operand + R * 2^-39. RM is R and M as one long register.  [F-MUL-1]
    #[inline(always)]
    pub(crate) fn ml<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let c = self.operand(a, w);
        (self.r, self.m) = fixed::multiply_long(self.r, self.m, c);
        Outcome::Done
    }

    /// `dk`: R := R / operand, M := remainder. Floating: RF := RF / operand, where RF is the floating number
    /// in R and M.  [F-DIV-2, Q4]
    #[inline(always)]
    pub(crate) fn dk<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        if a.floating() {
            let c = self.float_operand(a, w);
            let exponent = self.float_register().exponent;
            return self.set_float(a, float::divide_register(self.r, self.m, exponent, c));
        }
        let c = self.operand(a, w);
        let (r, m, division) = fixed::divide_short(self.r, c);
        self.take_quotient(a, r, m, division)
    }

    /// `dl`: R := RM / operand, M := remainder. RM is R and M as one long register.  [F-DIV-1]
    #[inline(always)]
    pub(crate) fn dl<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let c = self.operand(a, w);
        let (r, m, division) = fixed::divide_long(self.r, self.m, c);
        self.take_quotient(a, r, m, division)
    }

    #[inline(always)]
    fn take_quotient(&mut self, a: &mut Active, r: i64, m: u64, division: Division) -> Outcome {
        (self.r, self.m) = (r, m);
        if division.remainder != 0 {
            a.cost += timing::REMAINDER;
            if division.ended_negative {
                a.cost += timing::REMAINDER_NEGATIVE;
            }
        }
        Outcome::Done
    }
}
