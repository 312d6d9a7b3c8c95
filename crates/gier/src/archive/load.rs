//! Loads a tape on the system that it was written for, as far as its operator did.

use crate::commands::session::{Monitor, Opening};
use crate::museum::{Museum, Tapes};
use anyhow::Result;
use gier_archive::load::perform;
use gier_archive::plan::Plan;
use gier_desk::Room;
use gier_desk::acts::Host;
use gier_desk::attended::Print;
use gier_desk::host::{Files, Trouble};

/// A machine on which a tape was loaded.
pub struct Loaded {
    /// The machine with its papers, which begin after the base.
    pub room: Room,
    /// What was printed since, and where the monitor waits.
    pub opening: Opening<'static>,
    /// Why the program did not start, if an act failed.
    pub fault: Option<String>,
}

/// Performs the acts of a plan.
///
/// # Errors
/// The base does not load, or a file is missing.
pub fn load(museum: &Museum, plan: &Plan) -> Result<Loaded> {
    let mut operator = museum.machine(plan.base.as_deref())?;
    // On a base without a program the keyboard is the guest's at once.
    let monitor = match (&plan.base, plan.acts.is_empty()) {
        (_, true) => None,
        (None, false) => Some(Monitor::default()),
        (Some(_), false) => Some(Monitor::of(operator.machine())),
    };
    operator.forget_paper();
    let mut host = Watch { tapes: museum.tapes(), seen: Vec::new() };
    let fault = perform(&mut operator, &plan.acts, &mut host);
    let opening = Opening { seen: host.seen, monitor, ..Opening::default() };
    Ok(Loaded { room: operator.into_room(), opening, fault })
}

/// The archive's tapes; remembers what is printed.
struct Watch<'a> {
    tapes: Tapes<'a>,
    seen: Vec<Print>,
}

impl Files for Watch<'_> {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        self.tapes.read(name)
    }

    fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.tapes.write(name, contents)
    }
}

impl Host for Watch<'_> {
    fn tell(&mut self, _: &str) {}

    fn see(&mut self, prints: &[Print]) -> Result<(), Trouble> {
        self.seen.extend_from_slice(prints);
        Ok(())
    }
}
