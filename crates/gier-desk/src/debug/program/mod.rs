//! An ALGOL or SLIP program under the debugger: its variables by name, its lines and statements, its
//! calls.

pub mod calls;
mod map;
mod reader;
mod variables;

pub use map::Program;
pub use variables::{Array, Variable};
