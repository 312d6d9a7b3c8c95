//! The typewriter: the sheet of paper, the keys, and both as texts and pictures. Nothing here depends
//! on the machine.

pub mod keyboard;
pub mod paper;
pub mod pressed;
pub mod shift;
pub mod svg;
pub mod text;
