//! The operator, who performs acts at a machine of his own and reads the paper.

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

/// How often the operator looks at the paper, in seconds of machine time.
const GLANCE_SECONDS: f64 = 0.5;
/// How long the operator waits for an expected text if the script sets no limit, in seconds of machine
/// time.
const LIMIT_SECONDS: f64 = 600.0;
/// How many characters from the end of the paper a message shows.
const TAIL: usize = 80;

/// The reason why an act failed.
#[derive(Debug, Error)]
pub enum Fault {
    /// An error of the host.
    #[error(transparent)]
    Host(#[from] Trouble),
    /// The machine did something unexpected.
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

/// An operator and his machine. The machine is in a plain [`Room`] or under a debugger.
#[derive(Clone, Debug)]
pub struct Operator<W = Room> {
    pub(super) room: W,
    /// The image that was last loaded onto the drum. `None` if that image has no source map.
    program: Option<Image>,
    paper: Paper,
    /// The keys not yet struck. Some remain when a breakpoint stops the machine while a text is typed.
    keys: Typist,
    /// The breakpoint at which the machine stopped while keys were struck.
    pub(super) met: Option<String>,
    /// The write that the act `who` reported last.
    pub(super) asked: Option<Write>,
    expected_to: usize,
    limit: f64,
    watch_from: Uops,
    orders_from: u64,
}

impl Operator {
    /// Creates an operator at this machine.
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

    /// Declares that the drum was loaded from this image. If the operator saves the drum and the
    /// program's tracks are unchanged, the image's source map is saved too.
    #[must_use]
    pub fn with_program(mut self, image: &Image) -> Operator<W> {
        self.program = image.map().map(|_| image.clone());
        self
    }

    /// The image that was last loaded onto the drum, or `None` if that image has no source map.
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

    /// Forgets the text printed so far, so that the operator no longer searches it.
    pub fn forget_paper(&mut self) {
        self.room.change_sheet();
        self.paper = Paper::default();
        self.expected_to = 0;
    }

    /// Called after the debugger went to another moment. Reads the paper of that moment.
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
    /// Returns the first act that failed, and the reason.
    pub fn perform(&mut self, acts: &[Act], host: &mut impl Host) -> Result<(), BadAct> {
        for act in acts {
            self.act(&act.kind, host).map_err(|fault| BadAct { line: act.line, fault })?;
        }
        Ok(())
    }

    /// Performs one act.
    ///
    /// # Errors
    /// Returns an error of the host's files, or a fault if the machine did something unexpected.
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

    /// The contents of the drum. They include the program's source map, if the program's tracks are
    /// unchanged.
    pub(super) fn drum(&self) -> Image {
        let mut drum = self.machine().drum_image();
        self.program.iter().for_each(|program| drum.take_map_of(program));
        drum
    }

    /// Puts a tape into the reader, after the tapes that are there.
    pub fn mount(&mut self, tape: Tape) {
        self.feed(Input::MountTape(tape));
    }

    /// Puts a reel on a magnetic tape station. If the machine lacks this station, adds it first.
    fn mount_reel(&mut self, number: u16, reel: Reel) {
        let there = self.machine().installation();
        if !there.has_station(number) {
            self.room.install(there.with_station(number));
        }
        self.feed(Input::MountReel(number, reel));
    }

    /// Feeds an input to the machine, whether or not the input has an effect.
    pub(super) fn feed(&mut self, input: Input) {
        let Operator { room, paper, .. } = self;
        room.feed(input, &mut |print| paper.write(print));
    }

    /// Types a text. Each key is struck when the machine waits for one.
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

    pub(super) fn deadline(&self) -> Until {
        Until::at(self.machine().now() + Uops::from_seconds(self.limit))
    }

    /// Runs the machine. `aim` is what the operator does or waits for meanwhile.
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

    /// The last line of the sheet that contains this text.
    fn line_with(&self, text: &str) -> Result<String, Fault> {
        let lines = self.papers().sheet().lines().iter().rev().map(|line| text_of(line));
        let found = lines.into_iter().find(|line| line.contains(text));
        found.ok_or_else(|| Fault::Machine(format!("no line of the sheet shows {text:?}")))
    }

    /// Describes the state of the machine, for a message.
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

    /// Describes the state of the machine and shows the end of the paper, for a message.
    fn describe(&self, ending: Ending) -> String {
        let state = self.state(ending);
        let tail: Vec<char> = self.paper.text.chars().rev().take(TAIL).collect();
        let tail: String = tail.into_iter().rev().collect();
        format!("{state}; the paper ends in {tail:?}")
    }
}

/// Reads a tape and removes its first `from` rows. If `text` is true, the file is a text, which is
/// first converted to a tape.
fn tape(file: &str, bytes: &[u8], text: bool, from: usize, host: &mut impl Host) -> Result<Tape, Trouble> {
    let rows = asc::rows(file, bytes, text, |line| host.print(line))?;
    match rows.get(from..) {
        Some(rows) => Ok(Tape::new(file, rows.to_vec())),
        None => Err(format!("{file} has only {} rows", rows.len()).into()),
    }
}

/// The text on the paper, glyph after glyph. For each glyph it is known whether the machine typed it.
#[derive(Clone, Debug, Default)]
struct Paper {
    text: String,
    /// For each byte of the text, whether the machine typed it.
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

    /// Searches for a text from byte `from` of the paper on, and returns the byte at which the match
    /// ends. The machine must have typed the last glyph of the match; otherwise an operator would find
    /// what he types himself.
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
    /// The operator waits until the run ends.
    Nothing,
    /// The operator types the keys that are still to be struck.
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
            // The earlier text was already searched. A match that is completed now can only begin near
            // its end.
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
