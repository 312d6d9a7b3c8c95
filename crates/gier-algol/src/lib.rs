//! GIER ALGOL III: from program text to a drum image for the emulated machine.

pub mod ast;
mod back;
mod check;
mod front;
#[cfg(test)]
mod front_tests;
mod lex;
mod parse;
mod similar;
pub mod source;
mod syntax;

mod translate;

pub use back::{Compilation, Statistics};
pub use front::{Parsed, parse};
pub use translate::{Translated, compile, translate};
