//! The typewriter: its paper, its keys, and the conversion of both to text and pictures.

pub mod keyboard;
pub mod paper;
pub mod pressed;
pub mod shift;
pub mod svg;
pub mod text;
