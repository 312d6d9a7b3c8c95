//! The panel as the host of its session: it samples the lamps while the machine runs.

use super::lamps::Lamps;
use gier_desk::attended::Ending;
use gier_desk::host::{Files, Trouble};
use gier_desk::session::Host;
use gier_machine::Machine;
use gier_word::Uops;

/// How many times the panel samples the lamps in one run. A run is a short slice of machine time; there are
/// about four for each picture.
const LOOKS: u128 = 8;

/// The host of a session for one run, or for one act.
pub(crate) struct PanelHost<'a> {
    lamps: &'a mut Lamps,
    begin: Uops,
    end: Uops,
    looked: Uops,
}

impl<'a> PanelHost<'a> {
    /// Prepares a run from `begin` to `end` in machine time.
    pub(crate) const fn new(lamps: &'a mut Lamps, begin: Uops, end: Uops) -> PanelHost<'a> {
        PanelHost { lamps, begin, end, looked: begin }
    }

    /// Records which lamps are lit now.
    pub(crate) fn look(&mut self, machine: &Machine) {
        let view = machine.view();
        self.lamps.add(&view, view.now - self.looked);
        self.looked = view.now;
    }
}

impl Files for PanelHost<'_> {}

impl Host for PanelHost<'_> {
    fn print(&mut self, _: &str) {}

    /// Returns the end of the present part of the run. A run has `LOOKS` equal parts, and the panel
    /// samples the lamps after each part.
    fn slice_end(&self, now: Uops) -> Uops {
        let length = u128::from(self.end.0.saturating_sub(self.begin.0));
        let done = u128::from(now.0.saturating_sub(self.begin.0));
        let part = (done * LOOKS).checked_div(length).map_or(LOOKS, |part| part + 1);
        // The end of a part is rounded up, so that it is later than the end of the previous part.
        let done = (length * part.min(LOOKS)).div_ceil(LOOKS);
        self.begin + Uops(u64::try_from(done).expect("a part of the run"))
    }

    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Trouble> {
        self.look(machine);
        Ok(None)
    }
}
