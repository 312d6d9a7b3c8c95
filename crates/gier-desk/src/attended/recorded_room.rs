//! A machine with its past, so that the session can be kept, gone back in and played again, and
//! with its papers.

use super::attend::{Attended, Until, attend};
use super::ears::Ears;
use super::ending::Ending;
use super::hands::{Hands, Key, Text};
use crate::papers::{Papers, Print};
use gier_machine::session::End;
use gier_machine::timeline::Position;
use gier_machine::{Input, Machine, NoProbe, Pause, Probe, Session, Timeline};
use gier_word::Uops;
use gier_word::uops::UOPS_PER_SECOND;
use std::convert::Infallible;

/// A session, what has come out of it, and who listens to it: by default nobody.
#[derive(Clone, Debug)]
pub struct RecordedRoom<E: Ears = NoProbe> {
    timeline: Timeline,
    papers: Papers,
    printed: usize,
    ears: E,
}

impl RecordedRoom {
    /// The session that stands where this one does.
    pub fn new(timeline: Timeline) -> RecordedRoom {
        RecordedRoom::heard_by(timeline, NoProbe)
    }
}

impl<E: Ears> RecordedRoom<E> {
    /// The same, and somebody who listens from now on.
    pub fn heard_by(timeline: Timeline, ears: E) -> RecordedRoom<E> {
        let mut recorded = RecordedRoom { timeline, papers: Papers::new(), printed: 0, ears };
        recorded.reprint();
        recorded
    }

    /// The session.
    pub const fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The session, to go to another moment of it; see [`RecordedRoom::reprint`].
    pub const fn timeline_mut(&mut self) -> &mut Timeline {
        &mut self.timeline
    }

    /// The session without its papers.
    pub fn into_timeline(self) -> Timeline {
        self.timeline
    }

    /// What has come out of it.
    pub const fn papers(&self) -> &Papers {
        &self.papers
    }

    /// Who listens.
    pub const fn ears(&mut self) -> &mut E {
        &mut self.ears
    }

    /// Puts a fresh sheet into the typewriter.
    pub fn change_sheet(&mut self) {
        self.papers.change_sheet();
    }

    /// After a jump in time: the papers of that moment. Nobody hears them made.
    pub fn reprint(&mut self) {
        self.papers = Papers::new();
        self.timeline.outputs().iter().for_each(|&(_, output)| self.papers.take(output, &mut |_| {}));
        self.printed = self.timeline.outputs().len();
    }

    /// Works until then, looked at by a probe.
    pub fn run_probed<P: Probe>(&mut self, until: Uops, probe: &mut P, see: &mut impl FnMut(Print)) -> Pause {
        let pause = self.timeline.run_probed(until, probe);
        self.print(see);
        pause
    }

    /// Does one order, with what it waits for.
    pub fn single(&mut self) -> Ending {
        if self.timeline.machine().stopped().is_some() {
            self.timeline.feed(Input::Start);
        }
        let next = Until::orders(self.timeline.machine().orders() + 1);
        let Ok(ending) = attend(self, &mut Text::none(), next);
        self.halt();
        ending
    }

    /// The machine stands still from here: between two orders, or waiting for the world.
    pub fn halt(&mut self) {
        self.timeline.halt();
        self.print(&mut |_| {});
    }

    /// A machine that an input has just reached looks whether it waits, as it does when a log of
    /// the session is played again to this position.
    pub fn settle(&mut self) {
        self.timeline.run_until(self.timeline.position().at);
        self.print(&mut |_| {});
    }

    /// Puts on the papers what has left for them since the last time.
    fn print(&mut self, see: &mut impl FnMut(Print)) {
        let new = &self.timeline.outputs()[self.printed..];
        self.ears.hear(self.timeline.machine().now(), new);
        for &(_, output) in new {
            self.papers.take(output, see);
        }
        self.printed += new.len();
    }
}

impl<E: Ears> Attended for RecordedRoom<E> {
    fn machine(&self) -> &Machine {
        self.timeline.machine()
    }

    fn papers(&self) -> &Papers {
        &self.papers
    }

    fn advance(&mut self, until: Until, see: &mut impl FnMut(Print)) -> Pause {
        let pause = self.timeline.run_orders_until(until.orders, until.at, &mut self.ears);
        self.print(see);
        pause
    }

    fn feed(&mut self, input: Input, see: &mut impl FnMut(Print)) -> bool {
        let effect = self.timeline.feed(input);
        self.print(see);
        effect
    }
}

/// A session that was played again.
#[derive(Clone, Debug)]
pub struct Replay<E: Ears = NoProbe> {
    /// The session at its end.
    pub room: RecordedRoom<E>,
    /// Whether every input came at its moment and the end is the logged one.
    pub true_to_log: bool,
}

impl<E: Ears> Replay<E> {
    /// Where it ended.
    pub fn end(&self) -> End {
        End::of(self.room.timeline())
    }
}

/// Plays a session again: all inputs at their moments, then on to the logged end, or until the
/// machine waits or stops, an hour of its time at most.
pub fn replay(session: &Session) -> Replay {
    replay_heard(session, NoProbe, &mut |_| {})
}

/// As [`replay`]; somebody listens, and `see` is shown what comes to the sheet.
pub fn replay_heard<E: Ears>(session: &Session, ears: E, see: &mut impl FnMut(Print)) -> Replay<E> {
    let mut room = RecordedRoom::heard_by(Timeline::new(session.start.clone()), ears);
    let mut onlooker = Onlooker(see);
    let mut true_to_log = true;
    for logged in &session.inputs {
        run_to(&mut room, logged.position, &mut onlooker);
        room.feed(logged.input.clone(), &mut |print| (onlooker.0)(print));
        let fed = room.timeline.inputs().last().map(|fed| fed.position);
        true_to_log &= fed == Some(logged.position);
    }
    match session.end {
        Some(end) => {
            run_to(&mut room, end.position, &mut onlooker);
            let differs = |timeline: &Timeline| {
                let machine = timeline.machine();
                machine.now() == end.position.at && machine.state_hash() != end.hash
            };
            // An input that came last may have been looked at there, or the machine halted.
            let mut settled = room.timeline.clone();
            settled.run_until(end.position.at);
            match differs(&room.timeline) {
                true if differs(&settled) => room.halt(),
                true => room.settle(),
                false => {}
            }
        }
        None => {
            let Ok(_) = attend(&mut room, &mut onlooker, Until::at(LONGEST));
        }
    }
    true_to_log &= session.end.is_none_or(|logged| logged == End::of(&room.timeline));
    Replay { room, true_to_log }
}

/// A log without an end is run on for an hour of machine time at most.
const LONGEST: Uops = Uops(3600 * UOPS_PER_SECOND);

/// Runs to a logged moment, and an order beyond it at most: a log that was changed may name a
/// moment that is far away.
fn run_to<E: Ears>(
    room: &mut RecordedRoom<E>,
    moment: Position,
    onlooker: &mut impl Hands<Error = Infallible>,
) {
    if room.timeline.position().at < moment.at {
        let until = Until { at: moment.at, orders: moment.orders.saturating_add(1) };
        let Ok(_) = attend(room, onlooker, until);
    }
}

/// Hands that strike no key and see the paper.
struct Onlooker<'a, F>(&'a mut F);

impl<F: FnMut(Print)> Hands for Onlooker<'_, F> {
    type Error = Infallible;

    fn key(&mut self, _: &Papers) -> Result<Key, Infallible> {
        Ok(Key::None)
    }

    fn see(&mut self, prints: &[Print]) -> Result<(), Infallible> {
        prints.iter().for_each(|&print| (self.0)(print));
        Ok(())
    }
}
