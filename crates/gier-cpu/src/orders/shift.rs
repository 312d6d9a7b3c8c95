//! Shifts, rotations and normalisation.

use crate::periphery::Periphery;
use crate::probe::Probe;
use crate::registers::{Core, signed10, ten};
use crate::step::{Active, Bus, Outcome};
use gier_word::arith::{fixed, float};
use gier_word::timing;

impl Core<'_> {
    /// `nk`: normalises R by a shift of k places to the left (k is -1 if R has overflowed). The address part
    /// of the target cell := -k. Floating: converts R times 2^address to a floating number in R and
    /// M.  [F-NORM-1, F-FLOAT-5, Q6]
    #[inline(always)]
    pub(crate) fn nk<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        if a.floating() {
            return self.set_float(a, float::from_fixed(self.r, signed10(a.address)));
        }
        let (r, places) = fixed::normalise(self.r);
        self.r = r;
        a.spend_places(places.unsigned_abs());
        w.store_address(a, ten((-places).into()))
    }

    /// `nl`: normalises R and M, as one long register, by a shift of k places to the left (k is -1 if R has
    /// overflowed). The address part of the target cell := -k.  [F-NORM-2, Q6]
    #[inline(always)]
    pub(crate) fn nl<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let (r, m, places) = fixed::normalise_long(self.r, self.m);
        (self.r, self.m) = (r, m);
        a.spend_places(places.unsigned_abs());
        w.store_address(a, ten((-places).into()))
    }

    /// `tl`: shifts R and M arithmetically, as one long register. The address is the number of
    /// places.  [F-SHIFT-2]
    #[inline(always)]
    pub(crate) fn tl<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        let places = a.spend_shift();
        (self.r, self.m) = fixed::shift_long(self.r, self.m, places);
        Outcome::Done
    }

    /// `ck`: rotates the bits 0-39 of R. The address is the number of places.  [F-SHIFT-3]
    #[inline(always)]
    pub(crate) fn ck<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.r = fixed::rotate(self.r, a.spend_shift());
        Outcome::Done
    }

    /// `cl`: rotates the 79 bits of R and M. The address is the number of places.  [F-SHIFT-4]
    #[inline(always)]
    pub(crate) fn cl<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        let places = a.spend_shift();
        (self.r, self.m) = fixed::rotate_long(self.r, self.m, places);
        Outcome::Done
    }

    /// `tk`: shifts R arithmetically. The address is the number of places. A shift to the right rounds the
    /// result. Floating: multiplies the floating number in R and M by 2^address, and puts the result into R
    /// as an integer; M stays.  [F-SHIFT-1, F-FLOAT-6]
    #[inline(always)]
    pub(crate) fn tk<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        if a.floating() {
            let (r, places) = float::to_fixed(self.float_register(), signed10(a.address));
            self.r = r;
            a.cost += places * timing::TKF_PLACE;
            return Outcome::Done;
        }
        self.r = fixed::shift_rounded(self.r, a.spend_shift());
        Outcome::Done
    }
}

impl Active {
    /// Returns the number of places by which the order shifts, and adds the cost of the shift to the order's
    /// cost.
    #[inline(always)]
    fn spend_shift(&mut self) -> i32 {
        let places = signed10(self.address);
        self.spend_places(places.unsigned_abs());
        places
    }

    #[inline(always)]
    fn spend_places(&mut self, places: u32) {
        self.cost += timing::shift(self.order.opcode, places);
    }
}
