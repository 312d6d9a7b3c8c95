//! Tests of the central unit from outside, one binary.

mod desk;
mod diagnostics;
mod random;
