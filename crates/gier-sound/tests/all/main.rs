//! Tests of the sound through the crate's public interface, in one binary.

mod archive;
mod music;
mod playback;
#[path = "../../../../tests/skip.rs"]
mod skip;
mod sound;
mod spectrum;
