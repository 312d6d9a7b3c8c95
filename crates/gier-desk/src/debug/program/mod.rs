//! The ALGOL or SLIP program that the debugger observes: its variables, its lines and statements, and its
//! calls.

pub mod calls;
mod map;
mod one_line;
mod printing;
mod reader;
mod statements;
mod variables;
mod words;

pub use map::{InFrame, Program};
pub use one_line::OneLine;
pub use statements::Places;
pub use variables::Variable;
pub(in crate::debug) use words::RowInWords;
