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
//! | the lessons, whose programs the editor takes | `lessons` |
//! | the gallery of programs | `gallery` |
//! | the parts of the page, each with an address | `parts` |
//! | a link with the session, and its QR code | `share` |
//! | the tour, and the exhibit for a screen in a museum | `tour`, `exhibit` |

mod devices;
mod editor;
mod exhibit;
mod files;
mod gallery;
mod jobs;
mod lessons;
mod parts;
mod share;
pub mod start;
mod store;
mod tour;

use crate::desk::{MachineElement, Me};
use crate::dom;
use crate::visit::Visit;
use crate::words::{Language, Words};
use files::Before;
use gier_desk::pace::Speed;
use jobs::Job;
use std::cell::RefCell;
use store::Stored;
use web_sys::{HtmlElement, MouseEvent};

/// The speeds that buttons select. Each has the button's attribute `data-speed`.
const SPEEDS: [(&str, Speed); 3] = [("1", Speed::Times(1.0)), ("4", Speed::Times(4.0)), ("max", Speed::Max)];

/// The key under which the browser stores the speed.
const KEPT_SPEED: &str = "gier-speed";

thread_local! {
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
}

/// The state of the main page. The state of its machine is in the machine's element.
struct Page {
    me: Me,
    /// Whether this tab may store the session.
    owns: bool,
    /// What the page stored last: how many inputs the session had, and the state of the machine.
    written: (usize, &'static str),
    stored: Stored,
    /// The session that the address of the page asks for, until it is on the desk.
    asked: Option<Visit>,
    /// The session or text that the button Undo restores.
    before: Option<Before>,
    job: Option<Job>,
    devices: devices::Devices,
    tour: Option<usize>,
    /// The lesson that the editor is for.
    lesson: Option<lessons::Open>,
    exhibit: Option<exhibit::Exhibit>,
    /// The title of the session that the words of the page describe now, and the language of these words.
    named: Option<(String, Language)>,
    /// The speed that is stored in the browser.
    speed: Speed,
}

/// Calls `act` with the page and the machine on it. After that, updates the page.
fn with(act: impl FnOnce(&mut Page, &mut MachineElement)) {
    let mut act = Some(act);
    with_any(&mut |page, desk| {
        if let Some(act) = act.take() {
            act(page, desk);
        }
    });
}

/// Does the work of [`with`]. It has no type parameter, so the compiler generates its code only once.
fn with_any(act: &mut dyn FnMut(&mut Page, &mut MachineElement)) {
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

/// Updates the page around the machine's element. The `MachineElement` calls this after it has updated this element.
fn after(desk: &mut MachineElement) {
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

/// Calls `act` whenever the button with this id is clicked.
fn on_click(id: &'static str, act: fn(&mut Page, &mut MachineElement)) {
    on_click_of(&format!("#{id}"), act);
}

/// Calls `act` whenever one of the buttons that match a selector is clicked.
fn on_click_of(selector: &str, act: fn(&mut Page, &mut MachineElement)) {
    for button in dom::elements(selector) {
        dom::on(&button, "click", move |_: MouseEvent| {
            with(|page, desk| {
                desk.clear_notes();
                act(page, desk);
                desk.show();
            });
        });
    }
}

impl Page {
    /// Changes the language of the page, and stores the visitor's choice in the browser.
    fn choose(&mut self, desk: &mut MachineElement, language: Language) {
        language.keep();
        self.speak(desk, language);
    }

    fn speak(&mut self, desk: &mut MachineElement, language: Language) {
        dom::speak(language);
        desk.set_language(language);
        gallery::speak(language);
        editor::speak(language);
        self.named = None;
        self.name_program(desk);
        self.show_stored(desk.language);
        self.show_tour(desk);
        if let Some(lesson) = &self.lesson {
            lessons::open(Some(lesson.number));
        }
    }

    /// Updates the page after the machine has changed: the buttons, the stored session, and the plotter's
    /// drawing. Adds a device if the program needs one.
    fn see(&mut self, desk: &mut MachineElement) {
        for (name, speed) in SPEEDS {
            for button in dom::elements(&format!("[data-speed=\"{name}\"]")) {
                dom::set_if_new(&button, "aria-pressed", &(desk.guest.speed() == speed).to_string());
            }
        }
        self.keep_speed(desk.guest.speed());
        let sound: HtmlElement = dom::element("sound");
        dom::set_if_new(&sound, "aria-pressed", &desk.is_heard().to_string());
        self.name_program(desk);
        if let Some(old) = desk.take_before_help() {
            self.before = Some(Before::Session(Box::new(old)));
        }
        dom::element::<HtmlElement>("undo").set_hidden(self.before.is_none());
        // In a lesson, the sheet stays blank until GIER has run what the learner has written.
        let is_other = self.lesson.as_ref().is_some_and(|lesson| lesson.title() != desk.guest.title());
        let _ = desk.host().toggle_attribute_with_force("inert", is_other);
        let written = (desk.guest.inputs(), desk.guest.state_name());
        if self.written != written {
            self.written = written;
            self.write(desk);
        }
        self.see_devices(desk);
    }

    /// Writes the words about the program that is on the desk: on the wall, on the label beside the machine, and
    /// in the title of the window. The page describes NIM in its own words, other programs with the words of
    /// their cards, and a visitor's program with its first comment.
    fn name_program(&mut self, desk: &MachineElement) {
        let named = (desk.guest.title().to_string(), desk.language);
        if self.named.as_ref() == Some(&named) {
            return;
        }
        let language = desk.language;
        gallery::mark(&named.0);
        let is_nim = named.0 == crate::desk::NIM;
        for link in dom::elements("[href='#win']") {
            link.set_hidden(!is_nim);
        }
        let lesson = lessons::named(&named.0).map(|number| format!("{} {number}", language.word("lesson")));
        let own = if named.0 == "own" { language.word("own") } else { &named.0 };
        let (title, line) = match crate::cards::words_of(&named.0, language) {
            _ if is_nim => (language.word("headline"), language.word("intro").to_string()),
            Some((title, line)) => (title, line.to_string()),
            None => (
                lesson.as_deref().unwrap_or(own),
                desk.guest.text().and_then(first_comment).unwrap_or_default(),
            ),
        };
        let write = |id: &str, text: &str| dom::element::<HtmlElement>(id).set_text_content(Some(text));
        write("headline", title);
        write("story", &line);
        write("object-name", if is_nim { language.word("object-name") } else { title });
        write("object", if is_nim { language.word("object") } else { &line });
        let page = language.word("page-title");
        dom::document().set_title(&if is_nim { page.to_string() } else { format!("{title} · {page}") });
        self.named = Some(named);
    }

    /// Stores the speed in the browser, so that it is not lost if the page is reloaded.
    fn keep_speed(&mut self, speed: Speed) {
        if self.speed != speed
            && let Some((name, _)) = SPEEDS.iter().find(|(_, known)| *known == speed)
        {
            self.speed = speed;
            dom::keep(KEPT_SPEED, name);
        }
    }
}

/// The first comment of an ALGOL text.
fn first_comment(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("_comment")?;
    Some(rest.split(';').next()?.split_whitespace().collect::<Vec<_>>().join(" "))
}
