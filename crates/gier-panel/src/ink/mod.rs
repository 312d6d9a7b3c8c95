//! The tools that draw the parts of the panel. Nothing here knows what a part shows.

pub mod ascii;
pub(crate) mod figures;
pub mod glow;
pub mod lamps;
pub(crate) mod pen;
pub mod picture;
pub mod theme;
