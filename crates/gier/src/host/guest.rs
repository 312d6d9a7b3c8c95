//! The user of GIER's typewriter in `gier run` and `gier nim`. The characters come from a text, standard
//! input, or a person at a terminal. The paper is shown while GIER prints it, at the chosen speed.

use super::acts::plain;
use super::clock::HostClock;
use super::signals::is_interrupted;
use super::stdin::Stdin;
use super::tally::Tally;
use super::typist::{Press, Rested, Terminal};
use anyhow::{Context, Result, anyhow};
use gier_desk::acts::Act;
use gier_desk::attended::Print;
use gier_desk::host::{Clock, Files, Trouble};
use gier_desk::pace::{Pacer, Speed};
use gier_desk::session::{Happened, Host, Session, Struck};
use gier_desk::typewriter::paper::Sheet;
use gier_desk::typewriter::sheet_text::SheetText;
use gier_desk::{Ears, Ending, Until};
use gier_machine::{Input, Machine};
use gier_word::Uops;
use std::io::Write;
use std::time::Duration;

/// The source of the characters that the user types.
pub enum Source {
    /// There are no characters besides those that the session was given.
    Text,
    /// Standard input, which is only read when the machine waits for a key.
    Stdin(Stdin),
    /// A person at a terminal.
    Terminal(Terminal),
}

/// Whether a program is over, so that the user need not answer the next question.
pub type IsOver = dyn Fn(&Machine) -> bool;

/// The user of GIER's typewriter. Types characters, and shows the paper.
pub struct Guest<W: Write> {
    source: Source,
    text: SheetText,
    out: W,
    clock: HostClock,
    pacer: Pacer,
    /// Hears the machine.
    pub ears: Tally,
    is_over: Box<IsOver>,
    /// Whether to press the HELP button if the machine waits for a tape.
    pub presses_help: bool,
    now: Uops,
    /// The column of the carriage, counted from 0.
    column: usize,
}

impl<W: Write> Guest<W> {
    /// Creates a user who types the characters of `source`. The paper is written to `out`. The machine is at
    /// the time `now` and runs at `speed`.
    pub fn new(source: Source, text: SheetText, out: W, (speed, now): (Speed, Uops)) -> Guest<W> {
        let clock = HostClock::start();
        let pacer = Pacer::new(speed, clock.now(), now);
        let (ears, is_over) = (Tally::beside(None), Box::new(|_: &Machine| false));
        Guest { source, text, out, clock, pacer, ears, is_over, presses_help: false, now, column: 0 }
    }

    /// Makes [`Guest::play`] return as soon as `is_over` returns true, even if there is more to type.
    pub fn until(self, is_over: impl Fn(&Machine) -> bool + 'static) -> Guest<W> {
        Guest { is_over: Box::new(is_over), ..self }
    }

    /// Plays a session: lets the machine work, and types the next character when the program waits for one
    /// that the session does not have.
    pub fn play(&mut self, session: &mut Session, until: Until) -> Result<Ending> {
        loop {
            match session.work(until, self).map_err(anyhow::Error::from_boxed)? {
                Happened::Ended(Ending::AwaitingKey) => {}
                Happened::Ended(Ending::AwaitingTape) if self.presses_help => {
                    session.act(&Act::Feed(vec![Input::Help]), self).map_err(plain)?;
                    continue;
                }
                Happened::Ended(ending) => return Ok(ending),
                Happened::Obeyed(_) => continue,
            }
            if let Some(ending) = self.strike(session)? {
                return Ok(ending);
            }
        }
    }

    /// Writes the rest of the paper at the end of the session.
    pub fn finish(&mut self, sheet: &Sheet) -> Result<()> {
        let mut text = String::new();
        self.text.finish(sheet, &mut text);
        self.write(&text, true)
    }

    fn write(&mut self, text: &str, at_once: bool) -> Result<()> {
        let written = self.out.write_all(text.as_bytes());
        let written = written.and_then(|()| if at_once { self.out.flush() } else { Ok(()) });
        written.context("cannot write the paper to standard output")
    }

    /// Whether GIER ran slower than the chosen speed, because this computer was too slow.
    pub fn has_dropped_time(&self) -> bool {
        self.pacer.has_dropped_time()
    }

    /// Whether gier may have to wait for characters, because a person or standard input provides them.
    /// Machine time stops during the wait.
    const fn is_there(&self) -> bool {
        !matches!(self.source, Source::Text)
    }

    /// Strikes the next key, for which the program waits. Returns `Some` if there is none.
    fn strike(&mut self, session: &mut Session) -> Result<Option<Ending>> {
        self.write("", true)?;
        loop {
            let press = match &mut self.source {
                Source::Text => Press::End,
                Source::Stdin(stdin) => stdin.next()?,
                Source::Terminal(terminal) => terminal.next(self.column)?,
            };
            match press {
                Press::Key(character) => {
                    if session.strike(character, Duration::ZERO) != Struck::NoKey {
                        self.pacer.restart(self.clock.now(), self.now);
                        return Ok(None);
                    }
                    // A character without a key on the typewriter is ignored at a terminal.
                    if let Source::Stdin(stdin) = &self.source {
                        return Err(anyhow!("standard input, {}", stdin.no_such_key(character)));
                    }
                }
                Press::End => return Ok(Some(Ending::AwaitingKey)),
                Press::Leave => return Ok(Some(Ending::Left)),
            }
        }
    }

    /// Waits as long as `time` says. At a terminal, the user can leave or suspend gier during the wait.
    fn pass(&mut self, time: Duration) -> Result<Rested> {
        if let Source::Terminal(terminal) = &mut self.source {
            return terminal.rest(time, self.column);
        }
        if !time.is_zero() {
            std::thread::sleep(time);
        }
        Ok(Rested::Passed)
    }
}

impl<W: Write> Files for Guest<W> {}

impl<W: Write> Host for Guest<W> {
    fn see(&mut self, prints: &[Print]) -> Result<(), Trouble> {
        let mut text = String::new();
        for print in prints {
            self.text.print(*print, &mut text);
            self.column = print.stroke.column_after(self.column);
        }
        Ok(self.write(&text, self.is_there())?)
    }

    fn ears(&mut self) -> Option<&mut dyn Ears> {
        Some(&mut self.ears)
    }

    fn slice_end(&self, now: Uops) -> Uops {
        self.pacer.slice_end(now)
    }

    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Trouble> {
        if (self.is_over)(machine) {
            return Ok(Some(Ending::Enough));
        }
        self.now = machine.now();
        let rest = self.pacer.rest(self.clock.now(), self.now);
        let rested = self.pass(rest)?;
        if rested == Rested::PutAside {
            self.pacer.restart(self.clock.now(), self.now);
        }
        Ok((rested == Rested::Left || is_interrupted()).then_some(Ending::Left))
    }
}
