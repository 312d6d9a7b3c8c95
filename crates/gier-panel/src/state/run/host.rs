//! The panel as the host of its session: it samples the lamps while the machine runs, opens the files that an
//! act names, and takes the lines that an act prints.

use super::lamps::Lamps;
use crate::state::commands::Progress;
use crate::state::files::store::Store;
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
    store: &'a mut Store,
    progress: Progress<'a>,
    /// The lines that an act has printed.
    pub printed: Vec<String>,
    begin: Uops,
    end: Uops,
    looked: Uops,
}

impl<'a> PanelHost<'a> {
    /// Prepares a run from `begin` to `end` in machine time.
    pub(crate) const fn new(
        lamps: &'a mut Lamps,
        store: &'a mut Store,
        progress: Progress<'a>,
        (begin, end): (Uops, Uops),
    ) -> PanelHost<'a> {
        PanelHost { lamps, store, progress, printed: Vec::new(), begin, end, looked: begin }
    }

    /// Records which lamps are lit now.
    pub(crate) fn look(&mut self, machine: &Machine) {
        self.lamps.add(machine, machine.now() - self.looked);
        self.looked = machine.now();
    }
}

impl Files for PanelHost<'_> {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        self.store.read(name)
    }

    /// Writes a file that an act names. Nobody can be asked in the middle of an act, so a file that exists is
    /// not replaced.
    fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.store.write_new(name, contents)
    }
}

impl Host for PanelHost<'_> {
    fn print(&mut self, line: &str) {
        self.printed.push(line.to_string());
    }

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

    fn goes_on(&mut self, done: u64, all: u64) -> bool {
        (self.progress)(done, all)
    }

    fn forgets_future(&self) -> bool {
        false
    }
}
