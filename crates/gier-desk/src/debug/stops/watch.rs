//! The goals of the debugger's runs, and the probe that ends a run at its goal or at a breakpoint. During a
//! run, the machine executes orders, and the probe observes it.

use super::stop::{DrumWords, Hit};
use super::table::{Breaks, TYPEWRITER};
use super::traces::Traces;
use super::writes::Writes;
use crate::debug::answer::Answer;
use crate::debug::expression::EvalState;
use crate::debug::program::{Program, calls};
use gier_machine::{
    Arrival, CellChange, Drum, Finished, Interest, IoEvent, Place, Probe, StateView, WatchSet,
};
use gier_word::order::Next;
use gier_word::{Address, Cell, Half};

/// The event at which a run ends. Every run also ends at a breakpoint, or if the machine stops by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The run has no goal.
    Free,
    /// The run ends after one order was executed.
    Single,
    /// The run executes a call with its whole subroutine. It ends when the subroutine returns, or when the
    /// order after the call is the next order.
    Over {
        /// The place of the calling order: its cell, and its half of this cell.
        call: Place,
    },
    /// The run ends when the subroutine that is being executed returns.
    Return,
    /// The run ends when the next order is the one at this place (in this half of this cell).
    Cell(Place),
    /// The run ends after a symbol was printed on the typewriter.
    Symbol,
    /// The run ends after a drum transfer was started.
    Drum,
}

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The run reached its goal.
    Goal,
    /// The run reached a breakpoint. The fields are the number of the breakpoint, and what happened.
    Stop(u32, Box<Answer>),
    /// The run executed as many orders as [`Plan::orders_left`] allows.
    Orders,
}

/// The settings of a run, from which [`Watch::new`] creates the probe.
pub struct Plan<'a> {
    /// Where the run ends.
    pub goal: Goal,
    /// The maximum number of orders that the run may execute.
    pub orders_left: u64,
    /// How many orders the machine had executed before the run.
    pub done: u64,
    /// The table of breakpoints and watchpoints.
    pub breaks: &'a mut Breaks,
    /// The program, as its source map describes it.
    pub program: &'a Program,
    /// The record of when each cell was last written, which the run updates. `None` if no breakpoint waits
    /// for unset variables.
    pub writes: Option<&'a mut Writes>,
    /// The traces of the cells, which the run updates if it watches every order.
    pub traces: &'a mut Traces,
    /// The calls in this run. If a new probe continues a run, [`Watch::depth`] of the old probe gives them.
    pub depth: Depth,
}

/// The calls in a run. A new run begins with none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Depth {
    /// How many have not returned yet.
    calls: u32,
    /// Whether the call of [`Goal::Over`] was executed.
    has_called: bool,
}

/// A probe that watches a run, and stops it at its goal or at a breakpoint.
pub struct Watch<'a> {
    /// What is asked for. The counts of orders and calls in it go on during the run.
    plan: Plan<'a>,
    /// The orders (given by their places) and the cells to watch. `None` to watch every order.
    watch_set: Option<WatchSet>,
    /// For each cell of the store, the drum word that was last read into it. Empty if no breakpoint needs it.
    drum_words: DrumWords,
    /// Whether `watch_set` must be computed again. A breakpoint on an order of the drum watches each cell to
    /// which the drum has copied this order. So `watch_set` is out of date when the drum copies a word to a
    /// cell that did not hold a copy of the same word before.
    is_old: bool,
    /// The value of [`Plan::done`] at the beginning of the run.
    begun: u64,
    /// The cells that the order in progress has written.
    written: Vec<CellChange>,
    /// The cells that the order in progress has read.
    read: Vec<Address>,
    reached: Option<Reached>,
    /// Messages of breakpoints that print instead of stopping.
    told: Vec<String>,
}

impl<'a> Watch<'a> {
    /// Creates a probe that watches every order. `drum` is the machine's drum. It knows which drum word was
    /// last read into each cell of the store.
    pub fn new(plan: Plan<'a>, drum: &Drum) -> Watch<'a> {
        Watch {
            watch_set: None,
            drum_words: if plan.breaks.knows_drum() { DrumWords::of(drum) } else { DrumWords::default() },
            is_old: false,
            begun: plan.done,
            written: Vec::new(),
            read: Vec::new(),
            reached: None,
            told: Vec::new(),
            plan,
        }
    }

    /// Makes the run nearly as fast as without a probe, if the goal and the breakpoints allow this. The probe
    /// then watches only the orders and cells that concern the goal or a breakpoint. It does not update the
    /// traces.
    pub fn of_places(mut self) -> Watch<'a> {
        let is_of_places = match self.plan.goal {
            Goal::Free | Goal::Symbol | Goal::Drum | Goal::Cell(_) => !self.plan.breaks.wants_orders(),
            Goal::Single | Goal::Over { .. } | Goal::Return => false,
        };
        if is_of_places {
            self.watch_set = Some(self.places());
        }
        self
    }

    /// The orders (given by their places) and the cells that concern the goal or a breakpoint.
    fn places(&self) -> WatchSet {
        let mut watch_set = self.plan.breaks.watch_set(&self.drum_words);
        if let Goal::Cell(place) = self.plan.goal {
            watch_set.set_place(place, true);
        }
        watch_set
    }

    /// Whether the run notifies the probe of every order, and so updates the traces. Such a run is slower.
    pub const fn watches_every_order(&self) -> bool {
        self.watch_set.is_none()
    }

    /// The goal or breakpoint that ended the run, if one did.
    pub const fn reached(&self) -> Option<&Reached> {
        self.reached.as_ref()
    }

    /// Brings the list of watched orders up to date if the drum has copied an order to another cell. Returns
    /// `true` if the run ended only for this reason. The caller must then continue the run with this probe.
    pub fn take_outdated(&mut self) -> bool {
        let is_outdated = std::mem::take(&mut self.is_old);
        if is_outdated {
            self.watch_set = Some(self.places());
        }
        is_outdated && self.reached.is_none()
    }

    /// The value of [`Plan::depth`] for another probe that continues this run.
    pub const fn depth(&self) -> Depth {
        self.plan.depth
    }

    /// Takes the messages of breakpoints that print instead of stopping, since the last call of this method.
    pub fn take_told(&mut self) -> Vec<String> {
        std::mem::take(&mut self.told)
    }

    /// Collects the messages of the hits. The first hit that stops the machine ends the run.
    fn take(&mut self, hits: Vec<Hit>) {
        for hit in hits {
            match hit {
                Hit::Told(line) => self.told.push(line),
                Hit::Stopped(number, what) if matches!(self.reached, None | Some(Reached::Orders)) => {
                    self.reached = Some(Reached::Stop(number, Box::new(Answer::new(what, None))));
                }
                Hit::Stopped(..) => {}
            }
        }
    }

    /// Calls `hits`, which finds the breakpoints and watchpoints that the present event hits. Collects their
    /// messages. Ends the run if one of them stops the machine.
    fn ask(&mut self, moment: &StateView<'_>, hits: impl FnOnce(&mut Breaks, &EvalState<'_>) -> Vec<Hit>) {
        let hits = hits(self.plan.breaks, &EvalState::of_view(moment, self.plan.done, self.plan.program));
        self.take(hits);
    }

    /// Called when the order at the place `by` has read `cell`. If the cell holds a variable that was never
    /// set, checks the breakpoints that wait for unset variables.
    fn ask_if_unset(&mut self, cell: Address, by: Place, moment: &StateView<'_>) {
        let Some(writes) = &self.plan.writes else { return };
        let state = EvalState::of_view(moment, self.plan.done, self.plan.program);
        if let Some(name) = writes.unset((cell, by), self.plan.program, &state) {
            let hits = self.plan.breaks.unset(&name, &state);
            self.take(hits);
        }
    }

    /// Called when the order at the place `next` is about to be executed. Checks the breakpoints that wait
    /// for this order.
    fn is_next(&mut self, next: Place, moment: &StateView<'_>) {
        let state = EvalState::of_view(moment, self.plan.done, self.plan.program);
        let hits = self.plan.breaks.hits_before(next, &self.drum_words, &state);
        self.take(hits);
    }

    /// Whether the run has reached its goal with this order. Called only if the run notifies the probe of
    /// every order.
    fn is_at_goal(&mut self, order: &Finished<'_>, next: Place) -> bool {
        match self.plan.goal {
            // The method `io` checks for symbols and for drum transfers.
            Goal::Free | Goal::Symbol | Goal::Drum => false,
            Goal::Single => true,
            Goal::Cell(place) => next == place,
            Goal::Return => self.returns(order),
            Goal::Over { call } if !self.plan.depth.has_called => {
                self.plan.depth.has_called = true;
                // The order did not call: its condition was false, or `hk` found the drum busy.
                !order.done || next == after(call, order)
            }
            Goal::Over { call } => {
                self.returns(order) || (self.plan.depth.calls == 0 && next == after(call, order))
            }
        }
    }

    /// Whether this order returns from the subroutine whose return ends the run. Also updates `depth`, the
    /// count of the inner calls that have not returned yet.
    fn returns(&mut self, order: &Finished<'_>) -> bool {
        if !order.done {
            return false;
        }
        match order.order.opcode.row().next {
            Next::Call if calls::has_called(order) => self.plan.depth.calls += 1,
            Next::Return if self.plan.depth.calls == 0 => return true,
            Next::Return => self.plan.depth.calls -= 1,
            Next::Call | Next::On | Next::Skip | Next::Jump | Next::Stop => {}
        }
        false
    }
}

/// The place of the order after a call. If the cell holds two orders and the call is the left one, the place
/// is the right half of the cell. Otherwise, the place is the next cell.
fn after(call: Place, order: &Finished<'_>) -> Place {
    let is_pair = |cell: Address| order.ferrite.read(cell).marks().a();
    if call.half == Half::Left && is_pair(call.cell) {
        return Place { cell: call.cell, half: Half::Right };
    }
    Place { cell: call.cell + 1, half: Half::Left }
}

impl Probe for Watch<'_> {
    fn interest(&self) -> Interest<'_> {
        self.watch_set.as_ref().map_or(Interest::EveryOrder, Interest::Watched)
    }

    fn order_limit(&self) -> u64 {
        self.plan.orders_left
    }

    fn executed(&mut self, orders: u64) {
        self.plan.done += orders;
        self.plan.orders_left -= orders;
        if self.plan.orders_left == 0 && self.reached.is_none() {
            self.reached = Some(Reached::Orders);
        }
    }

    fn reached(&mut self, moment: &StateView<'_>) {
        let next = moment.next();
        self.is_next(next, moment);
        if self.plan.goal == Goal::Cell(next) {
            self.reached = Some(Reached::Goal);
        }
    }

    fn cell_written(&mut self, change: &CellChange, moment: &StateView<'_>) {
        self.ask(moment, |breaks, state| breaks.written(change, state));
    }

    fn finished(&mut self, order: &Finished<'_>) {
        self.plan.traces.finished(order);
        self.plan.done += 1;
        self.plan.orders_left = self.plan.orders_left.saturating_sub(1);
        if self.plan.orders_left == 0 {
            self.reached = Some(Reached::Orders);
        }
        let (written, read) = (std::mem::take(&mut self.written), std::mem::take(&mut self.read));
        if self.plan.goal == Goal::Free && self.plan.breaks.is_empty() {
            return;
        }
        let registers = order.cpu.registers();
        let moment = StateView { orders: 0, now: order.now, registers, cells: order.ferrite.cells() };
        let next = moment.next();
        for change in &written {
            self.ask(&moment, |breaks, state| breaks.written(change, state));
        }
        for &cell in &read {
            self.ask(&moment, |breaks, state| breaks.read(cell, state));
            self.ask_if_unset(cell, order.place, &moment);
        }
        if let Some(writes) = &mut self.plan.writes {
            writes.finished(order);
        }
        self.is_next(next, &moment);
        if self.is_at_goal(order, next) {
            self.reached = Some(Reached::Goal);
        }
    }

    fn writes(&mut self, address: Address, old: Cell, new: Cell) {
        self.plan.traces.writes(address, old, new);
        if !self.plan.breaks.is_empty() {
            self.written.push(CellChange { address, old, new });
        }
        if let Some(writes) = &mut self.plan.writes {
            writes.writes(address, old, new);
        }
    }

    fn reads(&mut self, address: Address) {
        self.plan.traces.reads(address);
        if !self.plan.breaks.is_empty() {
            self.read.push(address);
        }
    }

    fn arrives(&mut self, arrival: &Arrival, moment: &StateView<'_>) {
        if self.plan.breaks.is_empty() {
            return;
        }
        self.ask(moment, |breaks, state| breaks.written(&arrival.change, state));
        if self.drum_words.take(arrival) && self.plan.breaks.knows_drum() {
            self.is_old |= self.watch_set.is_some();
            let next = moment.next();
            if next.cell == arrival.change.address && self.plan.done > self.begun {
                self.is_next(next, moment);
            }
        }
    }

    fn io(&mut self, event: &IoEvent, moment: &StateView<'_>) {
        self.ask(moment, |breaks, state| breaks.io(event, state));
        let is_goal = match (self.plan.goal, event) {
            (Goal::Symbol, IoEvent::Sent { by, .. }) => by & TYPEWRITER != 0,
            (Goal::Drum, IoEvent::Began(_)) => true,
            _ => false,
        };
        if is_goal {
            self.reached = Some(Reached::Goal);
        }
    }

    fn wants_stop(&self) -> bool {
        self.reached.is_some() || self.is_old
    }
}
