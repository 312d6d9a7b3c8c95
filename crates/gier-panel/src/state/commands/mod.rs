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

/// A callback during long searches in the session. It receives the number of orders searched, and the
/// number of all orders to search. It returns `false` to cancel.
pub(super) type Progress<'a> = &'a mut dyn FnMut(u64, u64) -> bool;

/// Returns a callback for a backward search. `now` is the number of orders that were executed before the
/// position at which the search begins. The search calls the callback with each position that it reaches. The
/// callback passes the number of searched orders on to `progress`.
pub(super) fn looked_through(now: u64, progress: Progress<'_>) -> impl FnMut(Position) -> bool {
    move |position| progress(now.saturating_sub(position.orders), now)
}
