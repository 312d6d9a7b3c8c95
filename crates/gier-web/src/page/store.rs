//! The session in the browser's storage. Only one tab owns the session at a time. Only this tab may read and
//! write it.

use super::{Page, with};
use crate::desk::MachineElement;
use crate::dom;
use crate::visit::{LOG, Rerun, Visit};
use crate::words::{Language, Words};
use web_sys::HtmlElement;

/// The name of a lock of the browser. The tab that owns the stored session holds this lock.
const LOCK: &str = "gier-session";
/// How often a tab asks again for the lock, and the time between two attempts in milliseconds.
const TRIES: u32 = 4;
const WAIT_MS: i32 = 100;

/// The name under which the browser stores the state of the machine. If an alarm ended the program, the alarm is
/// stored with the state.
const STATE: &str = "gier-session state";

/// Whether the session is stored in the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// This tab stores the session.
    Yes,
    /// The session is not stored, because the storage is full or not allowed.
    No,
    /// Another tab owns the stored session, so this tab stores nothing.
    Elsewhere,
}

/// Makes this tab the owner of the stored session, if no other tab owns it. If `is_forced` is true, takes the
/// ownership from the other tab. Then opens the page.
pub(super) fn open(is_forced: bool) {
    own(is_forced, TRIES);
}

fn own(is_forced: bool, tries: u32) {
    // After a reload, the page before may hold the lock a moment longer.
    let owned = move |is_owner: bool| match tries {
        1.. if !is_owner => dom::later(WAIT_MS, move || own(is_forced, tries - 1)),
        _ => with(|page, desk| page.open(desk, is_owner)),
    };
    dom::own(LOCK, is_forced, owned, || with(Page::lose));
}

impl Page {
    /// Opens the page. If `is_owner` is true, this tab owns the stored session and continues it.
    fn open(&mut self, desk: &mut MachineElement, is_owner: bool) {
        if !is_owner {
            self.lose(desk);
            self.bring_asked(desk);
            dom::mark_ready();
            return;
        }
        self.owns = true;
        self.stored = Stored::Yes;
        self.show_stored(desk.language);
        let kept = dom::kept(LOG).and_then(|log| Rerun::of(&log, false).ok());
        let Some(rerun) = kept else { return self.enter(desk, None) };
        let then = |page: &mut Page, desk: &mut MachineElement, rerun: Rerun| {
            let guest = rerun.into_guest();
            page.enter(desk, Some(guest));
        };
        self.rerun(desk, rerun, then);
    }

    /// Continues `guest`, the session that was stored. If `guest` is `None`, goes on with the session on the page,
    /// which is a new one when the page opens.
    pub(super) fn enter(&mut self, desk: &mut MachineElement, guest: Option<Visit>) {
        if let Some(mut guest) = guest {
            let state = dom::kept(STATE).unwrap_or_default();
            match state.split_once('\n') {
                Some((_, alarm)) => guest.set_alarm(alarm.to_string()),
                None if state == "standing" => guest.stop(),
                None => {}
            }
            desk.replace(guest);
        }
        self.write(desk);
        self.bring_asked(desk);
        dom::mark_ready();
    }

    /// Puts the program on the desk that the address of the page asks for. Undo brings the stored session back.
    /// The address forgets the program, so that a reload goes on with the session.
    fn bring_asked(&mut self, desk: &mut MachineElement) {
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

    fn lose(&mut self, desk: &mut MachineElement) {
        self.stored = Stored::Elsewhere;
        self.owns = false;
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

    /// Stores the session in the browser.
    pub(super) fn write(&mut self, desk: &mut MachineElement) {
        if self.job.is_none() && self.owns {
            let guest = &mut desk.guest;
            let state: Vec<&str> = [guest.state_name()].into_iter().chain(guest.alarm()).collect();
            let is_kept = dom::keep(STATE, &state.join("\n")) & dom::keep(LOG, &guest.log());
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
