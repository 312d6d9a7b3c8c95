//! Pieces of work done side by side, for what is found in the first of them: the only room outside the
//! binary with threads. What is found does not depend on how many there are.

use super::Cancelled;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

/// How long the one who asked waits for news before the report is called.
const BREATH: Duration = Duration::from_millis(20);

/// What is done with the state is no work.
const NO_PANIC: &str = "nobody panics with it";

/// How far the pieces have been looked through.
struct State {
    /// The next that nobody does.
    next: usize,
    /// Those from here on are not wanted.
    end: usize,
    /// Whether anything was found in those that have been looked through.
    looked: Vec<Option<bool>>,
    /// Whether a hand was lost by a panic: then not all of them will be.
    is_broken: bool,
}

/// What the hands share.
struct Pieces {
    state: Mutex<State>,
    /// Another one has been looked through.
    news: Condvar,
}

impl Pieces {
    fn new(count: usize) -> Pieces {
        let state = State { next: 0, end: count, looked: vec![None; count], is_broken: false };
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
        state.looked[number] = Some(found);
        if found {
            state.end = state.end.min(number + 1);
        }
        self.news.notify_one();
    }

    /// Waits a while, if there is no news, of the first piece that is not known to be looked through in
    /// vain. The number of the first in which something was found; or how many were in vain.
    fn hear(&self, vain: usize) -> Result<usize, usize> {
        let is_old = |state: &mut State| state.looked[vain].is_none() && !state.is_broken;
        let waited = self.news.wait_timeout_while(self.state(), BREATH, is_old);
        let (state, _) = waited.expect(NO_PANIC);
        if state.is_broken {
            return Err(state.looked.len());
        }
        let vain = state.looked.iter().take_while(|found| **found == Some(false)).count();
        if state.looked.get(vain) == Some(&Some(true)) { Ok(vain) } else { Err(vain) }
    }
}

/// Tells of a hand that is lost by a panic, so that nobody waits for it; the scope goes on with the panic.
struct Watched<'a>(&'a Pieces);

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.state().is_broken = true;
            self.0.news.notify_one();
        }
    }
}

/// As many pieces are done at the same time. The page has one thread.
fn worker_count() -> usize {
    if cfg!(target_family = "wasm") { 1 } else { thread::available_parallelism().map_or(1, usize::from) }
}

/// A hand: looks through the piece of a number, and says whether it found anything. It asks now and
/// then whether that is still wanted.
///
/// # Errors
/// It is not.
pub type Worker<'a> = Box<dyn FnMut(usize, &mut dyn FnMut() -> bool) -> Result<bool, Cancelled> + Send + 'a>;

/// The number of the first piece in which anything is found. The report is told, also now and then, how
/// many pieces have been looked through in vain; false gives up.
///
/// # Errors
/// It was given up.
pub fn first_found<'a>(
    count: usize,
    hire: &dyn Fn() -> Worker<'a>,
    report: &mut dyn FnMut(usize) -> bool,
) -> Result<Option<usize>, Cancelled> {
    let hands = worker_count().min(count);
    if hands < 2 {
        let mut hand = hire();
        for number in 0..count {
            if hand(number, &mut || report(number))? {
                return Ok(Some(number));
            }
        }
        return Ok(None);
    }
    let pieces = Pieces::new(count);
    thread::scope(|scope| {
        for _ in 0..hands {
            let (pieces, mut hand) = (&pieces, hire());
            scope.spawn(move || {
                let _watched = Watched(pieces);
                while let Some(number) = pieces.take() {
                    // Beyond what is not wanted nothing is.
                    let Ok(found) = hand(number, &mut || pieces.wants(number)) else { return };
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
                Err(looked) => vain = looked,
            }
        }
        Ok(None)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_find_counts_whoever_is_sooner() {
        let hire = || -> Worker<'_> {
            Box::new(|number, is_wanted| {
                // The later ones are sooner done.
                thread::sleep(Duration::from_millis(3 * (8 - number.min(8) as u64)));
                if is_wanted() { Ok(number % 5 == 4) } else { Err(Cancelled) }
            })
        };
        assert_eq!(first_found(12, &hire, &mut |_| true), Ok(Some(4)));
        assert_eq!(first_found(4, &hire, &mut |_| true), Ok(None));
        assert_eq!(first_found(0, &hire, &mut |_| true), Ok(None));
        assert_eq!(first_found(12, &hire, &mut |_| false), Err(Cancelled));
    }

    #[test]
    #[should_panic(expected = "panicked")]
    fn nobody_waits_for_a_hand_that_is_lost() {
        let hire = || -> Worker<'_> {
            Box::new(|number, _| {
                assert_ne!(number, 3, "it panicked");
                Ok(false)
            })
        };
        let _ = first_found(8, &hire, &mut |_| true);
    }
}
