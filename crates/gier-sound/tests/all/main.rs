//! Tests of GIER's voice from outside, one binary.

mod archive;
#[path = "../../../gier/src/host/archive.rs"]
mod museum;
mod playback;
mod sound;
mod spectrum;
