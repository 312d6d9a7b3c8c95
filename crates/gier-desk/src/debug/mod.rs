//! The debugger: a session with breakpoints, steps and goals, forward and back in time. The panel, the prompt
//! and the editor's adapter use it. It uses no terminal, no file and no host time.
//!
//! | what | module |
//! |---|---|
//! | conditions and other expressions | [`expression`] |
//! | the program by its source map: variables, lines, calls | [`program`] |
//! | the table of breakpoints, and the run that tests for them | [`stops`] |
//! | searches in the past: who wrote, when something changed or was true | [`past`] |
//!
//! [`Engine`] is the session that uses these modules. [`language`] has the commands of the debugger.
//!
//! To stop the machine, the debugger only stops calling it. A stop therefore changes nothing in the machine.
//! A session replays in the same way with and without stops. The log contains only inputs that the machine
//! itself can notice.

mod engine;
pub mod expression;
pub mod past;
pub mod program;
pub mod stops;

pub(crate) use engine::GIVEN_UP;
pub use engine::help::DEBUG_HELP;
pub use engine::origin::Link;
pub use engine::{Engine, Report, compare, help, language};
