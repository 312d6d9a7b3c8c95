//! The effects of the commands. There is one file for each group of the key table.

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

/// A callback during long work, such as a search of the session. The first number says how much is done, for
/// example how many orders were searched. The second says how much there is. It returns `false` to cancel.
pub(super) type Progress<'a> = &'a mut dyn FnMut(u64, u64) -> bool;

/// Returns a callback for a search that goes back from the order with the number `now`. The search calls it
/// with each position that it reaches. The callback tells `progress` how many orders were searched. Like
/// `progress`, it returns `false` to cancel.
pub(super) fn looked_through(now: u64, progress: Progress<'_>) -> impl FnMut(Position) -> bool {
    move |position| progress(now.saturating_sub(position.orders), now)
}
