//! GIER's arithmetic as plain functions, without a machine, because the processor, the assembler and the compiler
//! must compute alike. The functions take the contents of registers and return the new contents. Each register is
//! an integer whose lowest bit is the register's last one.

pub mod fixed;
pub mod float;
