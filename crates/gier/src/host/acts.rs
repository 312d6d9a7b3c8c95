//! Lets acts use the files, the clock and the terminal of this computer. An act is one line of a script for
//! GIER's operator.

use super::clock::HostClock;
use super::limits::ACTS;
use super::report;
use super::script::Script;
use super::sound::Listener;
use super::status::Status;
use super::{files::Job, signals};
use anyhow::Result;
use gier_desk::Ears;
use gier_desk::Ending;
use gier_desk::attended::Print;
use gier_desk::host::{Clock, Files, Trouble};
use gier_desk::pace::{Pacer, Speed};
use gier_desk::session::{BadAct, Fault, Host};
use gier_desk::typewriter::paper::Sheet;
use gier_desk::typewriter::sheet_text::SheetText;
use gier_machine::Machine;
use gier_word::Uops;
use indicatif::{ProgressBar, ProgressStyle};
use std::thread;
use std::time::Duration;

/// Lets acts use this computer's files, clock and terminal.
pub struct ActsHost {
    job: Job,
    /// The files that the acts read and write.
    pub files: Script,
    writer: SheetText,
    shown: String,
    /// Whether a part of the paper has been printed since the last call of [`ActsHost::end_line`].
    has_shown: bool,
    clock: HostClock,
    pacer: Option<Pacer>,
    /// Records or plays the sound of the machine.
    pub listener: Option<Listener>,
    /// Whether Ctrl-C ends only the act in progress. If not, it ends the whole program.
    is_at_prompt: bool,
    /// A search through the past of the session: when it began on this computer's clock, and its progress
    /// bar. `None` if no search is running.
    search: Option<(Duration, ProgressBar)>,
    /// How many bytes the acts have read.
    read: usize,
}

/// Ctrl-C is looked for at least once in this machine time.
const SLICE: Uops = Uops(4 * gier_word::uops::UOPS_PER_SECOND);
/// A search shows its progress if it takes longer than this time.
const SHORT: Duration = Duration::from_millis(300);
/// The progress bar of a search, as a template of the library indicatif.
const SEARCH: &str = "{percent} % searched; Ctrl-C gives up";

impl ActsHost {
    /// Creates a host, which lets acts use this computer. `files` says which files the acts may read and
    /// write. `writer` converts the paper to text.
    pub fn new(job: &Job, files: Script, writer: SheetText) -> ActsHost {
        ActsHost {
            job: job.clone(),
            files,
            writer,
            shown: String::new(),
            has_shown: false,
            clock: HostClock::start(),
            pacer: None,
            listener: None,
            is_at_prompt: false,
            search: None,
            read: 0,
        }
    }

    /// From now on, prints the paper on standard output while the machine works, and holds the machine to
    /// this speed. `now` is the machine's time.
    pub fn show_live(&mut self, speed: Speed, now: Uops) {
        self.pacer = Some(Pacer::new(speed, self.clock.now(), now));
    }

    /// Makes Ctrl-C end only the act in progress, not the whole program.
    pub fn sit_at_prompt(&mut self) -> Result<()> {
        self.is_at_prompt = true;
        signals::catch_at_prompt()
    }

    /// Must be called when an act typed at the prompt has ended. Discards a Ctrl-C that came too late to end
    /// the act.
    pub fn is_done(&mut self) {
        self.search = None;
        if self.is_at_prompt {
            signals::take_interrupt();
        }
    }

    /// Prints the part of the paper that was not printed yet, at the end of the session.
    pub fn finish(&mut self, sheet: &Sheet) -> Result<()> {
        self.writer.finish(sheet, &mut self.shown);
        self.flush()
    }

    /// Prints the part of the paper that was not printed yet. Adds a newline if the last line is
    /// unfinished.
    pub fn end_line(&mut self, sheet: &Sheet) -> Result<()> {
        self.flush()?;
        let is_begun = sheet.lines().last().is_some_and(|line| !line.is_empty());
        if is_begun && std::mem::take(&mut self.has_shown) {
            self.job.print("\n");
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        let text = std::mem::take(&mut self.shown);
        self.has_shown |= !text.is_empty();
        if !text.is_empty() {
            self.job.print_paper(&text);
        }
        Ok(())
    }
}

impl Files for ActsHost {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        let bytes = self.files.load(name)?;
        self.read += bytes.len();
        if self.read > ACTS {
            return Err(format!("{name} is not read: acts read at most {} MB in all", ACTS >> 20).into());
        }
        Ok(bytes)
    }

    fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        Ok(self.files.save(name, contents)?)
    }
}

impl Host for ActsHost {
    fn print(&mut self, line: &str) {
        report::say(&gier_messages::explained(line));
    }

    fn slice_end(&self, now: Uops) -> Uops {
        let end = self.pacer.as_ref().map_or(Uops::NEVER, |pacer| pacer.slice_end(now));
        end.min(now + SLICE)
    }

    fn see(&mut self, prints: &[Print]) -> Result<(), Trouble> {
        for print in prints {
            self.writer.print(*print, &mut self.shown);
        }
        if self.pacer.is_some() {
            self.flush()?;
        }
        Ok(())
    }

    fn ears(&mut self) -> Option<&mut dyn Ears> {
        self.listener.as_mut().map(|listener| listener as &mut dyn Ears)
    }

    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Trouble> {
        if let Some(pacer) = &mut self.pacer {
            thread::sleep(pacer.rest(self.clock.now(), machine.now()));
        }
        if self.is_at_prompt {
            return Ok(signals::take_interrupt().then_some(Ending::Left));
        }
        // The error ends the script. After `Ending::Left`, the next act would be performed.
        if signals::is_interrupted() { Err("the machine was interrupted".into()) } else { Ok(None) }
    }

    fn goes_on(&mut self, done: u64, all: u64) -> bool {
        if !self.is_at_prompt {
            return true;
        }
        let now = self.clock.now();
        let (begun, bar) = self.search.get_or_insert_with(|| (now, ProgressBar::hidden()));
        if bar.is_hidden() && now > *begun + SHORT {
            *bar = ProgressBar::new(all);
            bar.set_style(ProgressStyle::with_template(SEARCH).expect("a form of the bar"));
        }
        bar.set_position(done);
        let goes_on = !signals::take_interrupt();
        if !goes_on || done >= all {
            bar.finish_and_clear();
            self.search = None;
        }
        goes_on
    }
}

/// Converts a failed act to an error. The error says in which line the act is, and why it failed.
pub fn with_place(bad: BadAct) -> anyhow::Error {
    plain(bad.fault).context(format!("line {}", bad.line))
}

/// The exit status of a command whose act failed for this reason.
pub const fn status(fault: &Fault) -> Status {
    match fault {
        Fault::Host(_) => Status::WrongUse,
        Fault::Machine(_) | Fault::Future => Status::Fault,
    }
}

/// Converts the reason why an act failed to an error. The error does not say in which line the act is.
pub fn plain(fault: Fault) -> anyhow::Error {
    match fault {
        Fault::Host(trouble) => anyhow::Error::from_boxed(trouble),
        fault @ (Fault::Machine(_) | Fault::Future) => anyhow::Error::msg(fault.to_string()),
    }
}
