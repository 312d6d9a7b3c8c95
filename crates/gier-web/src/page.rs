//! The guest's page: what the visitor does on it.

mod files;
mod heard;
mod jobs;
mod show;
mod shown;
mod store;

use crate::compile;
use crate::diary::Diary;
use crate::dom;
use crate::guest::{self, Guest, State};
use crate::lamps::Lamps;
use crate::words::Language;
use files::{Before, bring};
use gier_desk::pace::Speed;
use gier_desk::typewriter::text::RibbonStyle;
use gier_machine::Machine;
use gier_panel::ink::glow::DeskSamples;
use gier_programs::{DEFAULT, PROGRAMS};
use gier_word::Case;
use heard::{Heard, VOLUMES, mix, switch_sound};
use jobs::Job;
use shown::Shown;
use std::cell::RefCell;
use store::Stored;
use wasm_bindgen::prelude::*;
use web_sys::{
    DragEvent, Event, FocusOptions, HtmlElement, HtmlInputElement, HtmlOptionElement, HtmlSelectElement,
    KeyboardEvent, MouseEvent,
};

/// The key under which the browser stores the language of the page.
const KEPT_LANGUAGE: &str = "gier-language";
/// The value in the program list for a program that is not in the table.
const OWN: &str = "";

thread_local! {
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
}

/// Runs `act` on the page. Does nothing before the page exists.
fn with(act: impl FnOnce(&mut Page)) {
    let mut act = Some(act);
    with_any(&mut |page| {
        if let Some(act) = act.take() {
            act(page);
        }
    });
}

/// [`with`] without its type parameter, so that it is compiled only once.
fn with_any(act: &mut dyn FnMut(&mut Page)) {
    PAGE.with_borrow_mut(|page| page.as_mut().map(act));
}

/// The page, and the guest's session.
struct Page {
    guest: Guest,
    diary: Diary<dom::Kept>,
    /// The guest's state as last written to the diary.
    written: (usize, State),
    sound: Option<Heard>,
    language: Language,
    lamps: Lamps,
    samples: DeskSamples,
    shown: Shown,
    sheet: HtmlElement,
    /// The number of lines on the page that will not change any more.
    whole_lines: usize,
    /// The number of lines that were given to a screen reader.
    spoken_lines: usize,
    notice: Option<&'static str>,
    /// The sentence about a file that the page cannot use.
    refused: Option<String>,
    stored: Stored,
    /// What Undo brings back.
    before: Option<Before>,
    job: Option<Job>,
    /// Whether the page shows only the last few lines, because too many come.
    is_short: bool,
    is_shifted: bool,
    /// Whether the visitor last used a pointer, and no key that works a control since.
    has_pointed: bool,
    is_ticking: bool,
    is_hidden: bool,
}

/// Starts the guest's page.
pub fn begin() {
    let code = dom::kept(KEPT_LANGUAGE).or_else(|| dom::window().navigator().language());
    let language = Language::of_code(&code.unwrap_or_default());
    let guest = store::fresh();
    let (diary, _) = Diary::open(dom::Kept { is_on: false });
    let page = Page {
        written: (0, guest.state()),
        guest,
        diary,
        sound: None,
        language,
        lamps: Lamps::new(),
        samples: DeskSamples::default(),
        shown: Shown::new(),
        sheet: dom::element("sheet"),
        whole_lines: 0,
        spoken_lines: 0,
        notice: None,
        refused: None,
        stored: Stored::Yes,
        before: None,
        job: None,
        is_short: false,
        is_shifted: false,
        has_pointed: false,
        is_ticking: false,
        is_hidden: dom::document().hidden(),
    };
    PAGE.set(Some(page));
    list_programs();
    listen();
    with(Page::speak_the_language);
    store::open_editor();
    store::open(false);
    let _ = dom::window().navigator().service_worker().register("sw.js");
}

/// A machine with a program from the table, at its first wait for a key.
fn switched_on(name: &str) -> Guest {
    let program = gier_programs::find(name).unwrap_or(DEFAULT);
    let image = compile::bundled(program);
    Guest::switched_on(program.name, Machine::with_image(&image), dom::clock()).knowing(&image)
}

fn list_programs() {
    let list: HtmlSelectElement = dom::element("program");
    for program in PROGRAMS {
        let option: HtmlOptionElement = dom::create("option").unchecked_into();
        option.set_value(program.name);
        option.set_text(program.name);
        option.set_title(program.line);
        list.append_child(&option).expect("a list takes choices");
    }
}

fn listen() {
    let document = dom::document();
    dom::on(&document, "keydown", pressed);
    dom::on(&document, "visibilitychange", |_: Event| {
        with(|page| {
            page.is_hidden = dom::document().hidden();
            page.write();
            if let Some(sound) = page.sound.as_ref().filter(|sound| !sound.speaker.is_running()) {
                sound.speaker.resume();
            }
            page.wake();
        });
    });
    dom::on(&dom::window(), "pagehide", |_: Event| with(Page::write));
    dom::on(&document, "paste", |event: Event| {
        if focus_of(&event) != Focus::Text
            && let Some(text) = dom::pasted(&event)
        {
            event.prevent_default();
            with(|page| page.paste(&text));
        }
    });
    dom::on(&dom::window(), "resize", |_: Event| with(|page| page.follow_the_carriage()));
    listen_to_the_pointer();
    listen_to_the_desk();
    listen_to_the_sound();
    listen_to_the_buttons();
    dom::on(&dom::element::<HtmlSelectElement>("program"), "change", |_: Event| {
        let name = dom::element::<HtmlSelectElement>("program").value();
        if name != OWN {
            with(|page| page.install(switched_on(&name)));
        }
    });
    dom::on(&dom::element::<HtmlSelectElement>("language"), "change", |_: Event| {
        let code = dom::element::<HtmlSelectElement>("language").value();
        dom::keep(KEPT_LANGUAGE, &code);
        with(|page| {
            page.language = Language::of_code(&code);
            page.speak_the_language();
            page.show();
        });
    });
    dom::on(&dom::element::<HtmlInputElement>("files"), "change", |_: Event| {
        bring(dom::element::<HtmlInputElement>("files").files());
    });
    dom::on(&document, "dragover", |event: DragEvent| event.prevent_default());
    dom::on(&document, "drop", |event: DragEvent| {
        event.prevent_default();
        bring(event.data_transfer().and_then(|data| data.files()));
    });
}

/// Connects the buttons of the editor and of the files.
fn listen_to_the_buttons() {
    on_click("compile", Page::compile);
    on_click("show-source", Page::show_source);
    on_click("print", |_| {
        let _ = dom::window().print();
    });
    on_click("save-text", |page| {
        page.with_whole(|_, room| {
            let text = guest::paper_text(room, RibbonStyle::None);
            dom::offer("paper.txt", "text/plain;charset=utf-8", text.as_bytes());
        });
    });
    on_click("save-svg", |page| {
        page.with_whole(|_, room| {
            dom::offer("paper.svg", "image/svg+xml", guest::paper_svg(room).as_bytes());
        });
    });
    on_click("save-log", |page| {
        dom::offer("session.log", "text/plain;charset=utf-8", page.guest.log().as_bytes());
    });
    on_click("save-tape", |page| {
        page.with_whole(|page, room| match guest::punched(room) {
            rows if rows.is_empty() => page.notice = Some("nothing-punched"),
            rows => dom::offer("tape.flx", "application/octet-stream", &rows),
        });
    });
    on_click("undo", Page::undo);
    on_click("cancel", Page::cancel);
    on_click("take-over", |_| store::open(true));
    for id in ["source", "tongue"] {
        dom::on(&dom::element::<HtmlElement>(id), "input", |_: Event| store::keep_editor());
    }
}

/// Connects the buttons of the desk and of the speed.
fn listen_to_the_desk() {
    on_click("start", |page| {
        let clock = page.clock();
        page.guest.start(clock);
    });
    on_click("stop", |page| page.guest.stop());
    on_click("single", |page| page.guest.single());
    on_click("help", Page::help);
    on_click("speed-1", |page| page.set_speed(Speed::Times(1.0)));
    on_click("speed-4", |page| page.set_speed(Speed::Times(4.0)));
    on_click("speed-max", |page| page.set_speed(Speed::Max));
    on_click("again", |page| page.install(page.guest.again(page.clock())));
}

/// Connects the switch and the volume sliders of the sound.
fn listen_to_the_sound() {
    dom::on(&dom::element::<HtmlElement>("sound"), "click", |_: MouseEvent| switch_sound());
    for volume in VOLUMES {
        dom::on(&dom::element::<HtmlInputElement>(volume), "input", |_: Event| {
            with(|page| {
                if let Some(sound) = &mut page.sound {
                    sound.voice.set_mix(mix());
                }
            });
        });
    }
    on_click("save-sound", |page| {
        let Ok(rerun) = guest::Rerun::of(&page.guest.log(), true) else { return };
        let saved = |page: &mut Page, rerun: guest::Rerun| match rerun.into_sound(mix()) {
            Some(wav) => dom::offer("session.wav", "audio/wav", &wav),
            None => page.notice = Some("too-long"),
        };
        page.rerun(rerun, saved, |_| {});
    });
}

/// Calls `act` when the button with this id is clicked.
fn on_click(id: &'static str, act: fn(&mut Page)) {
    dom::on(&dom::element::<HtmlElement>(id), "click", move |_: MouseEvent| {
        with(|page| {
            (page.notice, page.refused) = (None, None);
            act(page);
            page.show();
        });
    });
}

/// Handles a key of your keyboard. It goes to the typewriter unless a text field has the focus. A
/// control that you reached by keyboard takes Space and Enter.
fn pressed(event: KeyboardEvent) {
    let is_composed = event.get_modifier_state("AltGraph");
    if event.default_prevented()
        || event.is_composing()
        || (!is_composed && (event.ctrl_key() || event.alt_key()))
        || event.meta_key()
    {
        return;
    }
    let focus = focus_of(&event);
    if focus == Focus::Text {
        return;
    }
    let key = event.key();
    let Some(character) = (if key == "Enter" { Some('\n') } else { dom::single(&key) }) else {
        // A Tab or an arrow: from now on, you work the controls by keyboard.
        with(|page| page.has_pointed = false);
        return;
    };
    with(|page| {
        if focus == Focus::Control && matches!(character, ' ' | '\n') && !page.has_pointed {
            return;
        }
        // Otherwise the page scrolls, a list selects another program, and some browsers start a
        // search.
        event.prevent_default();
        page.strike(character);
    });
}

/// What has the focus, as far as keys are concerned.
#[derive(PartialEq, Eq)]
enum Focus {
    /// A text field, which takes every key.
    Text,
    /// A button, list, slider or link.
    Control,
    /// Anything else.
    Paper,
}

/// The kind of element that an event goes to.
fn focus_of(event: &Event) -> Focus {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    match target.map(|target| target.tag_name()).as_deref() {
        Some("TEXTAREA") => Focus::Text,
        Some("BUTTON" | "SELECT" | "INPUT" | "A") => Focus::Control,
        _ => Focus::Paper,
    }
}

/// Returns the focus to the paper after a click or a choice by pointer.
fn listen_to_the_pointer() {
    let document = dom::document();
    dom::on(&document, "pointerdown", |_: Event| with(|page| page.has_pointed = true));
    dom::on(&document, "click", |event: MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
        // For a click by keyboard or by a script, `detail` is 0.
        if event.detail() > 0 && target.is_some_and(|target| target.tag_name() == "BUTTON") {
            with(|page| page.focus_the_paper());
        }
    });
    dom::on(&document, "change", |event: Event| {
        if focus_of(&event) == Focus::Control {
            with(|page| {
                if page.has_pointed {
                    page.focus_the_paper();
                }
            });
        }
    });
}

impl Page {
    fn focus_the_paper(&self) {
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = self.sheet.focus_with_options(&options);
    }

    fn strike(&mut self, character: char) {
        let has_key = gier_desk::typewriter::keyboard::strokes(character, Case::Lower).is_some();
        self.notice = match self.guest.strike(character, self.clock()) {
            true => None,
            false if has_key => Some("dead-key"),
            false => Some("no-key"),
        };
        self.show();
        self.follow_the_carriage();
    }
}
