//! The exit status of gier.

use gier_desk::outcome::Ended;
use std::process::{ExitCode, Termination};

/// The exit status of `gier`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The command succeeded, or the program in GIER ended normally.
    Ended = 0,
    /// The program in GIER stopped with an alarm or unexpectedly, or a source text has faults.
    Fault = 1,
    /// The command line is wrong, or a file cannot be read or written.
    WrongUse = 2,
    /// The typed input ended, but the program in GIER waited for another key.
    InputRanOut = 3,
    /// The user pressed Ctrl-C, or a signal ended the session.
    Interrupted = 130,
}

impl From<Ended> for Status {
    fn from(ended: Ended) -> Status {
        let all = [Status::Ended, Status::Fault, Status::WrongUse, Status::InputRanOut, Status::Interrupted];
        all.into_iter().find(|status| *status as u8 == ended.status()).unwrap_or(Status::Fault)
    }
}

impl Termination for Status {
    fn report(self) -> ExitCode {
        ExitCode::from(self as u8)
    }
}
