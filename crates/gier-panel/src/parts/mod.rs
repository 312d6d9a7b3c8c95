//! The parts of the panel. Each file draws one part of the scene into its own area of the picture.

mod answer;
mod areas;
mod breaks;
mod desk;
mod foot;
mod heading;
pub(crate) mod help;
mod history;
mod listing;
mod plotter;
mod ring;
pub mod screen;
mod sheet;
mod source;
pub(crate) mod store_map;
mod tapes;
mod track;
mod values;
