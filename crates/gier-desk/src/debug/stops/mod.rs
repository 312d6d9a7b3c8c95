//! Breakpoints and watchpoints: the commands that set them, the table that holds them, and the probe that
//! stops a run at them.

mod beside;
mod read;
mod stop;
mod table;
pub mod traces;
mod watch;
mod writes;

pub(crate) use beside::Beside;
pub use read::{ITEMS_MAX, stop};
pub(crate) use read::{LineParser, fault};
pub(crate) use stop::both_halves;
pub use stop::{Access, At, Device, DrumWords, Hit, HitRule, Stop, between, told};
pub use table::{BREAKPOINTS_MAX, Breaks};
pub use watch::{Depth, Goal, Plan, Reached, Watch};
pub use writes::Writes;
