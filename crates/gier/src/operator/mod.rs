//! The operator: does what a session file says, on a machine of his own, and reads the paper.

pub mod asc;
mod live;
pub mod script;

use crate::files;
use crate::pacer::Speed;
use crate::typewriter::keyboard::Typist;
use crate::typewriter::paper::{Sheet, Stroke};
use crate::typewriter::writer::RibbonStyle;
use anyhow::{Context, Result, anyhow, bail};
use gier_machine::{Input, Machine, Output, Pause, Tape};
use gier_word::tape::Row;
use gier_word::{Half, Image, Symbol, Uops};
use live::Live;
use script::{Act, Button, Cells, Kind, Switch, Wait};
use std::path::{Path, PathBuf};

/// Machine time between two looks at the paper, in seconds.
const GLANCE_SECONDS: f64 = 0.5;
/// How long an operator waits for what he expects, in seconds of machine time.
const LIMIT_SECONDS: f64 = 600.0;

/// An operator, his machine and what has come out of it.
#[derive(Clone)]
pub struct Operator {
    /// The machine.
    pub machine: Machine,
    /// Where files are looked for.
    pub folder: PathBuf,
    sheet: Sheet,
    paper: String,
    expected_to: usize,
    limit: f64,
    watch_from: Uops,
    symbols: Vec<Symbol>,
    punched: Vec<Row>,
    printed: Vec<Symbol>,
    live: Option<Live>,
}

impl Operator {
    /// An operator at this machine.
    pub fn new(machine: Machine, folder: &Path) -> Operator {
        Operator {
            watch_from: machine.now(),
            machine,
            folder: folder.to_path_buf(),
            sheet: Sheet::new(),
            paper: String::new(),
            expected_to: 0,
            limit: LIMIT_SECONDS,
            symbols: Vec::new(),
            punched: Vec::new(),
            printed: Vec::new(),
            live: None,
        }
    }

    /// From now on the paper goes to standard output as it is printed, and the machine keeps to
    /// this pace.
    pub fn show_live(&mut self, speed: Speed, style: RibbonStyle) {
        self.live = Some(Live::new(speed, self.machine.now(), style));
    }

    /// Shows what is left of the paper, if it was shown live; false: nobody has seen it.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub fn finish_live(&mut self) -> Result<bool> {
        match &mut self.live {
            None => Ok(false),
            Some(live) => live.finish(&self.symbols).map(|()| true),
        }
    }

    /// What the typewriter's paper shows, keys of the operator included, as plain text.
    pub fn paper(&self) -> &str {
        &self.paper
    }

    /// Takes a fresh sheet: what was printed so far is no longer looked at.
    pub fn forget_paper(&mut self) {
        self.paper.clear();
        self.expected_to = 0;
        self.symbols.clear();
    }

    /// All symbols that came to the paper, keys included.
    pub fn sheet_symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// What was punched.
    pub fn punched(&self) -> &[Row] {
        &self.punched
    }

    /// What the line printer printed.
    pub fn printed(&self) -> &[Symbol] {
        &self.printed
    }

    /// Does a whole script.
    ///
    /// # Errors
    /// The line of the first act that could not be done, and why.
    pub fn perform(&mut self, acts: &[Act]) -> Result<()> {
        for act in acts {
            self.act(&act.kind).with_context(|| format!("line {}", act.line))?;
        }
        Ok(())
    }

    /// Does one act.
    ///
    /// # Errors
    /// Files; or the machine did something else than was expected.
    pub fn act(&mut self, kind: &Kind) -> Result<()> {
        match kind {
            Kind::Bootstrap(Cells::Help3) => self.machine.key_bootstrap(),
            Kind::Bootstrap(Cells::Old) => self.machine.key_old_bootstrap(),
            Kind::Reader { file, text, from } => {
                let tape = self.tape(file, *text, *from)?;
                self.machine.feed(Input::MountTape(tape));
            }
            Kind::Unload => {
                self.machine.feed(Input::UnmountTape);
            }
            Kind::Type(text) => self.strike(text)?,
            Kind::Expect(text) => self.expect(text)?,
            Kind::Await(wait) => self.await_pause(*wait)?,
            Kind::Run(seconds) => {
                let until = self.machine.now() + Uops::from_seconds(*seconds);
                self.work(until, |_| false)?;
            }
            Kind::Limit(seconds) => self.limit = *seconds,
            Kind::Stopwatch(None) => self.watch_from = self.machine.now(),
            Kind::Stopwatch(Some((low, high))) => {
                let seconds = (self.machine.now() - self.watch_from).as_seconds();
                if !(*low..=*high).contains(&seconds) {
                    bail!("{seconds:.2} seconds have passed on the stopwatch, not {low} to {high}");
                }
            }
            Kind::Button(button) => {
                self.machine.feed(match button {
                    Button::Start => Input::Start,
                    Button::Stop => Input::Stop,
                    Button::Reset => Input::Reset,
                    Button::Help => Input::Help,
                });
            }
            Kind::Switch(switch, on) => {
                self.machine.feed(match switch {
                    Switch::Ka => Input::Ka(*on),
                    Switch::Kb => Input::Kb(*on),
                    Switch::Protect0 => Input::ProtectTrack0(*on),
                    Switch::Protect1To31 => Input::ProtectTracks1To31(*on),
                    Switch::ParityStop => Input::ParityStop(*on),
                });
            }
            Kind::Go(cell) => {
                self.machine.feed(Input::SetNext(*cell, Half::Left));
            }
            Kind::Drum(file) => {
                let path = self.folder.join(file);
                let image = Image::from_bytes(&files::read(&path)?).with_context(|| files::name(&path))?;
                self.machine.load_drum(&image);
            }
            Kind::Save(file) => files::write(&self.folder.join(file), &self.machine.drum_image().to_bytes())?,
        }
        Ok(())
    }

    fn tape(&self, file: &str, text: bool, from: usize) -> Result<Tape> {
        let rows = asc::read_rows(&self.folder.join(file), text)?;
        if from > rows.len() {
            bail!("{file} has only {} rows", rows.len());
        }
        Ok(Tape::new(file, rows[from..].to_vec()))
    }

    /// Strikes each key when the machine wants one.
    fn strike(&mut self, text: &str) -> Result<()> {
        let mut typist = Typist::new(text).map_err(|fault| anyhow!("{fault}"))?;
        let until = self.deadline();
        while let Some(symbol) = typist.next_symbol(self.sheet.case()) {
            match self.work(until, |_| false)? {
                Some(Pause::AwaitingKey) => {
                    self.machine.feed(Input::Key(symbol));
                    self.collect();
                }
                pause => bail!("the machine does not wait for a key: {}", self.describe(pause)),
            }
        }
        Ok(())
    }

    fn expect(&mut self, text: &str) -> Result<()> {
        let seen = |operator: &Operator| operator.paper[operator.expected_to..].contains(text);
        let pause = self.work(self.deadline(), seen)?;
        match self.paper[self.expected_to..].find(text) {
            Some(place) => {
                self.expected_to += place + text.len();
                Ok(())
            }
            None => bail!("the paper does not show {text:?}: {}", self.describe(pause)),
        }
    }

    fn await_pause(&mut self, wait: Wait) -> Result<()> {
        let pause = self.work(self.deadline(), |_| false)?;
        match (wait, pause) {
            (Wait::Key, Some(Pause::AwaitingKey))
            | (Wait::Tape, Some(Pause::AwaitingTape))
            | (Wait::Stop, Some(Pause::Stopped(_))) => Ok(()),
            _ => {
                let wanted = match wait {
                    Wait::Key => "wait for a key",
                    Wait::Tape => "wait for tape",
                    Wait::Stop => "stop",
                };
                bail!("the machine does not {wanted}: {}", self.describe(pause))
            }
        }
    }

    fn deadline(&self) -> Uops {
        self.machine.now() + Uops::from_seconds(self.limit)
    }

    /// Lets the machine work until it pauses by itself, or `done` says so, or the time is over
    /// (none in both cases).
    fn work(&mut self, until: Uops, done: impl Fn(&Operator) -> bool) -> Result<Option<Pause>> {
        while !done(self) {
            let glance = self.machine.now() + Uops::from_seconds(GLANCE_SECONDS);
            let pause = self.advance(glance.min(until))?;
            if pause != Pause::Deadline {
                return Ok(Some(pause));
            }
            if self.machine.now() >= until {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Lets the machine work until then, or for a slice of its pace.
    fn advance(&mut self, until: Uops) -> Result<Pause> {
        let now = self.machine.now();
        let slice = self.live.as_ref().map_or(until, |live| live.slice_end(now).min(until));
        let pause = self.machine.run_until(slice);
        self.collect();
        if let Some(live) = &mut self.live {
            live.show(&self.symbols, self.machine.now())?;
        }
        Ok(pause)
    }

    /// Takes what the machine has put out.
    fn collect(&mut self) {
        for (_, output) in self.machine.take_output() {
            match output {
                Output::Typed(symbol) | Output::Echo(symbol) => self.print(symbol),
                Output::Punched(row) => self.punched.push(row),
                Output::Printed(symbol) => self.printed.push(symbol),
            }
        }
    }

    fn print(&mut self, symbol: Symbol) {
        self.symbols.push(symbol);
        match self.sheet.take(symbol) {
            Stroke::Struck(strike) | Stroke::Overlaid(strike) => self.paper.push(strike.glyph),
            Stroke::Tabulated(_) => self.paper.push(' '),
            Stroke::Returned => self.paper.push('\n'),
            Stroke::Changed(_) | Stroke::Unseen => {}
        }
    }

    /// What the machine does, for a message, with the last words on the paper.
    fn describe(&self, pause: Option<Pause>) -> String {
        let state = match pause {
            Some(Pause::AwaitingKey) => "it waits for a key".to_string(),
            Some(Pause::AwaitingTape) => "it waits for tape".to_string(),
            Some(Pause::Stopped(cause)) => format!("it stopped ({cause})"),
            _ => format!("after {:.0} s of its time it still works", self.limit),
        };
        let tail: Vec<char> = self.paper.chars().rev().take(80).collect();
        let tail: String = tail.into_iter().rev().collect();
        format!("{state}; the paper ends in {tail:?}")
    }
}
