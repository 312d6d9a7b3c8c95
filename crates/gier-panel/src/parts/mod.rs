//! The parts of the picture, each drawn from the scene into its own area.

mod desk;
mod foot;
mod heading;
pub mod help;
mod history;
pub mod layout;
mod listing;
pub mod screen;
mod sheet;
mod track;
