//! Runs the machine to the goal of the engine, and feeds it inputs.

use super::{Engine, LONG_RUN};
use crate::attended::ears::reborrow;
use crate::attended::{Ears, Print, Until};
use crate::debug::expression::EvalState;
use crate::debug::stops::{At, Beside, Goal, Hit, Plan, Reached, Stop, Watch, Writes};
use gier_machine::{Input, Interest, NoProbe, Pause, Probe};

/// What [`Engine::advance`] calls only if there are breakpoints, a goal or traces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watching {
    run: fn(&mut Engine, Until, bool, Option<&mut dyn Ears>) -> Pause,
    at_key: fn(&mut Engine) -> Pause,
    pub(super) resolve: fn(&mut Engine),
}

pub(super) const WATCHING: Watching =
    Watching { run: Engine::watch, at_key: Engine::at_key, resolve: Engine::resolve_stops };

impl Engine {
    /// Runs to the debugger's goal, but at most to a limit of `until`. `ears` hears the orders and the output,
    /// and `see` gets each symbol that the typewriter prints.
    ///
    /// A long run watches only the places and cells that the goal and the breakpoints need, or nothing if
    /// they need nothing. The traces are then out of date until [`Engine::refresh_traces`] is called.
    pub fn advance(
        &mut self,
        until: Until,
        mut ears: Option<&mut dyn Ears>,
        see: &mut dyn FnMut(Print),
    ) -> Pause {
        if until.orders <= self.machine().orders() {
            return Pause::Done;
        }
        let was_stopped = self.machine().stopped().is_some();
        let is_long = until.at > self.machine().now() + LONG_RUN;
        let is_free = self.goal == Goal::Free && self.passing.is_none() && self.breaks.is_empty();
        let pause = match self.watching.filter(|_| !(is_free && is_long)) {
            Some(watching) => (watching.run)(self, until, is_long, reborrow(&mut ears)),
            None => {
                (self.reached, self.writes, self.traces_are_old) = (None, None, true);
                self.room.run_heard(until, reborrow(&mut ears))
            }
        };
        self.room.print(ears, see);
        self.mark();
        if let Some(Reached::Stop(number, answer)) =
            self.reached.take_if(|reached| matches!(reached, Reached::Stop(..)))
        {
            self.reached = Some(Reached::Stop(number, Box::new(self.with_scene(number, answer.what))));
        }
        if !was_stopped {
            self.new_alarms.extend(self.alarm().map(str::to_string));
        }
        match (&self.reached, self.watching) {
            (Some(Reached::Orders), _) => Pause::Done,
            (Some(Reached::Goal | Reached::Stop(..)), _) => Pause::ProbeStop,
            (None, Some(watching)) if pause == Pause::AwaitingKey => (watching.at_key)(self),
            (None, _) => pause,
        }
    }

    /// Runs with a probe that finds the goal and the breakpoints.
    fn watch(&mut self, until: Until, is_long: bool, ears: Option<&mut dyn Ears>) -> Pause {
        let done = self.machine().orders();
        for stop in self.breaks.stops_mut() {
            if let (At::Named { written, places }, None) = (&stop.at, &stop.line)
                && written.starts_with("line ")
            {
                stop.line = self.program.one_line(places);
            }
        }
        self.breaks.begin(&EvalState::of(self.room.machine()).with_names(&self.program));
        self.breaks.lend(self.passing.take());
        let known = self.writes.take();
        self.writes = self.breaks.wants_unset().then(|| Writes::up_to_now(known, self.room.timeline()));
        let Engine { breaks, traces, room, depth, program, writes, goal, .. } = self;
        let (program, writes) = (&*program, writes.as_mut());
        let orders_left = until.orders - done;
        let plan = Plan { goal: *goal, orders_left, done, breaks, program, writes, traces, depth: *depth };
        let mut watch = Watch::new(plan, room.machine().drum());
        let listens = ears.as_ref().is_some_and(|ears| !matches!(ears.interest(), Interest::Nothing));
        if is_long && !listens {
            watch = watch.of_places();
        }
        let until = Until::at(until.at);
        let mut nobody = NoProbe;
        let mut beside = Beside { watch, ears: ears.unwrap_or(&mut nobody) };
        let pause = loop {
            let pause = room.run(until, &mut beside);
            if !beside.watch.take_outdated() {
                break pause;
            }
        };
        let mut watch = beside.watch;
        self.reached = watch.reached().cloned();
        self.told.extend(watch.take_told());
        *depth = watch.depth();
        self.traces_are_old |= !watch.watches_every_order();
        let passing = self.breaks.take_back();
        match self.reached {
            Some(Reached::Stop(Stop::PASSING, _)) => {
                self.reached = Some(Reached::Goal);
                self.tell_value();
            }
            _ => self.passing = passing,
        }
        pause
    }

    /// If the run has left a function, tells its value, which the run-time library keeps in the cell `uv`.
    fn tell_value(&mut self) {
        let cell = self.program.map().and_then(|map| map.cell_of("uv"));
        if let Some((named, cell)) = self.leaving.take().zip(cell) {
            let value = named.notation.write(self.machine().ferrite().read(cell));
            self.told.push(format!("{} gave {value}", named.name));
        }
    }

    /// Feeds an input like [`Engine::feed`]. `ears` hears the output, and `see` gets each symbol that the
    /// typewriter prints.
    pub fn feed_heard(
        &mut self,
        input: Input,
        ears: Option<&mut dyn Ears>,
        see: &mut dyn FnMut(Print),
    ) -> bool {
        self.forget_writes();
        // What is changed by hand at a stop is marked as changed, as after an order.
        let is_by_hand = input.is_by_hand() && self.at_stop.is_some();
        if is_by_hand {
            self.leave();
        }
        let effect = self.room.timeline_mut().feed(input);
        self.room.print(ears, see);
        self.mark();
        effect
    }

    /// Called when the program waits for a key. Returns how the run pauses: a breakpoint can end it at this
    /// wait. A breakpoint is hit only once at the same wait.
    fn at_key(&mut self) -> Pause {
        let here = Some(self.room.timeline().position());
        if self.at_key == here {
            return Pause::AwaitingKey;
        }
        let mut stopped = None;
        for hit in self.breaks.waits_for_key(&EvalState::of(self.room.machine()).with_names(&self.program)) {
            match hit {
                Hit::Told(line) => self.told.push(line),
                Hit::Stopped(number, what) => stopped = Some((number, what)),
            }
        }
        if let Some((number, what)) = stopped {
            self.reached = Some(Reached::Stop(number, Box::new(self.with_scene(number, what))));
        }
        self.at_key = here;
        if self.reached.is_some() { Pause::ProbeStop } else { Pause::AwaitingKey }
    }
}
