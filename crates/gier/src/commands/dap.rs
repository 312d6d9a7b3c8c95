//! `gier dap`: the debugger for an editor, on standard input and output.

use super::run::program;
use crate::host::files;
use crate::host::status::Status;
use crate::host::uses::Uses;
use anyhow::Result;
use gier_dap::wire::{self, Messages};
use gier_dap::{Adapter, Launcher};
use gier_word::Image;
use serde_json::Value;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

/// Runs the command.
///
/// # Errors
/// Standard output cannot be written, or what comes is no message.
pub fn run() -> Result<Status> {
    let requests = listen();
    let mut adapter = Adapter::new(Programs);
    let mut out = io::stdout().lock();
    while !adapter.is_over() {
        let messages = match next(&requests, adapter.runs()) {
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

/// What is to be done next.
enum Next {
    Request(Result<Value>),
    /// No request has come, and the machine works.
    Nothing,
    Over,
}

fn next(requests: &Receiver<Result<Value>>, runs: bool) -> Next {
    if !runs {
        return requests.recv().map_or(Next::Over, Next::Request);
    }
    match requests.try_recv() {
        Ok(request) => Next::Request(request),
        Err(TryRecvError::Empty) => Next::Nothing,
        Err(TryRecvError::Disconnected) => Next::Over,
    }
}

/// The requests as they come; they are read beside, so that a program that works can be paused.
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

/// Programs and their texts, out of files.
struct Programs;

impl Launcher for Programs {
    fn image(&mut self, path: &str) -> Result<Image, String> {
        match program(Path::new(path), &mut Uses::new()) {
            Ok(Some(image)) => Ok(image),
            // The faults were said on standard error, which editors show.
            Ok(None) => Err(format!("{} has faults", files::name(Path::new(path)))),
            Err(error) => Err(format!("{error:#}")),
        }
    }

    fn text(&mut self, program: &str, name: &str, folders: &[String]) -> Option<String> {
        let beside = Path::new(program).parent().map(Path::to_path_buf).unwrap_or_default();
        let folders = folders.iter().map(PathBuf::from).chain([beside]);
        let mut tried = folders.flat_map(|folder| {
            let library = folder.join("library");
            ["", ".alg", ".asc", ".slip"].into_iter().flat_map(move |ending| {
                let file = format!("{name}{ending}");
                [folder.join(&file), library.join(&file)]
            })
        });
        let found = tried.find(|path| path.is_file())?;
        let whole = found.canonicalize().unwrap_or(found);
        Some(whole.display().to_string())
    }
}
