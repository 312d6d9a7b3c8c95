//! Orders for the drum.

use crate::periphery::{Direction, Periphery, Transfer};
use crate::probe::Probe;
use crate::registers::Core;
use crate::step::{Active, Bus, Outcome};

/// The order `gg` stores this number plus the number of the selected group of tracks.
const GROUP_ZERO: u16 = 960;

impl Core<'_> {
    /// `vk`: waits for the drum, then sets the track register: tk := address.  [F-TRACK-1]
    #[inline(always)]
    pub(crate) fn vk<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.reg.tk = a.address.into();
        w.world.select_track(w.now, self.reg.tk);
        Outcome::Done
    }

    /// `lk`: waits for the drum, then begins to read a track into 40 cells. The register tk holds the number
    /// of the track. The address is that of the first cell.  [F-TRACK-1]
    #[inline(always)]
    pub(crate) fn lk<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        self.transfer(a, w, Direction::Read)
    }

    /// `sk`: waits for the drum, then begins to write 40 cells to a track. The register tk holds the number
    /// of the track. The address is that of the first cell.  [F-TRACK-1]
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

    /// `gk`: stores two registers in the target cell. Bits 0-9 of the cell := register `by`, bits 10-19 :=
    /// register tk.  [F-STORE-6]
    #[inline(always)]
    pub(crate) fn gk<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let (by, tk) = (self.reg.by, self.reg.tk.number());
        w.store(a, |cell| cell.with_address(by).with_increment(tk))
    }

    /// `gg`: stores the number of the selected group of tracks (a large drum has groups of 960). Bits 0-9 of
    /// the target cell := 960 + this number.  [F-TRACK-2]
    #[inline(always)]
    pub(crate) fn gg<W: Periphery, P: Probe>(&mut self, a: &mut Active, w: &mut Bus<'_, W, P>) -> Outcome {
        let group = w.world.drum_group();
        w.store_address(a, GROUP_ZERO + group)
    }
}
