//! Orders for the indicator and for the register `by`, which selects units.

use crate::periphery::Periphery;
use crate::probe::Probe;
use crate::registers::{Core, TEN};
use crate::step::{Active, Bus, Outcome};

impl Core<'_> {
    /// `gi`: stores the indicator in bits 0-9 of the target cell.  [F-STORE-2]
    #[inline(always)]
    pub(crate) fn gi<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.store_address(a, self.reg.indicator)
    }

    /// `pi`: copies bits of the address to the indicator. Copies a bit where the increment t has a zero. Where
    /// t has a one, the indicator's bit does not change.  [F-IND-2]
    #[inline(always)]
    pub(crate) fn pi<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.reg.indicator = masked(self.reg.indicator, a);
        Outcome::Done
    }

    /// `vy`: copies bits of the address to the register `by`. Copies a bit where the increment t has a zero.
    /// Where t has a one, the bit of `by` does not change.  [F-VY-1]
    #[inline(always)]
    pub(crate) fn vy<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.reg.by = masked(self.reg.by, a);
        Outcome::Done
    }
}

/// Combines two numbers: takes the bits of `old` where t has ones, and the bits of the address where t has
/// zeros.
#[inline(always)]
fn masked(old: u16, a: &Active) -> u16 {
    (old & a.t | a.address & !a.t) & TEN
}
