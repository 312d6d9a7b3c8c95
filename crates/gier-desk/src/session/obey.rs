//! Acts: what an operator does at the machine. An act is done at once, or it begins to run the machine and
//! [`Session::work`] ends it.

use super::Session;
use super::host::Host;
use super::reading::Reading;
use crate::acts::{self, Act, Line, Report, Wait, asc, in_one_line};
use crate::attended::{Ending, Until};
use crate::debug::language::Which;
use crate::debug::stops::{Goal, Reached};
use crate::host::Trouble;
use crate::typewriter::paper::text_of;
use gier_machine::{Input, Tape};
use gier_word::{Image, Reel, Uops};
use thiserror::Error;

/// A message about a failed act shows at most this many characters from the end of the paper.
const TAIL: usize = 80;

/// The reason why an act failed.
#[derive(Debug, Error)]
pub enum Fault {
    /// The host returned an error, for example because a file cannot be read.
    #[error(transparent)]
    Host(#[from] Trouble),
    /// The act was not possible, or the machine did not behave as expected. The text says why.
    #[error("{0}")]
    Machine(String),
    /// The act would discard what comes after the present moment of the session, and
    /// [`Host::forgets_future`] does not allow that.
    #[error("this discards everything after the present moment")]
    Future,
}

/// The act of a script that failed.
#[derive(Debug, Error)]
#[error("line {line}: {fault}")]
pub struct BadAct {
    /// The line number of the act in the script, counted from 1.
    pub line: usize,
    /// The reason why the act failed.
    pub fault: Fault,
}

/// What [`Session::obey`] has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obeyed {
    /// The act is done.
    Done,
    /// The act runs the machine. [`Session::work`] goes on with it, and tells when it is over.
    Working,
}

/// An act that runs the machine.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// Where the act ends at the latest.
    pub until: Until,
    task: Task,
    /// [`Session::end`]. It is here so that a front end without acts does not contain it.
    pub end: End,
}

type End = fn(&mut Session, Job, Ending, &mut dyn Host) -> Result<Option<String>, Fault>;

/// What an act that runs the machine waits for, and what it does at its end.
#[derive(Clone, Debug)]
pub(super) enum Task {
    /// Waits until the program has read all keys that were struck.
    Type,
    /// Waits until this text is on the paper. The `bool` says whether it is.
    Expect(String, bool),
    /// Waits until the machine waits or stops.
    Await(Wait),
    /// Only runs.
    Run,
    /// Runs to a stop, and tells how the machine stands.
    Continue,
    /// Runs to the goal of the engine, or executes all orders up to this order count. Tells how the machine
    /// stands if it has not come there.
    Step(Option<u64>),
}

impl Session {
    /// Performs the acts of a script in order.
    ///
    /// # Errors
    /// Returns the line of the first act that failed, and the reason. The later acts are not performed.
    pub fn perform(&mut self, lines: &[Line], host: &mut dyn Host) -> Result<(), BadAct> {
        for Line { line, act } in lines {
            self.act(act, host).map_err(|fault| BadAct { line: *line, fault })?;
        }
        Ok(())
    }

    /// Performs one act: obeys it, and works until it is over.
    ///
    /// # Errors
    /// Returns the reason why the act failed.
    pub fn act(&mut self, act: &Act, host: &mut dyn Host) -> Result<(), Fault> {
        if self.obey(act, host)? == Obeyed::Done {
            return Ok(());
        }
        loop {
            if let super::Happened::Obeyed(result) = self.work(Until::FOREVER, host)? {
                if let Some(line) = result? {
                    host.print(&line);
                }
                return Ok(());
            }
        }
    }

    /// Obeys an act: does it, or begins it.
    ///
    /// # Errors
    /// Returns the reason why the act failed.
    pub fn obey(&mut self, act: &Act, host: &mut dyn Host) -> Result<Obeyed, Fault> {
        match act {
            Act::Feed(inputs) => self.feed_all(inputs.clone(), host)?,
            Act::Reader { file, text, from } => {
                let tape = tape(file, &host.read(file)?, *text, *from, host)?;
                self.feed_all([Input::MountTape(tape)], host)?;
            }
            Act::Station(number, file) => self.mount_reel(*number, file, host)?,
            Act::Installation(installation) => {
                self.may_feed(host)?;
                self.engine.install(*installation);
            }
            Act::Drum(file) => self.load_drum(file, host)?,
            Act::Type(text) => {
                self.may_feed(host)?;
                self.type_text(text).map_err(|fault| Fault::Machine(fault.to_string()))?;
                return Ok(self.begin(Task::Type, self.deadline()));
            }
            Act::Expect(text) => {
                let has_seen = self.paper.end_of(text, 0).is_some();
                return Ok(self.begin(Task::Expect(text.clone(), has_seen), self.deadline()));
            }
            Act::Await(Wait::Break) if self.met.take().is_some() => {}
            Act::Await(wait) => return Ok(self.begin(Task::Await(*wait), self.deadline())),
            Act::Run(seconds) => {
                let end = self.machine().now() + Uops::from_seconds(*seconds);
                return Ok(self.begin(Task::Run, Until::at(end)));
            }
            Act::Limit(seconds) => self.limit = *seconds,
            Act::Stopwatch(bounds) => self.stopwatch(*bounds)?,
            Act::Report(report) => host.print(&self.report(report)?),
            Act::Save(what, file) => self.save(*what, file, host)?,
            Act::Set(stop) => self.set(stop, host)?,
            Act::Forget(number) => self.forget(*number)?,
            Act::Continue => return Ok(self.run_free(Task::Continue, self.deadline())),
            Act::Step(orders) => {
                let orders = self.machine().orders().saturating_add(*orders);
                let until = Until { orders, ..self.deadline() };
                return Ok(self.run_free(Task::Step(Some(orders)), until));
            }
            Act::Over => return Ok(self.step_to(self.engine.over())),
            Act::Out if !self.engine.frames().is_empty() => return self.statement(Which::Outside, host),
            Act::Out => return Ok(self.step_to(Goal::Return)),
            Act::Statement(which) => return self.statement(*which, host),
            Act::Back(target) => self.back(target, host)?,
            Act::End => self.last(),
            Act::Who(written) => self.who(written.as_ref(), host)?,
            Act::Origin(spot) => self.origin(spot, host)?,
            Act::More(line) => self.more(*line, host)?,
            Act::InDetail(act) => {
                self.in_detail = true;
                let obeyed = self.obey(act, host);
                self.in_detail = false;
                return obeyed;
            }
            Act::Tell(items) => self.print_values(items, host)?,
            Act::Poke(name, value) => self.feed_all(self.poked(name, value)?, host)?,
            Act::Assign(variable, value) => {
                let input = self.engine.assignment(variable, value).map_err(Fault::Machine)?;
                self.feed_all([input], host)?;
            }
            Act::Later(line) => return self.later(line, host),
        }
        Ok(Obeyed::Done)
    }

    /// Parses a line of a script again, now with the names of the program, and obeys it.
    fn later(&mut self, line: &str, host: &mut dyn Host) -> Result<Obeyed, Fault> {
        let act = acts::act(line, Some(self.engine.program()));
        let act = act.map_err(|fault| Fault::Machine(in_one_line(&fault)))?;
        act.map_or(Ok(Obeyed::Done), |act| self.obey(&act, host))
    }

    /// Begins an act that runs the machine.
    pub(super) fn begin(&mut self, task: Task, until: Until) -> Obeyed {
        (self.job, self.state) = (Some(Job { until, task, end: Session::end }), super::State::Works);
        Obeyed::Working
    }

    /// Whether the act in progress has what it waits for.
    pub(super) fn has_enough(&self) -> bool {
        match self.job.as_ref().map(|job| &job.task) {
            Some(Task::Type) => self.keys.has_struck_all(),
            Some(Task::Expect(_, has_seen)) => *has_seen,
            Some(Task::Await(_) | Task::Run | Task::Continue | Task::Step(_)) | None => false,
        }
    }

    /// Whether the act in progress reads the paper.
    pub(super) fn expects(&self) -> bool {
        self.job.as_ref().is_some_and(|job| matches!(job.task, Task::Expect(..)))
    }

    /// Called when something may have been printed. `read` is the length of the paper that was searched.
    pub(super) fn read_on(&mut self, read: usize) {
        if let Some(Job { task: Task::Expect(text, has_seen), .. }) = &mut self.job {
            *has_seen |= self.paper.end_of(text, self.paper.before(read, text)).is_some();
        }
    }

    /// Ends an act that has run the machine.
    pub(super) fn end(
        &mut self,
        job: Job,
        ending: Ending,
        host: &mut dyn Host,
    ) -> Result<Option<String>, Fault> {
        self.print_messages(host);
        self.engine.take_alarms().iter().for_each(|line| host.print(line));
        match job.task {
            Task::Type => self.typed(ending),
            Task::Expect(text, _) => self.expected(&text, ending),
            Task::Await(wait) => self.awaited(wait, ending),
            Task::Run => self.not_reached(ending).map(|()| None),
            Task::Continue => {
                let state = self.how(ending);
                let waits = matches!(self.state, super::State::AwaitsKey | super::State::AwaitsTape);
                let waiting = waits.then(|| self.state.clone());
                self.halt_at(ending);
                // A machine that waits takes the next key or tape and goes on.
                waiting.into_iter().for_each(|waiting| self.state = waiting);
                Ok(Some(state))
            }
            Task::Step(last) => {
                let is_done = match last {
                    Some(last) => ending == Ending::TimeIsUp && self.machine().orders() >= last,
                    None => ending == Ending::Reached && self.engine.reached() == Some(&Reached::Goal),
                };
                let state = (!is_done).then(|| self.how(ending));
                self.engine.set_goal_quietly(Goal::Free);
                self.halt_at(ending);
                Ok(state)
            }
        }
    }

    /// Halts the machine after a step, without letting the keys go.
    fn halt_at(&mut self, ending: Ending) {
        let why = self.how(ending);
        self.engine.halt();
        self.state = super::State::Stands(why);
    }

    /// The end of the act `type`. A breakpoint may have ended it early.
    fn typed(&mut self, ending: Ending) -> Result<Option<String>, Fault> {
        match ending {
            Ending::Enough => Ok(None),
            Ending::Reached => {
                let met = self.reached();
                self.met = Some(met.clone());
                Ok(Some(met))
            }
            Ending::TimeIsUp
            | Ending::AwaitingKey
            | Ending::AwaitingTape
            | Ending::Stopped(_)
            | Ending::Left => {
                Err(Fault::Machine(format!("the machine does not wait for a key: {}", self.describe(ending))))
            }
        }
    }

    /// The end of the act `expect`. The text must come after the text of the last `expect`.
    fn expected(&mut self, text: &str, ending: Ending) -> Result<Option<String>, Fault> {
        self.not_reached(ending)?;
        match self.paper.end_of(text, 0) {
            Some(end) => {
                self.paper.read_to(end);
                Ok(None)
            }
            None => {
                Err(Fault::Machine(format!("the paper does not show {text:?}: {}", self.describe(ending))))
            }
        }
    }

    /// The end of the act `await`. Returns a fault if `wait` names a different event.
    fn awaited(&self, wait: Wait, ending: Ending) -> Result<Option<String>, Fault> {
        match (wait, ending) {
            (Wait::Key, Ending::AwaitingKey)
            | (Wait::Tape, Ending::AwaitingTape)
            | (Wait::Stop, Ending::Stopped(_)) => Ok(None),
            (Wait::Break, Ending::Reached) => Ok(Some(self.reached())),
            (_, Ending::Reached) => self.not_reached(ending).map(|()| None),
            (Wait::Any, Ending::AwaitingKey | Ending::AwaitingTape | Ending::Stopped(_)) => {
                Ok(Some(self.how(ending)))
            }
            _ => {
                let wanted = match wait {
                    Wait::Key => "wait for a key",
                    Wait::Tape => "wait for tape",
                    Wait::Stop => "stop",
                    Wait::Any => "wait or stop",
                    Wait::Break => "reach a breakpoint or watchpoint",
                };
                Err(Fault::Machine(format!("the machine does not {wanted}: {}", self.describe(ending))))
            }
        }
    }

    /// Fails if the session has a future that the host wants to keep.
    pub(super) fn may_feed(&self, host: &dyn Host) -> Result<(), Fault> {
        if self.engine.future().is_some() && !host.forgets_future() { Err(Fault::Future) } else { Ok(()) }
    }

    /// Feeds the inputs of one act.
    pub(super) fn feed_all(
        &mut self,
        inputs: impl IntoIterator<Item = Input>,
        host: &mut dyn Host,
    ) -> Result<(), Fault> {
        self.may_feed(host)?;
        for input in inputs {
            self.feed_to(input, host)?;
        }
        Ok(())
    }

    /// Puts a reel on a magnetic tape station (1-6). Adds the station first if the machine lacks it.
    fn mount_reel(&mut self, number: u16, file: &str, host: &mut dyn Host) -> Result<(), Fault> {
        let reel = Reel::from_bytes(&host.read(file)?);
        let reel = reel.map_err(|bad| Trouble::from(format!("{file}: {bad}")))?;
        self.may_feed(host)?;
        let there = self.machine().installation();
        if !there.has_station(number) {
            self.engine.install(there.with_station(number));
        }
        self.feed_to(Input::MountReel(number, reel), host)?;
        Ok(())
    }

    /// Loads an image onto the drum.
    fn load_drum(&mut self, file: &str, host: &mut dyn Host) -> Result<(), Fault> {
        let image = Image::from_bytes(&host.read(file)?);
        let image = image.map_err(|error| Trouble::from(format!("{file}: {error}")))?;
        self.may_feed(host)?;
        self.engine.load_drum(&image);
        self.program = image.map().is_some().then_some(image);
        Ok(())
    }

    /// Starts the stopwatch, or fails if it does not show a time between the bounds.
    fn stopwatch(&mut self, bounds: Option<(f64, f64)>) -> Result<(), Fault> {
        let Some((low, high)) = bounds else {
            (self.watch_from, self.orders_from) = (self.machine().now(), self.machine().orders());
            return Ok(());
        };
        let seconds = self.seconds();
        if (low..=high).contains(&seconds) {
            return Ok(());
        }
        let message = format!("{seconds:.2} seconds have passed on the stopwatch, not {low} to {high}");
        Err(Fault::Machine(message))
    }

    /// What the operator reports.
    fn report(&self, report: &Report) -> Result<String, Fault> {
        match report {
            Report::Seconds => Ok(format!("{:.3} seconds", self.seconds())),
            Report::Orders => Ok(format!("{} orders", self.machine().orders() - self.orders_from)),
            Report::Paper(text) => self.line_with(text),
        }
    }

    /// An image of the present contents of the drum. The image includes the program's source map if the
    /// program's tracks are unchanged.
    pub(super) fn drum(&self) -> Image {
        let mut drum = self.machine().drum_image();
        self.program.iter().for_each(|program| drum.take_map_of(program));
        drum
    }

    /// Called after the session has moved to another moment. Takes over the paper as it is there. The act
    /// `expect` then searches only text that is printed later.
    pub(super) fn take_up_paper(&mut self) {
        self.paper = Reading::of(self.engine.sheet());
    }

    /// The limit for an act that begins to run the machine now.
    pub(super) fn deadline(&self) -> Until {
        Until::at(self.machine().now() + Uops::from_seconds(self.limit))
    }

    /// The time on the stopwatch, in seconds of machine time.
    fn seconds(&self) -> f64 {
        (self.machine().now() - self.watch_from).seconds()
    }

    /// Returns the last line of the sheet that contains this text. Returns a fault if no line contains it.
    fn line_with(&self, text: &str) -> Result<String, Fault> {
        let lines = self.papers().sheet().lines().iter().rev().map(|line| text_of(line));
        let found = lines.into_iter().find(|line| line.contains(text));
        found.ok_or_else(|| Fault::Machine(format!("no line of the sheet shows {text:?}")))
    }

    /// Describes the breakpoint at which the machine has stopped. If the machine stopped for another reason,
    /// returns the text `there`.
    fn reached(&self) -> String {
        match self.engine.reached() {
            Some(Reached::Stop(number, what)) => format!("stop {number}: {what}"),
            Some(Reached::Goal | Reached::Orders) | None => "there".to_string(),
        }
    }

    /// Returns a fault if a breakpoint ended the run.
    fn not_reached(&self, ending: Ending) -> Result<(), Fault> {
        if ending == Ending::Reached { Err(Fault::Machine(self.reached())) } else { Ok(()) }
    }

    /// Describes the state in which a run has ended, for a message. For example, `it waits for a key`.
    fn how(&self, ending: Ending) -> String {
        match ending {
            Ending::AwaitingKey => "it waits for a key".to_string(),
            Ending::AwaitingTape if self.machine().devices().reader.tape().is_none() => {
                "it waits for tape, and the reader is empty".to_string()
            }
            Ending::AwaitingTape => "it waits for tape".to_string(),
            Ending::Stopped(cause) => format!("it stopped ({cause})"),
            Ending::Left => "it was interrupted".to_string(),
            Ending::Reached => self.reached(),
            Ending::Enough | Ending::TimeIsUp => {
                format!("still running after {:.0} s of machine time (limit N allows N seconds)", self.limit)
            }
        }
    }

    /// Describes the state in which a run has ended, and quotes the end of the paper.
    fn describe(&self, ending: Ending) -> String {
        // Rust's own quotation would also escape the underlines and bars of letters.
        let tail = self.paper.tail(TAIL).replace('\n', "\\n");
        format!("{}; the paper ends in \"{tail}\"", self.how(ending))
    }
}

/// Reads a tape from a file and leaves out its first `from` rows. `bytes` are the contents of the file. If
/// `text` is true, the file is a text, which is first converted to a tape.
fn tape(file: &str, bytes: &[u8], text: bool, from: usize, host: &mut dyn Host) -> Result<Tape, Trouble> {
    let rows = asc::rows(file, bytes, text, |line| host.print(line))?;
    match rows.get(from..) {
        Some(rows) => Ok(Tape::new(file, rows.to_vec())),
        None => Err(format!("{file} has only {} rows", rows.len()).into()),
    }
}
