//! A recorded machine with its papers and its listeners: its replay, how a run ends, and the alarms of the
//! program. [`Session`](crate::session::Session) is the loop that runs it.

pub mod alarm_value;
mod alarms;
pub mod ears;
pub mod ending;
pub mod recorded_room;
mod until;

pub use crate::papers::{By, Papers, Print};
pub use alarms::Alarms;
pub use ears::Ears;
pub use ending::{Ending, ProgramEnd};
pub use recorded_room::{RecordedRoom, Replay, Replaying, replay, replay_end, replay_while};
pub use until::Until;
