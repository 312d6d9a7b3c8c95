//! Orders for the drum.

use crate::periphery::{Direction, Periphery, Transfer};
use crate::probe::Probe;
use crate::registers::Core;
use crate::step::{Active, Bus, Outcome};

/// The number that `gg` stores for group 0; the next groups have the next numbers.
const GROUP_ZERO: u16 = 960;

impl Core<'_> {
    /// Waits for the drum; tk := address.  [F-TRACK-1]
    #[inline(always)]
    pub(crate) fn vk<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.reg.tk = a.address.into();
        w.world.select_track(w.now, self.reg.tk);
        Outcome::Done
    }

    /// Waits for the drum; reads track tk into 40 cells from the address on.  [F-TRACK-1]
    #[inline(always)]
    pub(crate) fn lk<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.transfer(a, w, Direction::Read)
    }

    /// Waits for the drum; writes 40 cells from the address on to track tk.  [F-TRACK-1]
    #[inline(always)]
    pub(crate) fn sk<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.transfer(a, w, Direction::Write)
    }

    #[inline(always)]
    fn transfer<W: Periphery, P: Probe>(
        &mut self,
        a: &Active,
        w: &mut Bus<'_, W, P>,
        direction: Direction,
    ) -> Outcome {
        let transfer = Transfer { track: w.world.track(self.reg.tk), address: a.address.into(), direction };
        w.probe.transfers(&transfer);
        w.world.start_drum(w.now, transfer);
        Outcome::Done
    }

    /// Bits 0-9 of c := by, bits 10-19 := tk.  [F-STORE-6]
    #[inline(always)]
    pub(crate) fn gk<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let (by, tk) = (self.reg.by, self.reg.tk.number());
        w.store(a, |cell| cell.with_address(by).with_increment(tk))
    }

    /// Bits 0-9 of c := 960 + the selected group of tracks.  [F-TRACK-2]
    #[inline(always)]
    pub(crate) fn gg<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let group = w.world.drum_group();
        w.store_address(a, GROUP_ZERO + group)
    }
}
