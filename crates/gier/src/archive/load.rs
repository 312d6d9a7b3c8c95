//! Loads a tape into the monitor or compiler that the tape was written for. The steps are those of an
//! operator in the 1960s.

use crate::museum::{Museum, Tapes};
use anyhow::Result;
use gier_archive::load::{Performed, perform};
use gier_archive::plan::Plan;
use gier_desk::attended::Print;
use gier_desk::host::{Files, Trouble};
use gier_desk::monitor::Monitor;
use gier_desk::session::{Host, Session};
use gier_word::{Address, Uops};

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
    /// The cells at whose stops the button start was pressed.
    pub started: Vec<Address>,
    /// The count of orders and the time when the program began to work.
    pub begun: (u64, Uops),
}

/// Loads a tape as `plan` says: first the plan's base system, such as a compiler, and then the tape, by the plan's
/// acts. If an act fails, [`Loaded::fault`] has the reason. `limit` is that of [`perform`].
pub fn load(museum: &Museum, plan: &Plan, limit: Option<f64>) -> Result<Loaded> {
    let mut session = museum.machine(plan.base.as_deref())?;
    session.forget_paper();
    let mut host = TapesHost { tapes: museum.tapes(), seen: Vec::new() };
    let Performed { monitor, fault, started, begun } = perform(&mut session, plan, limit, &mut host);
    Ok(Loaded { session, seen: host.seen, monitor, fault, started, begun })
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
