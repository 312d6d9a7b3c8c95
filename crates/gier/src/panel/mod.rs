//! The panel in this computer's terminal; the panel itself is gier-panel.

pub mod files;
pub mod logs;
pub mod look;
pub mod terminal;
