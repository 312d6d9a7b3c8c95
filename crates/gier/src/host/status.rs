//! The exit status of the command.

use std::process::{ExitCode, Termination};

/// The exit status of `gier`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The program ended by itself, or the command succeeded.
    Ended = 0,
    /// The program stopped with an alarm or at an unexpected place, or a source text has faults.
    Fault = 1,
    /// The command was used wrongly, or a file cannot be read or written.
    WrongUse = 2,
    /// The typed input ended too soon.
    InputRanOut = 3,
    /// The user left with Ctrl-C, or a signal ended the session.
    Interrupted = 130,
}

impl Termination for Status {
    fn report(self) -> ExitCode {
        ExitCode::from(self as u8)
    }
}
