//! A session under the debugger. It runs towards goals, executes single orders, goes back in time, and
//! takes inputs.

mod alarm;
pub mod compare;
pub mod help;
pub mod language;
mod names;
pub mod origin;
mod past;
mod steps;
mod tell;
mod unset;

use super::expression::{Sight, indicator_bit};
use super::past::KnownWrites;
use super::program::Program;
use super::program::calls::{Call, calls};
use super::stops::traces::Traces;
use super::stops::{At, Breaks, Goal, Hit, Plan, Reached, Stop, Watch, Writes};
use crate::attended::{Alarms, Attended, Papers, Print, RecordedRoom, Until};
use crate::notation::search::contents;
use crate::notation::{place, slip};
use crate::typewriter::paper::Sheet;
use alarm::AtAlarm;
use gier_machine::timeline::{HISTORY_ORDERS, OrderRecord, Position};
use gier_machine::{Input, Machine, PanelView, Pause, Place, Timeline};
use gier_word::SourceMap;
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{Address, Cell, Home, Image, Installation, TRACK_CELLS, TrackNo, Uops};
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

/// A run of more machine time than this is long. A long run watches only places and cells, if its goal
/// allows this; other runs watch every order. In the panel, runs are long at twenty times the real
/// speed or more.
const LONG_RUN: Uops = Uops(UOPS_PER_SECOND / 50);

/// A callback that reports how far a backward search has come. It receives the position reached, and
/// returns `false` to cancel the search.
pub type Report<'a> = dyn FnMut(Position) -> bool + 'a;

/// The message if a search was cancelled.
pub(crate) const GIVEN_UP: &str = "the search was given up; nothing has moved";

/// A session under the debugger.
#[derive(Clone, Debug)]
pub struct Engine {
    room: RecordedRoom,
    program: Program,
    breaks: Breaks,
    /// A breakpoint for the present run only.
    passing: Option<Stop>,
    traces: Traces,
    traces_are_old: bool,
    goal: Goal,
    depth: (u32, bool),
    reached: Option<Reached>,
    /// Messages of breakpoints that print instead of stopping. They were not taken yet.
    told: Vec<String>,
    /// The alarms of the program, if its map is known.
    alarms: Option<Alarms>,
    /// The alarm at which the program has stopped, if it has.
    alarm: Option<AtAlarm>,
    /// Reports of alarms that were not taken yet.
    new_alarms: Vec<String>,
    known_writes: RefCell<KnownWrites>,
    /// The position at which the last run ended because the program waited for a key.
    at_key: Option<Position>,
    /// The last write of each cell, up to the end of the last run. `None` after going to another
    /// moment, or if no breakpoint needs the writes.
    writes: Option<Writes>,
    before: Option<PanelView>,
    at_stop: Option<PanelView>,
}

impl Engine {
    /// Creates a session that begins with this machine.
    pub fn new(machine: Machine, breaks: Breaks) -> Engine {
        Engine::resumed(Timeline::new(machine), breaks)
    }

    /// Creates a session that continues this timeline at its present moment.
    pub fn resumed(timeline: Timeline, breaks: Breaks) -> Engine {
        let mut engine = Engine {
            room: RecordedRoom::new(timeline),
            program: Program::default(),
            breaks,
            passing: None,
            traces: Traces::new(),
            traces_are_old: false,
            goal: Goal::Free,
            depth: (0, false),
            reached: None,
            told: Vec::new(),
            alarms: None,
            alarm: None,
            new_alarms: Vec::new(),
            known_writes: RefCell::default(),
            at_key: None,
            writes: None,
            before: None,
            at_stop: None,
        };
        engine.mark();
        engine.stand();
        engine
    }

    /// The timeline of the session.
    pub const fn timeline(&self) -> &Timeline {
        self.room.timeline()
    }

    /// The machine at the present moment.
    pub const fn machine(&self) -> &Machine {
        self.room.timeline().machine()
    }

    /// The typewriter's sheet at the present moment.
    pub const fn sheet(&self) -> &Sheet {
        self.room.papers().sheet()
    }

    /// For each cell, when it was last executed, read and written. [`Engine::refresh_traces`] brings
    /// this up to date.
    pub const fn traces(&self) -> &Traces {
        &self.traces
    }

    /// The registers at the previous stop, to show what has changed.
    pub const fn before(&self) -> Option<&PanelView> {
        self.before.as_ref()
    }

    /// The table of breakpoints and watchpoints.
    pub const fn breaks(&self) -> &Breaks {
        &self.breaks
    }

    /// The table of breakpoints and watchpoints, for changing it.
    pub const fn breaks_mut(&mut self) -> &mut Breaks {
        &mut self.breaks
    }

    /// Sets the map of the program, with which breakpoints by name are resolved.
    pub fn with_map(mut self, map: Option<Arc<SourceMap>>) -> Engine {
        self.set_map(map);
        self
    }

    /// Sets the map of the program that the machine executes.
    pub fn set_map(&mut self, map: Option<Arc<SourceMap>>) {
        let kept = |cell: Address| {
            let home = Home::on_track(TrackNo::from(cell.index() / TRACK_CELLS), cell.index() % TRACK_CELLS);
            home.map_or(Cell::ZERO, |home| contents(self.machine(), home))
        };
        self.alarms = map.as_ref().map(|map| Alarms::of_map(map, kept));
        self.program = Program::new(map);
        for stop in self.breaks.stops_mut() {
            // If this program lacks a breakpoint's name, the breakpoint is kept. Another program may
            // have the name.
            let _ = stop.at.find(&self.program);
            stop.resolve(&self.program);
        }
    }

    /// The program, as its map describes it.
    pub const fn program(&self) -> &Program {
        &self.program
    }

    /// A view of the present moment, in which expressions are evaluated.
    pub fn sight(&self) -> Sight<'_> {
        let sight = Sight::of(self.machine());
        match &self.alarm {
            Some(alarm) => sight.with_names(alarm),
            None => sight.with_names(&self.program),
        }
    }

    /// Checks whether an alarm has stopped the program, and returns the result.
    fn look_for_alarm(&mut self) -> bool {
        let found = self.alarms.as_ref().and_then(|alarms| alarms.last(self.room.timeline()));
        self.alarm = found.map(|(line, machine)| AtAlarm { line, machine, program: self.program.clone() });
        self.alarm.is_some()
    }

    /// Describes the present moment briefly: the number of orders, the place and the next order.
    pub fn standing(&self) -> String {
        let next = self.next();
        let order = slip::write(self.machine().ferrite().read(next.cell));
        format!("order {}, {}: {order}", self.machine().orders(), place::write(next))
    }

    /// Returns the messages of breakpoints that print instead of stopping, since the last call.
    pub fn take_told(&mut self) -> Vec<String> {
        std::mem::take(&mut self.told)
    }

    /// The calls that have not returned yet, the latest first. The `bool` says whether there may be
    /// earlier ones.
    pub fn calls(&self) -> (Vec<Call>, bool) {
        calls(self.room.timeline())
    }

    /// The place of the next order.
    pub fn next(&self) -> Place {
        place::next(self.machine())
    }

    /// Sets the goal of the next run. If the machine has stopped by itself, starts it, which is an
    /// input.
    pub fn set_goal(&mut self, goal: Goal) {
        self.leave();
        self.set_goal_quietly(goal);
        self.depth = (0, false);
        if self.machine().stopped().is_some() && !self.room.timeline().in_past() {
            self.room.timeline_mut().feed(Input::Start);
        }
    }

    /// Sets the goal of the next run, without starting the machine.
    pub fn set_goal_quietly(&mut self, goal: Goal) {
        (self.goal, self.passing) = (goal, None);
    }

    /// The input that sets this bit of the indicator. Returns `None` if no bit has this name.
    pub fn indicator_input(&self, name: &str, on: bool) -> Option<Input> {
        let bit = indicator_bit(name)?;
        let indicator = self.machine().cpu().registers().indicator;
        let indicator = if on { indicator | bit } else { indicator & !bit };
        Some(Input::SetRegister(gier_machine::Register::In, indicator.into()))
    }

    /// The goal of the present run, or of the last one.
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// What ended the last run, if it was its goal or a breakpoint.
    pub const fn reached(&self) -> Option<&Reached> {
        self.reached.as_ref()
    }

    /// Stops the machine at once, between two orders or while it waits for a key or tape.
    pub fn halt(&mut self) {
        self.room.halt();
        self.mark();
        self.stand();
    }

    /// Called at the end of a session. If an input has just arrived, checks whether the machine still
    /// waits. A replay that ends here does the same.
    pub fn settle(&mut self) {
        self.room.settle();
        self.mark();
    }

    /// Saves the registers and the lamps at a stop. The next stop then shows what has changed.
    fn stand(&mut self) {
        self.at_stop = Some(self.machine().view());
    }

    /// Called when the machine runs on after a stop.
    fn leave(&mut self) {
        if let Some(view) = self.at_stop.take() {
            self.before = Some(view);
            self.traces.stop(self.room.machine().ferrite());
        }
    }

    /// Feeds an input, and discards the future of the session. Returns `false` if the input had no
    /// effect.
    pub fn feed(&mut self, input: Input) -> bool {
        Attended::feed(self, input, &mut |_| {})
    }

    /// The number of orders at the end of the session. `None` if the present moment is the end. A
    /// new input discards the orders after the present moment, which becomes the end.
    pub fn future(&self) -> Option<u64> {
        self.room.timeline().in_past().then(|| self.room.timeline().end().orders)
    }

    /// Discards the future: all orders after the present moment.
    pub fn forget_future(&mut self) {
        self.forget_writes();
        self.room.timeline_mut().forget_future();
    }

    /// Goes back by one order.
    pub fn back(&mut self) {
        self.seek(self.machine().orders().saturating_sub(1));
    }

    /// Goes to the moment after this many orders of the session.
    pub fn seek(&mut self, orders: u64) {
        self.leave();
        self.room.timeline_mut().seek(orders);
        self.arrive();
    }

    /// Goes to the first moment at this machine time or later. It is between two orders.
    pub fn seek_time(&mut self, at: Uops) {
        self.leave();
        self.room.timeline_mut().seek_time(at);
        self.room.timeline_mut().halt();
        self.arrive();
    }

    /// Replaces the session by another one, which continues at its present moment. Returns the old
    /// session.
    pub fn exchange(&mut self, session: Timeline) -> Timeline {
        self.leave();
        let earlier = std::mem::replace(self.room.timeline_mut(), session);
        self.known_writes = RefCell::default();
        self.arrive();
        earlier
    }

    /// Goes to the beginning of the session.
    pub fn first(&mut self) {
        self.seek(0);
    }

    /// Goes forward to the latest moment of the session.
    pub fn last(&mut self) {
        self.leave();
        let end = self.room.timeline().end();
        self.room.timeline_mut().seek_position(end);
        self.arrive();
    }

    /// Called when the future of the session is discarded.
    fn forget_writes(&mut self) {
        let now = self.machine().orders();
        self.known_writes.get_mut().forget_after(now);
    }

    /// Called after going to another moment. Restores the paper and the traces of that moment.
    fn arrive(&mut self) {
        self.look_for_alarm();
        self.room.reprint();
        self.traces_are_old = true;
        self.breaks.forget_values();
        self.writes = None;
        self.stand();
    }

    /// Brings the traces up to date, after going to another moment or after a run without watching
    /// every order. This replays the history, so it is called only if the traces are shown.
    pub fn refresh_traces(&mut self) {
        if std::mem::take(&mut self.traces_are_old) {
            let before = |machine: &Machine| self.traces.after(machine.orders());
            let traces = self.room.timeline().rerun(self.last_orders(HISTORY_ORDERS), before);
            self.traces = traces.unwrap_or_else(|| self.traces.after(self.machine().orders()));
        }
    }

    /// Records of the last `orders` orders before the present moment.
    pub fn history(&self, orders: u64) -> Vec<OrderRecord> {
        self.room.timeline().history(self.last_orders(orders))
    }

    /// The numbers of the last `orders` orders before the present moment.
    fn last_orders(&self, orders: u64) -> Range<u64> {
        let now = self.machine().orders();
        (now + 1).saturating_sub(orders)..now + 1
    }

    /// Called when the program waits for a key. Returns whether a breakpoint ends the run here. Each
    /// wait ends only one run.
    fn stops_at_key(&mut self) -> bool {
        let here = Some(self.room.timeline().position());
        if self.at_key == here {
            return false;
        }
        for hit in self.breaks.waits_for_key(&Sight::of(self.room.machine()).with_names(&self.program)) {
            match hit {
                Hit::Told(line) => self.told.push(line),
                Hit::Stopped(number, what) => self.reached = Some(Reached::Stop(number, what)),
            }
        }
        self.at_key = here;
        self.reached.is_some()
    }

    /// Replaces the contents of the drum. The store and the keys of the desk stay as they are. A new
    /// session begins, because no log could describe this change.
    pub fn lay_drum(&mut self, image: &Image) {
        let mut machine = self.machine().clone();
        machine.load_drum(image);
        let breaks = std::mem::take(&mut self.breaks);
        *self = Engine::new(machine, breaks).with_map(image.map().cloned());
    }

    /// Changes the drum tracks and the devices of the machine. A new session begins, as for
    /// [`Engine::lay_drum`].
    pub fn install(&mut self, installation: Installation) {
        let mut machine = self.machine().clone();
        machine.set_installation(installation);
        let breaks = std::mem::take(&mut self.breaks);
        let (program, alarms) = (std::mem::take(&mut self.program), self.alarms.take());
        *self = Engine { program, alarms, ..Engine::new(machine, breaks) };
    }

    /// Puts a fresh sheet into the typewriter.
    pub fn change_sheet(&mut self) {
        self.room.change_sheet();
    }

    /// Sets the number of orders in the traces, unless the traces are out of date already.
    /// [`Engine::refresh_traces`] computes such traces anew.
    fn mark(&mut self) {
        if !self.traces_are_old {
            self.traces.sync(self.room.machine().orders());
        }
    }
}

/// Runs towards the goal. A long run to a place, or without a goal, watches only the necessary places
/// and cells. The traces are then computed by a replay when they are shown.
impl Attended for Engine {
    fn machine(&self) -> &Machine {
        self.room.machine()
    }

    fn papers(&self) -> &Papers {
        self.room.papers()
    }

    fn advance(&mut self, until: Until, see: &mut impl FnMut(Print)) -> Pause {
        let done = self.machine().orders();
        let orders_left = until.orders.saturating_sub(done);
        if orders_left == 0 {
            return Pause::Deadline;
        }
        for stop in self.breaks.stops_mut() {
            if let (At::Named { written, places }, None) = (&stop.at, &stop.line)
                && written.starts_with("line ")
            {
                stop.line = self.program.one_line(places);
            }
        }
        self.breaks.begin(&Sight::of(self.room.machine()).with_names(&self.program));
        self.breaks.lend(self.passing.take());
        let known = self.writes.take();
        self.writes = self.breaks.wants_unset().then(|| Writes::up_to_now(known, self.room.timeline()));
        let is_long = until.at > self.machine().now() + LONG_RUN;
        let Engine { breaks, traces, room, depth, program, writes, goal, .. } = self;
        let (program, writes) = (&*program, writes.as_mut());
        let plan = Plan { goal: *goal, orders_left, done, breaks, program, writes, traces, depth: *depth };
        let mut watch = Watch::new(plan, room.machine().drum());
        if is_long {
            watch = watch.of_places();
        }
        let pause = loop {
            let pause = room.run_probed(until.at, &mut watch, see);
            if !watch.was_old() {
                break pause;
            }
        };
        self.reached = watch.reached().cloned();
        self.told.extend(watch.take_told());
        *depth = watch.depth();
        self.traces_are_old |= !watch.leaves_traces();
        let passing = self.breaks.take_back();
        match self.reached {
            Some(Reached::Stop(Stop::PASSING, _)) => self.reached = Some(Reached::Goal),
            _ => self.passing = passing,
        }
        self.mark();
        self.alarm = None;
        if matches!(pause, Pause::Stopped(_)) && self.look_for_alarm() {
            self.new_alarms.extend(self.alarm.iter().map(|alarm| alarm.line.clone()));
        }
        match self.reached {
            Some(Reached::Orders) => Pause::Deadline,
            Some(Reached::Goal | Reached::Stop(..)) => Pause::ProbeStop,
            None if pause == Pause::AwaitingKey => {
                if self.stops_at_key() {
                    Pause::ProbeStop
                } else {
                    pause
                }
            }
            None => pause,
        }
    }

    fn feed(&mut self, input: Input, see: &mut impl FnMut(Print)) -> bool {
        self.forget_writes();
        let effect = Attended::feed(&mut self.room, input, see);
        self.mark();
        effect
    }
}
