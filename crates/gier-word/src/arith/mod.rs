//! GIER's arithmetic as plain functions, without a machine. The functions take the contents of registers and
//! return the new contents. The contents are integers whose lowest bit is the last bit of the register.
//! The central unit, the assembler and the compiler use these functions.

pub mod fixed;
pub mod float;
