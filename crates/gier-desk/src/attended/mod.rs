//! Runs a machine together with its papers (the printed and punched output) and its [`Hands`], which press
//! the typewriter's keys.
//!
//! [`attend()`] is the loop that runs the machine. It adds the output to the papers. When the program waits
//! for a key, it calls [`Hands::key`]. If no key is pressed, [`attend()`] returns, so a web page can call it
//! from its own event loop. Alternatively, [`Hands::key`] can wait until a person presses a key.

pub mod alarm_value;
mod alarms;
mod attend;
pub mod ears;
pub mod ending;
mod hands;
pub mod recorded_room;

pub use crate::papers::{By, Papers, Print};
pub use alarms::Alarms;
pub use attend::{Attended, Until, attend};
pub use ears::Ears;
pub use ending::{Ending, ProgramEnd};
pub use hands::{Hands, Key};
pub use recorded_room::{RecordedRoom, Replay, Replaying, replay, replay_end, replay_heard, replay_while};
