//! Runs the machine in short slices, handles the end of each run, and presses the keys of a script.

use super::App;
use crate::keys::Key;
use crate::scene::Focus;
use crate::state::commands::Progress;
use crate::state::run::host::PanelHost;
use core::time::Duration;
use gier_desk::attended::{Ending, ProgramEnd, Until};
use gier_desk::debug::answer::What;
use gier_desk::debug::stops::At;
use gier_desk::debug::stops::Goal;
use gier_desk::debug::stops::Reached;
use gier_desk::notation::place;
use gier_desk::pace::{Pacer, Speed};
use gier_desk::session::{Happened, State, Struck};
use gier_machine::StopCause;
use gier_word::Uops;
use gier_word::uops::UOPS_PER_SECOND;

/// While [`App::work_ahead`] types a text, a lamp's brightness is averaged over this much machine time.
const EXPOSURE: Uops = Uops(UOPS_PER_SECOND / 4);
/// How long the machine may run after each key of a script, in machine time.
const AFTER_KEY: Uops = Uops(UOPS_PER_SECOND);
/// How long a script waits for GIER to read a key, in machine time.
const PATIENCE: Uops = Uops(600 * UOPS_PER_SECOND);
/// The message about a key that was released before GIER read it.
const IGNORED_KEY: &str = "GIER ignored that key: it was not waiting for one.";

impl App {
    /// How long the host may wait before it calls [`App::slice`] again. Returns `None` if the machine is not
    /// running.
    pub fn rest(&mut self) -> Option<Duration> {
        self.is_running().then(|| self.pacer.rest(self.clock.now(), self.session.machine().now()))
    }

    /// Forgets any delay, and measures the speed from now on. A machine that was late does not run faster to
    /// catch up.
    pub(in crate::state) fn restart_pace(&mut self) {
        self.pacer.restart(self.clock.now(), self.session.machine().now());
    }

    /// Begins to keep the machine at this speed, and forgets the delays and the speed that was measured.
    pub(in crate::state) fn pace_anew(&mut self, speed: Speed) {
        self.pacer = Pacer::new(speed, self.clock.now(), self.session.machine().now());
    }

    /// Runs the machine for one slice. A slice is so short that the host can draw a picture and handle keys
    /// between two slices.
    pub fn slice(&mut self) {
        self.run_until(self.pacer.slice_end(self.session.machine().now()));
    }

    /// Runs the machine until its clock reaches `end`. Does nothing if the machine is stopped.
    pub fn run_until(&mut self, end: Uops) {
        if !self.is_running() || self.session.machine().now() >= end {
            return;
        }
        let keys = self.session.keys_read();
        if self.session.release_keys(self.clock.now()) {
            self.talk.say(IGNORED_KEY);
        }
        let (progress, now) = (&mut |_, _| true, self.session.machine().now());
        let mut host = PanelHost::new(&mut self.lamps, &mut self.store, progress, (now, end));
        let happened = self.session.work(Until::at(end), &mut host);
        host.look(self.session.machine());
        let printed = host.printed;
        if self.session.keys_read() > keys {
            self.talk.take_back(IGNORED_KEY);
            self.log();
            self.restart_pace();
        }
        let told = self.session.take_told();
        for line in told.into_iter().chain(self.session.take_alarms()) {
            self.talk.say(&line);
            self.values.add_message(line);
        }
        match happened {
            Ok(Happened::Ended(ending)) => self.ended(ending),
            Ok(Happened::Obeyed(result)) => self.obeyed(result, printed),
            Err(error) => self.complain(Err(error)),
        }
    }

    /// Reacts to the end of a run. Stops the machine, or records that it waits for a key or a tape, and shows
    /// a message with the cause. Does nothing if the run ended only because its time was over.
    pub(in crate::state) fn ended(&mut self, ending: Ending) {
        match ending {
            Ending::TimeIsUp => {}
            Ending::Reached => {
                let why = self.reached();
                self.session.halt(&self.reached_in_short());
                if matches!(self.session.engine().reached(), Some(Reached::Stop(..))) {
                    let orders = self.session.machine().orders();
                    self.values.add_message(format!("after {orders} orders: {why}"));
                }
            }
            Ending::Stopped(cause) => {
                let why = self.stopped(cause);
                self.session.halt(&why);
            }
            Ending::AwaitingKey if self.session.engine().is_stepping() => {
                self.talk.say("This order waits for a key: type it, and the machine stops again.");
            }
            Ending::AwaitingKey => {}
            Ending::AwaitingTape => {
                if !self.talk.message.contains("tape") {
                    self.talk.say("GIER waits for a tape: Esc, then t, mounts one.");
                }
            }
            Ending::Enough | Ending::Left => {
                unreachable!("the panel leaves no run, and only acts have enough")
            }
        }
    }

    /// A message that says why the run ended and where the machine stopped.
    pub(in crate::state) fn reached(&self) -> String {
        let engine = self.session.engine();
        if let Some(Reached::Stop(number, what)) = engine.reached() {
            let stop = engine.breaks().stops().iter().find(|stop| stop.number == *number);
            return match stop.map(|stop| &stop.at) {
                Some(At::Place(_) | At::Named { .. }) | None => format!("breakpoint {what}"),
                Some(At::Cells { .. } | At::Track(_) | At::Device(_) | At::Change(_) | At::Unset) => {
                    what.to_string()
                }
            };
        }
        let next = place::write(engine.next());
        match engine.goal() {
            Goal::Cell(_) => format!("reached {next}"),
            Goal::Symbol => format!("symbol typed; next {next}"),
            Goal::Drum => format!("drum transfer started; next {next}"),
            Goal::Return => format!("returned to {next}"),
            Goal::Over { .. } => format!("done; next {next}"),
            Goal::Single => format!("next {next}"),
            // If the goal was a statement, the message names its line.
            Goal::Free => match engine.program().scene(&engine.state()) {
                Some(scene) => scene.to_string(),
                None => format!("next {next}"),
            },
        }
    }

    /// The same for the heading, which has no room for the text of a statement.
    pub(in crate::state) fn reached_in_short(&self) -> String {
        let engine = self.session.engine();
        match engine.reached() {
            Some(Reached::Stop(_, answer)) => match (&answer.what, &answer.scene) {
                (What::Here, Some(scene)) => format!("breakpoint {}", scene.line),
                (_, Some(_)) => answer.what.to_string(),
                (_, None) => self.reached(),
            },
            _ => match engine.program().scene(&engine.state()) {
                Some(scene) if engine.goal() == Goal::Free => scene.line,
                _ => self.reached(),
            },
        }
    }

    /// Lets the machine run until it reaches `goal`. This function only starts the run, and [`Self::slice`]
    /// executes the orders.
    pub(in crate::state) fn run(&mut self, goal: Goal) {
        self.session.run_to(goal);
        self.log();
        self.begins();
    }

    /// Called when the machine begins to run.
    pub(in crate::state) fn begins(&mut self) {
        self.look.paper_scroll = 0;
        (self.asked, self.look.history_cursor, self.sources.is_loose) = (None, None, false);
        self.pace_anew(self.pacer.speed());
    }

    /// Presses the key of GIER's typewriter that types this character.
    pub(in crate::state) fn strike(&mut self, character: char) {
        self.look.paper_scroll = 0;
        match self.session.strike(character, self.clock.now()) {
            Struck::Awaited => self.restart_pace(),
            Struck::NoKey => self.talk.say(&format!(
                "GIER's typewriter has no key for {character:?} (F1 shows how to type signs)."
            )),
            Struck::Held | Struck::NotNow => {}
        }
    }

    /// Presses the keys of a script one after the other. The first key goes to the desk, not to the
    /// typewriter. After each key, the machine runs for at most one second of machine time. Before each key
    /// for the typewriter, the machine runs until it waits for a key, for at most ten minutes of machine
    /// time.
    pub fn press_all(&mut self, keys: &[Key]) {
        self.press_while(keys, &mut |_, _| true);
    }

    /// Presses keys like [`Self::press_all`]. Before each key, tells `progress` how many keys were pressed
    /// and how many there are. If `progress` returns `false`, the remaining keys are not pressed.
    pub fn press_while(&mut self, keys: &[Key], progress: Progress<'_>) {
        self.give_keys(Focus::Desk);
        let mut patience = PATIENCE;
        for (pressed, &key) in keys.iter().enumerate() {
            if !progress(pressed as u64, keys.len() as u64) {
                return;
            }
            if self.look.focus == Focus::Typewriter && matches!(key, Key::Char(_) | Key::Enter) {
                self.run_until(self.session.machine().now() + patience);
                patience = if self.is_running() { AFTER_KEY } else { PATIENCE };
            }
            self.press(key, &mut |_, _| true);
            self.run_until(self.session.machine().now() + AFTER_KEY);
        }
    }

    /// Returns a message that says why the machine stopped.
    pub(in crate::state) fn stopped(&self, cause: StopCause) -> String {
        match self.session.engine().end(cause) {
            ProgramEnd::Finished => format!("the program has ended ({cause})"),
            ProgramEnd::Alarm | ProgramEnd::Stopped(_) => cause.to_string(),
        }
    }

    /// Types a text as fast as the machine reads it. Returns when the machine has read the whole text and
    /// waits for another key. Also returns when the machine stops, or when its clock reaches `limit`.
    pub fn type_text(&mut self, text: &str, limit: Uops) {
        self.work_ahead(text, limit, &mut |_, _| true);
    }

    /// Types a text, as [`Self::type_text`] does. Meanwhile, repeatedly calls `progress` with the machine's
    /// time and the limit. If `progress` returns `false`, the typing ends. After this function, the machine
    /// runs at the chosen speed again.
    pub fn work_ahead(&mut self, text: &str, limit: Uops, progress: Progress<'_>) {
        let mut rest = text.chars();
        loop {
            if *self.session.state() == State::AwaitsKey {
                let Some(character) = rest.next() else { break };
                self.strike(character);
            }
            let now = self.session.machine().now();
            if !self.is_running() || now >= limit || !progress(now.0, limit.0) {
                break;
            }
            self.lamps.forget();
            self.run_until(limit.min(now + EXPOSURE));
        }
        self.pace_anew(self.pacer.speed());
    }
}
