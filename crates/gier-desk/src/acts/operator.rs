//! The operator, who performs the acts (commands) of a script at a machine and reads the paper.

use super::asc;
use super::host::Host;
use super::language::{Act, Button, Cells, Kind, Switch, Tell, Wait};
use super::work_room::WorkRoom;
use crate::attended::{By, Ending, Hands, Key, Papers, Print, Room, Until, attend};
use crate::debug::past::Write;
use crate::host::Trouble;
use crate::typewriter::keyboard::Typist;
use crate::typewriter::paper::{Stroke, text_of};
use gier_machine::bootstrap::{bootstrap, old_bootstrap};
use gier_machine::{Input, Machine, Register, Tape};
use gier_word::{Half, Image, Reel, Uops};
use thiserror::Error;

/// The interval at which the operator looks at the paper, in seconds of machine time.
const GLANCE_SECONDS: f64 = 0.5;
/// If the script sets no limit, an act may run the machine for at most this many seconds of machine time.
const LIMIT_SECONDS: f64 = 600.0;
/// A message about a failed command shows at most this many characters from the end of the paper.
const TAIL: usize = 80;

/// The reason why an act (a command of a script) failed.
#[derive(Debug, Error)]
pub enum Fault {
    /// The host returned an error, for example because a file cannot be read.
    #[error(transparent)]
    Host(#[from] Trouble),
    /// The command was not possible, or the machine did not behave as expected. The text says why.
    #[error("{0}")]
    Machine(String),
}

/// The act (command) of a script that failed.
#[derive(Debug, Error)]
#[error("line {line}: {fault}")]
pub struct BadAct {
    /// The line number of the act in the script, counted from 1.
    pub line: usize,
    /// The reason why the act failed.
    pub fault: Fault,
}

/// An operator at a machine. The machine is in a plain [`Room`], or in a debugger's session.
#[derive(Clone, Debug)]
pub struct Operator<W = Room> {
    pub(super) room: W,
    /// The program image that was last loaded onto the drum. `None` if that image has no source map.
    program: Option<Image>,
    paper: Paper,
    /// The keys not yet struck. Keys remain if a breakpoint stops the machine during the act `type`.
    keys: Typist,
    /// The message about a breakpoint that stopped the act `type`, if this was the last act that ran the
    /// machine. The act `await break` then succeeds at once.
    pub(super) met: Option<String>,
    /// The write that the command `who wrote` reported last.
    pub(super) asked: Option<Write>,
    /// The byte offset in the paper's text at which the act `expect` begins its next search.
    expected_to: usize,
    /// The maximum machine time for one act (command) of a script, in seconds.
    limit: f64,
    /// The machine time at which the stopwatch was started.
    watch_from: Uops,
    /// The number of orders that had been executed when the stopwatch was started.
    orders_from: u64,
}

impl Operator {
    /// Creates an operator at this machine, without a debugger.
    pub fn new(machine: Machine) -> Operator {
        Operator::in_room(Room::new(machine))
    }
}

impl<W: WorkRoom> Operator<W> {
    /// Creates an operator for a room: a machine with its papers (printed and punched output).
    pub fn in_room(room: W) -> Operator<W> {
        Operator {
            watch_from: room.machine().now(),
            orders_from: room.machine().orders(),
            room,
            program: None,
            paper: Paper::default(),
            keys: Typist::default(),
            met: None,
            asked: None,
            expected_to: 0,
            limit: LIMIT_SECONDS,
        }
    }

    /// Says which program image is on the drum. If the operator later saves the program's tracks unchanged,
    /// the saved image includes the source map of `image`.
    #[must_use]
    pub fn with_program(mut self, image: &Image) -> Operator<W> {
        self.program = image.map().map(|_| image.clone());
        self
    }

    /// The program image that was last loaded onto the drum. `None` if that image has no source map.
    pub const fn program(&self) -> Option<&Image> {
        self.program.as_ref()
    }

    /// The room in which the operator works: the machine with its papers (the printed and punched output).
    pub const fn room(&mut self) -> &mut W {
        &mut self.room
    }

    /// Drops the operator and returns the room (the machine with its papers).
    pub fn into_room(self) -> W {
        self.room
    }

    /// Read-only access to the room, which is the machine with its papers (the printed and punched output).
    pub const fn room_ref(&self) -> &W {
        &self.room
    }

    /// The machine that the operator uses.
    pub fn machine(&self) -> &Machine {
        self.room.machine()
    }

    /// Everything that the machine has printed and punched.
    pub fn papers(&self) -> &Papers {
        self.room.papers()
    }

    /// The text on the sheet, including the operator's own keys, in the order in which it was printed.
    pub fn paper(&self) -> &str {
        &self.paper.text
    }

    /// Puts a fresh sheet into the typewriter. Later acts do not search the old sheet for text.
    pub fn forget_paper(&mut self) {
        self.room.change_sheet();
        self.paper = Paper::default();
        self.expected_to = 0;
    }

    /// Called after the debugger went to another point of the session. Takes over the paper as it was at that
    /// point. The act `expect` then searches only text that is printed later.
    pub(super) fn take_up_paper(&mut self) {
        self.paper = Paper::default();
        self.expected_to = 0;
        let lines = self.papers().sheet().lines().iter().map(|line| text_of(line));
        let text = lines.collect::<Vec<String>>().join("\n");
        self.paper.is_machines = vec![true; text.len()];
        self.expected_to = text.len();
        self.paper.text = text;
    }

    /// Performs the acts (commands) of a script in order.
    ///
    /// # Errors
    /// Returns the line of the first act that failed, and the reason. The later acts are not performed.
    pub fn perform(&mut self, acts: &[Act], host: &mut impl Host) -> Result<(), BadAct> {
        for act in acts {
            self.act(&act.kind, host).map_err(|fault| BadAct { line: act.line, fault })?;
        }
        Ok(())
    }

    /// Performs one act (a command of a script).
    ///
    /// # Errors
    /// Returns the reason why the act failed.
    pub fn act(&mut self, kind: &Kind, host: &mut impl Host) -> Result<(), Fault> {
        match kind {
            Kind::Bootstrap(Cells::Help3) => bootstrap().into_iter().for_each(|input| self.feed(input)),
            Kind::Bootstrap(Cells::Old) => old_bootstrap().into_iter().for_each(|input| self.feed(input)),
            Kind::Reader { file, text, from } => {
                let bytes = host.read(file)?;
                self.mount(tape(file, &bytes, *text, *from, host)?);
            }
            Kind::Unload => self.feed(Input::UnmountTape),
            Kind::Station(number, file) => {
                let reel = Reel::from_bytes(&host.read(file)?);
                self.mount_reel(*number, reel.map_err(|bad| Trouble::from(format!("{file}: {bad}")))?);
            }
            Kind::Type(text) => self.strike(text, host)?,
            Kind::Expect(text) => self.expect(text, host)?,
            Kind::Await(wait) => self.await_pause(*wait, host)?,
            Kind::Run(seconds) => {
                let until = self.machine().now() + Uops::from_seconds(*seconds);
                let ending = self.work(Task::Nothing, Until::at(until), host)?;
                self.not_reached(ending)?;
            }
            Kind::Limit(seconds) => self.limit = *seconds,
            Kind::Stopwatch(None) => {
                self.watch_from = self.machine().now();
                self.orders_from = self.machine().orders();
            }
            Kind::Stopwatch(Some((low, high))) => {
                let seconds = self.seconds();
                if !(*low..=*high).contains(&seconds) {
                    let message =
                        format!("{seconds:.2} seconds have passed on the stopwatch, not {low} to {high}");
                    return Err(Fault::Machine(message));
                }
            }
            Kind::Button(button) => self.feed(match button {
                Button::Start => Input::Start,
                Button::Stop => Input::Stop,
                Button::Reset => Input::Reset,
                Button::Help => Input::Help,
            }),
            Kind::Switch(switch, on) => self.feed(match switch {
                Switch::Ka => Input::Ka(*on),
                Switch::Kb => Input::Kb(*on),
                Switch::Protect0 => Input::ProtectTrack0(*on),
                Switch::Protect1To31 => Input::ProtectTracks1To31(*on),
                Switch::ParityStop => Input::ParityStop(*on),
            }),
            Kind::Go(cell) => self.feed(Input::SetNext(*cell, Half::Left)),
            Kind::By(units) => self.feed(Input::SetRegister(Register::By, i64::from(*units))),
            Kind::Drum(file) => {
                let image = Image::from_bytes(&host.read(file)?);
                self.load_drum(image.map_err(|error| Trouble::from(format!("{file}: {error}")))?);
            }
            Kind::Installation(installation) => self.room.install(*installation),
            Kind::Tell(Tell::Seconds) if self.declares("seconds") => self.debug("tell seconds", host)?,
            Kind::Tell(Tell::Orders) if self.declares("orders") => self.debug("tell orders", host)?,
            Kind::Tell(Tell::Seconds) => host.print(&format!("{:.3} seconds", self.seconds())),
            Kind::Tell(Tell::Orders) => {
                host.print(&format!("{} orders", self.machine().orders() - self.orders_from));
            }
            Kind::Tell(Tell::Paper(text)) => host.print(&self.line_with(text)?),
            Kind::Save(what, file) => self.save(*what, file, host)?,
            Kind::Debug(line) => self.debug(line, host)?,
        }
        Ok(())
    }

    fn load_drum(&mut self, image: Image) {
        self.room.load_drum(&image);
        self.program = image.map().is_some().then_some(image);
    }

    /// An image of the present contents of the drum. The image includes the program's source map if the
    /// program's tracks are unchanged.
    pub(super) fn drum(&self) -> Image {
        let mut drum = self.machine().drum_image();
        self.program.iter().for_each(|program| drum.take_map_of(program));
        drum
    }

    /// Puts a tape into the reader, behind the tapes that are already there.
    pub fn mount(&mut self, tape: Tape) {
        self.feed(Input::MountTape(tape));
    }

    /// Puts a reel on a magnetic tape station (1-6). Adds the station first if the machine lacks it.
    fn mount_reel(&mut self, number: u16, reel: Reel) {
        let there = self.machine().installation();
        if !there.has_station(number) {
            self.room.install(there.with_station(number));
        }
        self.feed(Input::MountReel(number, reel));
    }

    /// Feeds an input, for example a key or a tape. Then adds the newly printed symbols to the paper.
    pub(super) fn feed(&mut self, input: Input) {
        let Operator { room, paper, .. } = self;
        room.feed(input, &mut |print| paper.write(print));
    }

    /// Strikes the keys of a text, each when the machine waits for one. A breakpoint may end this early.
    fn strike(&mut self, text: &str, host: &mut impl Host) -> Result<(), Fault> {
        self.keys.add(text).map_err(|fault| Fault::Machine(fault.to_string()))?;
        match self.work(Task::Strike, self.deadline(), host)? {
            Ending::Enough => Ok(()),
            Ending::Reached => {
                let met = self.reached();
                host.print(&met);
                self.met = Some(met);
                Ok(())
            }
            ending @ (Ending::TimeIsUp
            | Ending::AwaitingKey
            | Ending::AwaitingTape
            | Ending::Stopped(_)
            | Ending::Left) => {
                Err(Fault::Machine(format!("the machine does not wait for a key: {}", self.describe(ending))))
            }
        }
    }

    /// Runs the machine until it prints this text. The text must come after the text of the last `expect`.
    fn expect(&mut self, text: &str, host: &mut impl Host) -> Result<(), Fault> {
        let ending = self.work(Task::See(text), self.deadline(), host)?;
        self.not_reached(ending)?;
        match self.paper.end_of(text, self.expected_to) {
            Some(end) => {
                self.expected_to = end;
                Ok(())
            }
            None => {
                Err(Fault::Machine(format!("the paper does not show {text:?}: {}", self.describe(ending))))
            }
        }
    }

    /// Runs the machine until it waits for input or stops. Returns a fault if `wait` names a different event.
    fn await_pause(&mut self, wait: Wait, host: &mut impl Host) -> Result<(), Fault> {
        if wait == Wait::Break && self.met.take().is_some() {
            return Ok(());
        }
        let ending = self.work(Task::Nothing, self.deadline(), host)?;
        match (wait, ending) {
            (Wait::Key, Ending::AwaitingKey)
            | (Wait::Tape, Ending::AwaitingTape)
            | (Wait::Stop, Ending::Stopped(_)) => Ok(()),
            (Wait::Break, Ending::Reached) => {
                host.print(&self.reached());
                Ok(())
            }
            (_, Ending::Reached) => self.not_reached(ending),
            (Wait::Any, Ending::AwaitingKey | Ending::AwaitingTape | Ending::Stopped(_)) => {
                host.print(&self.state(ending));
                Ok(())
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

    /// The limit for a command that begins to run the machine now.
    pub(super) fn deadline(&self) -> Until {
        Until::at(self.machine().now() + Uops::from_seconds(self.limit))
    }

    /// Runs the machine up to a limit. `task` says what the operator does or waits for during the run.
    pub(super) fn work(
        &mut self,
        task: Task<'_>,
        until: Until,
        host: &mut impl Host,
    ) -> Result<Ending, Trouble> {
        self.met = None;
        let Operator { room, paper, expected_to, keys, .. } = self;
        let from = *expected_to;
        let has_seen = matches!(task, Task::See(text) if paper.end_of(text, from).is_some());
        let mut hands = OperatorHands { task, keys, paper, from, has_seen, host };
        let ending = attend(room, &mut hands, until)?;
        self.print_messages(host);
        self.room.take_alarms().iter().for_each(|line| host.print(line));
        Ok(ending)
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

    /// Describes the state in which a run has ended, for a message. For example, `it waits for a key`.
    pub(super) fn state(&self, ending: Ending) -> String {
        match ending {
            Ending::AwaitingKey => "it waits for a key".to_string(),
            Ending::AwaitingTape if self.machine().view().tape.is_none() => {
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
        let state = self.state(ending);
        let tail: Vec<char> = self.paper.text.chars().rev().take(TAIL).collect();
        let tail: String = tail.into_iter().rev().collect();
        format!("{state}; the paper ends in {tail:?}")
    }
}

/// Reads a tape from a file and leaves out its first `from` rows. `bytes` are the contents of the file. If
/// `text` is true, the file is a text, which is first converted to a tape.
fn tape(file: &str, bytes: &[u8], text: bool, from: usize, host: &mut impl Host) -> Result<Tape, Trouble> {
    let rows = asc::rows(file, bytes, text, |line| host.print(line))?;
    match rows.get(from..) {
        Some(rows) => Ok(Tape::new(file, rows.to_vec())),
        None => Err(format!("{file} has only {} rows", rows.len()).into()),
    }
}

/// The text on the paper. The characters are in the order in which they were printed.
#[derive(Clone, Debug, Default)]
struct Paper {
    text: String,
    /// For each byte of the text: `true` if the machine typed it, `false` if the operator did.
    is_machines: Vec<bool>,
}

impl Paper {
    /// Adds one printed symbol to the text.
    fn write(&mut self, print: Print) {
        self.text.push(match print.stroke {
            Stroke::Struck(strike) | Stroke::Overlaid(strike) => strike.glyph,
            Stroke::Tabulated(_) => ' ',
            Stroke::Returned => '\n',
            Stroke::Changed(_) | Stroke::Unseen => return,
        });
        self.is_machines.resize(self.text.len(), print.by == By::Machine);
    }

    /// Searches the paper for a text, beginning at byte `from`. Returns the byte at which the text ends.
    /// If the operator typed the text's last character, the text does not count as found.
    fn end_of(&self, text: &str, mut from: usize) -> Option<usize> {
        loop {
            let begin = from + self.text[from..].find(text)?;
            let end = begin + text.len();
            if self.is_machines[end - 1] {
                return Some(end);
            }
            from = begin + self.text[begin..].chars().next()?.len_utf8();
        }
    }
}

/// What the operator does while the machine works.
pub(super) enum Task<'a> {
    /// The operator does nothing until the run ends.
    Nothing,
    /// The operator strikes the keys that are not yet struck.
    Strike,
    /// The operator waits until this text is on the paper.
    See(&'a str),
}

/// Strikes the operator's keys during a run, and reads what the machine prints.
struct OperatorHands<'a, H> {
    task: Task<'a>,
    keys: &'a mut Typist,
    paper: &'a mut Paper,
    /// The byte offset in the paper's text at which the search for the expected text begins.
    from: usize,
    /// Whether the expected text was found on the paper.
    has_seen: bool,
    host: &'a mut H,
}

impl<H: Host> Hands for OperatorHands<'_, H> {
    type Error = Trouble;

    fn key(&mut self, papers: &Papers) -> Result<Key, Trouble> {
        Ok(self.keys.next_symbol(papers.sheet().case()).map_or(Key::None, Key::Struck))
    }

    fn slice_end(&self, now: Uops) -> Uops {
        self.host.slice_end(now).min(now + Uops::from_seconds(GLANCE_SECONDS))
    }

    fn see(&mut self, prints: &[Print]) -> Result<(), Trouble> {
        let read_to = self.paper.text.len();
        prints.iter().for_each(|&print| self.paper.write(print));
        if let Task::See(text) = self.task {
            // The earlier paper was already searched. A new match ends in the new symbols, so it can begin
            // at most `text.len()` bytes before them.
            let from = self.paper.text.floor_char_boundary(read_to.saturating_sub(text.len()));
            self.has_seen |= self.paper.end_of(text, from.max(self.from)).is_some();
        }
        self.host.see(prints)
    }

    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Trouble> {
        self.host.rest(machine)
    }

    fn has_enough(&self) -> bool {
        match &self.task {
            Task::Nothing => false,
            Task::Strike => self.keys.has_struck_all(),
            Task::See(_) => self.has_seen,
        }
    }
}
