//! Tests of the central unit from outside, one binary.

mod desk;
mod diagnostics;
mod fast;
mod notation;
mod orders;
mod random;
mod timing;
