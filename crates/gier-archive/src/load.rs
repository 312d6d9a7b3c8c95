//! Runs a tape on the system for which it was written, by performing the acts of a plan.

use crate::bases::Bases;
use crate::plan::{PRESS, Plan, STOP};
use gier_desk::acts::{Act, parse};
use gier_desk::monitor::Monitor;
use gier_desk::outcome::ends_with_call;
use gier_desk::session::{Host, Session};
use gier_machine::{Machine, StopCause, Timeline};
use gier_word::{Address, Uops};

/// Loads the base system with this key. `host` provides the contents of its tapes.
///
/// # Errors
/// Returns the first act that failed, with the reason.
pub fn base(bases: &Bases, key: &str, host: &mut dyn Host) -> Result<Machine, String> {
    let mut session = Session::new(Machine::new());
    for row in bases.chain(key) {
        session.perform(&row.acts, host).map_err(|bad| format!("{}: {bad}", row.name))?;
    }
    Ok(session.machine().clone())
}

/// The acts of a plan, performed on a machine that has the plan's base system.
#[derive(Debug)]
pub struct Performed {
    /// The monitor program to which the tape's program returns. `None` if a user sits at it, because the tape is one of
    /// the base system.
    pub monitor: Option<Monitor>,
    /// The message of the act that failed. `None` if all acts succeeded.
    pub fault: Option<String>,
    /// The cells at whose stops the button start was pressed.
    pub started: Vec<Address>,
    /// The count of orders and the time when the program began to work: before the first start if there is a limit for
    /// it, or else after the last.
    pub begun: (u64, Uops),
}

/// Performs the acts of a plan, until one fails. `limit` is how long the program may work up to its last stop behind them,
/// in seconds of GIER's time.
pub fn perform(session: &mut Session, plan: &Plan, limit: Option<f64>, host: &mut dyn Host) -> Performed {
    let acts = plan.acts.as_str();
    let mut monitor = match (&plan.base, acts.is_empty()) {
        (_, true) => None,
        (None, false) => Some(Monitor::default()),
        (Some(_), false) => Some(Monitor::of(session.machine())),
    };
    let (acts, starts) = acts.split_at(starts(acts));
    let mut fault = obey(session, acts, host);
    let mut started = Vec::new();
    let moment = |session: &Session| (session.machine().orders(), session.machine().now());
    let begun = moment(session);
    let left = |session: &Session| {
        limit.map(|limit| (limit - (session.machine().now() - begun.1).seconds()).max(0.001))
    };
    for start in starts.split_inclusive(PRESS) {
        let stop = left(session).map_or_else(|| STOP.to_string(), |left| format!("limit {left}\n{STOP}"));
        let press = start.trim_start_matches(STOP);
        if fault.is_some() {
            break;
        }
        if let Some(why) = obey(session, &stop, host) {
            // A program that does not stop again needs no further start. But a key that was to be set at the stop
            // may have to be set before.
            fault = Some(why).filter(|_| press != PRESS);
            break;
        }
        if let Some(StopCause::Zq { cell }) = session.machine().stopped() {
            started.push(cell);
        }
        obey(session, press, host);
    }
    // A tape that builds a system may wait for a key itself.
    if plan.loads_system() && fault.is_none() && ends_with_call(session.papers().sheet()) {
        monitor = Some(Monitor::of(session.machine()));
    }
    let begun = if limit.is_some() { begun } else { moment(session) };
    Performed { monitor, fault, started, begun }
}

/// Where the acts end with which the operator presses the button start at stops, and may set a key before.
fn starts(acts: &str) -> usize {
    let is_start = |line: &&str| [STOP, PRESS, "ka on\n", "kb on\n"].contains(line);
    let tail: usize = acts.split_inclusive('\n').rev().take_while(is_start).map(str::len).sum();
    let from = acts.len() - tail;
    acts[from..].find(STOP).map_or(acts.len(), |at| from + at)
}

/// Obeys these acts, until one fails. Returns its message.
fn obey(session: &mut Session, acts: &str, host: &mut dyn Host) -> Option<String> {
    let acts = match parse(acts) {
        Ok(acts) => acts,
        Err(faults) => return faults.first().map(|fault| fault.message.clone()),
    };
    for line in &acts {
        let mut done = session.act(&line.act, host);
        // GIER ALGOL III pauses at the end of each part of a tape. Any key lets it continue.
        while done.is_err() && session.paper().ends_with("pause") {
            if let Err(fault) = session.act(&Act::Type(" ".to_string()), host) {
                return Some(fault.to_string());
            }
            done = session.act(&line.act, host);
        }
        if let Err(fault) = done {
            return Some(fault.to_string());
        }
    }
    None
}

/// A recorded session on a base system, in which the acts of a plan were performed.
#[derive(Debug)]
pub struct Recording {
    /// The machine at the beginning of the session, with the base system and the plan's devices.
    pub start: Machine,
    /// The recorded session. It ends after the last act.
    pub timeline: Timeline,
    /// The reason why the program did not start, if an act failed.
    pub fault: Option<String>,
}

/// Performs the acts of a plan on a base system, and records the session.
pub fn record(mut start: Machine, plan: &Plan, host: &mut dyn Host) -> Recording {
    // The installation (the machine's devices) cannot change during a session, so it is set before the acts.
    let (installation, acts) = plan.split();
    if let Some(installation) = installation {
        start.set_installation(installation);
    }
    let plan = &Plan { acts: acts.to_string(), ..plan.clone() };
    let mut session = Session::new(start.clone());
    let Performed { fault, .. } = perform(&mut session, plan, None, host);
    Recording { start, timeline: session.engine().timeline().clone(), fault }
}
