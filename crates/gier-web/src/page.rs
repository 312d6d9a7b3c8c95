//! The main page, called the guest's page. It shows one machine, with controls and texts for visitors around
//! it.
//!
//! | what | module |
//! |---|---|
//! | the start of the page, and what its buttons do | `start` |
//! | the session in the browser's storage, which only one tab may use | `store` |
//! | replays with a progress bar | `jobs` |
//! | files that the visitor opens or drops, and Undo | `files` |
//! | the plotter, magnetic tape, and devices that a program needs | `devices` |
//! | the editor and its links | `editor` |
//! | the gallery of programs | `gallery` |
//! | the tour, and the exhibit for a screen in a museum | `tour`, `exhibit` |

mod devices;
mod editor;
mod exhibit;
mod files;
mod gallery;
mod held;
mod jobs;
pub mod start;
mod store;
mod tour;

use crate::desk::{Desk, Me};
use crate::diary::Diary;
use crate::dom;
use crate::guest::State;
use crate::words::Language;
use gier_desk::pace::Speed;
use held::{Before, Job, Stored};
use std::cell::RefCell;
use web_sys::{HtmlElement, MouseEvent};

/// The buttons that select a speed. Each entry has the id of the button, and the speed.
const SPEEDS: [(&str, Speed); 3] =
    [("speed-1", Speed::Times(1.0)), ("speed-4", Speed::Times(4.0)), ("speed-max", Speed::Max)];

thread_local! {
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
}

/// The state of the main page. The state of its machine is in the machine's element.
struct Page {
    me: Me,
    diary: Diary<dom::Kept>,
    /// What the page stored last: how many inputs the session had, and the state of the machine.
    written: (usize, State),
    stored: Stored,
    /// The session or text that the button Undo restores.
    before: Option<Before>,
    job: Option<Job>,
    devices: devices::Devices,
    tour: Option<usize>,
    exhibit: Option<exhibit::Exhibit>,
    /// Whether the visitor has pressed a key or clicked on the page yet.
    has_begun: bool,
}

/// Calls `act` with the page and the machine on it. After that, updates the page.
fn with(act: impl FnOnce(&mut Page, &mut Desk)) {
    let mut act = Some(act);
    with_any(&mut |page, desk| {
        if let Some(act) = act.take() {
            act(page, desk);
        }
    });
}

/// Does the work of [`with`]. It has no type parameter, so the compiler generates its code only once.
fn with_any(act: &mut dyn FnMut(&mut Page, &mut Desk)) {
    let Some(me) = PAGE.with_borrow(|page| page.as_ref().map(|page| page.me)) else { return };
    me.with(|desk| {
        PAGE.with_borrow_mut(|page| {
            if let Some(page) = page {
                act(page, desk);
                page.see(desk);
            }
        });
    });
}

fn machine() -> Option<Me> {
    PAGE.with_borrow(|page| page.as_ref().map(|page| page.me))
}

/// Updates the page around the machine's element. The `Desk` calls this after it has updated this element.
fn after(desk: &mut Desk) {
    // If the page is borrowed now, `with_any` does this work later.
    PAGE.with(|page| {
        if let Ok(mut page) = page.try_borrow_mut()
            && let Some(page) = page.as_mut()
        {
            page.see(desk);
        }
    });
}

/// Runs an asynchronous task. Until the task has ended, the page is marked as busy.
fn busy(task: impl Future<Output = ()> + 'static) {
    let body = dom::document().body().expect("a page has a body");
    dom::set(&body, "aria-busy", "true");
    wasm_bindgen_futures::spawn_local(async move {
        task.await;
        let _ = body.remove_attribute("aria-busy");
    });
}

/// Opens the part of the page with this name, and moves the focus to its heading. An empty name closes the
/// open part. See [`reveal`].
fn open_part(name: &str) {
    reveal(name);
    let heading = if name.is_empty() { Vec::new() } else { dom::elements(&format!("#{name} > h2")) };
    match heading.first() {
        Some(heading) => {
            let _ = heading.focus();
        }
        None => with(|_, desk| desk.focus()),
    }
}

/// Shows the part of the page with this name. On a phone, the part opens over the page. On a larger screen,
/// the page scrolls to the part. An empty name or `machine` closes the open part.
fn reveal(name: &str) {
    let body = dom::document().body().expect("a page has a body");
    dom::set(&body, "data-open", if name == "machine" { "" } else { name });
    if let Some(place) = dom::document().get_element_by_id(name) {
        place.scroll_into_view();
    }
}

/// Calls `act` whenever the button with this id is clicked.
fn on_click(id: &'static str, act: fn(&mut Page, &mut Desk)) {
    dom::on(&dom::element::<HtmlElement>(id), "click", move |_: MouseEvent| {
        with(|page, desk| {
            desk.clear_notes();
            act(page, desk);
            desk.show();
        });
    });
}

impl Page {
    /// Changes the language of the page, and stores the visitor's choice in the browser.
    fn choose(&mut self, desk: &mut Desk, language: Language) {
        language.keep();
        self.speak(desk, language);
    }

    fn speak(&mut self, desk: &mut Desk, language: Language) {
        let root = dom::document().document_element().expect("a page has a root");
        dom::set(&root, "lang", language.code());
        dom::put_words(&root, language);
        dom::document().set_title(language.word("page-title"));
        for (id, own) in [("english", Language::English), ("danish", Language::Danish)] {
            dom::set(&dom::element::<HtmlElement>(id), "aria-pressed", pressed(own == language));
        }
        desk.set_language(language);
        gallery::speak(language);
        self.show_stored(desk.language);
        self.show_tour(desk);
    }

    /// Call this when the visitor presses a key or clicks on the page. The first call offers to switch on the
    /// sound. In a museum's exhibit, a call ends the demonstration.
    fn begins(&mut self, desk: &mut Desk) {
        if let Some(exhibit) = &mut self.exhibit {
            exhibit.touch(desk);
        }
        if !self.has_begun && self.exhibit.is_none() {
            self.has_begun = true;
            let body = dom::document().body().expect("a page has a body");
            dom::set(&body, "data-begun", "yes");
            dom::set(desk.host(), "data-begun", "yes");
            dom::element::<HtmlElement>("hear").set_hidden(desk.is_heard());
        }
    }

    /// Handles the Escape key. It ends the tour, and closes the open part of the page.
    fn escape(&mut self, desk: &mut Desk) {
        self.end_tour(desk);
        let body = dom::document().body().expect("a page has a body");
        if body.get_attribute("data-open").is_some_and(|open| !open.is_empty()) {
            dom::set(&body, "data-open", "");
            desk.focus();
        }
    }

    /// Updates the page after the machine has changed: the buttons, the stored session, and the plotter's
    /// drawing. Adds a device if the program needs one.
    fn see(&mut self, desk: &mut Desk) {
        for (id, speed) in SPEEDS {
            let is_chosen = desk.guest.speed() == speed;
            dom::set_if_new(&dom::element::<HtmlElement>(id), "aria-pressed", pressed(is_chosen));
        }
        let sound: HtmlElement = dom::element("sound");
        dom::set_if_new(&sound, "aria-pressed", pressed(desk.is_heard()));
        if desk.is_heard() {
            dom::element::<HtmlElement>("hear").set_hidden(true);
        }
        gallery::mark(desk.guest.title());
        if let Some(old) = desk.take_before_help() {
            self.before = Some(Before::Session(Box::new(old)));
        }
        dom::element::<HtmlElement>("undo").set_hidden(self.before.is_none());
        let written = (desk.guest.log_since(usize::MAX).0, desk.guest.state());
        if self.written != written || self.diary.wants_snapshot(&desk.guest) {
            self.written = written;
            self.write(desk);
        }
        self.see_devices(desk);
    }
}

/// The value of the attribute `aria-pressed`, which says whether a button is pressed: `true` or `false`.
const fn pressed(is_pressed: bool) -> &'static str {
    if is_pressed { "true" } else { "false" }
}
