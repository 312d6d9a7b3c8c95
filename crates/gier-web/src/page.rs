//! The guest's page: one machine, and around it what a visitor can do with it.
//!
//! | what | module |
//! |---|---|
//! | the session in the browser's storage, owned by one tab | `store` |
//! | replays with a progress bar | `jobs` |
//! | files, Undo | `files` |
//! | the editor and its links | `editor` |
//! | the gallery of programs | `gallery` |
//! | the tour, and the exhibit for a screen in a museum | `tour`, `exhibit` |

mod editor;
mod exhibit;
mod files;
mod gallery;
mod jobs;
mod store;
mod tour;

use crate::desk::{Desk, Focus, Me, focus_of, heard, switched_on};
use crate::diary::Diary;
use crate::dom;
use crate::guest::{self, State};
use crate::words::Language;
use files::{Before, bring};
use gier_desk::pace::Speed;
use gier_desk::typewriter::text::RibbonStyle;
use gier_sound::Mix;
use jobs::Job;
use std::cell::RefCell;
use store::Stored;
use wasm_bindgen::prelude::*;
use web_sys::{DragEvent, Event, HtmlElement, HtmlInputElement, KeyboardEvent, MouseEvent};

/// The sliders of the page, by element id: the volumes of the loudspeaker, the typewriter and the
/// reader.
const VOLUMES: [&str; 3] = ["volume-loudspeaker", "volume-typewriter", "volume-reader"];
/// The buttons of the speed.
const SPEEDS: [(&str, Speed); 3] =
    [("speed-1", Speed::Times(1.0)), ("speed-4", Speed::Times(4.0)), ("speed-max", Speed::Max)];

thread_local! {
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
}

/// The page around the machine.
struct Page {
    me: Me,
    diary: Diary<dom::Kept>,
    /// The guest's state as last written to the diary.
    written: (usize, State),
    stored: Stored,
    /// What Undo brings back.
    before: Option<Before>,
    job: Option<Job>,
    tour: Option<usize>,
    exhibit: Option<exhibit::Exhibit>,
    /// Whether the visitor has pressed a key.
    has_begun: bool,
}

/// Runs `act` on the page and its machine, then shows what has changed.
fn with(act: impl FnOnce(&mut Page, &mut Desk)) {
    let mut act = Some(act);
    with_any(&mut |page, desk| {
        if let Some(act) = act.take() {
            act(page, desk);
        }
    });
}

/// [`with`] without its type parameter, so that it is compiled only once.
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

/// Called by the machine after each picture.
fn after(desk: &mut Desk) {
    // While the page itself works on the machine, it looks at it afterwards.
    PAGE.with(|page| {
        if let Ok(mut page) = page.try_borrow_mut()
            && let Some(page) = page.as_mut()
        {
            page.see(desk);
        }
    });
}

/// Starts the guest's page around the machine of this element.
#[wasm_bindgen(js_name = guestPage)]
pub fn begin(host: &HtmlElement) {
    let me = Me::of(host).expect("the element has a machine");
    let language = Language::of_visitor();
    let (diary, _) = Diary::open(dom::Kept { is_on: false });
    let page = Page {
        me,
        diary,
        written: (0, State::Working),
        stored: Stored::Yes,
        before: None,
        job: None,
        tour: None,
        exhibit: None,
        has_begun: false,
    };
    PAGE.set(Some(page));
    gallery::make();
    listen();
    editor::open();
    with(|page, desk| {
        desk.watch(after);
        page.speak(desk, language);
    });
    if dom::asked("exhibit").is_some() {
        exhibit::begin();
    } else {
        store::open(false);
    }
}

fn listen() {
    let document = dom::document();
    dom::on(&document, "keydown", |event: KeyboardEvent| {
        with(|page, desk| page.begins(desk));
        if event.key() == "Escape" {
            with(|page, desk| page.escape(desk));
        }
        // A key that no machine has taken goes to this page's machine.
        if let Some(me) = PAGE.with_borrow(|page| page.as_ref().map(|page| page.me)) {
            crate::desk::pressed(me, &event);
        }
    });
    dom::on(&document, "paste", |event: Event| {
        if focus_of(&event) != Focus::Text
            && !event.default_prevented()
            && let Some(text) = dom::pasted(&event)
        {
            event.prevent_default();
            with(|_, desk| desk.type_text(&text));
        }
    });
    dom::on(&document, "visibilitychange", |_: Event| with(Page::write));
    dom::on(&dom::window(), "pagehide", |_: Event| with(Page::write));
    listen_to_the_pointer();
    listen_to_the_sound();
    for (id, speed) in SPEEDS {
        dom::on(&dom::element::<HtmlElement>(id), "click", move |_: MouseEvent| {
            with(|_, desk| desk.set_speed(speed));
        });
    }
    on_click("again", |page, desk| {
        let guest = desk.guest.again(desk.clock());
        page.install(desk, guest);
    });
    on_click("english", |page, desk| page.choose(desk, Language::English));
    on_click("danish", |page, desk| page.choose(desk, Language::Danish));
    on_click("undo", Page::undo);
    on_click("cancel", |page, desk| page.cancel(desk));
    on_click("take-over", |_, _| store::open(true));
    on_click("print", |_, _| {
        let _ = dom::window().print();
    });
    listen_to_savers();
    dom::on(&dom::element::<HtmlInputElement>("files"), "change", |_: Event| {
        bring(dom::element::<HtmlInputElement>("files").files());
    });
    dom::on(&document, "dragover", |event: DragEvent| event.prevent_default());
    dom::on(&document, "drop", |event: DragEvent| {
        event.prevent_default();
        bring(event.data_transfer().and_then(|data| data.files()));
    });
    tour::listen();
    editor::listen();
    for opener in dom::elements("[data-sheet]") {
        let sheet = opener.get_attribute("data-sheet").unwrap_or_default();
        dom::on(&opener, "click", move |event: MouseEvent| {
            event.prevent_default();
            open_sheet(&sheet);
        });
    }
}

/// Opens a part of the page and gives it the focus; an empty name closes what is open.
fn open_sheet(name: &str) {
    reveal(name);
    let heading = if name.is_empty() { Vec::new() } else { dom::elements(&format!("#{name} > h2")) };
    match heading.first() {
        Some(heading) => {
            let _ = heading.focus();
        }
        None => with(|_, desk| desk.focus()),
    }
}

/// Shows a part of the page: on a phone as a sheet over the page, elsewhere by scrolling to it. The
/// machine, or an empty name, closes the sheet.
fn reveal(name: &str) {
    let body = dom::document().body().expect("a page has a body");
    dom::set(&body, "data-open", if name == "machine" { "" } else { name });
    if let Some(place) = dom::document().get_element_by_id(name) {
        place.scroll_into_view();
    }
}

/// Connects the buttons that save something.
fn listen_to_savers() {
    on_click("save-text", |page, desk| {
        page.with_whole(desk, |_, room| {
            let text = guest::paper_text(room, RibbonStyle::None);
            dom::offer("paper.txt", "text/plain;charset=utf-8", text.as_bytes());
        });
    });
    on_click("save-svg", |page, desk| {
        page.with_whole(desk, |_, room| {
            dom::offer("paper.svg", "image/svg+xml", guest::paper_svg(room).as_bytes());
        });
    });
    on_click("save-log", |_, desk| {
        dom::offer("session.log", "text/plain;charset=utf-8", desk.guest.log().as_bytes());
    });
    on_click("save-tape", |page, desk| {
        page.with_whole(desk, |desk, room| match guest::punched(room) {
            rows if rows.is_empty() => desk.note("nothing-punched"),
            rows => dom::offer("tape.flx", "application/octet-stream", &rows),
        });
    });
    on_click("save-sound", |page, desk| {
        let Ok(rerun) = guest::Rerun::of(&desk.guest.log(), true) else { return };
        let saved = |_: &mut Page, desk: &mut Desk, rerun: guest::Rerun| match rerun.into_sound(desk.mix()) {
            Some(wav) => dom::offer("session.wav", "audio/wav", &wav),
            None => desk.note("too-long"),
        };
        page.rerun(desk, rerun, saved, |_, _| {});
    });
}

/// Connects the switch and the volume sliders of the sound.
fn listen_to_the_sound() {
    for id in ["sound", "hear"] {
        dom::on(&dom::element::<HtmlElement>(id), "click", |_: MouseEvent| {
            if let Some(me) = PAGE.with_borrow(|page| page.as_ref().map(|page| page.me)) {
                heard::switch(me);
            }
        });
    }
    for volume in VOLUMES {
        dom::on(&dom::element::<HtmlInputElement>(volume), "input", |_: Event| {
            let [loudspeaker, typewriter, reader] =
                VOLUMES.map(|volume| dom::element::<HtmlInputElement>(volume).value_as_number() / 100.0);
            with(|_, desk| desk.set_mix(Mix { loudspeaker, typewriter, reader }));
        });
    }
}

/// Calls `act` when the button with this id is clicked.
fn on_click(id: &'static str, act: fn(&mut Page, &mut Desk)) {
    dom::on(&dom::element::<HtmlElement>(id), "click", move |_: MouseEvent| {
        with(|page, desk| {
            desk.clear_notes();
            act(page, desk);
            desk.show();
        });
    });
}

/// Returns the focus to the paper after a click or a choice by pointer, unless a text field or a
/// part of the page has been opened by it.
fn listen_to_the_pointer() {
    let document = dom::document();
    dom::on(&document, "pointerdown", |_: Event| {
        crate::desk::point(true);
        with(|page, desk| page.begins(desk));
    });
    dom::on(&document, "click", |event: MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
        // For a click by keyboard or by a script, `detail` is 0.
        let is_plain = |target: HtmlElement| matches!(target.closest("button"), Ok(Some(button)) if !button.has_attribute("data-sheet"));
        if event.detail() > 0 && target.is_some_and(is_plain) {
            with(|_, desk| desk.focus());
        }
    });
    dom::on(&document, "change", |event: Event| {
        if focus_of(&event) == Focus::Control && crate::desk::has_pointed() {
            with(|_, desk| desk.focus());
        }
    });
}

impl Page {
    /// Shows the page in this language, and stores the choice.
    fn choose(&mut self, desk: &mut Desk, language: Language) {
        language.keep();
        self.speak(desk, language);
    }

    /// Shows the page in this language.
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

    /// The visitor uses the page for the first time: the sound is offered.
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

    /// Escape closes what is open.
    fn escape(&mut self, desk: &mut Desk) {
        self.end_tour(desk);
        let body = dom::document().body().expect("a page has a body");
        if body.get_attribute("data-open").is_some_and(|open| !open.is_empty()) {
            dom::set(&body, "data-open", "");
            desk.focus();
        }
    }

    /// Looks at the machine: shows its settings, and stores what is new.
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
    }
}

/// The value of `aria-pressed`.
const fn pressed(is_pressed: bool) -> &'static str {
    if is_pressed { "true" } else { "false" }
}
