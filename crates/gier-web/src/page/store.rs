//! The session in the browser's storage. Only one tab owns the session at a time. Only this tab may read and
//! write it.

use super::held::Stored;
use super::{Page, with};
use crate::desk::Desk;
use crate::diary::Diary;
use crate::dom;
use crate::guest::{Guest, Rerun};
use crate::words::{Language, Words};
use web_sys::HtmlElement;

/// The name of a lock of the browser. The tab that owns the stored session holds this lock.
const LOCK: &str = "gier-session";

/// Makes this tab the owner of the stored session, if no other tab owns it. If `is_forced` is true, takes the
/// ownership from the other tab. Then opens the page.
pub(super) fn open(is_forced: bool) {
    let owned = |is_owner| with(|page, desk| page.open(desk, is_owner));
    dom::own(LOCK, is_forced, owned, || with(Page::lose));
}

impl Page {
    /// Opens the page. If `is_owner` is true, this tab owns the stored session and continues it.
    fn open(&mut self, desk: &mut Desk, is_owner: bool) {
        if !is_owner {
            self.lose(desk);
            self.bring_asked(desk);
            dom::mark_ready();
            return;
        }
        let (diary, log) = Diary::open(dom::Kept { is_on: true });
        self.diary = diary;
        self.stored = Stored::Yes;
        self.show_stored(desk.language);
        let Some(log) = log else { return self.enter(desk, None) };
        let Ok(rerun) = Rerun::of(&log, false) else { return self.enter(desk, None) };
        let then = |page: &mut Page, desk: &mut Desk, rerun: Rerun| {
            let guest = rerun.into_guest();
            page.enter(desk, Some(guest));
        };
        self.rerun(desk, rerun, then, |page, desk| page.enter(desk, None));
    }

    /// Continues `guest`, the session that was stored. If `guest` is `None`, begins a new session.
    fn enter(&mut self, desk: &mut Desk, guest: Option<Guest>) {
        if let Some(mut guest) = guest {
            if self.diary.stood() {
                guest.stop();
            }
            if let Some(alarm) = self.diary.alarm() {
                guest.set_alarm(alarm);
            }
            desk.replace(guest);
        }
        let is_kept = self.diary.begin(&mut desk.guest);
        self.keeps(desk.language, is_kept);
        self.bring_asked(desk);
        dom::mark_ready();
    }

    /// Puts the program on the desk that the address of the page asks for. Undo brings the stored session back.
    /// The address forgets the program, so that a reload goes on with the session.
    fn bring_asked(&mut self, desk: &mut Desk) {
        let Some(name) = dom::asked("program") else { return };
        match self.asked.take() {
            Some(guest) => self.install(desk, guest),
            None => desk.lack(&name),
        }
        let place = dom::window().location();
        let rest = place.pathname().unwrap_or_default() + &place.hash().unwrap_or_default();
        let history = dom::window().history().expect("a window has a history");
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&rest));
    }

    fn lose(&mut self, desk: &mut Desk) {
        self.stored = Stored::Elsewhere;
        self.diary.texts().is_on = false;
        self.show_stored(desk.language);
    }

    /// Shows a message if `is_kept` is false, because the browser could not store a text. Otherwise, removes
    /// the message.
    pub(super) fn keeps(&mut self, language: Language, is_kept: bool) {
        let stored = if is_kept { Stored::Yes } else { Stored::No };
        if self.stored != Stored::Elsewhere && self.stored != stored {
            self.stored = stored;
            self.show_stored(language);
        }
    }

    /// Stores the new inputs of the session in the browser.
    pub(super) fn write(&mut self, desk: &mut Desk) {
        if self.job.is_none() {
            let is_kept = self.diary.write(&mut desk.guest);
            self.keeps(desk.language, is_kept);
        }
    }

    pub(super) fn show_stored(&self, language: Language) {
        let word = match self.stored {
            Stored::Yes => "",
            Stored::No => language.word("not-kept"),
            Stored::Elsewhere => language.word("kept-elsewhere"),
        };
        dom::element::<HtmlElement>("kept").set_text_content(Some(word));
        dom::element::<HtmlElement>("take-over").set_hidden(self.stored != Stored::Elsewhere);
    }
}
