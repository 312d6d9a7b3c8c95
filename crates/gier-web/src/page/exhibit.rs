//! The exhibit mode of the page, for a screen in a museum (`?exhibit`). The machine plays a demonstration by
//! itself until a visitor touches the screen. A minute and a half after the visitor's last key, the
//! demonstration begins again.

use super::{Page, on_click_of, share, with};
use crate::desk::MachineElement;
use crate::dom;
use crate::visit::Visit;
use crate::words::Language;
use crate::words::Words;
use core::time::Duration;
use gier_desk::pace::Speed;

/// The keys that the demonstration presses, in English and in Danish. The Danish game is the first of the games
/// that a book of 1966 shows.
const DEMONSTRATIONS: [&str; 2] = ["ejk 3 3 1 2 n", "djk 3 3 1 2 n"];
/// The time between two key presses of the demonstration, in milliseconds.
const KEY_MS: i32 = 1500;
/// How long after the visitor's last key a demonstration begins.
const IDLE: Duration = Duration::from_secs(90);
/// How long before this the label begins to count down.
const COUNT: Duration = Duration::from_secs(15);
/// How long after the end of a demonstration the next one begins.
const PAUSE: Duration = Duration::from_secs(20);

/// The state of the exhibit: a demonstration, or a visitor's game.
pub(super) struct Exhibit {
    /// A session of the program NIM, which waits for its first key. Each new game begins with a copy of it.
    fresh: Visit,
    /// The keys that the demonstration has still to press. `None` while a visitor plays.
    keys: Option<String>,
    /// The time of the visitor's last key or touch, on the browser's clock.
    touched: Duration,
    /// The time at which the demonstration ended, on the browser's clock. `None` if it has not ended.
    ended: Option<Duration>,
    /// The link of which the page shows the QR code.
    link: String,
}

pub(super) fn begin() {
    with(|page, desk| {
        let fresh = desk.guest.clone();
        let mut exhibit =
            Exhibit { fresh, keys: None, touched: dom::clock(), ended: None, link: String::new() };
        exhibit.demonstrate(desk);
        page.exhibit = Some(exhibit);
    });
    // The touch that ends the demonstration must do nothing else.
    for kind in ["keydown", "click", "pointerdown"] {
        dom::before_all(kind, move |event| {
            let mut was_attracting = false;
            with(|page, desk| {
                was_attracting = page.is_attracting();
                if let Some(exhibit) =
                    page.exhibit.as_mut().filter(|_| kind != "pointerdown" || !was_attracting)
                {
                    exhibit.touch(desk);
                }
            });
            if was_attracting && kind != "pointerdown" {
                event.prevent_default();
                event.stop_immediate_propagation();
            }
        });
    }
    on_click_of("[data-act=fresh]", |page, desk| {
        if let Some(exhibit) = &page.exhibit {
            desk.replace(exhibit.fresh.clone());
        }
    });
    on_click_of("[data-act=other-language]", |page, desk| {
        let other = if desk.language == Language::Danish { Language::English } else { Language::Danish };
        page.speak(desk, other);
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

impl Page {
    /// Whether the page plays a demonstration, so that the next touch begins a visitor's game.
    fn is_attracting(&self) -> bool {
        self.exhibit.as_ref().is_some_and(|exhibit| exhibit.keys.is_some())
    }
}

impl Exhibit {
    fn demonstrate(&mut self, desk: &mut MachineElement) {
        desk.replace(self.fresh.clone());
        desk.set_speed(Speed::Times(1.0));
        self.keys = Some(desk.language.of(DEMONSTRATIONS).to_string());
        self.ended = None;
        mark(desk, "attract");
    }

    /// Call this when a visitor has touched the screen or pressed a key. If a demonstration is running, a new
    /// game replaces it.
    fn touch(&mut self, desk: &mut MachineElement) {
        self.touched = dom::clock();
        if self.keys.take().is_some() {
            desk.replace(self.fresh.clone());
            mark(desk, "visitor");
        }
    }

    fn tick(&mut self, desk: &mut MachineElement) {
        self.show_link(desk);
        let now = dom::clock();
        let is_ready = desk.guest.awaits_key();
        let idle = now.saturating_sub(self.touched);
        match &mut self.keys {
            None if idle > IDLE => self.demonstrate(desk),
            None if idle > IDLE - COUNT => {
                let seconds = (IDLE - idle).as_secs();
                desk.say(format!("{} {seconds} s.", desk.language.word("soon-again")));
            }
            Some(keys) if is_ready && !keys.is_empty() => {
                let key = keys.remove(0);
                desk.strike(key);
            }
            Some(_) if self.ended.is_some_and(|ended| now.saturating_sub(ended) > PAUSE) => {
                self.demonstrate(desk)
            }
            Some(keys) if keys.is_empty() && !desk.guest.works() => {
                self.ended = self.ended.or(Some(now));
            }
            _ => {}
        }
    }

    /// Shows the QR code of the page, or of the visitor's game when GIER waits for a key.
    fn show_link(&mut self, desk: &MachineElement) {
        let link = if self.keys.is_some() { share::here() } else { share::short(desk).unwrap_or_default() };
        let is_due = self.keys.is_some() || desk.guest.awaits_key();
        if is_due && self.link != link && !link.is_empty() {
            self.link.clone_from(&link);
            wasm_bindgen_futures::spawn_local(async move { share::draw("home-code", &link).await });
        }
    }
}

/// Marks the page and the machine with the state of the exhibit, on which their layout depends.
fn mark(desk: &mut MachineElement, state: &str) {
    let body = dom::document().body().expect("a page has a body");
    for place in [&body, desk.host()] {
        dom::set(place, "data-exhibit", state);
    }
    desk.fit();
}
