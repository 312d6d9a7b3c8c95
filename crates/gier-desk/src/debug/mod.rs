//! The debugger. It runs a session up to a breakpoint or by single steps, and goes back in time. The panel, the
//! prompt and the editor's adapter share it, so it uses no terminal, no file and no clock of the host.
//!
//! | what | module |
//! |---|---|
//! | what the debugger answers, in the words of the program | [`answer`] |
//! | conditions and other expressions | [`expression`] |
//! | the program by its source map: variables, lines, calls | [`program`] |
//! | the table of breakpoints, and the run that tests for them | [`stops`] |
//! | searches in the past: what wrote a cell, when a value changed, when a condition was true | [`past`] |
//!
//! [`Engine`] is the session that uses these modules. [`language`] has the commands of the debugger.
//!
//! To stop the machine, the debugger simply executes no further orders. A stop therefore changes nothing in
//! the machine. A session replays in the same way with and without stops. The log contains inputs of the
//! machine, but no stops.

pub mod answer;
mod engine;
pub mod expression;
pub mod past;
pub mod program;
pub mod stops;

pub(crate) use engine::GIVEN_UP;
pub use engine::origin::Chain;
pub use engine::{Engine, Report, compare, language};
