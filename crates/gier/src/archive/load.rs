//! Loads a tape into the monitor or compiler that the tape was written for. The steps are those of an
//! operator in the 1960s.

use crate::museum::{Museum, Tapes};
use anyhow::Result;
use gier_archive::load::perform;
use gier_archive::plan::{Plan, START};
use gier_desk::attended::Print;
use gier_desk::host::{Files, Trouble};
use gier_desk::monitor::Monitor;
use gier_desk::session::{Host, Session};

/// A machine on which a tape of the archive was loaded.
pub struct Loaded {
    /// The session, with its tapes and its printed paper. The paper does not contain what was printed while
    /// the compiler or monitor was loaded.
    pub session: Session,
    /// What the program printed so far.
    pub seen: Vec<Print>,
    /// The monitor. When it waits for a command again, the session ends.
    pub monitor: Option<Monitor>,
    /// The reason why the program did not start. `None` if the tape was loaded without an error.
    pub fault: Option<String>,
}

/// Loads a tape as `plan` says: first the plan's base system, such as a compiler, and then the tape, by the plan's
/// acts. If an act fails, [`Loaded::fault`] has the reason.
pub fn load(museum: &Museum, plan: &Plan) -> Result<Loaded> {
    let mut session = museum.machine(plan.base.as_deref())?;
    // Without acts, no program runs, so the session does not end when the monitor waits for a command.
    let monitor = match (&plan.base, plan.acts.is_empty()) {
        (_, true) => None,
        (None, false) => Some(Monitor::default()),
        (Some(_), false) => Some(Monitor::of(session.machine())),
    };
    session.forget_paper();
    let mut host = TapesHost { tapes: museum.tapes(), seen: Vec::new() };
    let (acts, start) = match plan.acts.strip_suffix(START) {
        Some(acts) => (acts, START),
        None => (plan.acts.as_str(), ""),
    };
    let fault = perform(&mut session, acts, &mut host).or_else(|| {
        let fault = perform(&mut session, start, &mut host);
        // A program that has come to its end without a stop needs no start.
        fault.filter(|_| monitor.is_none_or(|it| !it.waits(session.machine())))
    });
    let has_loaded = plan.loads_system() && fault.is_none();
    let monitor = if has_loaded { Some(Monitor::of(session.machine())) } else { monitor };
    Ok(Loaded { session, seen: host.seen, monitor, fault })
}

/// Gives the archive's tapes to the acts that read files, and collects what the machine prints.
struct TapesHost<'a> {
    tapes: Tapes<'a>,
    seen: Vec<Print>,
}

impl Files for TapesHost<'_> {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        self.tapes.read(name)
    }

    fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.tapes.write(name, contents)
    }
}

impl Host for TapesHost<'_> {
    fn see(&mut self, prints: &[Print]) -> Result<(), Trouble> {
        self.seen.extend_from_slice(prints);
        Ok(())
    }
}
