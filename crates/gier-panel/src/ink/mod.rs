//! What the parts are drawn with. Nothing here knows what a part shows.

pub mod ascii;
pub mod figures;
pub mod glow;
pub mod lamps;
pub mod pen;
pub mod picture;
pub mod theme;
