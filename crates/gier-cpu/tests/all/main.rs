//! Tests of the CPU through its public interface, in one binary.

mod desk;
mod diagnostics;
mod likely;
mod notation;
mod orders;
mod parts;
mod random;
mod reads;
mod runs;
#[path = "../../../../tests/skip.rs"]
mod skip;
mod timing;
