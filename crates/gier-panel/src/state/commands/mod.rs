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

use gier_machine::timeline::Position;

/// A callback during long travels through time. It receives the number of orders done and their total, and
/// returns `false` to cancel.
pub(super) type Progress<'a> = &'a mut dyn FnMut(u64, u64) -> bool;

/// A progress report for a search backwards from the moment after `now` orders.
fn looked_through(now: u64, progress: Progress<'_>) -> impl FnMut(Position) -> bool {
    move |position| progress(now.saturating_sub(position.orders), now)
}
