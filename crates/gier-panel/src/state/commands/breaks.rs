//! The page that lists all breakpoints.

use crate::keys::Key;
use crate::scene::Break;
use crate::state::app::App;
use gier_desk::debug::stops::{At, Stop};
use gier_desk::notation::search;

impl App {
    /// The rows of the page that lists the breakpoints.
    pub(in crate::state) fn list_breaks(&self) -> Vec<Break> {
        let engine = self.session.engine();
        let contents = |at: &At| at.home().map(|found| search::contents(engine.machine(), found));
        let row = |stop: &Stop| Break {
            text: stop.to_string().trim_start_matches("off ").to_string(),
            on: stop.on,
            hits: stop.hits,
            contents: contents(&stop.at),
        };
        engine.breaks().stops().iter().map(row).collect()
    }

    /// Handles a key while the page of breakpoints is open.
    pub(in crate::state) fn press_in_breaks(&mut self, key: Key) {
        let list = self.session.engine().breaks().stops().to_vec();
        let chosen = self.look.breaks_page.unwrap_or(0);
        let last = list.len().saturating_sub(1);
        let row = list.get(chosen);
        let all_on = list.iter().all(|stop| stop.on);
        let breaks = self.session.breaks_mut();
        match (key, row) {
            (Key::Up, _) => self.look.breaks_page = Some(chosen.saturating_sub(1)),
            (Key::Down, _) => self.look.breaks_page = Some((chosen + 1).min(last)),
            (Key::Char(' '), Some(stop)) => {
                breaks.set_on(stop.number, !stop.on);
            }
            (Key::Char('a'), Some(_)) => breaks.switch_all(!all_on),
            (Key::Char('c'), Some(_)) => {
                breaks.clear();
                self.look.breaks_page = Some(0);
            }
            (Key::Delete | Key::Backspace | Key::Char('b'), Some(stop)) => {
                breaks.remove(stop.number);
                self.look.breaks_page = Some(chosen.min(last.saturating_sub(1)));
            }
            (Key::Enter, Some(stop)) => {
                self.look.breaks_page = None;
                if let Some(found) = stop.at.home() {
                    self.look.show_found(found);
                }
            }
            (Key::Escape | Key::Enter | Key::Char('L' | 'q'), _) => self.look.breaks_page = None,
            _ => {}
        }
        if self.session.engine().breaks().stops() != list {
            self.keep_breaks();
        }
    }
}
