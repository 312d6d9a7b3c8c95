//! GIER's arithmetic as plain functions, without a machine. The functions take the contents of registers and
//! return the new contents. Each register is an integer. The last bit of the register is the integer's lowest
//! bit. The processor, the assembler and the compiler use these functions.

pub mod fixed;
pub mod float;
