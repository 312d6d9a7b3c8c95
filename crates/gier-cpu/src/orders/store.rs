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

/// Packs the floating number in R and M into the 40 bits of a cell: the exponent from the bits 0-9 of M, the
/// mantissa from R.
#[inline(always)]
fn pack(r: i64, m: u64) -> u64 {
    m & !MANTISSA | r.cast_unsigned() & MANTISSA
}

impl Core<'_> {
    /// `gr`: the cell := R. Floating: the cell := the floating number in R and M. R and M stay.  [F-STORE-1]
    #[inline(always)]
    pub(crate) fn gr<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let bits = if a.floating() { pack(self.r, self.m) } else { self.r.cast_unsigned() & MASK40 };
        w.store_word(a, bits)
    }

    /// `ga`: the cell's bits 0-9 := bits 0-9 of R.  [F-STORE-2]
    #[inline(always)]
    pub(crate) fn ga<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.store_address(a, ten(self.r >> ADDRESS_SHIFT))
    }

    /// `gt`: the cell's bits 10-19 := bits 10-19 of R.  [F-STORE-2]
    #[inline(always)]
    pub(crate) fn gt<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.store_increment(a, ten(self.r >> 20))
    }

    /// `gm`: the cell := M.  [F-STORE-1]
    #[inline(always)]
    pub(crate) fn gm<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.store_word(a, self.m)
    }

    /// `pm`: M := operand. The sign signal is the sign of the operand.  [F-STORE-3]
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

    /// `gp`: the cell's bits 0-9 := the register p.
    #[inline(always)]
    pub(crate) fn gp<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.store_address(a, self.reg.p)
    }

    /// `gs`: the cell's bits 0-9 := the register s.
    #[inline(always)]
    pub(crate) fn gs<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.store_address(a, self.reg.s)
    }

    /// `pa`: the cell's bits 0-9 := the increment t.  [F-STORE-5]
    #[inline(always)]
    pub(crate) fn pa<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.store_address(a, a.t)
    }

    /// `pt`: the cell's bits 10-19 := the increment t.  [F-STORE-5]
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
