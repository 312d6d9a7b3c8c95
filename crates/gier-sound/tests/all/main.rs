//! Tests of GIER's voice from outside, one binary.

mod archive;
mod playback;
mod sound;
mod spectrum;
