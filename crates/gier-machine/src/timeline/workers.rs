//! Searches numbered pieces of work in parallel, and finds the first piece with a result. The outcome does
//! not depend on the number of threads. No other library code of gier uses threads.

use super::Cancelled;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

/// The time between two reports of the progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(20);

/// The panic message if a lock is poisoned. This cannot happen, because no thread panics while it holds the
/// lock.
const NO_PANIC: &str = "no thread panics while it holds the lock";

/// The progress of the search.
struct State {
    /// The number of the next piece that a worker will take.
    next: usize,
    /// The pieces with the number `end` and higher numbers are not searched. A find in piece n lowers `end`
    /// to n + 1.
    end: usize,
    /// For each piece, whether something was found in it. `None` if the piece has not been searched yet.
    searched: Vec<Option<bool>>,
    /// Whether a worker panicked. Some pieces are then never searched.
    is_broken: bool,
}

/// The state that the workers share.
struct Pieces {
    state: Mutex<State>,
    /// Wakes the waiting thread when a worker has searched a piece, or has panicked.
    news: Condvar,
}

impl Pieces {
    fn new(count: usize) -> Pieces {
        let state = State { next: 0, end: count, searched: vec![None; count], is_broken: false };
        Pieces { state: Mutex::new(state), news: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect(NO_PANIC)
    }

    fn take(&self) -> Option<usize> {
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        (number < state.end).then_some(number)
    }

    fn wants(&self, number: usize) -> bool {
        number < self.state().end
    }

    fn note(&self, number: usize, found: bool) {
        let mut state = self.state();
        state.searched[number] = Some(found);
        if found {
            state.end = state.end.min(number + 1);
        }
        self.news.notify_one();
    }

    /// Waits until the piece with the number `vain` has been searched, but at most [`REPORT_INTERVAL`].
    /// Nothing was found in the earlier pieces. Returns `Ok(n)` if piece n is the first in which something
    /// was found. Returns `Err(n)` if nothing was found in the first n pieces, and piece n has not been
    /// searched yet.
    fn hear(&self, vain: usize) -> Result<usize, usize> {
        let is_old = |state: &mut State| state.searched[vain].is_none() && !state.is_broken;
        let waited = self.news.wait_timeout_while(self.state(), REPORT_INTERVAL, is_old);
        let (state, _) = waited.expect(NO_PANIC);
        if state.is_broken {
            return Err(state.searched.len());
        }
        let vain = state.searched.iter().take_while(|found| **found == Some(false)).count();
        if state.searched.get(vain) == Some(&Some(true)) { Ok(vain) } else { Err(vain) }
    }
}

/// A guard that each worker owns. If the worker panics, the guard marks the search as broken, so that no
/// thread waits for the worker.
struct PanicGuard<'a>(&'a Pieces);

impl Drop for PanicGuard<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.state().is_broken = true;
            self.0.news.notify_one();
        }
    }
}

/// The number of workers: one in a browser, otherwise the number of cores.
fn worker_count() -> usize {
    if cfg!(target_family = "wasm") { 1 } else { thread::available_parallelism().map_or(1, usize::from) }
}

/// A function that searches the piece with a given number, and returns whether it found anything. Its second
/// argument is a function that returns `false` if the search of this piece is to be given up.
///
/// # Errors
/// Returns [`Cancelled`] if the search of the piece was given up.
pub type Worker<'a> = Box<dyn FnMut(usize, &mut dyn FnMut() -> bool) -> Result<bool, Cancelled> + Send + 'a>;

/// Searches `count` pieces, and returns the number of the first piece in which something was found. Pieces
/// are numbered from 0. During the search, `report(n)` says that nothing was found in the first n pieces. If
/// `report` returns `false`, the search is cancelled.
///
/// # Errors
/// Returns [`Cancelled`] if `report` returned `false`.
pub fn first_found<'a>(
    count: usize,
    new_worker: &dyn Fn() -> Worker<'a>,
    report: &mut dyn FnMut(usize) -> bool,
) -> Result<Option<usize>, Cancelled> {
    let workers = worker_count().min(count);
    if workers < 2 {
        let mut worker = new_worker();
        for number in 0..count {
            if worker(number, &mut || report(number))? {
                return Ok(Some(number));
            }
        }
        return Ok(None);
    }
    let pieces = Pieces::new(count);
    thread::scope(|scope| {
        for _ in 0..workers {
            let (pieces, mut worker) = (&pieces, new_worker());
            scope.spawn(move || {
                let _guard = PanicGuard(pieces);
                while let Some(number) = pieces.take() {
                    // If this piece is not wanted, no later piece is wanted.
                    let Ok(found) = worker(number, &mut || pieces.wants(number)) else { return };
                    pieces.note(number, found);
                }
            });
        }
        let mut vain = 0;
        while vain < count {
            if !report(vain) {
                pieces.state().end = 0;
                return Err(Cancelled);
            }
            match pieces.hear(vain) {
                Ok(number) => return Ok(Some(number)),
                Err(searched) => vain = searched,
            }
        }
        Ok(None)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_find_counts_whichever_is_sooner() {
        let new_worker = || -> Worker<'_> {
            Box::new(|number, is_wanted| {
                // Pieces with higher numbers take less time.
                thread::sleep(Duration::from_millis(3 * (8 - number.min(8) as u64)));
                if is_wanted() { Ok(number % 5 == 4) } else { Err(Cancelled) }
            })
        };
        assert_eq!(first_found(12, &new_worker, &mut |_| true), Ok(Some(4)));
        assert_eq!(first_found(4, &new_worker, &mut |_| true), Ok(None));
        assert_eq!(first_found(0, &new_worker, &mut |_| true), Ok(None));
        assert_eq!(first_found(12, &new_worker, &mut |_| false), Err(Cancelled));
    }

    #[test]
    #[should_panic(expected = "panicked")]
    fn no_thread_waits_for_a_worker_that_panicked() {
        let new_worker = || -> Worker<'_> {
            Box::new(|number, _| {
                assert_ne!(number, 3, "it panicked");
                Ok(false)
            })
        };
        let _ = first_found(8, &new_worker, &mut |_| true);
    }
}
