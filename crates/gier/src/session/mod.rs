//! A machine at work with its typewriter: runs it in slices at the wanted pace, gives it keys
//! when it waits for them, and puts on the paper what it types and what the guest types.

pub mod guest;
pub mod stdin;
pub mod terminal;

use crate::pacer::Pacer;
use crate::typewriter::writer::{self, PaperWriter};
use anyhow::Result;
use gier_machine::{Input, Machine, Output, Pause, StopCause};
use gier_word::tape::Row;
use gier_word::{Symbol, Uops};
use guest::{Answer, Guest};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Set when a signal asks the program to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How long the session may take to end in order once a signal has come. A terminal that was
/// closed can keep a read from ever coming back.
const GRACE: Duration = Duration::from_secs(2);

/// Lets Ctrl-C and the signals that end a program end the session in order: the paper is
/// written and the terminal put right first. A second one ends it at once, and so does the
/// session's failing to end within two seconds.
///
/// # Errors
/// The host's, if it knows no such signals.
pub fn catch_signals() -> Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            end_at_once();
        }
        thread::spawn(|| {
            thread::sleep(GRACE);
            end_at_once();
        });
    })?;
    Ok(())
}

/// Puts the terminal right, if that can be done, and ends the program. The session may keep the
/// standard output to itself for ever.
fn end_at_once() -> ! {
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        terminal::restore();
        done.send(())
    });
    let _ = is_done.recv_timeout(GRACE / 4);
    std::process::exit(130)
}

/// Whether a signal has come.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The machine stopped; whether that was meant is the caller's to judge.
    Stopped(StopCause),
    /// The program waits for a key, and nobody will type any more.
    InputRanOut,
    /// The program waits for tape, and there is no more.
    TapeRanOut,
    /// The machine has worked for as long as was allowed.
    LimitReached,
    /// The guest left, or a signal came.
    Interrupted,
}

/// A machine, its guest and its paper.
pub struct Session<W: Write> {
    machine: Machine,
    guest: Guest,
    paper: PaperWriter<W>,
    pacer: Pacer,
    punched: Vec<Row>,
    printed: Vec<Symbol>,
    limit: Uops,
}

impl<W: Write> Session<W> {
    /// A session that begins now; it ends at the latest when the machine's clock is at `limit`.
    pub fn new(
        machine: Machine,
        guest: Guest,
        paper: PaperWriter<W>,
        pacer: Pacer,
        limit: Uops,
    ) -> Session<W> {
        Session { machine, guest, paper, pacer, punched: Vec::new(), printed: Vec::new(), limit }
    }

    /// The paper.
    pub fn paper(&self) -> &PaperWriter<W> {
        &self.paper
    }

    /// All rows punched.
    pub fn punched(&self) -> &[Row] {
        &self.punched
    }

    /// What the line printer has printed, as text.
    ///
    /// # Errors
    /// None: the text is kept in memory.
    pub fn printed(&self) -> io::Result<Vec<u8>> {
        writer::printer_text(&self.printed)
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Whether time was lost because this computer was held up.
    pub fn has_dropped_time(&self) -> bool {
        self.pacer.has_dropped_time()
    }

    /// Runs until the session ends, and ends the text of the paper.
    ///
    /// # Errors
    /// Those of the paper's writer, of the terminal, of standard input.
    pub fn run(&mut self) -> Result<Ending> {
        let ending = self.work();
        self.paper.finish()?;
        ending
    }

    fn work(&mut self) -> Result<Ending> {
        loop {
            let now = self.machine.now();
            let pause = self.machine.run_until(self.pacer.slice_end(now).min(self.limit));
            self.print()?;
            let ending = match pause {
                Pause::Deadline if self.machine.now() >= self.limit => Some(Ending::LimitReached),
                Pause::Deadline | Pause::ProbeStop => self.rest()?,
                Pause::AwaitingKey => self.answer()?,
                Pause::AwaitingTape => Some(Ending::TapeRanOut),
                Pause::Stopped(cause) => Some(Ending::Stopped(cause)),
            };
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
    }

    /// Lets this computer's time catch up with the machine's.
    fn rest(&mut self) -> Result<Option<Ending>> {
        let rest = self.pacer.rest(self.machine.now());
        let left = self.guest.rest(rest)?;
        Ok((left || is_interrupted()).then_some(Ending::Interrupted))
    }

    /// Gives the machine the key that it waits for.
    fn answer(&mut self) -> Result<Option<Ending>> {
        if let Some(ending) = self.rest()? {
            return Ok(Some(ending));
        }
        self.paper.out().flush()?;
        let case = self.paper.sheet().case();
        match self.guest.next_symbol(case)? {
            Answer::Key(symbol) => {
                self.machine.feed(Input::Key(symbol));
                if self.guest.is_slow() {
                    self.pacer.restart(self.machine.now());
                }
                Ok(None)
            }
            Answer::NoMore => Ok(Some(Ending::InputRanOut)),
            Answer::Left => Ok(Some(Ending::Interrupted)),
        }
    }

    /// Puts on the paper and the tape what has come out of the machine.
    fn print(&mut self) -> io::Result<()> {
        for (_, output) in self.machine.take_output() {
            match output {
                Output::Typed(symbol) => self.paper.print(symbol)?,
                Output::Echo(symbol) => {
                    self.paper.print(symbol)?;
                    // The shift springs back when it is let go, whoever reads that.
                    if self.guest.has_released_the_shift() {
                        self.paper.print(Symbol::LOWER)?;
                    }
                }
                Output::Punched(row) => self.punched.push(row),
                Output::Printed(symbol) => self.printed.push(symbol),
            }
        }
        if self.guest.watches() { self.paper.out().flush() } else { Ok(()) }
    }
}
