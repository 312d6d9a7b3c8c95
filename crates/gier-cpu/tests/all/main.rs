//! Tests of the central unit from outside, one binary.

mod desk;
mod diagnostics;
mod likely;
#[path = "../../../gier/src/host/archive.rs"]
mod museum;
mod notation;
mod orders;
mod parts;
mod random;
mod runs;
mod timing;
mod world;
