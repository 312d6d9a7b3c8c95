//! Pieces of work done side by side, for what is found in the first of them: the only room outside the
//! binary with threads. What is found does not depend on how many there are.

use super::GivenUp;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

/// How long the one who asked waits for news before the report is called.
const BREATH: Duration = Duration::from_millis(20);

/// How far the pieces have been looked through.
struct State {
    /// The next that nobody does.
    next: usize,
    /// Those from here on are not wanted.
    end: usize,
    /// Whether anything was found in those that have been looked through.
    looked: Vec<Option<bool>>,
}

/// What the hands share.
struct Pieces {
    state: Mutex<State>,
    /// Another one has been looked through.
    news: Condvar,
}

impl Pieces {
    fn new(count: usize) -> Pieces {
        let state = State { next: 0, end: count, looked: vec![None; count] };
        Pieces { state: Mutex::new(state), news: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics with it")
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

    /// Waits for news. The number of the first piece in which something was found; or how many were
    /// looked through in vain.
    fn hear(&self) -> Result<usize, usize> {
        let state = self.state();
        let (state, _) = self.news.wait_timeout(state, BREATH).expect("nobody panics with it");
        let vain = state.looked.iter().take_while(|found| **found == Some(false)).count();
        if state.looked.get(vain) == Some(&Some(true)) { Ok(vain) } else { Err(vain) }
    }
}

/// As many pieces are done at the same time. The page has one thread.
fn hands() -> usize {
    if cfg!(target_family = "wasm") { 1 } else { thread::available_parallelism().map_or(1, usize::from) }
}

/// A hand: looks through the piece of a number, and says whether it found anything. It asks now and
/// then whether that is still wanted.
///
/// # Errors
/// It is not.
pub type Hand<'a> = Box<dyn FnMut(usize, &mut dyn FnMut() -> bool) -> Result<bool, GivenUp> + Send + 'a>;

/// The number of the first piece in which anything is found. The report is told, also now and then, how
/// many pieces have been looked through in vain; false gives up.
///
/// # Errors
/// It was given up.
pub fn first_found<'a>(
    count: usize,
    hire: &dyn Fn() -> Hand<'a>,
    report: &mut dyn FnMut(usize) -> bool,
) -> Result<Option<usize>, GivenUp> {
    let hands = hands().min(count);
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
                return Err(GivenUp);
            }
            match pieces.hear() {
                Ok(number) => return Ok(Some(number)),
                Err(looked) => vain = looked,
            }
        }
        Ok(None)
    })
}
