//! Jumps, calls, returns, `ud`, and the stop.

use gier_word::Half;
use gier_word::cell::MASK40;

use crate::flow::Flow;
use crate::periphery::Periphery;
use crate::probe::Probe;
use crate::registers::{Core, place_of};
use crate::step::{Active, Bus, Outcome, QUESTION_UNUSED_ORDERS, unknown};

impl Core<'_> {
    #[inline(always)]
    fn jump(&mut self, cell: u16, half: Half) -> Outcome {
        self.place = place_of(cell, half);
        Outcome::Done
    }

    /// `hv`: jumps to the left half of the target cell.  [F-JUMP-1]
    #[inline(always)]
    pub(crate) fn hv<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.jump(a.target(), Half::Left)
    }

    /// `hh`: jumps to the right half of the target cell. If the cell holds a full word, the whole order is
    /// executed.  [F-JUMP-1]
    #[inline(always)]
    pub(crate) fn hh<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        self.jump(a.target(), Half::Right)
    }

    /// `hs`: calls a subroutine. It jumps to the target cell, and s := the cell of the `hs`. If the `hs` is a
    /// full word, its bits 10-19 are replaced by the old s.  [F-JUMP-2, Q10]
    #[inline(always)]
    pub(crate) fn hs<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        if a.full() && a.home_full {
            let cell = w.store.read(a.home);
            w.write(a.home, cell.with_increment(self.reg.s));
        }
        self.reg.s = a.home;
        self.jump(a.target(), Half::Left)
    }

    /// `hk`: calls a subroutine like `hs` if the drum is idle, otherwise does nothing.  [F-JUMP-4]
    #[inline(always)]
    pub(crate) fn hk<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        if w.world.drum_busy(w.now) { Outcome::Done } else { self.hs(a, w) }
    }

    /// `hr`: returns from a subroutine. It jumps to the target cell, and s := bits 10-19 of the cell to which
    /// s pointed. [F-JUMP-3]
    #[inline(always)]
    pub(crate) fn hr<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.reg.s = w.read(self.reg.s).increment();
        self.jump(a.target(), Half::Left)
    }

    /// `ud`: executes the order in the cell at the address. If this cell holds two orders, a `ud` in a left
    /// half executes the left one, and the right one too if the left one is `is`, `ns`, `it` or `nt`. A `ud` in a
    /// right half or a full word executes the right one.  [F-UD-1]
    #[inline(always)]
    pub(crate) fn ud<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.execute(a, w)
    }

    /// `zq`: stops the machine. When the operator presses start, the machine continues with the next
    /// order.  [F-STOP-1]
    #[inline(always)]
    pub(crate) fn zq<W: Periphery, P: Probe>(&mut self, _: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        Outcome::Halt
    }

    /// `zj`: changes the pen of a plotter. If there is no plotter, the CPU refuses the order before it calls
    /// this function.  [F-PLOT-2, Q1]
    #[inline(always)]
    pub(crate) fn zj<W: Periphery, P: Probe>(&mut self, _: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        w.world.change_pen(w.now, self.r.cast_unsigned() & MASK40);
        Outcome::Done
    }

    /// `gc`: an order whose effect is not known. The CPU refuses the order before it calls this function.
    /// (Q1)
    #[inline(always)]
    pub(crate) fn gc<W: Periphery, P: Probe>(&mut self, a: &mut Active, _: &mut Bus<'_, W, P>) -> Outcome {
        unused(a)
    }

    /// `pc`: jumps like `hv` on the machine model Turbo. On other machines, the CPU refuses the order before
    /// it calls this function.  [F-TURBO-1, Q1]
    #[inline(always)]
    pub(crate) fn pc<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.hv(a, w)
    }
}

/// Refuses an order whose effect is not known. The machine then stops.
fn unused(a: &Active) -> Outcome {
    let flow: Flow = unknown(a, QUESTION_UNUSED_ORDERS);
    Outcome::Refused(flow)
}
