//! The reasons why a run ends.

use gier_machine::StopCause;

/// Why the loop returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The hands have what they wanted.
    Enough,
    /// The machine has reached its limit of time or orders.
    TimeIsUp,
    /// The debugger has reached its goal or a stop.
    Reached,
    /// The program waits for a key, and the hands press none.
    AwaitingKey,
    /// The program waits for tape.
    AwaitingTape,
    /// The machine stopped. The caller decides whether that is a proper end.
    Stopped(StopCause),
    /// The hands left the room.
    Left,
}
