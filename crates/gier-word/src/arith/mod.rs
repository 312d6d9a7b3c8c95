//! GIER's arithmetic on values, without a machine. The functions take the contents of registers, as
//! signed integers whose unit is the last bit, and return the new contents. The central unit, the
//! assembler and the compiler all use these functions.

pub mod fixed;
pub mod float;
