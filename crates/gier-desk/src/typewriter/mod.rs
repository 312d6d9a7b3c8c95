//! The typewriter as a person sees it: the sheet of paper, the keys, and what is left of both
//! in texts and pictures. Nothing here knows the machine.

pub mod keyboard;
pub mod paper;
pub mod pressed;
pub mod shift;
pub mod svg;
pub mod text;
