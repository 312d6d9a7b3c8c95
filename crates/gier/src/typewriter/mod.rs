//! The typewriter as a person sees it: the sheet of paper, the keys, and what is left of both
//! in files. Nothing here knows the machine; nothing but [`writer`]'s target is written to.

pub mod echo;
pub mod keyboard;
pub mod paper;
pub mod svg;
pub mod writer;
