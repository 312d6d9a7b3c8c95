//! Starts the main page, and installs the handlers of its buttons.

use super::files::bring;
use super::store::Stored;
use super::{KEPT_SPEED, PAGE, Page, SPEEDS, after, editor, exhibit, gallery, on_click, on_click_of};
use super::{parts, share, store, tour, with};
use crate::desk::{Focus, MachineElement, Me, focus_of, heard};
use crate::dom;
use crate::visit;
use crate::words::{Language, Words};
use gier_desk::pace::Speed;
use gier_desk::typewriter::sheet_text::RibbonStyle;
use gier_sound::Mix;
use wasm_bindgen::prelude::*;
use web_sys::{DragEvent, Event, HtmlElement, HtmlInputElement, KeyboardEvent, MouseEvent};

/// The ids of the volume sliders: for the loudspeaker, the typewriter and the reader.
const VOLUMES: [&str; 3] = ["volume-loudspeaker", "volume-typewriter", "volume-reader"];

/// Starts the main page. `host` is the element `<gier-machine>` on it. `keys` are the keys that the address of
/// the page asks for.
#[wasm_bindgen(js_name = guestPage)]
pub fn begin(host: &HtmlElement, keys: &str) {
    let me = Me::of(host).expect("the element has a machine");
    let language = Language::of_visitor();
    let page = Page {
        me,
        owns: false,
        written: (0, ""),
        asked: None,
        stored: Stored::Yes,
        before: None,
        job: None,
        devices: super::devices::Devices::default(),
        tour: None,
        lesson: None,
        exhibit: None,
        named: None,
        speed: Speed::Times(1.0),
    };
    PAGE.set(Some(page));
    gallery::make();
    listen();
    editor::open();
    with(|page, desk| {
        desk.watch(after);
        page.speak(desk, language);
        let kept = dom::kept(KEPT_SPEED);
        if let Some((_, speed)) = SPEEDS.iter().find(|(name, _)| kept.as_deref() == Some(name)) {
            desk.set_speed(*speed);
        }
        // A museum's screen and a page beside this one begin with the program alone.
        if dom::asked("program").as_deref() == Some(desk.guest.title()) {
            let mut guest = desk.guest.clone();
            guest.play(keys);
            page.asked = Some(guest);
        }
    });
    parts::listen();
    if dom::asked("exhibit").is_some() {
        exhibit::begin();
    } else {
        store::open(false);
    }
}

fn listen() {
    let document = dom::document();
    dom::on(&document, "keydown", |event: KeyboardEvent| {
        if event.key() == "Escape" {
            with(Page::end_tour);
        }
        // A sheet over the page takes all keys, and a machine without the lesson's program takes none.
        if !dom::elements("dialog[open], gier-machine[inert]").is_empty() {
            return;
        }
        // Only a key that no machine's element has handled arrives here. It goes to the machine of this
        // page.
        if let Some(me) = super::machine() {
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
    for (name, speed) in SPEEDS {
        for button in dom::elements(&format!("[data-speed=\"{name}\"]")) {
            dom::on(&button, "click", move |_: MouseEvent| with(|_, desk| desk.set_speed(speed)));
        }
    }
    on_click_of("[data-act=again]", |page, desk| {
        let guest = desk.guest.again();
        page.install(desk, guest);
        parts::go("");
    });
    on_click_of("[data-act=board]", |_, desk| {
        desk.open_board(None);
        parts::go("");
    });
    on_click("share-text", |_, _| share::text());
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
        let files = event.data_transfer().and_then(|data| data.files());
        // An exhibit takes no files.
        bring(files.filter(|_| dom::asked("exhibit").is_none()));
    });
    tour::listen();
    super::devices::listen();
    editor::listen();
    super::lessons::listen();
}

fn listen_to_savers() {
    on_click("save-text", |_, desk| {
        let text = desk.guest.paper_text(RibbonStyle::None);
        dom::offer("paper.txt", "text/plain;charset=utf-8", text.as_bytes());
    });
    on_click("save-svg", |_, desk| {
        dom::offer("paper.svg", "image/svg+xml", desk.guest.paper_svg().as_bytes());
    });
    on_click("save-log", |_, desk| {
        dom::offer("session.log", "text/plain;charset=utf-8", desk.guest.log().as_bytes());
    });
    on_click("save-tape", |_, desk| match desk.guest.punched() {
        rows if rows.is_empty() => desk.note("nothing-punched"),
        rows => dom::offer("tape.flx", "application/octet-stream", &rows),
    });
    on_click("save-sound", |page, desk| {
        let Ok(rerun) = visit::Rerun::of(&desk.guest.log(), true) else { return };
        let saved = |_: &mut Page, desk: &mut MachineElement, rerun: visit::Rerun| match rerun
            .into_sound(desk.mix())
        {
            Some(wav) => dom::offer("session.wav", "audio/wav", &wav),
            None => desk.note("too-long"),
        };
        page.rerun(desk, rerun, saved);
    });
}

fn listen_to_the_sound() {
    dom::on(&dom::element::<HtmlElement>("sound"), "click", |_: MouseEvent| {
        if let Some(me) = super::machine() {
            heard::switch(me);
        }
    });
    for volume in VOLUMES {
        dom::on(&dom::element::<HtmlInputElement>(volume), "input", |_: Event| {
            let [loudspeaker, typewriter, reader] =
                VOLUMES.map(|volume| dom::element::<HtmlInputElement>(volume).value_as_number() / 100.0);
            with(|_, desk| desk.set_mix(Mix { loudspeaker, typewriter, reader }));
        });
    }
}

/// Installs handlers for a mouse or finger. After a click on a button or a choice in a list, they move the
/// focus back to the paper. A button in another part of the page keeps the focus.
fn listen_to_the_pointer() {
    let document = dom::document();
    dom::on(&document, "pointerdown", |_: Event| {
        crate::desk::point(true);
    });
    dom::on(&document, "click", |event: MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
        // If a key or a script caused the click, `detail` is 0.
        let is_plain = |target: HtmlElement| {
            matches!(target.closest("button"), Ok(Some(_)))
                && matches!(target.closest("dialog, .view"), Ok(None))
        };
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
