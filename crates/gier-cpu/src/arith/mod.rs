//! Arithmetic on values, without a machine: what goes in is a register's contents as a signed
//! integer with its unit in the last bit, what comes out is the new contents.

pub mod fixed;
pub mod float;
