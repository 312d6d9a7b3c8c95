//! GIER's arithmetic on values, without a machine: what goes in is a register's contents as a
//! signed integer with its unit in the last bit, what comes out is the new contents. The central
//! unit, the assembler and the compiler all count with it.

pub mod fixed;
pub mod float;
