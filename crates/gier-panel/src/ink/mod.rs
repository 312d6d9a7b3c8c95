//! The tools that draw the parts of the panel. They do not depend on the contents of a part.

pub mod ascii;
pub(crate) mod figures;
pub mod glow;
pub mod lamps;
pub(crate) mod pen;
pub mod picture;
pub mod theme;
