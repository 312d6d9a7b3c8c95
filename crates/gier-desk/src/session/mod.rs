//! A session: a machine with its past, its papers and its program, the keys that were struck for it, and the
//! acts that an operator performs. Every front end drives the same one.
//!
//! ```
//! use gier_desk::attended::{Ending, Until};
//! use gier_desk::host::NoFiles;
//! use gier_desk::session::{Happened, Session};
//! use gier_machine::Machine;
//!
//! let mut session = Session::new(Machine::with_image(&gier_programs::nim_image()));
//! session.type_text("d").unwrap();
//! let happened = session.work(Until::FOREVER, &mut NoFiles).unwrap();
//! assert_eq!(happened, Happened::Ended(Ending::AwaitingKey));
//! assert!(session.papers().sheet().to_text().contains("Select language"));
//! ```

mod host;
mod inquiry;
mod moves;
mod obey;
mod reading;
mod saving;

pub use host::Host;
pub use obey::{BadAct, Fault, Obeyed};

use crate::attended::{Ending, Papers, Until};
use crate::debug::answer::Answer;
use crate::debug::past::Write;
use crate::debug::stops::{Breaks, Goal};
use crate::debug::{Chain, Engine};
use crate::host::Trouble;
use crate::typewriter::keyboard::{self, NoSuchKey};
use crate::typewriter::pressed::PressedKeys;
use core::time::Duration;
use gier_machine::{Input, Machine, Pause, StopCause, Tape, Timeline};
use gier_word::{Image, Uops};
use obey::Job;
use reading::Reading;

/// An act that reads the paper looks at it once in this machine time, in seconds. It decides at which order a
/// script goes on, so logs depend on it.
const GLANCE_SECONDS: f64 = 0.5;
/// If the script sets no limit, an act may run the machine for at most this many seconds of machine time.
const LIMIT_SECONDS: f64 = 600.0;

/// A machine with its past, its papers and its program, the keys that were struck for it, and the act that is
/// being performed.
#[derive(Clone, Debug)]
pub struct Session {
    /// In a box, because it is large, and a session is often returned by value.
    engine: Box<Engine>,
    state: State,
    keys: PressedKeys,
    keys_read: u64,
    /// The act that runs the machine.
    job: Option<Job>,
    paper: Reading,
    /// The program image that was last loaded onto the drum. `None` if that image has no source map.
    program: Option<Image>,
    /// The message about a breakpoint that stopped the act `type`, if this was the last act that ran the
    /// machine. The act `await break` then succeeds at once.
    met: Option<String>,
    /// The write that the act `who wrote` reported last.
    asked: Option<Write>,
    /// Whether the last act `who wrote` found a write.
    has_found: bool,
    /// The values whose origins the act `more` tells.
    chain: Chain,
    /// The origins that were told last.
    origins: Vec<Answer>,
    /// Whether the act in progress answers in the machine's words, too.
    in_detail: bool,
    /// The maximum machine time for one act, in seconds.
    limit: f64,
    /// The machine time at which the stopwatch was started.
    watch_from: Uops,
    /// The number of orders that had been executed when the stopwatch was started.
    orders_from: u64,
}

/// How the machine stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The machine executes orders whenever [`Session::work`] is called.
    Works,
    /// The program waits for a key.
    AwaitsKey,
    /// The program waits for tape.
    AwaitsTape,
    /// The front end has halted the machine. The text is the reason.
    Stands(String),
    /// The machine itself has stopped.
    Stopped(StopCause),
}

/// What became of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Struck {
    /// The program waited for the key, and reads it when the machine works on.
    Awaited,
    /// The program does not wait for a key. This one stays down for a quarter of a second.
    Held,
    /// GIER's typewriter has no key that prints this character.
    NoKey,
    /// The machine stands, so it takes no keys.
    NotNow,
}

/// How a call of [`Session::work`] ended.
#[derive(Debug)]
pub enum Happened {
    /// The run ended. An act that was begun goes on with the next call.
    Ended(Ending),
    /// The act that [`Session::obey`] had begun is over. The text says how the machine stands, if that is the
    /// act's result.
    Obeyed(Result<Option<String>, Fault>),
}

impl PartialEq<Happened> for Happened {
    /// Compares two endings. A result of an act is equal to nothing, because a host's error cannot be
    /// compared.
    fn eq(&self, other: &Happened) -> bool {
        matches!((self, other), (Happened::Ended(one), Happened::Ended(other)) if one == other)
    }
}

impl Session {
    /// Begins a session with this machine.
    pub fn new(machine: Machine) -> Session {
        Session::of(Engine::new(machine, Breaks::new()))
    }

    /// Goes on with a recorded session, at its present position.
    pub fn resumed(timeline: Timeline, breaks: Breaks) -> Session {
        Session::of(Engine::resumed(timeline, breaks))
    }

    /// Goes on with a recorded session for which nobody has asked for the debugger yet, see
    /// [`Engine::plain`].
    pub fn plain(timeline: Timeline) -> Session {
        Session::of(Engine::plain(timeline))
    }

    /// A session of this engine.
    pub fn of(engine: Engine) -> Session {
        Session {
            watch_from: engine.machine().now(),
            orders_from: engine.machine().orders(),
            engine: Box::new(engine),
            state: State::Works,
            keys: PressedKeys::default(),
            keys_read: 0,
            job: None,
            paper: Reading::default(),
            program: None,
            met: None,
            asked: None,
            has_found: false,
            chain: Chain::default(),
            origins: Vec::new(),
            in_detail: false,
            limit: LIMIT_SECONDS,
        }
    }

    /// Says which program image is on the drum, see [`Session::know`].
    #[must_use]
    pub fn with_program(mut self, image: &Image) -> Session {
        self.know(image);
        self
    }

    /// Says which program image is on the drum. If it has a source map, the session knows the program's
    /// names and lines, and an image of the drum that an act saves includes the map.
    pub fn know(&mut self, image: &Image) {
        self.engine.set_map(image.map().cloned());
        self.program = image.map().is_some().then(|| image.clone());
    }

    /// Gives the program its source texts, see [`Session::know_texts`].
    #[must_use]
    pub fn with_texts(mut self, texts: Vec<Option<String>>) -> Session {
        self.know_texts(texts);
        self
    }

    /// Gives the program its source texts, so that answers can quote its statements. They are in the order of
    /// the source map, and `None` for a text that is not at hand.
    pub fn know_texts(&mut self, texts: Vec<Option<String>>) {
        self.engine.set_texts(texts);
    }

    /// The program image that was last loaded onto the drum. `None` if that image has no source map.
    pub const fn program(&self) -> Option<&Image> {
        self.program.as_ref()
    }

    /// The machine with its past, its papers, its program and the breakpoints, to read. What changes it are
    /// the methods of the session, because the session must see each stroke and know how the machine stands.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The machine in its present state.
    pub fn machine(&self) -> &Machine {
        self.engine.machine()
    }

    /// Everything that the machine has printed and punched.
    pub const fn papers(&self) -> &Papers {
        self.engine.papers()
    }

    /// The text on the sheet, including the operator's own keys, in the order in which it was printed.
    pub fn paper(&self) -> &str {
        self.paper.text()
    }

    /// How the machine stands.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Whether [`Session::work`] would execute orders.
    pub fn works(&self) -> bool {
        self.state == State::Works
    }

    /// Whether the machine works, or waits for a key or tape.
    pub const fn runs(&self) -> bool {
        matches!(self.state, State::Works | State::AwaitsKey | State::AwaitsTape)
    }

    /// How many keys the program has read in this session.
    pub const fn keys_read(&self) -> u64 {
        self.keys_read
    }

    /// The rest of the text that was typed, of which the program has read no key.
    pub fn untyped(&self) -> String {
        self.keys.rest()
    }

    /// The write that the act `who wrote` has found last.
    pub fn asked(&self) -> Option<Write> {
        self.asked.filter(|_| self.has_found)
    }

    /// How many origins the acts `origin` and `more` have told last.
    pub const fn origins(&self) -> usize {
        self.origins.len()
    }

    /// Puts a fresh sheet into the typewriter. Later acts do not search the old sheet for text.
    pub fn forget_paper(&mut self) {
        self.engine.change_sheet();
        self.paper = Reading::default();
    }

    /// Strikes the key that prints this character. `host` is the present time of the host, with which
    /// [`Session::release_keys`] measures how long the key is down.
    pub fn strike(&mut self, character: char, host: Duration) -> Struck {
        match self.state {
            State::Stands(_) | State::Stopped(_) => Struck::NotNow,
            State::AwaitsKey => {
                if !self.keys.press_awaited(character, self.papers().sheet().case()) {
                    return Struck::NoKey;
                }
                self.state = State::Works;
                Struck::Awaited
            }
            State::Works | State::AwaitsTape if !keyboard::has_key(character) => Struck::NoKey,
            State::Works | State::AwaitsTape => {
                self.keys.press(character, host);
                Struck::Held
            }
        }
    }

    /// Releases the keys that were down for a quarter of a second. Returns whether the program has missed
    /// one. `host` is the present time of the host.
    pub fn release_keys(&mut self, host: Duration) -> bool {
        self.keys.release(host)
    }

    /// Adds a text that is typed as the program reads it.
    ///
    /// # Errors
    /// Returns an error for the first character that has no key. Nothing is then typed.
    pub fn type_text(&mut self, text: &str) -> Result<(), NoSuchKey> {
        self.keys.add(text)?;
        if self.state == State::AwaitsKey {
            self.state = State::Works;
        }
        Ok(())
    }

    /// Puts a tape into the reader, behind the tapes that are already there.
    ///
    /// # Errors
    /// Returns an error if the host fails.
    pub fn mount(&mut self, tape: Tape, host: &mut dyn Host) -> Result<(), Trouble> {
        self.feed_to(Input::MountTape(tape), host).map(|_| ())
    }

    /// Feeds an input to the machine. Everything after the present moment of the session is discarded.
    /// Returns `false` if the input had no effect.
    ///
    /// # Errors
    /// Returns an error if the host fails.
    pub fn feed_to(&mut self, input: Input, host: &mut dyn Host) -> Result<bool, Trouble> {
        let Session { engine, paper, .. } = self;
        let mut prints = Vec::new();
        let effect = engine.feed_heard(input, host.ears(), &mut |print| {
            paper.write(print);
            prints.push(print);
        });
        self.state = match std::mem::replace(&mut self.state, State::Works) {
            State::Works | State::AwaitsKey | State::AwaitsTape => State::Works,
            State::Stopped(_) if self.machine().stopped().is_none() => State::Works,
            stands @ (State::Stands(_) | State::Stopped(_)) => stands,
        };
        host.see(&prints)?;
        Ok(effect)
    }

    /// Runs the machine until something ends the run: a limit of `until`, a breakpoint, the program that
    /// waits for a key which nobody has struck, or the host. If an act was begun, goes on with it.
    ///
    /// # Errors
    /// Returns an error if the host fails. An act that was begun is then given up.
    pub fn work(&mut self, until: Until, host: &mut dyn Host) -> Result<Happened, Trouble> {
        self.met = None;
        let job_end = self.job.as_ref().map_or(Until::FOREVER, |job| job.until);
        let both = Until { at: until.at.min(job_end.at), orders: until.orders.min(job_end.orders) };
        let ending = loop {
            match self.step(both, host) {
                Ok(None) => {}
                Ok(Some(ending)) => break ending,
                Err(trouble) => {
                    self.job = None;
                    return Err(trouble);
                }
            }
        };
        self.state = match ending {
            Ending::AwaitingKey => State::AwaitsKey,
            Ending::AwaitingTape => State::AwaitsTape,
            Ending::Stopped(cause) => State::Stopped(cause),
            Ending::Enough | Ending::TimeIsUp | Ending::Reached | Ending::Left => State::Works,
        };
        let goes_on = ending == Ending::TimeIsUp && !job_end.is_over(self.machine());
        Ok(match self.job.take_if(|_| !goes_on) {
            Some(job) => Happened::Obeyed((job.end)(self, job, ending, host)),
            None => Happened::Ended(ending),
        })
    }

    /// Runs one slice. Returns why the run ends, or `None` if it goes on.
    fn step(&mut self, until: Until, host: &mut dyn Host) -> Result<Option<Ending>, Trouble> {
        if self.has_enough() {
            return Ok(Some(Ending::Enough));
        }
        let now = self.machine().now();
        let mut end = host.slice_end(now).max(now + Uops(1)).min(until.at);
        if self.expects() {
            end = end.min(now + Uops::from_seconds(GLANCE_SECONDS));
        }
        let (read, mut prints) = (self.paper.text().len(), Vec::new());
        let Session { engine, paper, .. } = self;
        let pause = engine.advance(Until { at: end, ..until }, host.ears(), &mut |print| {
            paper.write(print);
            prints.push(print);
        });
        self.read_on(read);
        host.see(&prints)?;
        match pause {
            Pause::Done if until.is_over(self.machine()) => return Ok(Some(Ending::TimeIsUp)),
            Pause::Done | Pause::AwaitingKey => {
                if let Some(ending) = host.rest(self.machine())? {
                    return Ok(Some(ending));
                }
            }
            Pause::ProbeStop => return Ok(Some(Ending::Reached)),
            Pause::AwaitingTape => return Ok(Some(Ending::AwaitingTape)),
            Pause::Stopped(cause) => return Ok(Some(Ending::Stopped(cause))),
        }
        if pause == Pause::AwaitingKey {
            // `strike` and `type_text` have refused the characters that have no key.
            let case = self.papers().sheet().case();
            let Ok(Some(symbol)) = self.keys.next_symbol(case) else {
                return Ok(Some(Ending::AwaitingKey));
            };
            self.keys_read += 1;
            self.feed_to(Input::Key(symbol), host)?;
        }
        Ok(None)
    }

    /// Takes the state from the machine, for example after its session was resumed. A machine that waits for
    /// tape shows this only when it is run.
    pub fn look_round(&mut self) {
        let machine = self.machine();
        self.state = match machine.stopped() {
            Some(cause) => State::Stopped(cause),
            None if machine.devices().typewriter.lamp() => State::AwaitsKey,
            None => State::Works,
        };
    }

    /// Drops the sheet's oldest lines to save memory, but keeps at least the newest `most` lines. See
    /// [`Papers::drop_old_lines`].
    pub fn drop_old_lines(&mut self, most: usize) {
        self.engine.drop_old_lines(most);
    }

    /// Halts the machine between two orders, because of `why`. Gives up an act that was begun and the goal,
    /// and lets go of the keys that are down.
    pub fn halt(&mut self, why: &str) {
        // To halt can execute an order that waits for a device. A machine that stands must not do that.
        if !matches!(self.state, State::Stands(_)) {
            self.engine.set_goal_quietly(Goal::Free);
            self.engine.halt();
        }
        self.keys.let_go();
        self.stand(why);
    }

    /// Records that the machine stands because of `why`.
    pub fn stand(&mut self, why: &str) {
        (self.job, self.state) = (None, State::Stands(why.to_string()));
    }
}
