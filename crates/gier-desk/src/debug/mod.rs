//! The debugger's engine: a session with breakpoints, steps and goals, forward and back. The
//! panel drives it; a debugger in lines of text can drive it too. It knows no terminal, no
//! file and no host time.
//!
//! Standing still is the engine's affair, not the machine's: between two slices the machine is
//! simply not run, so a stop leaves no trace in it and a session replays alike whether it was
//! stopped or not. Only what the machine itself can feel is an input and stands in the log.

pub mod algol;
pub mod back;
pub mod breaks;
pub mod calls;
pub mod changes;
mod descriptor;
pub mod engine;
pub mod explain;
pub mod expression;
pub mod forms;
pub mod goal;
pub mod help;
pub mod language;
pub mod place;
pub mod search;
pub mod setting;
pub mod slip;
pub mod spots;
pub mod stop;
pub mod traces;

pub use breaks::Breaks;
pub use engine::Engine;
pub use explain::{Explanation, explain};
pub use goal::Goal;
pub use help::DEBUG_HELP;
