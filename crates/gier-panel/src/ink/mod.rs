//! Tools for drawing: pen, colours, lamps, numbers and picture files.

pub mod ascii;
pub mod figures;
pub mod glow;
pub mod lamps;
pub(crate) mod pen;
pub mod picture;
pub mod theme;
