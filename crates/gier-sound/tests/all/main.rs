//! Tests of the crate's public interface.

mod archive;
mod music;
mod playback;
#[path = "../../../../tests/skip.rs"]
mod skip;
mod sound;
mod spectrum;
