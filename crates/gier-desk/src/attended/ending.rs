//! How an attendance ends.

use gier_machine::StopCause;

/// Why the loop came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The hands have what they wanted.
    Enough,
    /// The machine has worked as far as it may.
    TimeIsUp,
    /// The debugger has reached what it ran for.
    Reached,
    /// The program waits for a key, and the hands strike none.
    AwaitingKey,
    /// The program waits for tape.
    AwaitingTape,
    /// The machine stopped; whether that was meant is the caller's to judge.
    Stopped(StopCause),
    /// The hands left the room.
    Left,
}
