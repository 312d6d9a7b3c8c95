//! A machine with its papers (printed and punched output) and its recorded past. You can save the session,
//! replay it, and go back in it.

use super::ears::{Ears, reborrow};
use super::until::Until;
use crate::papers::{Papers, Print};
use gier_machine::log::End;
use gier_machine::timeline::Position;
use gier_machine::{Log, Machine, NoProbe, Pause, Probe, Timeline};
use gier_word::Uops;

/// A recorded session and its papers (the printed and punched output).
#[derive(Clone, Debug)]
pub struct RecordedRoom {
    timeline: Timeline,
    /// The papers as they were before the recorded session began.
    first_papers: Papers,
    papers: Papers,
    printed: usize,
}

impl RecordedRoom {
    /// Creates a room: the recorded session with its papers. The papers show the output up to the session's
    /// present position.
    pub fn new(timeline: Timeline) -> RecordedRoom {
        RecordedRoom::with_papers(Papers::new(), timeline)
    }

    /// Creates a room for a recorded session. `papers` contains the output from before the session began.
    pub fn with_papers(papers: Papers, timeline: Timeline) -> RecordedRoom {
        let mut recorded = RecordedRoom { timeline, first_papers: papers, papers: Papers::new(), printed: 0 };
        recorded.reprint();
        recorded
    }

    /// The recorded session: the machine and its past.
    pub const fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The recorded session: the machine and its past. If you move the session to another position, call
    /// [`RecordedRoom::reprint`] to update the papers.
    pub const fn timeline_mut(&mut self) -> &mut Timeline {
        &mut self.timeline
    }

    /// The machine in its present state.
    pub const fn machine(&self) -> &Machine {
        self.timeline.machine()
    }

    /// Returns the recorded session and drops the papers.
    pub fn into_timeline(self) -> Timeline {
        self.timeline
    }

    /// Everything that the machine has printed and punched.
    pub const fn papers(&self) -> &Papers {
        &self.papers
    }

    /// Puts a fresh sheet into the typewriter.
    pub fn change_sheet(&mut self) {
        self.papers.change_sheet();
    }

    /// Drops the sheet's oldest lines to save memory, but keeps at least the newest `most` lines. See
    /// [`Papers::drop_old_lines`].
    pub fn drop_old_lines(&mut self, most: usize) {
        self.papers.drop_old_lines(most);
    }

    /// Prints the papers again from the session's output up to its present position.
    pub fn reprint(&mut self) {
        self.papers = self.first_papers.clone();
        self.timeline.outputs().iter().for_each(|&(_, output)| self.papers.take(output, &mut |_| {}));
        self.printed = self.timeline.outputs().len();
    }

    /// Runs the machine to a limit of `until`, or until it waits or stops. Only `probe` observes the orders.
    /// The papers do not show the new output until [`RecordedRoom::print`] is called.
    pub(crate) fn run(&mut self, until: Until, probe: &mut dyn Probe) -> Pause {
        self.timeline.run_orders_until(until.orders, until.at, probe)
    }

    /// Like [`RecordedRoom::run`], but `ears` observe the orders, or nobody does.
    pub(crate) fn run_heard(&mut self, until: Until, ears: Option<&mut dyn Ears>) -> Pause {
        match ears {
            Some(ears) => self.run(until, ears),
            None => self.run(until, &mut NoProbe),
        }
    }

    /// Adds the machine's new output to the papers. `ears` hears it. Calls `see` for each symbol that the
    /// typewriter prints.
    pub(crate) fn print(&mut self, ears: Option<&mut dyn Ears>, see: &mut dyn FnMut(Print)) {
        let new = &self.timeline.outputs()[self.printed..];
        if let Some(ears) = ears {
            ears.hear(self.timeline.machine().now(), new);
        }
        for &(_, output) in new {
            self.papers.take(output, &mut |print| see(print));
        }
        self.printed += new.len();
    }

    /// Call this method after a run. If an order waits for a busy device, completes this order. An order that
    /// waits for a key or for tape keeps waiting.
    pub fn halt(&mut self) {
        self.timeline.halt();
        self.print(None, &mut |_| {});
    }

    /// Call this method before you save the session or its log. If the next order must wait for a key or for
    /// tape, the machine then begins to wait. A replay of the log then ends in the same state.
    pub fn settle(&mut self) {
        self.timeline.run_until(self.timeline.position().at);
        self.print(None, &mut |_| {});
    }
}

/// The result of replaying a session.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The machine and its papers at the end of the replay.
    pub room: RecordedRoom,
    /// Whether the replay agreed with the log. If so, the machine received each input at the logged order
    /// count and time, and ended in the logged state.
    pub true_to_log: bool,
}

impl Replay {
    /// The position and the state hash at the end of the replay.
    pub fn end(&self) -> End {
        End::of(self.room.machine())
    }
}

/// Replays a session: feeds each input at the logged time, and then runs to the logged end. If gier was
/// killed, the log has no end, and the replay ends at the last input.
pub fn replay(session: &Log) -> Replay {
    let mut replaying = Replaying::new(session);
    replaying.play(session, Uops::NEVER, None, &mut |_| {});
    replaying.into_replay()
}

/// Replays a session like [`replay`], but in slices. `ears` hear the machine, and `see` is called for each symbol
/// that the typewriter prints. `next` receives the machine time reached so far, and returns the machine time at
/// which the next slice ends. If `next` returns `None`, the replay ends early, and [`Replay::true_to_log`] is
/// `false`.
pub fn replay_while(
    session: &Log,
    mut ears: Option<&mut dyn Ears>,
    see: &mut dyn FnMut(Print),
    next: &mut dyn FnMut(Uops) -> Option<Uops>,
) -> Replay {
    let mut replaying = Replaying::new(session);
    let mut until = session.start.now();
    while let Some(end) = next(until) {
        until = end;
        if replaying.play(session, until, reborrow(&mut ears), see) {
            return replaying.into_replay();
        }
    }
    Replay { true_to_log: false, ..replaying.into_replay() }
}

/// Returns the machine time at which a complete replay of this session ends. If the log has no end, this is
/// the time of the last input.
pub fn replay_end(session: &Log) -> Uops {
    let last = session.inputs.last().map_or(session.start.now(), |input| input.position.at);
    session.end.map_or(last, |end| end.position.at)
}

/// A replay that runs in slices, so that the caller can do other work between them.
#[derive(Clone, Debug)]
pub struct Replaying {
    replay: Replay,
    /// The number of logged inputs that the machine has received.
    fed: usize,
}

impl Replaying {
    /// Creates a replay that has not yet begun.
    pub fn new(session: &Log) -> Replaying {
        let room = RecordedRoom::new(Timeline::new(session.start.clone()));
        Replaying { replay: Replay { room, true_to_log: true }, fed: 0 }
    }

    /// The machine time that the replay has reached.
    pub fn now(&self) -> Uops {
        self.replay.room.machine().now()
    }

    /// Returns the result of the replay up to now.
    pub fn into_replay(self) -> Replay {
        self.replay
    }

    /// Replays up to the machine time `until`. `ears` hears the machine, and `see` gets each symbol that the
    /// typewriter prints. Returns `true` when the replay is complete.
    pub fn play(
        &mut self,
        session: &Log,
        until: Uops,
        mut ears: Option<&mut dyn Ears>,
        see: &mut dyn FnMut(Print),
    ) -> bool {
        let Replay { room, true_to_log } = &mut self.replay;
        for logged in &session.inputs[self.fed..] {
            run_to(room, logged.position, until, reborrow(&mut ears), see);
            if logged.position.at > until {
                return false;
            }
            room.timeline.feed(logged.input.clone());
            room.print(reborrow(&mut ears), see);
            self.fed += 1;
            let fed = room.timeline.inputs().last().map(|fed| fed.position);
            *true_to_log &= fed == Some(logged.position);
        }
        match session.end {
            Some(end) => {
                run_to(room, end.position, until, reborrow(&mut ears), see);
                if end.position.at > until {
                    return false;
                }
                let differs = |timeline: &Timeline| {
                    let machine = timeline.machine();
                    machine.now() == end.position.at && machine.state_hash() != end.hash
                };
                // The logged session may have settled or halted the machine after its last input.
                if differs(&room.timeline) {
                    let mut settled = room.timeline.clone();
                    settled.run_until(end.position.at);
                    if differs(&settled) { room.halt() } else { room.settle() }
                }
            }
            // The log has no end because gier was killed.
            None => room.settle(),
        }
        *true_to_log &= session.end.is_none_or(|logged| logged == End::of(room.machine()));
        true
    }
}

/// Runs the machine to the logged time in `moment`, or to the time `until` if that is earlier. The logged
/// time can be wrong, because a log can be edited. So at most one order more than the logged order count is
/// executed.
fn run_to(
    room: &mut RecordedRoom,
    moment: Position,
    until: Uops,
    mut ears: Option<&mut dyn Ears>,
    see: &mut dyn FnMut(Print),
) {
    let at = moment.at.min(until);
    if room.timeline.position().at < at {
        let until = Until { at, orders: moment.orders.saturating_add(1) };
        room.run_heard(until, reborrow(&mut ears));
        room.print(ears, see);
    }
}
