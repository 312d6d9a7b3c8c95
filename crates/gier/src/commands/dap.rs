//! `gier dap`: the debugger for editors, on standard input and output.

use super::program::{TextLanguage, named, program, text_language};
use super::{algol, asm};
use crate::host::clock::HostClock;
use crate::host::editor::{self, NoRequest, Request};
use crate::host::files::{self, Job};
use crate::host::report::Findings;
use crate::host::status::Status;
use crate::host::texts;
use anyhow::{Context, Result};
use core::time::Duration;
use gier_dap::launcher::{Fault, FaultPlace, FoundText};
use gier_dap::{Adapter, Launcher};
use gier_desk::host::Clock;
use gier_word::source_map::MapText;
use gier_word::{Image, PlacesInOrder};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, TryRecvError};

/// Runs `gier dap`.
pub fn run(job: &Job) -> Result<Status> {
    let inbox =
        Rc::new(RefCell::new(Inbox { requests: editor::listen(), waiting: VecDeque::new(), current: None }));
    let programs = ProgramFiles { job: job.clone(), inbox: Rc::clone(&inbox), clock: HostClock::start() };
    let mut adapter = Adapter::new(programs);
    while !adapter.is_over() {
        let next = inbox.borrow_mut().next(adapter.runs());
        let messages = match next {
            Next::Request(Ok(request)) => {
                inbox.borrow_mut().current = request["seq"].as_i64();
                adapter.handle(&request)
            }
            Next::Request(Err(NoRequest::Message(fault))) => adapter.refuse(&fault),
            Next::Request(Err(NoRequest::Input(error))) => {
                return Err(error).context("cannot read standard input");
            }
            Next::Nothing => adapter.work(),
            Next::Over => break,
        };
        messages.into_iter().try_for_each(editor::send)?;
    }
    Ok(Status::Ended)
}

enum Next {
    Request(Request),
    /// No request has arrived, and the machine continues.
    Nothing,
    Over,
}

/// The requests of the editor that are not handled yet.
struct Inbox {
    requests: Receiver<Request>,
    /// Requests that arrived during other work, the oldest first.
    waiting: VecDeque<Request>,
    /// The sequence number of the request that is being handled.
    current: Option<i64>,
}

impl Inbox {
    /// Returns what to do next. If the machine is stopped (`runs` is false), waits for a request.
    fn next(&mut self, runs: bool) -> Next {
        if let Some(request) = self.waiting.pop_front() {
            return Next::Request(request);
        }
        if !runs {
            return self.requests.recv().map_or(Next::Over, Next::Request);
        }
        match self.requests.try_recv() {
            Ok(request) => Next::Request(request),
            Err(TryRecvError::Empty) => Next::Nothing,
            Err(TryRecvError::Disconnected) => Next::Over,
        }
    }

    /// Whether the work in progress must end, because the editor sent a request such as `pause`. A `cancel`
    /// with the number of another request does not count. The work must also end if standard input cannot be
    /// read.
    fn has_pause(&mut self) -> bool {
        self.waiting.extend(self.requests.try_iter());
        let ends = |request: &Request| match request {
            Ok(request) => {
                let other = request["arguments"]["requestId"].as_i64().filter(|&id| Some(id) != self.current);
                let command = request["command"].as_str().unwrap_or("");
                ENDINGS.contains(&command) && (command != "cancel" || other.is_none())
            }
            Err(NoRequest::Message(_)) => false,
            Err(NoRequest::Input(_)) => true,
        };
        self.waiting.iter().any(ends)
    }
}

/// Requests that end long work, by their names in the protocol.
const ENDINGS: [&str; 4] = ["pause", "cancel", "terminate", "disconnect"];

/// Launches programs from files, and finds their source texts.
struct ProgramFiles {
    job: Job,
    inbox: Rc<RefCell<Inbox>>,
    clock: HostClock,
}

impl ProgramFiles {
    /// Translates a program to a drum image. The image is `None` if the program has faults.
    fn translated(&self, path: &Path) -> Result<(Option<Image>, Findings)> {
        match text_language(&self.job, path)? {
            Some(TextLanguage::Algol) => {
                let (compilation, findings) = algol::translate(&self.job, &[path.to_owned()], &[])?;
                Ok((compilation.map(|compilation| compilation.image), findings))
            }
            Some(TextLanguage::Slip) => asm::quiet_image(&self.job, path),
            None => {
                let none = Findings { texts: Vec::new(), faults: Vec::new(), warnings: Vec::new() };
                Ok((program(&self.job, path)?, none))
            }
        }
    }
}

/// The path of a source text of `program`. The text is in the program's folder, or in the subfolder
/// `library`. Returns `None` if the file is a tape or is missing.
fn file_of(program: &Path, name: &str) -> Option<String> {
    let library = program.with_file_name("library");
    let texts = [program.with_file_name(name), library.join(format!("{name}.alg"))];
    let file = texts.into_iter().chain([library.join(format!("{name}.asc"))]).find(|file| file.is_file())?;
    (!files::is_flx(&file)).then(|| whole(&file))
}

/// The absolute path, with all links and `..` resolved.
fn whole(path: &Path) -> String {
    path.canonicalize().unwrap_or_else(|_| path.to_owned()).display().to_string()
}

/// Converts the faults of a program to the form that the editor shows.
fn faults(program: &Path, findings: &Findings) -> Vec<Fault> {
    let mut places = PlacesInOrder::default();
    let fault = |fault: &gier_word::Diagnostic| {
        let place = findings.texts.get(fault.span.file()).map(|(name, text)| {
            let (line, column) = places.line_and_column(&fault.span, text);
            let number = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
            let path = file_of(program, name);
            FaultPlace { name: name.clone(), path, line: number(line), column: number(column) }
        });
        let help = fault.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
        Fault { message: format!("{}: {}{help}", fault.word, fault.message), place }
    };
    findings.faults.iter().map(fault).collect()
}

impl Launcher for ProgramFiles {
    fn image(&mut self, path: &str) -> Result<Image, Vec<Fault>> {
        let path = Path::new(path);
        // Standard input has the editor's requests, and a pipe could make the session wait for ever.
        if files::is_dash(path) || path.metadata().is_ok_and(|data| !data.is_file()) {
            let message = format!("{} is not a program file", path.display());
            return Err(vec![Fault { message, place: None }]);
        }
        match self.translated(path) {
            Ok((Some(image), _)) => Ok(image),
            Ok((None, findings)) => Err(faults(path, &findings)),
            Err(error) => Err(vec![Fault { message: format!("{error:#}"), place: None }]),
        }
    }

    fn text(&mut self, program: &str, text: &MapText, folders: &[String]) -> Option<FoundText> {
        let path = Path::new(program);
        match texts::find(&self.job, path, text, folders).ok().flatten() {
            // An editor cannot show a tape, so it gets the contents as text.
            Some((found, contents)) if files::is_flx(&found) => Some(FoundText::Contents(contents)),
            Some((found, contents)) => Some(FoundText::File(found.display().to_string(), contents)),
            None => texts::of_program_text(named(path)?, text).map(FoundText::Contents),
        }
    }

    fn whole_path(&mut self, path: &str) -> String {
        whole(Path::new(path))
    }

    fn wants_pause(&mut self) -> bool {
        self.inbox.borrow_mut().has_pause()
    }

    fn now(&self) -> Duration {
        self.clock.now()
    }

    fn send(&mut self, message: &Value) {
        // This error is ignored, because writing the next response then fails too and ends the session.
        let _ = editor::send(message.clone());
    }
}
