//! Works on all processor cores of this computer.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Calls `work` for each item, on all processor cores at once. A core that gets `false` takes no more items.
pub fn on_all_cores<T: Sync>(items: &[T], work: impl Fn(&T) -> bool + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| while items.get(next.fetch_add(1, Ordering::Relaxed)).is_some_and(&work) {});
        }
    });
}
