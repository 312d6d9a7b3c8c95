//! Tests of the sound through the crate's public interface, in one binary.

mod archive;
#[path = "../../../gier/src/host/archive.rs"]
mod museum;
mod playback;
mod sound;
mod spectrum;
