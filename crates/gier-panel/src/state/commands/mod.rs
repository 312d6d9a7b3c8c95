//! What the commands do: a file for each group of the key table.

mod answers;
mod breaks;
mod desk;
mod files;
mod line;
mod pace;
mod past;
mod steps;
mod views;
mod who;

/// Told during a long way through time how much of it is done, of all; false gives up.
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64) -> bool;
