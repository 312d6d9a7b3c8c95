//! Orders that add and subtract, with the result in R or in a cell.

use super::ADDRESS_SHIFT;
use crate::periphery::Periphery;
use crate::probe::Probe;
use crate::registers::{Core, Signals, signed10, ten, wrap41};
use crate::step::{Active, Bus, Outcome};
use gier_word::arith::fixed::signed40;
use gier_word::arith::float::{self, Sign};

impl Core<'_> {
    /// `ar`: R := R + operand. Floating: RF := RF + operand, where RF is the floating number in R and M.
    /// [F-ADD-1]
    #[inline(always)]
    pub(crate) fn ar<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.add_to_r(a, w, Sign::Plus)
    }

    /// `sr`: R := R - operand.  [F-ADD-1]
    #[inline(always)]
    pub(crate) fn sr<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.add_to_r(a, w, Sign::Minus)
    }

    /// `an`: R := R + abs(operand).  [F-ADD-2]
    #[inline(always)]
    pub(crate) fn an<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.add_to_r(a, w, Sign::Absolute)
    }

    /// `sn`: R := R - abs(operand).  [F-ADD-2]
    #[inline(always)]
    pub(crate) fn sn<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.add_to_r(a, w, Sign::MinusAbsolute)
    }

    #[inline(always)]
    fn add_to_r<W: Periphery, P: Probe>(
        &mut self,
        a: &mut Active,
        w: &mut Bus<'_, W, P>,
        sign: Sign,
    ) -> Outcome {
        if a.floating() {
            let c = self.float_operand(a, w);
            return self.set_float(a, float::add(self.float_register(), sign, c));
        }
        let c = self.sum_operand(a, w);
        self.r = wrap41(self.r + sign.of(c));
        Outcome::Done
    }

    /// The operand of an addition. With the modifier D, the operand is the sum of address and t, which is not
    /// truncated to ten bits. For example, 509 plus 15 gives 524, not -500.  [F-D-3, Q13]
    #[inline(always)]
    fn sum_operand<W: Periphery, P: Probe>(&mut self, a: &Active, w: &mut Bus<'_, W, P>) -> i64 {
        if a.direct() { i64::from(a.wide) << ADDRESS_SHIFT } else { self.operand(a, w) }
    }

    /// `ac`: adds R to the cell at the address; R stays. The signals (zero, overflow, sign) are those of the
    /// sum. With the modifier D, adds R to the address itself. The bits 0-9 of this sum become the address
    /// part of the last cell in the chain of indirect addresses, or of the order's own cell. [F-ADD-3]
    #[inline(always)]
    pub(crate) fn ac<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.add_to_cell(a, w, self.r)
    }

    /// `sc`: subtracts R from the cell at the address; R stays. With the modifier D, subtracts R from the
    /// address itself, and stores the result as `ac` does.  [F-ADD-3]
    #[inline(always)]
    pub(crate) fn sc<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.add_to_cell(a, w, -self.r)
    }

    #[inline(always)]
    fn add_to_cell<W: Periphery, P: Probe>(
        &mut self,
        a: &mut Active,
        w: &mut Bus<'_, W, P>,
        summand: i64,
    ) -> Outcome {
        if a.direct() {
            let operand = i64::from(signed10(a.address)) << ADDRESS_SHIFT;
            let sum = wrap41(operand + summand);
            a.signals = Some(Signals::of(sum));
            return w.store_address(a, ten(sum >> ADDRESS_SHIFT));
        }
        let cell = w.read(a.address);
        self.reg.r_marks = cell.marks();
        let sum = wrap41(signed40(cell.bits()) + summand);
        a.signals = Some(Signals::of(sum));
        w.store_bits(a, sum.cast_unsigned())
    }
}
