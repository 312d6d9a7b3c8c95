//! The files that the panel reads and writes, and the list of programs for the drum.

pub mod programs;
pub mod store;
