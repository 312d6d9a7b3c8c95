//! The user of GIER's typewriter in `gier run` and `gier nim`. The characters come from a text, standard
//! input, or a person at a terminal. The paper is shown while GIER prints it, at the chosen speed.

use super::clock::HostClock;
use super::signals::is_interrupted;
use super::stdin::Stdin;
use super::terminal::{Press, Rested, Terminal};
use anyhow::{Context, Result, anyhow};
use gier_desk::attended::{Papers, Print};
use gier_desk::host::Clock;
use gier_desk::pace::{Pacer, Speed};
use gier_desk::typewriter::keyboard::Typist;
use gier_desk::typewriter::paper::Sheet;
use gier_desk::typewriter::text::SheetText;
use gier_desk::{Ending, Hands, Key};
use gier_machine::Machine;
use gier_word::{Case, Uops};
use std::io::Write;
use std::time::Duration;

/// The source of the characters to type after the [`Typist`] has typed its prepared text.
pub enum Source {
    /// There are no characters after the prepared text.
    Text,
    /// Standard input, which is only read when the machine waits for a key.
    Stdin(Stdin),
    /// A person at a terminal.
    Terminal(Terminal),
}

/// The user of GIER's typewriter. Provides the characters to type, and shows the paper.
pub struct Guest<W: Write> {
    typist: Typist,
    source: Source,
    text: SheetText,
    out: W,
    clock: HostClock,
    pacer: Pacer,
    now: Uops,
    /// The column of the carriage, counted from 0.
    column: usize,
}

impl<W: Write> Guest<W> {
    /// Creates a user who types the text of `typist`, then the characters of `source`. The paper is written
    /// to `out`. The machine is at the time `now` and runs at `speed`.
    pub fn new(
        typist: Typist,
        source: Source,
        text: SheetText,
        out: W,
        (speed, now): (Speed, Uops),
    ) -> Guest<W> {
        let clock = HostClock::start();
        Guest { typist, source, text, out, pacer: Pacer::new(speed, clock.now(), now), clock, now, column: 0 }
    }

    /// Writes the rest of the paper at the end of the session.
    ///
    /// # Errors
    /// Returns an error if the paper cannot be written.
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

    fn next_key(&mut self, case: Case) -> Result<Key> {
        loop {
            if let Some(symbol) = self.typist.next_symbol(case) {
                return Ok(Key::Struck(symbol));
            }
            let press = match &mut self.source {
                Source::Text => return Ok(Key::None),
                Source::Stdin(stdin) => stdin.next()?,
                Source::Terminal(terminal) => terminal.next(self.column)?,
            };
            match press {
                Press::Key(character) => {
                    if !self.typist.strike(character, case)
                        && let Source::Stdin(stdin) = &self.source
                    {
                        return Err(anyhow!("standard input, {}", stdin.no_such_key(character)));
                    }
                    // A character without a key on the typewriter is ignored at a terminal.
                }
                Press::End => return Ok(Key::None),
                Press::Leave => return Ok(Key::Leave),
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

impl<W: Write> Hands for Guest<W> {
    type Error = anyhow::Error;

    fn key(&mut self, papers: &Papers) -> Result<Key> {
        self.write("", true)?;
        let key = self.next_key(papers.sheet().case())?;
        if self.is_there() {
            self.pacer.restart(self.clock.now(), self.now);
        }
        Ok(key)
    }

    fn slice_end(&self, now: Uops) -> Uops {
        self.pacer.slice_end(now)
    }

    fn see(&mut self, prints: &[Print]) -> Result<()> {
        let mut text = String::new();
        for print in prints {
            self.text.print(*print, &mut text);
            self.column = print.stroke.column_after(self.column);
        }
        self.write(&text, self.is_there())
    }

    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>> {
        self.now = machine.now();
        let rest = self.pacer.rest(self.clock.now(), self.now);
        let rested = self.pass(rest)?;
        if rested == Rested::PutAside {
            self.pacer.restart(self.clock.now(), self.now);
        }
        Ok((rested == Rested::Left || is_interrupted()).then_some(Ending::Left))
    }
}
