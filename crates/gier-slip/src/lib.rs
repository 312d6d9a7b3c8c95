//! SLIP, GIER's symbolic machine language: assembler and disassembler.

pub mod diagnostic;

pub use diagnostic::Diagnostic;
