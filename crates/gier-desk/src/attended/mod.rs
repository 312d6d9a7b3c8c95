//! The machine with its papers, the hands that work it, and the loop that runs it. Nothing else
//! runs a machine forward.
//!
//! The loop runs the machine, puts its output on the papers, and asks the hands for a key when the
//! machine waits for one. It returns when the hands have no key, so that a web page or a panel can
//! call it from its own event loop. Hands that wait inside [`Hands::key`], such as those of a person
//! at a terminal, keep the loop running.

pub mod alarm_value;
mod alarms;
mod attend;
pub mod ears;
pub mod ending;
mod hands;
pub mod recorded_room;
mod room;

pub use crate::papers::{By, Papers, Print};
pub use alarms::Alarms;
pub use attend::{Attended, Until, attend};
pub use ears::Ears;
pub use ending::{Ending, ProgramEnd};
pub use hands::{Hands, Key, Text};
pub use recorded_room::{RecordedRoom, Replay, Replaying, replay, replay_end, replay_heard, replay_while};
pub use room::Room;
