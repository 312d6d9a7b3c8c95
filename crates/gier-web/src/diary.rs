//! Saves the session in the browser's storage, so that it is not lost if the page is reloaded. Each input
//! adds one line to the stored log. Adding a line takes the same time in a long session as in a short one.
//! This module needs no browser.

use crate::guest::Guest;

/// A store of texts, each with a name.
pub trait TextStore {
    /// The text that is stored under this name, or `None` if there is none.
    fn kept(&self, name: &str) -> Option<String>;

    /// Stores a text under this name. Returns `false` if the store does not accept it.
    fn keep(&mut self, name: &str, text: &str) -> bool;

    /// Deletes the text that is stored under this name.
    fn forget(&mut self, name: &str);
}

/// The name under which the head of the log is stored: the lines before the first input. The names of the
/// later parts begin with this name, such as `gier-session 0`.
const HEAD: &str = "gier-session";
const END: &str = "gier-session end";
/// The name under which the state of the machine is stored. If an alarm ended the program, the alarm is
/// stored with the state.
const STATE: &str = "gier-session state";
const STANDS: &str = "standing";
/// The log is stored in parts. If a part has become longer than this number of bytes, the next input begins a
/// new part.
const PAGE_BYTES: usize = 4096;

fn page(number: usize) -> String {
    format!("{HEAD} {number}")
}

/// Stores a session piece by piece. The fields record how much of the session is already stored.
#[derive(Debug)]
pub struct Diary<S> {
    texts: S,
    inputs: usize,
    /// The text of the last part of the log. The next inputs are added to this part.
    text: String,
    number: usize,
}

impl<S: TextStore> Diary<S> {
    /// Opens the diary, which saves a session in the store `texts`. Also returns the log of the session that
    /// is stored there, if any.
    pub fn open(texts: S) -> (Diary<S>, Option<String>) {
        let log = texts.kept(HEAD).map(|mut log| {
            log.extend((0..).map_while(|number| texts.kept(&page(number))));
            log.extend(texts.kept(END));
            log
        });
        (Diary { texts, inputs: 0, text: String::new(), number: 0 }, log)
    }

    /// The store in which the diary keeps the session.
    pub const fn texts(&mut self) -> &mut S {
        &mut self.texts
    }

    /// Whether the visitor had stopped the machine in the stored session.
    pub fn stood(&self) -> bool {
        self.texts.kept(STATE).as_deref() == Some(STANDS)
    }

    /// The alarm that ended the stored session, or `None` if it did not end with an alarm.
    pub fn alarm(&self) -> Option<String> {
        Some(self.texts.kept(STATE)?.split_once('\n')?.1.to_string())
    }

    /// Deletes the stored session, and begins to store the session `guest`. Returns `false` if a text could
    /// not be stored.
    pub fn begin(&mut self, guest: &mut Guest) -> bool {
        self.texts.forget(END);
        let pages = (0..).take_while(|&number| self.texts.kept(&page(number)).is_some()).count();
        (0..pages).for_each(|number| self.texts.forget(&page(number)));
        (self.inputs, self.number) = (0, 0);
        self.text.clear();
        self.texts.keep(HEAD, &guest.log_head()) & self.write(guest)
    }

    /// Stores the inputs since the last call, and the state of the machine. Returns `false` if the browser's storage refused the inputs
    /// or the state.
    pub fn write(&mut self, guest: &mut Guest) -> bool {
        let (inputs, lines) = guest.log_since(self.inputs);
        let mut is_kept = true;
        if inputs > self.inputs {
            self.inputs = inputs;
            self.text += &lines;
            is_kept = self.texts.keep(&page(self.number), &self.text);
            if self.text.len() > PAGE_BYTES {
                self.number += 1;
                self.text.clear();
            }
        }
        is_kept &= self.texts.keep(END, &guest.log_end());
        let state = [guest.state_name()].into_iter().chain(guest.alarm()).collect::<Vec<_>>().join("\n");
        is_kept & self.texts.keep(STATE, &state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_machine::{Input, Log, Machine};
    use gier_word::Symbol;
    use std::cell::RefCell;
    use std::collections::BTreeMap;
    use std::rc::Rc;

    #[derive(Clone, Default)]
    struct Drawer(Rc<RefCell<BTreeMap<String, String>>>);

    impl TextStore for Drawer {
        fn kept(&self, name: &str) -> Option<String> {
            self.0.borrow().get(name).cloned()
        }

        fn keep(&mut self, name: &str, text: &str) -> bool {
            self.0.borrow_mut().insert(name.to_string(), text.to_string());
            true
        }

        fn forget(&mut self, name: &str) {
            self.0.borrow_mut().remove(name);
        }
    }

    #[test]
    fn a_log_that_was_stored_line_by_line_is_complete() {
        let texts = Drawer::default();
        let (mut diary, none) = Diary::open(texts.clone());
        assert_eq!(none, None);
        let mut guest = Guest::from_the_beginning("empty", Machine::new());
        for session in 0..2 {
            diary.begin(&mut guest);
            for number in 0..500u16 {
                guest.feed(Input::Key(Symbol::new((number % 64) as u8)));
                diary.write(&mut guest);
            }
            let (_, log) = Diary::open(texts.clone());
            let log = log.unwrap();
            assert_eq!(log, guest.log(), "session {session}");
            assert_eq!(Log::parse(&log).unwrap().inputs.len(), 500);
            assert!(texts.0.borrow().len() > 4, "the log has several pages");
            guest = guest.again();
        }
        assert!(!diary.stood());
        let image = gier_word::Image::new("empty");
        guest = Guest::from_the_beginning("empty", Machine::with_image(&image));
        guest.stop();
        diary.begin(&mut guest);
        assert!(diary.stood());
        assert_eq!(texts.0.borrow().len(), 3, "the pages of the session before are forgotten");
    }
}
