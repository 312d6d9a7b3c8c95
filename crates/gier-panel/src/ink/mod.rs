//! Tools for drawing: pen, colours, lamps, numbers and picture files. They do not depend on what a part
//! of the panel shows.

pub mod ascii;
pub(crate) mod figures;
pub mod glow;
pub mod lamps;
pub(crate) mod pen;
pub mod picture;
pub mod theme;
