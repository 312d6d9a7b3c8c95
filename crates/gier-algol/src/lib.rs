//! GIER ALGOL III: from program text to a drum image for the emulated machine.

pub mod ast;
