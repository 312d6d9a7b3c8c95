//! The exhibit mode of the page, for a screen in a museum (`?exhibit`). The machine plays a demonstration by
//! itself until a visitor touches the screen. Two minutes after the last touch, the demonstration begins
//! again.

use super::with;
use crate::desk::Desk;
use crate::dom;
use crate::guest::{Guest, State};
use core::time::Duration;

/// The keys that the demonstration presses: a game of NIM in Danish. It is the first of the games that a book
/// of 1966 shows.
const DEMONSTRATION: &str = "djk 3 3 1 2 n";
/// The time between two key presses of the demonstration, in milliseconds.
const KEY_MS: i32 = 1500;
/// How long after the last touch a demonstration begins.
const IDLE: Duration = Duration::from_secs(120);
/// How long after the end of a demonstration the next one begins.
const PAUSE: Duration = Duration::from_secs(20);

/// The state of the exhibit: a demonstration, or a visitor's game.
pub(super) struct Exhibit {
    /// A session of the program NIM, which waits for its first key. Each new game begins with a copy of it.
    fresh: Guest,
    /// The keys that the demonstration has still to press. `None` while a visitor plays.
    keys: Option<String>,
    touched: Duration,
    /// The time at which the demonstration ended, on the browser's clock. `None` if it has not ended.
    ended: Option<Duration>,
}

pub(super) fn begin() {
    let body = dom::document().body().expect("a page has a body");
    dom::set(&body, "data-exhibit", "yes");
    with(|page, desk| {
        let mut exhibit =
            Exhibit { fresh: desk.guest.clone(), keys: None, touched: dom::clock(), ended: None };
        exhibit.demonstrate(desk);
        page.exhibit = Some(exhibit);
    });
    dom::mark_ready();
    tick();
}

fn tick() {
    with(|page, desk| {
        if let Some(exhibit) = &mut page.exhibit {
            exhibit.tick(desk);
        }
    });
    dom::later(KEY_MS, tick);
}

impl Exhibit {
    fn demonstrate(&mut self, desk: &mut Desk) {
        desk.replace(self.fresh.clone());
        self.keys = Some(DEMONSTRATION.to_string());
        self.ended = None;
    }

    /// Call this when a visitor has touched the screen or pressed a key. If a demonstration is running, a new
    /// game replaces it.
    pub(super) fn touch(&mut self, desk: &mut Desk) {
        self.touched = dom::clock();
        if self.keys.take().is_some() {
            desk.replace(self.fresh.clone());
        }
    }

    fn tick(&mut self, desk: &mut Desk) {
        let now = dom::clock();
        let is_ready = desk.guest.state() == State::AwaitingKey;
        match &mut self.keys {
            None if now.saturating_sub(self.touched) > IDLE => self.demonstrate(desk),
            Some(keys) if is_ready && !keys.is_empty() => {
                let key = keys.remove(0);
                desk.strike(key);
            }
            Some(_) if self.ended.is_some_and(|ended| now.saturating_sub(ended) > PAUSE) => {
                self.demonstrate(desk)
            }
            Some(keys) if keys.is_empty() && desk.guest.state() != State::Working => {
                self.ended = self.ended.or(Some(now));
            }
            _ => {}
        }
    }
}
