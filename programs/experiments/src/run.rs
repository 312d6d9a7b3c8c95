//! Runs an experiment on the emulated machine. Its text is assembled into the store and started without HELP 3.

use crate::{Entry, START};
use gier_desk::attended::Until;
use gier_desk::host::NoFiles;
use gier_desk::session::Session;
use gier_machine::{Input, Machine, StopCause};
use gier_slip::{Source, assemble, parse};
use gier_word::{Address, Diagnostic, Half, Uops};

/// A SLIP text that puts the stop order `zq` into cell 2, to which an experiment jumps at its end. It
/// replaces the order that returns to HELP 3.
const END: &str = "_b i=2\nzq\n_e\n";
const RETURN: Address = Address::new(2);
/// The longest machine time that an experiment may take, in seconds.
const LIMIT: f64 = 3600.0;
/// The maximum number of restarts after a stop.
const STOPS_MAX: usize = 100;

/// The result of an experiment on the emulated machine.
#[derive(Clone, Debug)]
pub struct Run {
    /// The printed text, with a newline for each carriage return.
    pub paper: String,
    /// The number of trials that stopped the machine. After each stop, the next trial was started.
    pub stops: usize,
    /// The reason for the last stop, if the run was given up after too many stops. Otherwise `None`.
    pub stopped: Option<StopCause>,
}

/// Runs an experiment. Returns `None` if it is an ALGOL text, which only GIER ALGOL III translates.
///
/// # Errors
/// Returns the mistakes in the text of the experiment.
pub fn run(experiment: &Entry) -> Result<Option<Run>, Vec<Diagnostic>> {
    let Some(slip) = experiment.slip() else { return Ok(None) };
    let (items, faults) = parse(&[Source::new(experiment.name, &(slip + END))]);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut machine = Machine::new();
    for (address, cell) in assemble(&items)?.core() {
        machine.feed(Input::SetCell(address, cell));
    }
    machine.feed(Input::SetNext(Address::new(START), Half::Left));
    machine.feed(Input::Start);
    let mut session = Session::new(machine);
    let mut stops = 0;
    let stopped = loop {
        // This host does nothing, and so does not fail.
        let _ = session.work(Until::at(Uops::from_seconds(LIMIT)), &mut NoFiles);
        let stopped = session.machine().stopped().filter(|cause| *cause != StopCause::Zq { cell: RETURN });
        if stopped.is_none() || stops == STOPS_MAX {
            break stopped;
        }
        stops += 1;
        session.feed([Input::SetNext(Address::new(START + 1), Half::Left), Input::Start]);
    };
    let paper = session.papers().sheet().to_text().trim_end().to_string() + "\n";
    Ok(Some(Run { paper, stops, stopped }))
}
