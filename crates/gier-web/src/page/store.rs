//! What the browser stores of the page: the session, which only one tab may own, and the text in the
//! editor.

use super::{Page, switched_on, with};
use crate::diary::Diary;
use crate::dom;
use crate::guest::{Guest, Rerun};
use web_sys::{HtmlSelectElement, HtmlTextAreaElement};

/// The lock that the tab holds which owns the stored session.
const LOCK: &str = "gier-session";
/// The key of the editor's text in the browser's storage, and of its language.
const TEXT: &str = "gier-text";
const TONGUE: &str = "gier-text-language";

/// Whether the session is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// It is stored by this tab.
    Yes,
    /// The browser does not store it: its storage is full or denied.
    No,
    /// Another tab owns the stored session.
    Elsewhere,
}

/// Asks for the stored session, and opens the page with it. `is_forced`: takes it from another tab.
pub(super) fn open(is_forced: bool) {
    let owned = |is_owner| with(|page| page.open(is_owner));
    let lost = || with(Page::lose);
    dom::own(LOCK, is_forced, owned, lost);
}

impl Page {
    /// Opens the page when it is known whether this tab owns the stored session.
    fn open(&mut self, is_owner: bool) {
        if !is_owner {
            self.stored = Stored::Elsewhere;
            self.diary.shelf().is_on = false;
            self.show_stored();
            self.ready();
            return;
        }
        let (diary, log) = Diary::open(dom::Kept { is_on: true });
        self.diary = diary;
        self.stored = Stored::Yes;
        self.show_stored();
        let snapshot = self.diary.snapshot();
        match (log, snapshot) {
            (None, _) => self.enter(None),
            (Some(log), Some(snapshot)) => match Guest::resumed_from(&log, snapshot, self.clock()) {
                Some(guest) => self.enter(Some(guest)),
                None => self.replay(&log),
            },
            (Some(log), None) => self.replay(&log),
        }
    }

    /// Replays the stored session from its beginning.
    fn replay(&mut self, log: &str) {
        match Rerun::of(log, false) {
            Err(_) => self.enter(None),
            Ok(rerun) => {
                let or_else = |page: &mut Page| page.enter(None);
                self.rerun(
                    rerun,
                    |page, rerun| {
                        let guest = rerun.into_guest(page.clock());
                        page.enter(Some(guest));
                    },
                    or_else,
                );
            }
        }
    }

    /// Goes on with the stored session, or with a new one.
    fn enter(&mut self, guest: Option<Guest>) {
        let (stood, alarm) = (self.diary.stood(), self.diary.alarm());
        if let Some(mut guest) = guest {
            if stood {
                guest.stop();
            }
            if let Some(alarm) = alarm {
                guest.set_alarm(alarm);
            }
            self.replace(guest);
        }
        let is_kept = self.diary.begin(&mut self.guest);
        self.keeps(is_kept);
        self.ready();
    }

    /// The page is ready for the visitor.
    fn ready(&mut self) {
        self.spoken_lines = self.guest.sheet().dropped() + self.guest.sheet().lines().len();
        self.show();
        dom::tell_ready();
    }

    /// Another tab has taken the stored session.
    fn lose(&mut self) {
        self.stored = Stored::Elsewhere;
        self.diary.shelf().is_on = false;
        self.show_stored();
    }

    /// Notes whether the browser has stored all.
    pub(super) fn keeps(&mut self, is_kept: bool) {
        let stored = if is_kept { Stored::Yes } else { Stored::No };
        if self.stored != Stored::Elsewhere && self.stored != stored {
            self.stored = stored;
            self.show_stored();
        }
    }

    /// Stores what is new in the session.
    pub(super) fn write(&mut self) {
        if self.job.is_none() {
            let is_kept = self.diary.write(&mut self.guest);
            self.keeps(is_kept);
        }
    }

    pub(super) fn show_stored(&self) {
        let word = match self.stored {
            Stored::Yes => "",
            Stored::No => self.language.word("not-kept"),
            Stored::Elsewhere => self.language.word("kept-elsewhere"),
        };
        dom::element::<web_sys::HtmlElement>("kept").set_text_content(Some(word));
        dom::element::<web_sys::HtmlElement>("take-over").set_hidden(self.stored != Stored::Elsewhere);
    }
}

/// The editor's text and its language.
fn editor() -> (HtmlTextAreaElement, HtmlSelectElement) {
    (dom::element("source"), dom::element("tongue"))
}

/// Puts the text of the last visit into the editor.
pub(super) fn open_editor() {
    let (text, tongue) = editor();
    if let Some(kept) = dom::kept(TEXT) {
        text.set_value(&kept);
    }
    if let Some(kept) = dom::kept(TONGUE) {
        tongue.set_value(&kept);
    }
}

/// Stores the editor's text.
pub(super) fn keep_editor() {
    let (text, tongue) = editor();
    let is_kept = dom::keep(TEXT, &text.value()) && dom::keep(TONGUE, &tongue.value());
    with(|page| page.keeps(is_kept));
}

/// A new session of NIM, for a page that has none stored.
pub(super) fn fresh() -> Guest {
    switched_on(gier_programs::DEFAULT.name)
}
