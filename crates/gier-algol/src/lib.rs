//! GIER ALGOL III: from program text to a drum image for the emulated machine.

pub mod ast;
mod check;
mod float;
mod front;
#[cfg(test)]
mod front_tests;
mod lex;
mod parse;
pub mod source;
mod syntax;

pub use front::{Parsed, parse};
