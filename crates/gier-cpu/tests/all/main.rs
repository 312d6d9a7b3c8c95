//! Tests of the central unit from outside, one binary.

mod arithmetic;
mod desk;
mod diagnostics;
mod fast;
mod notation;
mod orders;
mod random;
mod timing;
