//! A machine with its past: earlier copies of the machine (keyframes), every input with its time, and every
//! output. You can go back to the position before or after any order of the session.
//!
//! Only inputs influence a machine from outside. The state of the machine can therefore be computed again
//! from a keyframe and the later inputs. Keyframes are taken at regular intervals of machine time. When there
//! are too many keyframes, every second one is deleted and the interval doubles. The memory for keyframes is
//! therefore limited.

pub(crate) mod history;
mod replay;
mod reverse;

use crate::input::Input;
use crate::machine::Machine;
use crate::output::{Output, Pause};
use gier_cpu::{NoProbe, Probe};
use gier_word::Uops;
use replay::{Cursor, Goal};

pub use history::{HISTORY_ORDERS, OrderRecord};
pub use reverse::{Cancelled, Search};

/// The largest number of keyframes (copies of the machine) that a timeline keeps.
pub const KEYFRAMES_MAX: usize = 512;
/// The interval between keyframes at the beginning of a session: a second of machine time.
pub const SPACING: Uops = Uops(gier_word::uops::UOPS_PER_SECOND);

/// A position in a session: the order count and the machine's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The number of orders executed since the machine was created.
    pub orders: u64,
    /// The time on the machine's clock, in micro-operations.
    pub at: Uops,
}

/// An input, and the position in the session at which the machine received it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Logged {
    /// The position at which the machine received the input.
    pub position: Position,
    /// What the operator did.
    pub input: Input,
}

/// A copy of the machine at one position of the session, and the number of outputs before that position.
#[derive(Clone, Debug)]
struct Keyframe {
    cursor: Cursor,
    outputs: usize,
}

/// A machine with its past. It contains keyframes (copies of the machine), all inputs and all outputs.
#[derive(Clone, Debug)]
pub struct Timeline {
    cursor: Cursor,
    keyframes: Vec<Keyframe>,
    spacing: Uops,
    inputs: Vec<Logged>,
    outputs: Vec<(Uops, Output)>,
    happened: usize,
    end: Position,
}

impl Timeline {
    /// Starts a session with this machine.
    pub fn new(mut machine: Machine) -> Timeline {
        let outputs = machine.take_output();
        let cursor = Cursor { machine, fed: 0 };
        let end = cursor.position();
        let happened = outputs.len();
        Timeline {
            keyframes: vec![Keyframe { cursor: cursor.clone(), outputs: happened }],
            cursor,
            spacing: SPACING,
            inputs: Vec::new(),
            outputs,
            happened,
            end,
        }
    }

    /// The machine at the present position.
    pub const fn machine(&self) -> &Machine {
        &self.cursor.machine
    }

    /// The present position: how many orders were executed, and the machine's time.
    pub fn position(&self) -> Position {
        self.cursor.position()
    }

    /// The latest position that the session has reached.
    pub const fn end(&self) -> Position {
        self.end
    }

    /// Whether inputs or orders of the session come after the present position.
    pub fn is_in_past(&self) -> bool {
        self.cursor.fed < self.inputs.len() || self.position() < self.end
    }

    /// All outputs up to the present position, with times.
    pub fn outputs(&self) -> &[(Uops, Output)] {
        &self.outputs[..self.happened]
    }

    /// All outputs up to the end of the session, with times.
    pub fn all_outputs(&self) -> &[(Uops, Output)] {
        &self.outputs
    }

    /// All inputs of the session.
    pub fn all_inputs(&self) -> &[Logged] {
        &self.inputs
    }

    /// The inputs up to the present position.
    pub fn inputs(&self) -> &[Logged] {
        &self.inputs[..self.cursor.fed]
    }

    /// The number of keyframes: the copies of the machine that this timeline keeps.
    pub const fn keyframes(&self) -> usize {
        self.keyframes.len()
    }

    /// Estimates the memory that the keyframes use, in bytes. Each keyframe is assumed to have its own table
    /// of tracks and its own copies of twelve tracks. It shares the other tracks.
    pub fn memory_bytes(&self) -> usize {
        let tracks = self.cursor.machine.drum().tracks().group_size();
        self.keyframes.len() * (size_of::<Machine>() + tracks * 8 + 12 * 320)
    }

    /// Feeds an input at the present position, as [`Machine::feed`] does. Discards everything after the
    /// present position. Returns `false` if the input had no effect.
    pub fn feed(&mut self, input: Input) -> bool {
        self.forget_future();
        self.cursor.machine.enter_wait();
        let position = self.cursor.position();
        let effect = self.cursor.machine.feed(input.clone());
        self.inputs.push(Logged { position, input });
        self.cursor.fed += 1;
        self.collect();
        effect
    }

    /// Whether the operator has set a register or a cell, and nothing has happened since.
    pub fn ends_by_hand(&self) -> bool {
        let orders = self.cursor.machine.orders();
        let is_last = |last: &Logged| last.input.is_by_hand() && last.position.orders == orders;
        !self.is_in_past() && self.inputs.last().is_some_and(is_last)
    }

    /// Takes back the last input, if [`Timeline::ends_by_hand`] is true. Returns this input.
    pub fn take_back(&mut self) -> Option<Input> {
        let ends_by_hand = self.ends_by_hand();
        let Logged { position, input } = self.inputs.pop_if(|_| ends_by_hand)?;
        let fed = self.inputs.len();
        self.keyframes.retain(|frame| frame.cursor.position() <= position && frame.cursor.fed <= fed);
        self.seek_position(position);
        self.forget_future();
        Some(input)
    }

    /// Discards the part of the session after the present position.
    pub fn forget_future(&mut self) {
        self.inputs.truncate(self.cursor.fed);
        self.outputs.truncate(self.happened);
        self.end = self.position();
        let end = self.end;
        let fed = self.cursor.fed;
        self.keyframes.retain(|frame| frame.cursor.position() <= end && frame.cursor.fed <= fed);
    }

    /// Runs as [`Machine::run_until`] does. At a past position of the session, also feeds the logged inputs
    /// when they are due.
    pub fn run_until(&mut self, until: Uops) -> Pause {
        self.run_probed(until, &mut NoProbe)
    }

    /// Like [`Timeline::run_until`], with a probe.
    pub fn run_probed(&mut self, until: Uops, probe: &mut dyn Probe) -> Pause {
        self.run_orders_until(u64::MAX, until, probe)
    }

    /// Like [`Timeline::run_probed`], but also ends when the order count of the machine reaches `orders`.
    pub fn run_orders_until(&mut self, orders: u64, until: Uops, probe: &mut dyn Probe) -> Pause {
        let pause = self.advance(Goal { orders, at: until }, probe);
        // If the next order can only wait, the machine enters the wait now. So the position alone
        // determines the state of the machine.
        self.cursor.machine.enter_wait_now();
        pause
    }

    /// Executes `orders` more orders. Returns [`Pause::Done`] if all of them were executed.
    pub fn step(&mut self, orders: u64) -> Pause {
        let orders = self.cursor.machine.orders().saturating_add(orders);
        let pause = self.advance(Goal { orders, at: Uops::NEVER }, &mut NoProbe);
        self.settle();
        pause
    }

    /// Goes back by `orders` orders, but not beyond the beginning of the session.
    pub fn step_back(&mut self, orders: u64) {
        self.seek(self.cursor.machine.orders().saturating_sub(orders));
    }

    /// Goes to the position at which the machine has executed `orders` orders in total. At this position, the
    /// machine has also received all inputs that were logged at this order count. If the session is shorter,
    /// the machine runs on as far as possible.
    pub fn seek(&mut self, orders: u64) {
        // A keyframe is too late if it was taken while the next order waited or the HELP button was at work.
        let moves_on = |machine: &Machine| machine.waiting() || machine.help_at_work();
        let early =
            |machine: &Machine| machine.orders() < orders || machine.orders() == orders && !moves_on(machine);
        let frame = self.keyframes.partition_point(|frame| early(&frame.cursor.machine));
        let back = orders <= self.cursor.machine.orders();
        self.restore(frame, back);
        self.advance(Goal { orders, at: Uops::NEVER }, &mut NoProbe);
        self.settle();
    }

    /// Goes to the position at this machine time. The machine has then received all inputs up to this time.
    pub fn seek_time(&mut self, at: Uops) {
        let frame = self.keyframes.partition_point(|frame| frame.cursor.machine.now() <= at);
        let back = at <= self.cursor.machine.now();
        self.restore(frame, back);
        self.run_until(at);
    }

    /// Goes to a position that [`Timeline::position`] returned. It can also be a position at which the next
    /// order was waiting.
    pub fn seek_position(&mut self, position: Position) {
        let frame = self.keyframes.partition_point(|frame| frame.cursor.position() <= position);
        let back = position <= self.position();
        self.restore(frame, back);
        self.run_until(position.at);
    }

    /// Called after a run. If an order waits for a busy device, executes the order when its wait ends. An
    /// order that waits for a key or a tape keeps waiting. Afterwards, the order count is enough to find this
    /// position again: [`Timeline::seek`] returns exactly to it.
    pub fn halt(&mut self) -> Pause {
        if self.cursor.machine.waiting() && !self.cursor.machine.enter_wait() {
            return self.step(1);
        }
        self.settle();
        Pause::Done
    }

    /// If the next order has to wait for a key or a tape, lets it begin to wait. Then adds the machine's new
    /// output to the session.
    fn settle(&mut self) {
        self.cursor.machine.enter_wait();
        self.collect();
    }

    /// Replaces the machine by the keyframe before the one with the index `frame`. If `back` is false, does
    /// so only if that keyframe is later than the present position.
    fn restore(&mut self, frame: usize, back: bool) {
        let frame = &self.keyframes[frame.saturating_sub(1).min(self.keyframes.len() - 1)];
        if back || frame.cursor.position() > self.cursor.position() {
            self.cursor = frame.cursor.clone();
            self.happened = frame.outputs;
        }
    }

    /// Advances to a goal, and takes keyframes while the machine runs.
    fn advance(&mut self, goal: Goal, probe: &mut dyn Probe) -> Pause {
        loop {
            let slice = Goal { at: goal.at.min(self.next_keyframe()), ..goal };
            let begin = (self.position(), self.cursor.fed);
            let pause = self.cursor.advance(&self.inputs, slice, probe);
            self.collect();
            self.keep_keyframe();
            let arrived = self.cursor.machine.now() >= goal.at || self.cursor.machine.orders() >= goal.orders;
            let moved = begin != (self.position(), self.cursor.fed);
            if pause != Pause::Done || arrived || !moved {
                return pause;
            }
        }
    }

    /// The time at which the next keyframe will be taken.
    fn next_keyframe(&self) -> Uops {
        let last = self.keyframes.last().map_or(Uops::ZERO, |frame| frame.cursor.machine.now());
        let next = last + self.spacing;
        if self.cursor.machine.now() < next { next } else { self.cursor.machine.now() + self.spacing }
    }

    fn keep_keyframe(&mut self) {
        let now = self.cursor.machine.now();
        let last = self.keyframes.last().map_or(Uops::ZERO, |frame| frame.cursor.machine.now());
        if now < last + self.spacing {
            return;
        }
        self.keyframes.push(Keyframe { cursor: self.cursor.clone(), outputs: self.happened });
        if self.keyframes.len() > KEYFRAMES_MAX {
            let mut index = 0;
            self.keyframes.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.spacing = self.spacing + self.spacing;
        }
    }

    /// Adds the machine's new output to the session. A replay adds nothing, because the session already has
    /// the output.
    fn collect(&mut self) {
        let sent = self.cursor.machine.take_output();
        let known = self.outputs.len() - self.happened;
        self.happened += sent.len();
        self.outputs.extend(sent.into_iter().skip(known));
        self.end = self.end.max(self.position());
    }
}
