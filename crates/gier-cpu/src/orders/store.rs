//! Orders that store registers in cells, and orders that fetch or exchange M.

use gier_word::cell::MASK40;

use super::ADDRESS_SHIFT;
use crate::periphery::Periphery;
use crate::probe::Probe;
use crate::registers::{Core, ten};
use crate::step::{Active, Bus, Outcome};

/// A mask of the bits 20-39, which `gr` and `gm` with the modifier D leave unchanged.
const LOW: u64 = (1 << 20) - 1;
/// A mask of the bits 10-39 of a cell, which hold the mantissa of a floating number.
const MANTISSA: u64 = (1 << ADDRESS_SHIFT) - 1;

/// Packs the floating number in R and M into the 40 bits of a cell. The exponent comes from the bits 0-9 of
/// M, and the mantissa from R.
#[inline(always)]
fn pack(r: i64, m: u64) -> u64 {
    m & !MANTISSA | r.cast_unsigned() & MANTISSA
}

impl Core<'_> {
    /// `gr`: stores R in the target cell. Floating: stores the floating number in R and M there. R and M
    /// stay.  [F-STORE-1]
    #[inline(always)]
    pub(crate) fn gr<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let bits = if a.floating() { pack(self.r, self.m) } else { self.r.cast_unsigned() & MASK40 };
        w.store_word(a, bits)
    }

    /// `ga`: stores the bits 0-9 of R in the bits 0-9 of the target cell.  [F-STORE-2]
    #[inline(always)]
    pub(crate) fn ga<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.store_address(a, ten(self.r >> ADDRESS_SHIFT))
    }

    /// `gt`: stores the bits 10-19 of R in the bits 10-19 of the target cell.  [F-STORE-2]
    #[inline(always)]
    pub(crate) fn gt<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.store_increment(a, ten(self.r >> 20))
    }

    /// `gm`: stores M in the target cell.  [F-STORE-1]
    #[inline(always)]
    pub(crate) fn gm<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.store_word(a, self.m)
    }

    /// `pm`: M := operand. The sign signal, which the modifier I can copy to the indicator, is the sign of
    /// the operand.  [F-STORE-3]
    #[inline(always)]
    pub(crate) fn pm<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let c = self.operand(a, w);
        self.m = c.cast_unsigned() & MASK40;
        a.signals = Some(crate::registers::Signals { sign: c < 0, ..self.signals() });
        Outcome::Done
    }

    /// `xr`: exchanges R and M.  [F-STORE-4]
    #[inline(always)]
    pub(crate) fn xr<W: Periphery, P: Probe>(&mut self, _: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.exchange();
        Outcome::Done
    }

    /// `gp`: stores the register p in the bits 0-9 of the target cell.
    #[inline(always)]
    pub(crate) fn gp<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.store_address(a, self.reg.p)
    }

    /// `gs`: stores the register s in the bits 0-9 of the target cell.
    #[inline(always)]
    pub(crate) fn gs<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.store_address(a, self.reg.s)
    }

    /// `pa`: stores the increment t in the bits 0-9 of the target cell.  [F-STORE-5]
    #[inline(always)]
    pub(crate) fn pa<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.store_address(a, a.t)
    }

    /// `pt`: stores the increment t in the bits 10-19 of the target cell.  [F-STORE-5]
    #[inline(always)]
    pub(crate) fn pt<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.store_increment(a, a.t)
    }
}

impl<W: Periphery, P: Probe> Bus<'_, W, P> {
    /// Stores 40 bits in the target cell, or only the bits 0-19 if the order has the modifier D.  [F-D-4, Q9]
    #[inline(always)]
    fn store_word(&mut self, a: &mut Active, bits: u64) -> Outcome {
        if a.direct() {
            return self.store(a, |cell| cell.with_bits(bits & !LOW | cell.bits() & LOW));
        }
        self.store_bits(a, bits)
    }
}
