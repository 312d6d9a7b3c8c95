//! A session under the debugger. The engine runs the machine up to a goal, executes single orders, goes back
//! in time, and receives inputs.

pub mod compare;
mod ending;
pub mod language;
mod names;
pub mod origin;
mod past;
mod run;
mod steps;
mod tell;
mod unset;

use super::answer::Named;
use super::expression::{EvalState, Names, indicator_bit};
use super::past::KnownWrites;
use super::program::Program;
use super::program::calls::{Call, calls};
use super::stops::traces::Traces;
use super::stops::{Breaks, Depth, Goal, Reached, Stop, Writes};
use crate::attended::{Alarms, Papers, ProgramEnd, RecordedRoom};
use crate::notation::search::contents;
use crate::notation::{place, slip};
use crate::typewriter::paper::Sheet;
use ending::AtEnding;
use gier_machine::timeline::{HISTORY_ORDERS, OrderRecord, Position};
use gier_machine::{DeskRegisters, Input, Machine, Place, StopCause, Timeline};
use gier_word::SourceMap;
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{Address, Cell, Home, Image, Installation, TRACK_CELLS, TrackNo, Uops};
use run::{WATCHING, Watching};
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

/// A run is long if it may take more machine time than this. A short run watches every order. If possible, a
/// long run watches only the places and cells that its goal and the breakpoints need. In the panel, runs are
/// long at more than twenty times the real speed.
const LONG_RUN: Uops = Uops(UOPS_PER_SECOND / 50);

/// A callback that a backward search calls with the position that it has reached. The callback returns
/// `false` to cancel the search.
pub type Report<'a> = dyn FnMut(Position) -> bool + 'a;

/// The message after a search was cancelled.
pub(crate) const GIVEN_UP: &str = "the search was given up; nothing has moved";

/// A session under the debugger: the machine with its past, the breakpoints, and the program.
#[derive(Clone, Debug)]
pub struct Engine {
    room: RecordedRoom,
    program: Program,
    breaks: Breaks,
    /// How to run to a goal and to breakpoints, and keep traces. `None` if nobody has asked for them.
    watching: Option<Watching>,
    /// A temporary breakpoint for the present run, for example where a step ends.
    passing: Option<Stop>,
    traces: Box<Traces>,
    traces_are_old: bool,
    goal: Goal,
    depth: Depth,
    reached: Option<Reached>,
    /// The function that the present run leaves.
    leaving: Option<Named>,
    /// The messages that the next call of [`Engine::take_told`] returns.
    told: Vec<String>,
    /// Detects alarms of the program. `None` if the program has no source map.
    alarms: Option<Alarms>,
    /// The state when the program ended or raised an alarm. `None` if it goes on.
    ending: Option<AtEnding>,
    /// The reports that the next call of [`Engine::take_alarms`] returns.
    new_alarms: Vec<String>,
    known_writes: RefCell<KnownWrites>,
    /// The position at which the program last waited for a key. Breakpoints have already counted this wait,
    /// and must not count it again.
    at_key: Option<Position>,
    /// The last write of each cell, up to the end of the last run. `None` if no breakpoint needs the writes,
    /// or if the session has gone to another position since then.
    writes: Option<Writes>,
    before: Option<DeskRegisters>,
    at_stop: Option<DeskRegisters>,
}

impl Engine {
    /// Creates an engine whose session begins with this machine.
    pub fn new(machine: Machine, breaks: Breaks) -> Engine {
        Engine::resumed(Timeline::new(machine), breaks)
    }

    /// Creates an engine for an existing session. It continues at the session's present position.
    pub fn resumed(timeline: Timeline, breaks: Breaks) -> Engine {
        Engine { breaks, watching: Some(WATCHING), ..Engine::plain(timeline) }
    }

    /// Creates an engine like [`Engine::resumed`], which has no breakpoints and keeps no traces until somebody
    /// asks for them. A front end that never does so does not contain their code, such as the page of the
    /// guests, who wait for it.
    pub fn plain(timeline: Timeline) -> Engine {
        let mut engine = Engine {
            room: RecordedRoom::new(timeline),
            program: Program::default(),
            breaks: Breaks::new(),
            watching: None,
            passing: None,
            traces: Box::default(),
            traces_are_old: false,
            goal: Goal::Free,
            depth: Depth::default(),
            reached: None,
            leaving: None,
            told: Vec::new(),
            alarms: None,
            ending: None,
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

    /// The recorded session: the machine and its past.
    pub const fn timeline(&self) -> &Timeline {
        self.room.timeline()
    }

    /// The machine in the state at the session's present position.
    pub const fn machine(&self) -> &Machine {
        self.room.timeline().machine()
    }

    /// The typewriter's sheet, as it is at the session's present position.
    pub const fn sheet(&self) -> &Sheet {
        self.room.papers().sheet()
    }

    /// For each cell, the last orders that executed, read and wrote it. These traces can be out of date; see
    /// [`Engine::refresh_traces`].
    pub const fn traces(&self) -> &Traces {
        &self.traces
    }

    /// The registers at the previous stop, for a comparison with the present ones.
    pub const fn before(&self) -> Option<&DeskRegisters> {
        self.before.as_ref()
    }

    /// The table of breakpoints and watchpoints.
    pub const fn breaks(&self) -> &Breaks {
        &self.breaks
    }

    /// The table of breakpoints and watchpoints, so that you can change it.
    pub const fn breaks_mut(&mut self) -> &mut Breaks {
        self.watching = Some(WATCHING);
        &mut self.breaks
    }

    /// Sets the source map of the program, and resolves the names in the breakpoints with it.
    pub fn set_map(&mut self, map: Option<Arc<SourceMap>>) {
        let kept = |cell: Address| {
            let home = Home::on_track(TrackNo::from(cell.index() / TRACK_CELLS), cell.index() % TRACK_CELLS);
            home.map_or(Cell::ZERO, |home| contents(self.machine(), home))
        };
        self.alarms = map.as_ref().map(|map| Alarms::of_map(map, kept));
        self.program = Program::new(map);
        if let Some(watching) = self.watching {
            (watching.resolve)(self);
        }
    }

    /// Resolves the names in the breakpoints with the program.
    fn resolve_stops(&mut self) {
        for stop in self.breaks.stops_mut() {
            // A breakpoint stays in the table even if this program lacks its name, because another
            // program may have the name.
            let _ = stop.at.find(&self.program);
            stop.resolve(&self.program);
        }
    }

    /// Gives the program its source texts, in the order of its map, so that answers can quote them.
    pub fn set_texts(&mut self, texts: Vec<Option<String>>) {
        self.program.set_texts(texts);
        // A program that has ended is described by a copy, which must have the texts, too.
        self.look_for_ending();
    }

    /// The program, as its source map describes it.
    pub const fn program(&self) -> &Program {
        &self.program
    }

    /// The state in which expressions are evaluated: the machine's present state. Once the program has ended
    /// or raised an alarm, its variables keep the values that they had at that point.
    pub fn state(&self) -> EvalState<'_> {
        let state = EvalState::of(self.machine());
        match &self.ending {
            Some(ending) => state.with_names(ending),
            None => state.with_names(&self.program),
        }
    }

    /// Updates the field `ending`.
    fn look_for_ending(&mut self) {
        let is_own = self.program.is_in_own_code(&EvalState::of(self.machine()));
        let alarms = self.alarms.as_ref().filter(|_| !is_own);
        let found = alarms.and_then(|alarms| alarms.ending(self.room.timeline()));
        self.ending =
            found.map(|(alarm, machine)| AtEnding { alarm, machine, program: self.program.clone() });
    }

    /// Describes in one line where the session is: the order count, and the next order with its place.
    pub fn standing(&self) -> String {
        let next = self.next();
        if let Some(scene) = self.program.scene_at(next, &EvalState::of(self.machine())) {
            return format!("next, after {} orders: {scene}", self.machine().orders());
        }
        let order = slip::write(self.machine().ferrite().read(next.cell));
        format!("next, after {} orders: {order} in {}", self.machine().orders(), place::write(next))
    }

    /// Returns the messages of breakpoints and of [`Engine::add_stop`] since the last call.
    pub fn take_told(&mut self) -> Vec<String> {
        std::mem::take(&mut self.told)
    }

    /// The calls that have not returned yet, the latest first. The search covers only the last 65 536 orders.
    /// The `bool` says whether there may be earlier calls.
    pub fn calls(&self) -> (Vec<Call>, bool) {
        calls(self.room.timeline())
    }

    /// The place of the next order.
    pub fn next(&self) -> Place {
        place::next(self.machine())
    }

    /// Sets the goal at which the next run ends. If the machine has stopped, and the session is at its end,
    /// also starts the machine.
    pub fn set_goal(&mut self, goal: Goal) {
        self.watching = Some(WATCHING);
        self.leave();
        self.set_goal_quietly(goal);
        self.depth = Depth::default();
        if self.machine().stopped().is_some() && !self.room.timeline().is_in_past() {
            self.room.timeline_mut().feed(Input::Start);
        }
    }

    /// Sets the goal of the next run, but does not start a stopped machine.
    pub fn set_goal_quietly(&mut self, goal: Goal) {
        (self.goal, self.passing, self.leaving) = (goal, None, None);
    }

    /// The input that switches a bit of the indicator on or off. `None` if no bit has this name.
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

    /// Whether the present run ends at a goal.
    pub fn is_stepping(&self) -> bool {
        self.goal != Goal::Free || self.passing.is_some()
    }

    /// How the program ended, judged by the reason why the machine stopped. A program in SLIP ends at each
    /// `zq` of its text.
    pub fn end(&self, cause: StopCause) -> ProgramEnd {
        match cause {
            StopCause::Zq { cell } if self.program().is_of_slip(cell, &self.program_state()) => {
                ProgramEnd::Finished
            }
            cause => ProgramEnd::from(cause),
        }
    }

    /// What ended the last run: a breakpoint, the goal, or the limit of orders. `None` for another reason.
    pub const fn reached(&self) -> Option<&Reached> {
        self.reached.as_ref()
    }

    /// Stops the machine. If an order waits for a busy device, the machine completes this order first. An
    /// order that waits for a key or for tape keeps waiting.
    pub fn halt(&mut self) {
        self.room.halt();
        self.mark();
        self.stand();
    }

    /// Called at the end of a session. If the next order must wait, puts the machine into the waiting state,
    /// so that a replay ends in the same state.
    pub fn settle(&mut self) {
        self.room.settle();
        self.mark();
    }

    /// Called when the machine has stopped. Saves the registers for a later comparison.
    fn stand(&mut self) {
        self.at_stop = Some(self.machine().desk_registers());
    }

    /// Called before the session leaves a stop. Keeps the stop's registers for a comparison.
    fn leave(&mut self) {
        if let Some(registers) = self.at_stop.take() {
            self.before = Some(registers);
            self.traces.stop(self.room.timeline().machine().ferrite());
        }
    }

    /// Feeds an input to the machine at the session's present position, and discards everything after this
    /// position. Returns `false` if the input had no effect.
    pub fn feed(&mut self, input: Input) -> bool {
        self.feed_heard(input, None, &mut |_| {})
    }

    /// If the session has gone back, returns the order count at its end, otherwise `None`. A new input
    /// discards everything after the present position.
    pub fn future(&self) -> Option<u64> {
        self.room.timeline().is_in_past().then(|| self.room.timeline().end().orders)
    }

    /// Takes back the last input, if it has set a register or a cell by hand and nothing has happened since.
    /// Returns this input.
    pub fn take_back(&mut self) -> Option<Input> {
        if !self.timeline().ends_by_hand() {
            return None;
        }
        self.leave();
        let input = self.room.timeline_mut().take_back();
        self.known_writes = RefCell::default();
        self.arrive();
        input
    }

    /// Discards everything in the session after its present position.
    pub fn forget_future(&mut self) {
        self.forget_writes();
        self.room.timeline_mut().forget_future();
    }

    /// Goes back by one order.
    pub fn back(&mut self) {
        self.seek(self.machine().orders().saturating_sub(1));
    }

    /// Goes to the point of the session after this many orders, counted since the machine was created.
    pub fn seek(&mut self, orders: u64) {
        self.leave();
        self.room.timeline_mut().seek(orders);
        self.arrive();
    }

    /// Goes to the first point of the session at or after this machine time. There, the machine is between
    /// two orders, or waits for a key or a tape.
    pub fn seek_time(&mut self, at: Uops) {
        self.leave();
        self.room.timeline_mut().seek_time(at);
        self.room.timeline_mut().halt();
        self.arrive();
    }

    /// Replaces the session, and goes to the present position of the new one. Returns the old session.
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

    /// Goes forward to the end of the session.
    pub fn last(&mut self) {
        self.leave();
        let end = self.room.timeline().end();
        self.room.timeline_mut().seek_position(end);
        self.arrive();
    }

    /// Called before the session's future is discarded. Forgets the known writes that are in this future.
    fn forget_writes(&mut self) {
        let now = self.machine().orders();
        self.known_writes.get_mut().forget_after(now);
    }

    /// Called after the session has moved to another position. Updates the paper and the field `ending` for
    /// this position. Discards what was computed for the old position, such as the traces.
    fn arrive(&mut self) {
        self.look_for_ending();
        self.room.reprint();
        self.traces_are_old = true;
        self.breaks.forget_values();
        self.writes = None;
        self.stand();
    }

    /// Updates the traces (the last accesses to each cell) if they are out of date. Call this method only
    /// when the traces are shown, because it replays the last 65 536 orders.
    pub fn refresh_traces(&mut self) {
        self.watching = Some(WATCHING);
        if std::mem::take(&mut self.traces_are_old) {
            let before = |machine: &Machine| self.traces.after(machine.orders());
            let traces = self.room.timeline().rerun(self.last_orders(HISTORY_ORDERS), before);
            *self.traces = traces.unwrap_or_else(|| self.traces.after(self.machine().orders()));
        }
    }

    /// Describes the last `orders` orders that were executed, but at most [`HISTORY_ORDERS`].
    pub fn history(&self, orders: u64) -> Vec<OrderRecord> {
        self.room.timeline().history(self.last_orders(orders))
    }

    /// The numbers of the last `orders` orders, up to the session's present position.
    fn last_orders(&self, orders: u64) -> Range<u64> {
        let now = self.machine().orders();
        (now + 1).saturating_sub(orders)..now + 1
    }

    /// Loads an image onto the drum, and sets the program's source map to the image's map. The store and the
    /// keys of the desk keep their state. The past begins anew.
    pub fn load_drum(&mut self, image: &Image) {
        let mut machine = self.machine().clone();
        machine.load_drum(image);
        self.begin_anew(machine);
        self.set_map(image.map().cloned());
    }

    /// Changes the tracks and devices of the machine. The past begins anew.
    pub fn install(&mut self, installation: Installation) {
        let mut machine = self.machine().clone();
        machine.set_installation(installation);
        self.begin_anew(machine);
    }

    /// Forgets the past: the session begins at the present moment. The papers stay.
    pub fn forget_past(&mut self) {
        self.begin_anew(self.machine().clone());
        self.look_for_ending();
    }

    /// Begins a past with this machine, because a log cannot describe how it came out of the machine before.
    /// The papers go on, because they lie on the same table.
    fn begin_anew(&mut self, machine: Machine) {
        let breaks = std::mem::take(&mut self.breaks);
        let (told, program, alarms) =
            (std::mem::take(&mut self.told), std::mem::take(&mut self.program), self.alarms.take());
        let room = RecordedRoom::with_papers(self.room.papers().clone(), Timeline::new(machine.clone()));
        *self = Engine { told, program, alarms, room, ..Engine::new(machine, breaks) };
    }

    /// Puts a fresh sheet into the typewriter.
    pub fn change_sheet(&mut self) {
        self.room.change_sheet();
    }

    /// Drops the sheet's oldest lines to save memory, but keeps at least the newest `most` lines. See
    /// [`Papers::drop_old_lines`].
    pub fn drop_old_lines(&mut self, most: usize) {
        self.room.drop_old_lines(most);
    }

    /// Updates the field `ending`. Unless the traces are out of date, also updates their order count.
    fn mark(&mut self) {
        if !self.traces_are_old {
            self.traces.sync(self.room.timeline().machine().orders());
        }
        self.look_for_ending();
    }

    /// Everything that the machine has printed and punched.
    pub const fn papers(&self) -> &Papers {
        self.room.papers()
    }
}
