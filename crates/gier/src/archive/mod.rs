//! The museum's archive on this computer: its folder, its files as a catalogue, and a tape loaded on
//! the system that it was written for.

pub mod load;
pub mod place;
pub mod shelf;
pub mod survey;
