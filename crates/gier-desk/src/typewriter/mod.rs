//! The typewriter: its paper and its keys, and how they are converted to text and pictures.

pub mod keyboard;
pub mod paper;
pub mod pressed;
pub mod sheet_text;
pub mod shift;
pub mod svg;
