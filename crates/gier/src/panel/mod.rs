//! Shows the panel in this computer's terminal. The panel itself is the crate gier-panel, which the web page uses
//! too.

pub mod files;
pub mod logs;
pub mod look;
pub mod terminal;
