//! What a front end does with a session besides acts: it travels in the past, steps to a goal, changes the
//! breakpoints, and takes the messages. For everything else, [`Session::engine`] gives read access only,
//! because the session must know each stroke on the paper and how the machine stands.

use super::{Session, State};
use crate::debug::language::{BackTarget, Which};
use crate::debug::past::Reversed;
use crate::debug::stops::{Breaks, Goal, Stop};
use crate::host::NoFiles;
use gier_machine::timeline::Position;
use gier_machine::{Input, Timeline};
use gier_word::Uops;

/// # Moves in the recorded past
impl Session {
    /// Goes to the point of the session after this many orders, counted since the machine was created, or to
    /// its end if it is shorter.
    pub fn seek(&mut self, orders: u64) {
        if orders >= self.engine.timeline().end().orders {
            self.engine.last();
        } else {
            self.engine.seek(orders);
        }
        self.has_moved();
    }

    /// Goes to the first point of the session at or after this machine time, at which the machine is between
    /// two orders, or waits for a key or a tape.
    pub fn seek_time(&mut self, at: Uops) {
        self.engine.seek_time(at);
        self.has_moved();
    }

    /// Goes forward to the end of the session.
    pub fn last(&mut self) {
        self.engine.last();
        self.has_moved();
    }

    /// Goes back to what `target` describes. Returns also what the search has to say about it. `report` is
    /// called with the position that the search has reached, and cancels it by returning `false`.
    pub fn go_back(
        &mut self,
        target: &BackTarget,
        report: impl FnMut(Position) -> bool,
    ) -> (Reversed, String) {
        let found = self.engine.go_back(target, report);
        self.has_moved();
        found
    }

    /// Goes back to the last moment at which this breakpoint would have stopped. See [`Session::go_back`].
    pub fn back_to_stop(&mut self, stop: &Stop, report: impl FnMut(Position) -> bool) -> Reversed {
        let reversed = self.engine.back_to_stop(stop, report);
        self.has_moved();
        reversed
    }

    /// Takes back the last input, if it has set a register or a cell by hand and nothing has happened since.
    /// Returns this input.
    pub fn take_back(&mut self) -> Option<Input> {
        let input = self.engine.take_back();
        input.iter().for_each(|_| self.has_moved());
        input
    }

    /// Replaces the recorded past, and goes to the present position of the new one. Returns the old one.
    pub fn exchange(&mut self, timeline: Timeline) -> Timeline {
        let earlier = self.engine.exchange(timeline);
        self.has_moved();
        earlier
    }

    /// Discards everything after the present moment.
    pub fn forget_future(&mut self) {
        self.engine.forget_future();
    }

    /// Forgets the past: the session begins at the present moment. The papers stay.
    pub fn forget_past(&mut self) {
        self.engine.forget_past();
    }

    /// Ends the session: goes to its end, and if the next order must wait, puts the machine into the waiting
    /// state, so that a replay ends in the same state.
    pub fn finish(&mut self) {
        if self.engine.future().is_some() {
            self.engine.last();
        }
        self.engine.settle();
    }

    /// Call this after the session has gone to another moment: it takes up the paper of that moment and leaves the
    /// machine standing.
    pub(super) fn has_moved(&mut self) {
        self.take_up_paper();
        (self.job, self.state) = (None, State::Stands(self.engine.standing()));
    }
}

/// # Inputs without a host, goals, breakpoints and messages
impl Session {
    /// Feeds inputs that a person makes by hand. Everything after the present moment is discarded.
    pub fn feed(&mut self, inputs: impl IntoIterator<Item = Input>) {
        for input in inputs {
            // This host does nothing, and so does not fail.
            let _ = self.feed_to(input, &mut NoFiles);
        }
    }

    /// Lets the machine work until it reaches a goal. An act that was begun is given up.
    pub fn run_to(&mut self, goal: Goal) {
        self.engine.set_goal(goal);
        self.work_on();
    }

    /// Lets the machine work until it reaches the statement that `which` selects. An act that was begun is
    /// given up. Does nothing and returns `false` if the program has no map with statements.
    pub fn run_to_statement(&mut self, which: Which) -> bool {
        let is_known = self.engine.set_statement(which);
        if is_known {
            self.work_on();
        }
        is_known
    }

    /// Lets a machine that stands work again, with the goal that it had. An act that was begun is given up.
    pub fn work_on(&mut self) {
        (self.job, self.state) = (None, State::Works);
    }

    /// The breakpoints and watchpoints, to switch and remove them. [`Session::add_stop`] adds one.
    pub const fn breaks_mut(&mut self) -> &mut Breaks {
        self.engine.breaks_mut()
    }

    /// Adds a breakpoint or watchpoint, and returns its number.
    ///
    /// # Errors
    /// Returns an error if the program has not what it names, or if there are too many.
    pub fn add_stop(&mut self, stop: Stop) -> Result<u32, String> {
        self.engine.add_stop(stop)
    }

    /// Takes the messages of breakpoints that print instead of stopping.
    pub fn take_told(&mut self) -> Vec<String> {
        self.engine.take_told()
    }

    /// Takes the messages about the alarms of the program.
    pub fn take_alarms(&mut self) -> Vec<String> {
        self.engine.take_alarms()
    }

    /// Updates the traces of the last accesses, if they are out of date. Call this only when they are shown,
    /// because it replays the last 65 536 orders.
    pub fn refresh_traces(&mut self) {
        self.engine.refresh_traces();
    }
}
