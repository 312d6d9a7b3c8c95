//! The parts of the panel. Each file draws one part of the scene into its own area of the picture.

mod answer;
mod breaks;
mod desk;
mod foot;
mod heading;
pub(crate) mod help;
mod history;
mod layout;
mod listing;
pub(crate) mod map;
mod plotter;
mod ring;
pub mod screen;
mod sheet;
mod source;
mod tapes;
mod track;
mod values;
