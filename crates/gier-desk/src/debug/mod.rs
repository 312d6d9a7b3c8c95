//! The debugger: a session with breakpoints, steps and goals, forward and back in time. The panel, the
//! prompt and the editor's adapter use it. It uses no terminal, no file and no host time.
//!
//! | what | module |
//! |---|---|
//! | conditions and other expressions | [`expression`] |
//! | the program by its source map: variables, lines, calls | [`program`] |
//! | the table of stops, and the run that watches for them | [`stops`] |
//! | searches in the past: who wrote, when something changed or was true | [`past`] |
//!
//! [`Engine`] is the session that uses them, and [`language`] has its acts.
//!
//! To stop the machine, the debugger simply does not run it. So a stop leaves no trace in the machine,
//! and a session replays the same whether it was stopped or not. The log contains only inputs that the
//! machine itself can notice.

mod engine;
pub mod expression;
pub mod past;
pub mod program;
pub mod stops;

pub(crate) use engine::GIVEN_UP;
pub use engine::help::DEBUG_HELP;
pub use engine::origin::Link;
pub use engine::{Engine, Report, compare, help, language};
