//! A session under a debugger: runs towards goals, single orders, the past, and inputs.

use super::breaks::Breaks;
use super::goal::{Goal, Reached, Watch};
use super::place;
use super::traces::Traces;
use crate::attended::{Attended, Ending, Papers, Print, Text, Until, attend};
use crate::typewriter::paper::Sheet;
use gier_machine::timeline::{HISTORY_ORDERS, Past, Position, Reversed};
use gier_machine::{Input, Machine, PanelView, Pause, Place, Timeline};
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{Opcode, Uops};
use std::ops::Range;

/// A run is long from this on: the panel's at twenty times the real speed.
const LONG_RUN: Uops = Uops(UOPS_PER_SECOND / 50);

/// A session with its debugger.
#[derive(Clone, Debug)]
pub struct Engine {
    timeline: Timeline,
    breaks: Breaks,
    traces: Traces,
    traces_are_old: bool,
    goal: Goal,
    depth: (u32, bool),
    reached: Option<Reached>,
    papers: Papers,
    printed: usize,
    before: Option<PanelView>,
    at_stop: Option<PanelView>,
}

impl Engine {
    /// A session that begins with this machine.
    pub fn new(machine: Machine, breaks: Breaks) -> Engine {
        Engine::resumed(Timeline::new(machine), breaks)
    }

    /// A session that stands where this one does.
    pub fn resumed(timeline: Timeline, breaks: Breaks) -> Engine {
        let mut engine = Engine {
            timeline,
            breaks,
            traces: Traces::new(),
            traces_are_old: false,
            goal: Goal::Free,
            depth: (0, false),
            reached: None,
            papers: Papers::new(),
            printed: 0,
            before: None,
            at_stop: None,
        };
        engine.print(&mut |_| {});
        engine.stand();
        engine
    }

    /// The session.
    pub const fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The machine at the present moment.
    pub const fn machine(&self) -> &Machine {
        self.timeline.machine()
    }

    /// The paper at the present moment.
    pub const fn sheet(&self) -> &Sheet {
        self.papers.sheet()
    }

    /// Where the program was and what it wrote; see [`Engine::refresh_traces`].
    pub const fn traces(&self) -> &Traces {
        &self.traces
    }

    /// The registers at the stop before the present one.
    pub const fn before(&self) -> Option<&PanelView> {
        self.before.as_ref()
    }

    /// The breakpoints.
    pub const fn breaks(&self) -> &Breaks {
        &self.breaks
    }

    /// Sets or removes a breakpoint; whether it is there now.
    pub fn toggle_break(&mut self, place: Place) -> bool {
        let is_pair = self.machine().ferrite().read(place.cell).marks().a();
        self.breaks.toggle(place::normal(place.cell, place.half, is_pair))
    }

    /// The place of the next order.
    pub fn next(&self) -> Place {
        place::next(self.machine())
    }

    /// What the coming slices run towards. A machine that had stopped by itself is started,
    /// which is an input.
    pub fn set_goal(&mut self, goal: Goal) {
        self.leave();
        self.goal = goal;
        self.depth = (0, false);
        if self.machine().stopped().is_some() && !self.timeline.in_past() {
            self.timeline.feed(Input::Start);
        }
    }

    /// The goal for stepping over what stands next: a call is one step, anything else too.
    pub fn over(&self) -> Goal {
        let call = self.next();
        let is_call = opcode(self.machine(), call) == Opcode::Hs;
        if is_call { Goal::Over { call } } else { Goal::Single }
    }

    /// Where the last run stopped, if it came to its goal or to a breakpoint.
    pub const fn reached(&self) -> Option<Reached> {
        self.reached
    }

    /// Does one order, with what it waits for.
    pub fn single(&mut self) -> Ending {
        self.set_goal(Goal::Single);
        let Ok(ending) = attend(self, &mut Text::none(), Until::FOREVER);
        self.goal = Goal::Free;
        self.halt();
        ending
    }

    /// The machine stands still from here: between two orders, or waiting for the world.
    pub fn halt(&mut self) {
        self.timeline.halt();
        self.print(&mut |_| {});
        self.stand();
    }

    /// Ends a session: a machine that an input has just reached looks whether it waits, as it
    /// does when a log of the session is replayed to this position.
    pub fn settle(&mut self) {
        self.timeline.run_until(self.timeline.position().at);
        self.print(&mut |_| {});
    }

    /// Notes the registers and the store, to show at the next stop what changed.
    fn stand(&mut self) {
        self.at_stop = Some(self.machine().view());
    }

    /// The machine leaves a stop.
    fn leave(&mut self) {
        if let Some(view) = self.at_stop.take() {
            self.before = Some(view);
            self.traces.stop(self.timeline.machine().ferrite());
        }
    }

    /// Feeds an input, which forgets the future. False: it had no effect.
    pub fn feed(&mut self, input: Input) -> bool {
        Attended::feed(self, input, &mut |_| {})
    }

    /// Orders that lie before the present moment and would be forgotten by an input.
    pub fn future(&self) -> Option<u64> {
        self.timeline.in_past().then(|| self.timeline.end().orders)
    }

    /// Forgets them.
    pub fn forget_future(&mut self) {
        self.timeline.forget_future();
    }

    /// One order back.
    pub fn back(&mut self) {
        self.seek(self.machine().orders().saturating_sub(1));
    }

    /// To the moment after this many orders.
    pub fn seek(&mut self, orders: u64) {
        self.leave();
        self.timeline.seek(orders);
        self.arrive();
    }

    /// To the first order of the session.
    pub fn first(&mut self) {
        self.seek(0);
    }

    /// Forward again to the latest moment of the session.
    pub fn last(&mut self) {
        self.leave();
        self.timeline.seek_position(self.timeline.end());
        self.arrive();
    }

    /// Back to the last moment at which the machine stood before a breakpoint. The report is
    /// told how far back the search has come; false gives up, and nothing moves.
    pub fn run_back(&mut self, report: impl FnMut(Position) -> bool) -> Reversed {
        self.leave();
        let reversed = self.timeline.reverse_to(self.breaks.lookout(), |_| true, report);
        self.arrive();
        reversed
    }

    /// After a jump in time: paper and marks of that moment.
    fn arrive(&mut self) {
        self.papers = Papers::new();
        self.printed = 0;
        self.print(&mut |_| {});
        self.traces_are_old = true;
        self.stand();
    }

    /// Makes the marks those of the present moment, if a jump in time or a run that nobody
    /// watched made them untrue: the history is replayed for that, so it is done only when they
    /// are looked at.
    pub fn refresh_traces(&mut self) {
        if std::mem::take(&mut self.traces_are_old) {
            let before = |machine: &Machine| self.traces.after(machine.orders());
            let traces = self.timeline.rerun(self.last_orders(HISTORY_ORDERS), before);
            self.traces = traces.unwrap_or_else(|| self.traces.after(self.machine().orders()));
        }
    }

    /// What the last orders before the present moment did.
    pub fn history(&self, orders: u64) -> Vec<Past> {
        self.timeline.history(self.last_orders(orders))
    }

    /// The numbers of the last orders before the present moment.
    fn last_orders(&self, orders: u64) -> Range<u64> {
        let now = self.machine().orders();
        (now + 1).saturating_sub(orders)..now + 1
    }

    /// Prints what has left for the paper since the last time.
    fn print(&mut self, see: &mut impl FnMut(Print)) {
        let outputs = self.timeline.outputs();
        for &(_, output) in &outputs[self.printed..] {
            self.papers.take(output, see);
        }
        self.printed = outputs.len();
        // Old marks stay as they were then until they are made anew.
        if !self.traces_are_old {
            self.traces.sync(self.timeline.machine().orders());
        }
    }
}

/// Runs towards the goal. In a long run towards a place, or none, nobody looks at the other orders:
/// the marks are made from the history when they are wanted.
impl Attended for Engine {
    fn machine(&self) -> &Machine {
        self.timeline.machine()
    }

    fn papers(&self) -> &Papers {
        &self.papers
    }

    fn advance(&mut self, until: Until, see: &mut impl FnMut(Print)) -> Pause {
        let left = until.orders.saturating_sub(self.machine().orders());
        if left == 0 {
            return Pause::Deadline;
        }
        let is_long = until.at > self.machine().now() + LONG_RUN;
        let mut watch = Watch::new(self.goal, left, &self.breaks, &mut self.traces, self.depth);
        if is_long {
            watch = watch.of_places();
        }
        let pause = self.timeline.run_probed(until.at, &mut watch);
        self.reached = watch.reached();
        self.depth = watch.depth();
        self.traces_are_old |= !watch.leaves_traces();
        self.print(see);
        match self.reached {
            Some(Reached::Orders) => Pause::Deadline,
            Some(Reached::Goal | Reached::Break(_)) => Pause::ProbeStop,
            None => pause,
        }
    }

    fn feed(&mut self, input: Input, see: &mut impl FnMut(Print)) -> bool {
        let effect = self.timeline.feed(input);
        self.print(see);
        effect
    }
}

/// The operation of the order at a place.
fn opcode(machine: &Machine, place: Place) -> Opcode {
    let cell = machine.ferrite().read(place.cell);
    gier_word::codec::decode_half(cell, place.half).opcode
}
