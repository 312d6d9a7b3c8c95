//! Orders for the registers s and p, orders that replace s or t for the next order, and orders that compare
//! or count.

use super::ADDRESS_SHIFT;
use crate::periphery::Periphery;
use crate::probe::Probe;
use crate::registers::{Core, Signals, TEN, signed10, ten};
use crate::step::{Active, Bus, Outcome};

impl Core<'_> {
    /// The signals of the number in R: zero, overflow and sign.
    #[inline(always)]
    pub(crate) fn signals(&self) -> Signals {
        Signals::of(self.r)
    }

    /// `qq`: does nothing by itself. With the modifier IT, it copies the sign of the address to the
    /// indicator.  [F-QQ-1]
    #[inline(always)]
    pub(crate) fn qq<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        a.signals = Some(Signals { sign: signed10(a.address) < 0, ..self.signals() });
        Outcome::Done
    }

    /// `ps`: the register s := address.
    #[inline(always)]
    pub(crate) fn ps<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.reg.s = a.address;
        Outcome::Done
    }

    /// `pp`: the register p := address.
    #[inline(always)]
    pub(crate) fn pp<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.reg.p = a.address;
        Outcome::Done
    }

    /// `is`: the next order uses A in place of s, where A is the address of the `is`.  [F-SUBST-1]
    #[inline(always)]
    pub(crate) fn is<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.reg.pending_s = Some(a.address);
        Outcome::Done
    }

    /// `ns`: the next order uses -A in place of s, where A is the address of the `ns`.  [F-SUBST-1]
    #[inline(always)]
    pub(crate) fn ns<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.reg.pending_s = Some(a.address.wrapping_neg() & TEN);
        Outcome::Done
    }

    /// `it`: the next order uses A in place of t, where A is the address of the `it`.  [F-SUBST-1]
    #[inline(always)]
    pub(crate) fn it<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.reg.pending_t = Some(a.address);
        Outcome::Done
    }

    /// `nt`: the next order uses -A in place of t, where A is the address of the `nt`.  [F-SUBST-1]
    #[inline(always)]
    pub(crate) fn nt<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.reg.pending_t = Some(a.address.wrapping_neg() & TEN);
        Outcome::Done
    }

    /// `ca`: executes the next order if bits 0-9 of R equal the address, otherwise skips it.  [F-CMP-1]
    #[inline(always)]
    pub(crate) fn ca<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.skip_if(ten(self.r >> ADDRESS_SHIFT) != a.address)
    }

    /// `nc`: skips the next order if bits 0-9 of R equal the address.  [F-CMP-1]
    #[inline(always)]
    pub(crate) fn nc<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.skip_if(ten(self.r >> ADDRESS_SHIFT) == a.address)
    }

    /// `bs`: executes the next order if address > t, otherwise skips it. Both numbers are signed, and t is
    /// not added to the address.  [F-CMP-2]
    #[inline(always)]
    pub(crate) fn bs<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.skip_if(signed10(a.address) <= signed10(a.t))
    }

    /// `bt`: adds t to the address. Executes the next order if the sum > t, otherwise skips it. Both numbers
    /// are signed.  [F-CMP-3]
    #[inline(always)]
    pub(crate) fn bt<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.skip_if(signed10(a.address) <= signed10(a.t))
    }

    #[inline(always)]
    fn skip_if(&mut self, skip: bool) -> Outcome {
        if skip {
            self.skip();
        }
        Outcome::Done
    }
}
