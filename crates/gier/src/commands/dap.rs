//! `gier dap`: the debugger for editors, on standard input and output.

use super::run::program;
use crate::host::files;
use crate::host::status::Status;
use crate::host::texts;
use crate::host::uses::Uses;
use anyhow::Result;
use gier_dap::wire::{self, Messages};
use gier_dap::{Adapter, Launcher};
use gier_word::Image;
use gier_word::source_map::MapText;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

/// Runs the command.
///
/// # Errors
/// Standard output cannot be written, or the input is not a message.
pub fn run() -> Result<Status> {
    let inbox = Rc::new(RefCell::new(Inbox { requests: listen(), waiting: VecDeque::new() }));
    let mut adapter = Adapter::new(Programs { inbox: Rc::clone(&inbox) });
    let mut out = io::stdout().lock();
    while !adapter.is_over() {
        let next = inbox.borrow_mut().next(adapter.runs());
        let messages = match next {
            Next::Request(request) => adapter.handle(&request?),
            Next::Nothing => adapter.work(),
            Next::Over => break,
        };
        for message in messages {
            out.write_all(&wire::write(&message))?;
        }
        out.flush()?;
    }
    Ok(Status::Ended)
}

/// What to do next.
enum Next {
    Request(Result<Value>),
    /// No request has arrived, and the machine works.
    Nothing,
    Over,
}

/// The requests of the editor.
struct Inbox {
    requests: Receiver<Result<Value>>,
    /// Requests that arrived during other work.
    waiting: VecDeque<Result<Value>>,
}

impl Inbox {
    /// The next request; does not wait for it while the machine works.
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

    /// Whether a waiting request ends the current work.
    fn has_pause(&mut self) -> bool {
        self.waiting.extend(self.requests.try_iter());
        let ends = |request: &Result<Value>| match request {
            Ok(request) => request["command"].as_str().is_some_and(|command| ENDINGS.contains(&command)),
            Err(_) => true,
        };
        self.waiting.iter().any(ends)
    }
}

/// The requests that end a search in the past.
const ENDINGS: [&str; 3] = ["pause", "terminate", "disconnect"];

/// The requests as they arrive. A thread reads them, so that a running program can be paused.
fn listen() -> Receiver<Result<Value>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut messages = Messages::default();
        let mut bytes = [0; 4096];
        loop {
            match io::stdin().read(&mut bytes) {
                Ok(0) => return,
                Ok(count) => messages.take(&bytes[..count]),
                Err(error) => {
                    let _ = sender.send(Err(error.into()));
                    return;
                }
            }
            loop {
                match messages.message() {
                    Ok(None) => break,
                    Ok(Some(message)) => {
                        if sender.send(Ok(message)).is_err() {
                            return;
                        }
                    }
                    Err(error) => {
                        let _ = sender.send(Err(anyhow::Error::msg(error)));
                        return;
                    }
                }
            }
        }
    });
    receiver
}

/// Programs and their texts, from files.
struct Programs {
    inbox: Rc<RefCell<Inbox>>,
}

impl Launcher for Programs {
    fn image(&mut self, path: &str) -> Result<Image, String> {
        match program(Path::new(path), &mut Uses::new()) {
            Ok(Some(image)) => Ok(image),
            // The faults are on standard error, which editors show.
            Ok(None) => Err(format!("{} has faults", files::name(Path::new(path)))),
            Err(error) => Err(format!("{error:#}")),
        }
    }

    fn text(&mut self, program: &str, text: &MapText, folders: &[String]) -> Option<String> {
        let (found, _) = texts::find(Path::new(program), text, folders)?;
        let whole = found.canonicalize().unwrap_or(found);
        Some(whole.display().to_string())
    }

    fn wants_pause(&mut self) -> bool {
        self.inbox.borrow_mut().has_pause()
    }
}
