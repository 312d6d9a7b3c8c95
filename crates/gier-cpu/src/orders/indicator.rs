//! Orders for the indicator and the unit register.

use crate::periphery::Periphery;
use crate::probe::Probe;
use crate::registers::{Core, TEN};
use crate::step::{Active, Bus, Outcome};

impl Core<'_> {
    /// `gi`: the cell's bits 0-9 := the indicator.  [F-STORE-2]
    #[inline(always)]
    pub(crate) fn gi<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.store_address(a, self.reg.indicator)
    }

    /// `pi`: replaces the bits of the indicator for which t has zeros by the bits of the address.  [F-IND-2]
    #[inline(always)]
    pub(crate) fn pi<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.reg.indicator = masked(self.reg.indicator, a);
        Outcome::Done
    }

    /// `vy`: replaces the bits of the register by for which t has zeros by the bits of the address.  [F-VY-1]
    #[inline(always)]
    pub(crate) fn vy<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.reg.by = masked(self.reg.by, a);
        Outcome::Done
    }
}

/// Takes the bits of `old` where t has ones, and the bits of the address where t has zeros.
#[inline(always)]
fn masked(old: u16, a: &Active) -> u16 {
    (old & a.t | a.address & !a.t) & TEN
}
