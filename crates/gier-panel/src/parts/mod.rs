//! The parts of the picture, each drawn from the scene into its own area.

mod breaks;
mod desk;
mod foot;
mod heading;
pub mod help;
mod history;
pub mod layout;
mod listing;
pub mod map;
pub mod screen;
mod sheet;
mod tapes;
mod track;
