//! Tests of GIER's voice from outside, one binary.

mod archive;
mod sound;
mod spectrum;
