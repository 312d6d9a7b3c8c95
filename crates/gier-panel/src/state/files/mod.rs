//! The files that the panel reads and writes, and the programs that you can put on the drum.

pub mod programs;
pub mod store;
