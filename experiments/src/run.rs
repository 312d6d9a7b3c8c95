//! Runs an experiment on the emulated machine. Usually its text is assembled into the store and started
//! without HELP 3. An experiment can also be typed into HELP 3.

use crate::table::Experiment;
use crate::text;
use gier_desk::attended::{Attended, Ears, Room, Text, Until, attend};
use gier_desk::typewriter::keyboard::{NoSuchKey, Typist};
use gier_machine::{Input, Machine, NoProbe, Pause, StopCause};
use gier_slip::{Source, assemble, parse};
use gier_word::{Address, Assumptions, Cell, Diagnostic, Half, Uops};

/// The cell to which an experiment jumps at its end. The order in this cell returns to HELP 3 (the monitor
/// program).
const RETURN: Address = Address::new(2);
/// A SLIP text that puts the stop order `zq` into cell 2. It replaces the return to HELP 3.
const END: &str = "_b i=2\nzq\n_e\n";
/// The longest machine time that an experiment may take, in seconds.
const LIMIT: f64 = 3600.0;
/// The maximum number of restarts after a stop.
const STOPS_MAX: usize = 100;

/// The result of an experiment on the emulated machine.
#[derive(Clone, Debug)]
pub struct Run {
    /// The printed text, with a newline for each carriage return.
    pub paper: String,
    /// The time that the experiment took, in seconds of machine time.
    pub seconds: f64,
    /// The number of trials that stopped the machine. After each stop, the next trial was started.
    pub stops: usize,
    /// The reason for the last stop, if the run was given up after too many stops. Otherwise `None`.
    pub stopped: Option<StopCause>,
}

/// Why an experiment could not be run.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Trouble {
    /// The text of the experiment has errors. The field is the first error.
    #[error("the text of the experiment has a fault: {}", .0.message)]
    Text(Diagnostic),
    /// The experiment is an ALGOL text, which cannot be assembled. The field is the experiment's name.
    #[error("{0} is an ALGOL text, which GIER ALGOL III of the museum's archive translates: add --typed")]
    Algol(&'static str),
}

/// Assembles an experiment for a machine without HELP 3. Returns the address and contents of each cell.
///
/// # Errors
/// Returns an error if the text has errors or is in ALGOL.
pub fn cells(experiment: &Experiment) -> Result<Vec<(Address, Cell)>, Trouble> {
    let slip = text::slip(experiment).ok_or(Trouble::Algol(experiment.name))? + END;
    let (items, faults) = parse(&[Source::new(experiment.name, &slip)]);
    if let Some(fault) = faults.into_iter().next() {
        return Err(Trouble::Text(fault));
    }
    let assembly = assemble(&items)
        .map_err(|faults| Trouble::Text(faults.into_iter().next().expect("a refusal has a fault")))?;
    Ok(assembly.core().into_iter().collect())
}

/// Runs an experiment on a machine with these assumptions.
///
/// # Errors
/// Returns an error if the text has errors or is in ALGOL.
pub fn run(experiment: &Experiment, assumptions: Assumptions) -> Result<Run, Trouble> {
    run_heard(experiment, assumptions, |_| NoProbe).map(|(run, _)| run)
}

/// Runs an experiment like [`run`]. `ears` creates a listener, which receives the sound of the machine.
///
/// # Errors
/// Returns an error if the text has errors or is in ALGOL.
pub fn run_heard<E: Ears>(
    experiment: &Experiment,
    assumptions: Assumptions,
    ears: impl FnOnce(&Machine) -> E,
) -> Result<(Run, E), Trouble> {
    let mut machine = Machine::new();
    machine.assume(assumptions);
    for (address, cell) in cells(experiment)? {
        machine.feed(Input::SetCell(address, cell));
    }
    machine.feed(Input::SetNext(Address::new(text::START), Half::Left));
    machine.feed(Input::Start);
    let ears = ears(&machine);
    let mut room = Room::heard_by(machine, ears);
    let mut stops = 0;
    let stopped = loop {
        let _ = attend(&mut room, &mut Text::none(), Until::at(Uops::from_seconds(LIMIT)));
        let stopped = room.machine().stopped().filter(|cause| *cause != StopCause::Zq { cell: RETURN });
        if stopped.is_none() || stops == STOPS_MAX {
            break stopped;
        }
        stops += 1;
        room.feed(Input::SetNext(Address::new(text::CONTINUE), Half::Left), &mut |_| {});
        room.feed(Input::Start, &mut |_| {});
    };
    let machine = room.machine();
    let paper = room.papers().sheet().to_text().trim_end().to_string() + "\n";
    let run = Run { paper, seconds: machine.now().seconds(), stops, stopped };
    Ok((run, room.into_ears()))
}

/// The result of an experiment that was typed into HELP 3.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The printed text, including the characters that were typed.
    pub paper: String,
    /// The time that the typing took, in seconds of machine time.
    pub typing: f64,
    /// The time of the typing and the experiment together, in seconds of machine time.
    pub seconds: f64,
    /// How many keys came before the machine waited for a key.
    pub waited: usize,
    /// The number of trials that stopped the machine. After each stop, the text for continuing was typed.
    pub stops: usize,
    /// The reason for the last stop, if the run was given up after too many stops. Otherwise `None`.
    pub stopped: Option<StopCause>,
}

/// Types a text as fast as the museum's Raspberry Pi: 25 keys a second. Each key waits until the machine can
/// read it. The emulated typewriter needs a tenth of a second for each key. So the typing takes longer in
/// machine time.
///
/// At the start, the machine must wait for a command to HELP 3. If a trial stops the machine, this function
/// presses the HELP button and types the text for continuing. The run ends when HELP 3 waits again.
///
/// # Errors
/// Returns an error if no key prints one of the text's characters.
pub fn typed(machine: Machine, text: &str) -> Result<Typed, NoSuchKey> {
    let mut room = Room::new(machine);
    let begin = room.machine().now();
    let waited = strike(&mut room, text)?;
    let typing = (room.machine().now() - begin).seconds();
    let mut stops = 0;
    let stopped = loop {
        let Pause::Stopped(cause) = go_on(&mut room) else { break None };
        if stops == STOPS_MAX {
            break Some(cause);
        }
        stops += 1;
        room.feed(Input::Help, &mut |_| {});
        go_on(&mut room);
        strike(&mut room, &text::continue_asc())?;
    };
    let seconds = (room.machine().now() - begin).seconds();
    Ok(Typed { paper: room.papers().sheet().to_text(), typing, seconds, waited, stops, stopped })
}

fn go_on(room: &mut Room) -> Pause {
    room.advance(Until::at(room.machine().now() + Uops::from_seconds(LIMIT)), &mut |_| {})
}

/// Types a text. Returns how many keys came before the machine waited for a key.
fn strike(room: &mut Room, text: &str) -> Result<usize, NoSuchKey> {
    let mut typist = Typist::new(text)?;
    let key_time = Uops::from_seconds(1.0 / text::TYPED_A_SECOND as f64);
    let (mut due, mut waited) = (room.machine().now() + key_time, 0);
    while let Some(symbol) = typist.next_symbol(room.papers().sheet().case()) {
        room.advance(Until::at(due), &mut |_| {});
        if !room.feed(Input::Key(symbol), &mut |_| {}) {
            waited += 1;
            if go_on(room) != Pause::AwaitingKey {
                break;
            }
            room.feed(Input::Key(symbol), &mut |_| {});
        }
        // While the machine waits for a key, its clock stops, but the typist's clock does not.
        due = room.machine().now() + key_time;
    }
    Ok(waited)
}
