//! The operator, who performs acts at a machine and reads the paper.

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
/// How long an act may run the machine if the script sets no limit, in seconds of machine time.
const LIMIT_SECONDS: f64 = 600.0;
/// How many characters at the end of the paper a message shows.
const TAIL: usize = 80;

/// The reason why an act failed.
#[derive(Debug, Error)]
pub enum Fault {
    /// An error of the host.
    #[error(transparent)]
    Host(#[from] Trouble),
    /// The act was not possible, or the machine did not do what the act expects. The text says why.
    #[error("{0}")]
    Machine(String),
}

/// An act that failed.
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
    /// The image that was last loaded onto the drum, if it has a source map.
    program: Option<Image>,
    paper: Paper,
    /// The keys not yet struck. Some remain when a breakpoint stops the machine while a text is typed.
    keys: Typist,
    /// The breakpoint at which the machine stopped during the last act `type`, as a message. The act
    /// `await break` then succeeds at once.
    pub(super) met: Option<String>,
    /// The write that the act `who` reported last.
    pub(super) asked: Option<Write>,
    /// The byte of the paper at which the last expected text ends. The next one must come after it.
    expected_to: usize,
    /// How long an act may run the machine, in seconds of machine time.
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
    /// Creates an operator who works in this room.
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

    /// Declares that the drum was loaded from this image. When the operator saves the drum, the saved image
    /// includes the source map of this image if the program's tracks are unchanged.
    #[must_use]
    pub fn with_program(mut self, image: &Image) -> Operator<W> {
        self.program = image.map().map(|_| image.clone());
        self
    }

    /// The image that was last loaded onto the drum, if it has a source map.
    pub const fn program(&self) -> Option<&Image> {
        self.program.as_ref()
    }

    /// The room in which the operator works.
    pub const fn room(&mut self) -> &mut W {
        &mut self.room
    }

    /// Ends the operator's work and returns the room.
    pub fn into_room(self) -> W {
        self.room
    }

    /// The room in which the operator works, for reading only.
    pub const fn room_ref(&self) -> &W {
        &self.room
    }

    /// The machine that the operator works.
    pub fn machine(&self) -> &Machine {
        self.room.machine()
    }

    /// Everything that the machine has printed and punched.
    pub fn papers(&self) -> &Papers {
        self.room.papers()
    }

    /// The text on the sheet, including the operator's own keys. Glyphs are in the order in which they
    /// were printed.
    pub fn paper(&self) -> &str {
        &self.paper.text
    }

    /// Puts a fresh sheet into the typewriter. The operator no longer searches the text of the old one.
    pub fn forget_paper(&mut self) {
        self.room.change_sheet();
        self.paper = Paper::default();
        self.expected_to = 0;
    }

    /// Called after the debugger went to another moment. Reads the paper of that moment. Text that was
    /// printed before does not count as an expected text.
    pub(super) fn take_up_paper(&mut self) {
        self.paper = Paper::default();
        self.expected_to = 0;
        let lines = self.papers().sheet().lines().iter().map(|line| text_of(line));
        let text = lines.collect::<Vec<String>>().join("\n");
        self.paper.is_machines = vec![true; text.len()];
        self.expected_to = text.len();
        self.paper.text = text;
    }

    /// Performs these acts, one after the other.
    ///
    /// # Errors
    /// Returns the line of the first act that failed, and the reason. The later acts are not performed.
    pub fn perform(&mut self, acts: &[Act], host: &mut impl Host) -> Result<(), BadAct> {
        for act in acts {
            self.act(&act.kind, host).map_err(|fault| BadAct { line: act.line, fault })?;
        }
        Ok(())
    }

    /// Performs one act.
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
                let ending = self.work(Aim::Nothing, Until::at(until), host)?;
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
                self.lay_drum(image.map_err(|error| Trouble::from(format!("{file}: {error}")))?);
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

    fn lay_drum(&mut self, image: Image) {
        self.room.lay_drum(&image);
        self.program = image.map().is_some().then_some(image);
    }

    /// An image of the drum. It includes the program's source map if the program's tracks are unchanged.
    pub(super) fn drum(&self) -> Image {
        let mut drum = self.machine().drum_image();
        self.program.iter().for_each(|program| drum.take_map_of(program));
        drum
    }

    /// Puts a tape into the reader, after the tapes that are there.
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

    /// Feeds an input to the machine, and adds what it prints to the paper.
    pub(super) fn feed(&mut self, input: Input) {
        let Operator { room, paper, .. } = self;
        room.feed(input, &mut |print| paper.write(print));
    }

    /// Types a text. Each key is struck when the machine waits for one. A breakpoint here is no fault.
    fn strike(&mut self, text: &str, host: &mut impl Host) -> Result<(), Fault> {
        self.keys.add(text).map_err(|fault| Fault::Machine(fault.to_string()))?;
        match self.work(Aim::Strike, self.deadline(), host)? {
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

    /// Runs the machine until this text is on the paper, after the text that was expected last.
    fn expect(&mut self, text: &str, host: &mut impl Host) -> Result<(), Fault> {
        let ending = self.work(Aim::See(text), self.deadline(), host)?;
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

    /// Runs the machine until it waits or stops, and returns a fault if this is not the awaited event.
    fn await_pause(&mut self, wait: Wait, host: &mut impl Host) -> Result<(), Fault> {
        if wait == Wait::Break && self.met.take().is_some() {
            return Ok(());
        }
        let ending = self.work(Aim::Nothing, self.deadline(), host)?;
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
                    Wait::Break => "come to a stop of the debugger",
                };
                Err(Fault::Machine(format!("the machine does not {wanted}: {}", self.describe(ending))))
            }
        }
    }

    /// The limit of a run that begins now.
    pub(super) fn deadline(&self) -> Until {
        Until::at(self.machine().now() + Uops::from_seconds(self.limit))
    }

    /// Runs the machine up to a limit. `aim` is what the operator does or waits for meanwhile.
    pub(super) fn work(
        &mut self,
        aim: Aim<'_>,
        until: Until,
        host: &mut impl Host,
    ) -> Result<Ending, Trouble> {
        self.met = None;
        let Operator { room, paper, expected_to, keys, .. } = self;
        let from = *expected_to;
        let has_seen = matches!(aim, Aim::See(text) if paper.end_of(text, from).is_some());
        let mut hands = OperatorHands { aim, keys, paper, from, has_seen, host };
        let ending = attend(room, &mut hands, until)?;
        self.print_messages(host);
        self.room.take_alarms().iter().for_each(|line| host.print(line));
        Ok(ending)
    }

    /// The time on the stopwatch, in seconds of machine time.
    fn seconds(&self) -> f64 {
        (self.machine().now() - self.watch_from).seconds()
    }

    /// Returns the last line of the sheet that contains this text, or a fault if there is none.
    fn line_with(&self, text: &str) -> Result<String, Fault> {
        let lines = self.papers().sheet().lines().iter().rev().map(|line| text_of(line));
        let found = lines.into_iter().find(|line| line.contains(text));
        found.ok_or_else(|| Fault::Machine(format!("no line of the sheet shows {text:?}")))
    }

    /// Describes why a run has ended, for a message.
    pub(super) fn state(&self, ending: Ending) -> String {
        match ending {
            Ending::AwaitingKey => "it waits for a key".to_string(),
            Ending::AwaitingTape if self.machine().view().tape.is_none() => {
                "it waits for tape, and the reader is empty".to_string()
            }
            Ending::AwaitingTape => "it waits for tape".to_string(),
            Ending::Stopped(cause) => format!("it stopped ({cause})"),
            Ending::Left => "the session was left".to_string(),
            Ending::Reached => self.reached(),
            Ending::Enough | Ending::TimeIsUp => {
                format!("still running after {:.0} s of machine time (limit N allows N seconds)", self.limit)
            }
        }
    }

    /// Describes why a run has ended, and shows the end of the paper, for a message.
    fn describe(&self, ending: Ending) -> String {
        let state = self.state(ending);
        let tail: Vec<char> = self.paper.text.chars().rev().take(TAIL).collect();
        let tail: String = tail.into_iter().rev().collect();
        format!("{state}; the paper ends in {tail:?}")
    }
}

/// Returns the tape in a file without its first `from` rows. `bytes` are the contents of the file. If `text`
/// is true, the file is a text, which is first converted to a tape.
fn tape(file: &str, bytes: &[u8], text: bool, from: usize, host: &mut impl Host) -> Result<Tape, Trouble> {
    let rows = asc::rows(file, bytes, text, |line| host.print(line))?;
    match rows.get(from..) {
        Some(rows) => Ok(Tape::new(file, rows.to_vec())),
        None => Err(format!("{file} has only {} rows", rows.len()).into()),
    }
}

/// The text on the paper. The glyphs are in the order in which they were printed.
#[derive(Clone, Debug, Default)]
struct Paper {
    text: String,
    /// For each byte of the text, whether the machine typed it. Otherwise, the operator did.
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

    /// Searches for a text from byte `from` of the paper on, and returns the byte at which the match ends.
    /// The machine must have typed the last glyph of the match. Otherwise, the operator's own keys would
    /// match.
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
pub(super) enum Aim<'a> {
    /// The operator does nothing until the run ends.
    Nothing,
    /// The operator strikes the remaining keys.
    Strike,
    /// The operator waits until this text is on the paper.
    See(&'a str),
}

/// The operator as the [`Hands`] of a run.
struct OperatorHands<'a, H> {
    aim: Aim<'a>,
    keys: &'a mut Typist,
    paper: &'a mut Paper,
    /// The byte of the paper where the search for the expected text begins.
    from: usize,
    /// Whether the expected text is on the paper.
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
        if let Aim::See(text) = self.aim {
            // The earlier paper was already searched. A new match begins at most the length of the expected
            // text before the new symbols.
            let from = self.paper.text.floor_char_boundary(read_to.saturating_sub(text.len()));
            self.has_seen |= self.paper.end_of(text, from.max(self.from)).is_some();
        }
        self.host.see(prints)
    }

    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Trouble> {
        self.host.rest(machine)
    }

    fn has_enough(&self) -> bool {
        match &self.aim {
            Aim::Nothing => false,
            Aim::Strike => self.keys.has_struck_all(),
            Aim::See(_) => self.has_seen,
        }
    }
}
