//! The operator: does what the acts say, at a machine of his own, and reads the paper.

use super::language::{Act, Button, Cells, Kind, Switch, Tell, Wait};
use super::{Host, asc};
use crate::attended::{Attended, By, Ears, Ending, Hands, Key, Papers, Print, Room, Until, attend};
use crate::host::Trouble;
use crate::typewriter::keyboard::Typist;
use crate::typewriter::paper::{Stroke, text_of};
use crate::typewriter::svg;
use gier_machine::{Input, Machine, NoProbe, Tape};
use gier_word::{Half, Image, Uops};
use thiserror::Error;

/// Machine time between two looks at the paper, in seconds.
const GLANCE_SECONDS: f64 = 0.5;
/// How long an operator waits for what he expects, in seconds of machine time.
const LIMIT_SECONDS: f64 = 600.0;
/// Characters of the paper that a message repeats.
const TAIL: usize = 80;

/// Why an act could not be done.
#[derive(Debug, Error)]
pub enum Fault {
    /// The host's trouble.
    #[error(transparent)]
    Host(#[from] Trouble),
    /// The machine did something else than was expected.
    #[error("{0}")]
    Machine(String),
}

/// An act that could not be done.
#[derive(Debug, Error)]
#[error("line {line}: {fault}")]
pub struct BadAct {
    /// Its line, from 1.
    pub line: usize,
    /// Why.
    pub fault: Fault,
}

/// An operator and his machine, and who listens to it: by default nobody.
#[derive(Clone, Debug)]
pub struct Operator<E: Ears = NoProbe> {
    room: Room<E>,
    paper: Paper,
    expected_to: usize,
    limit: f64,
    watch_from: Uops,
    orders_from: u64,
}

impl Operator {
    /// An operator at this machine.
    pub fn new(machine: Machine) -> Operator {
        Operator::in_room(Room::new(machine))
    }
}

impl<E: Ears> Operator<E> {
    /// An operator at the machine of this room.
    pub fn in_room(room: Room<E>) -> Operator<E> {
        Operator {
            watch_from: room.machine().now(),
            orders_from: room.machine().orders(),
            room,
            paper: Paper::default(),
            expected_to: 0,
            limit: LIMIT_SECONDS,
        }
    }

    /// The room.
    pub const fn room(&mut self) -> &mut Room<E> {
        &mut self.room
    }

    /// The machine.
    pub const fn machine(&self) -> &Machine {
        self.room.machine()
    }

    /// What has come out of it.
    pub const fn papers(&self) -> &Papers {
        self.room.papers()
    }

    /// What the sheet shows, keys of the operator included, glyph after glyph as it was struck.
    pub fn paper(&self) -> &str {
        &self.paper.text
    }

    /// Takes a fresh sheet: what was printed so far is no longer looked at.
    pub fn forget_paper(&mut self) {
        self.room.change_sheet();
        self.paper = Paper::default();
        self.expected_to = 0;
    }

    /// Does all the acts.
    ///
    /// # Errors
    /// The first act that could not be done, and why.
    pub fn perform(&mut self, acts: &[Act], host: &mut impl Host) -> Result<(), BadAct> {
        for act in acts {
            self.act(&act.kind, host).map_err(|fault| BadAct { line: act.line, fault })?;
        }
        Ok(())
    }

    /// Does one act.
    ///
    /// # Errors
    /// Files; or the machine did something else than was expected.
    pub fn act(&mut self, kind: &Kind, host: &mut impl Host) -> Result<(), Fault> {
        match kind {
            Kind::Bootstrap(Cells::Help3) => self.room.machine_mut().key_bootstrap(),
            Kind::Bootstrap(Cells::Old) => self.room.machine_mut().key_old_bootstrap(),
            Kind::Reader { file, text, from } => {
                let bytes = host.read(file)?;
                self.mount(tape(file, &bytes, *text, *from, host)?);
            }
            Kind::Unload => self.feed(Input::UnmountTape),
            Kind::Type(text) => self.strike(text, host)?,
            Kind::Expect(text) => self.expect(text, host)?,
            Kind::Await(wait) => self.await_pause(*wait, host)?,
            Kind::Run(seconds) => {
                let until = self.machine().now() + Uops::from_seconds(*seconds);
                self.work(Aim::Nothing, until, host)?;
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
            Kind::Drum(file) => {
                let bytes = host.read(file)?;
                let image =
                    Image::from_bytes(&bytes).map_err(|error| Trouble::from(format!("{file}: {error}")))?;
                self.room.machine_mut().load_drum(&image);
                self.room.know(&image);
            }
            Kind::Tell(Tell::Seconds) => host.tell(&format!("{:.3} seconds", self.seconds())),
            Kind::Tell(Tell::Orders) => {
                host.tell(&format!("{} orders", self.machine().orders() - self.orders_from));
            }
            Kind::Tell(Tell::Paper(text)) => host.tell(&self.line_with(text)?),
            Kind::Paper(file) => {
                let is_picture = file.to_ascii_lowercase().ends_with(".svg");
                let sheet = self.papers().sheet();
                let contents = if is_picture { svg::draw(sheet) } else { sheet.to_text() };
                host.write(file, contents.as_bytes())?;
                self.forget_paper();
            }
            Kind::SaveDrum(file) => host.write(file, &self.machine().drum_image().to_bytes())?,
            Kind::SaveMachine(file) => host.write(file, &self.machine().to_bytes())?,
        }
        Ok(())
    }

    /// Puts a tape into the reader, behind those that are there.
    pub fn mount(&mut self, tape: Tape) {
        self.feed(Input::MountTape(tape));
    }

    /// What the hands do; a dead button does nothing.
    fn feed(&mut self, input: Input) {
        let Operator { room, paper, .. } = self;
        room.feed(input, &mut |print| paper.write(print));
    }

    /// Strikes each key when the machine wants one.
    fn strike(&mut self, text: &str, host: &mut impl Host) -> Result<(), Fault> {
        let typist = Typist::new(text).map_err(|fault| Fault::Machine(fault.to_string()))?;
        match self.work(Aim::Strike(typist), self.deadline(), host)? {
            Ending::Enough => Ok(()),
            ending => {
                Err(Fault::Machine(format!("the machine does not wait for a key: {}", self.describe(ending))))
            }
        }
    }

    fn expect(&mut self, text: &str, host: &mut impl Host) -> Result<(), Fault> {
        let ending = self.work(Aim::See(text), self.deadline(), host)?;
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
        let ending = self.work(Aim::Nothing, self.deadline(), host)?;
        match (wait, ending) {
            (Wait::Key, Ending::AwaitingKey)
            | (Wait::Tape, Ending::AwaitingTape)
            | (Wait::Stop, Ending::Stopped(_)) => Ok(()),
            (Wait::Any, Ending::AwaitingKey | Ending::AwaitingTape | Ending::Stopped(_)) => {
                host.tell(&self.state(ending));
                Ok(())
            }
            _ => {
                let wanted = match wait {
                    Wait::Key => "wait for a key",
                    Wait::Tape => "wait for tape",
                    Wait::Stop => "stop",
                    Wait::Any => "wait or stop",
                };
                Err(Fault::Machine(format!("the machine does not {wanted}: {}", self.describe(ending))))
            }
        }
    }

    fn deadline(&self) -> Uops {
        self.machine().now() + Uops::from_seconds(self.limit)
    }

    /// Lets the machine work, with the operator's hands at the keyboard.
    fn work(&mut self, aim: Aim<'_>, until: Uops, host: &mut impl Host) -> Result<Ending, Trouble> {
        let Operator { room, paper, expected_to, .. } = self;
        let mut hands = OperatorHands { aim, paper, from: *expected_to, host };
        let ending = attend(room, &mut hands, Until::at(until));
        for line in room.take_alarms() {
            host.tell(&line);
        }
        ending
    }

    /// What the stopwatch shows.
    fn seconds(&self) -> f64 {
        (self.machine().now() - self.watch_from).as_seconds()
    }

    /// The last line of the sheet with this text.
    fn line_with(&self, text: &str) -> Result<String, Fault> {
        let lines = self.papers().sheet().lines().iter().rev().map(|line| text_of(line));
        let found = lines.into_iter().find(|line| line.contains(text));
        found.ok_or_else(|| Fault::Machine(format!("no line of the sheet shows {text:?}")))
    }

    /// What the machine does, for a message.
    fn state(&self, ending: Ending) -> String {
        match ending {
            Ending::AwaitingKey => "it waits for a key".to_string(),
            Ending::AwaitingTape if self.machine().view().tape.is_none() => {
                "it waits for tape, and the reader is empty".to_string()
            }
            Ending::AwaitingTape => "it waits for tape".to_string(),
            Ending::Stopped(cause) => format!("it stopped ({cause})"),
            Ending::Left => "the session was left".to_string(),
            Ending::Enough | Ending::TimeIsUp | Ending::Reached => {
                format!("after {:.0} s of its time it still works", self.limit)
            }
        }
    }

    /// The same with the last words on the paper.
    fn describe(&self, ending: Ending) -> String {
        let state = self.state(ending);
        let tail: Vec<char> = self.paper.text.chars().rev().take(TAIL).collect();
        let tail: String = tail.into_iter().rev().collect();
        format!("{state}; the paper ends in {tail:?}")
    }
}

/// A tape, or a text of the museum put on one, without its first rows.
fn tape(file: &str, bytes: &[u8], text: bool, from: usize, host: &mut impl Host) -> Result<Tape, Trouble> {
    let rows = asc::rows(file, bytes, text, |line| host.tell(line))?;
    match rows.get(from..) {
        Some(rows) => Ok(Tape::new(file, rows.to_vec())),
        None => Err(format!("{file} has only {} rows", rows.len()).into()),
    }
}

/// The paper as the operator reads it: glyph after glyph, and which of them the machine typed.
#[derive(Clone, Debug, Default)]
struct Paper {
    text: String,
    /// For each byte of the text.
    is_machines: Vec<bool>,
}

impl Paper {
    /// Writes down a symbol.
    fn write(&mut self, print: Print) {
        self.text.push(match print.stroke {
            Stroke::Struck(strike) | Stroke::Overlaid(strike) => strike.glyph,
            Stroke::Tabulated(_) => ' ',
            Stroke::Returned => '\n',
            Stroke::Changed(_) | Stroke::Unseen => return,
        });
        self.is_machines.resize(self.text.len(), print.by == By::Machine);
    }

    /// Where this text ends, looked for from a place on; its last glyph must be the machine's, or
    /// an operator would expect what he types himself.
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

/// What the operator wants while the machine works.
enum Aim<'a> {
    /// To wait.
    Nothing,
    /// To strike these keys.
    Strike(Typist),
    /// To see this on the paper.
    See(&'a str),
}

/// The operator's hands, for the loop.
struct OperatorHands<'a, H> {
    aim: Aim<'a>,
    paper: &'a mut Paper,
    from: usize,
    host: &'a mut H,
}

impl<H: Host> Hands for OperatorHands<'_, H> {
    type Error = Trouble;

    fn key(&mut self, papers: &Papers) -> Result<Key, Trouble> {
        let Aim::Strike(typist) = &mut self.aim else { return Ok(Key::None) };
        Ok(typist.next_symbol(papers.sheet().case()).map_or(Key::None, Key::Struck))
    }

    fn slice_end(&self, now: Uops) -> Uops {
        self.host.slice_end(now).min(now + Uops::from_seconds(GLANCE_SECONDS))
    }

    fn see(&mut self, prints: &[Print]) -> Result<(), Trouble> {
        prints.iter().for_each(|&print| self.paper.write(print));
        self.host.see(prints)
    }

    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Trouble> {
        self.host.rest(machine)
    }

    fn has_enough(&self) -> bool {
        match &self.aim {
            Aim::Nothing => false,
            Aim::Strike(typist) => typist.has_struck_all(),
            Aim::See(text) => self.paper.end_of(text, self.from).is_some(),
        }
    }
}
