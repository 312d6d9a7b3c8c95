//! The parts of the picture. Each is drawn from the scene into its own area.

mod answer;
mod breaks;
mod desk;
mod foot;
mod heading;
pub mod help;
mod history;
pub mod layout;
mod listing;
pub mod map;
mod ring;
pub mod screen;
mod sheet;
mod source;
mod tapes;
mod track;
mod values;
