//! The effects of the commands, one file for each group of the key table.

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

/// A callback during long travels through time. It receives the number of orders done and their total, and
/// returns `false` to cancel.
pub(super) type Progress<'a> = &'a mut dyn FnMut(u64, u64) -> bool;
