//! The parts of the page. Each has an address, such as `#programs`, so that links and the browser's Back lead to
//! it. Some are views, which stand in the place of the machine or beside it. The others are sheets over the page.

use super::{lessons, with};
use crate::dom;
use core::cell::Cell;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlDialogElement, HtmlElement, MouseEvent};

/// The views, besides the view of the machine, which has no name.
const VIEWS: [&str; 2] = ["programs", "own"];

/// The smallest width of the window at which the machine stands beside the editor, in CSS pixels.
const WIDE: f64 = 900.0;

thread_local! {
    /// Whether the visitor came to the present part from another part of the page.
    static IS_INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Installs the handlers for addresses, and shows the part that the address names now.
pub(super) fn listen() {
    dom::on(&dom::window(), "hashchange", |_: Event| {
        IS_INSIDE.set(true);
        show(true);
    });
    dom::on(&dom::window(), "resize", |_: Event| set_bench());
    for sheet in dom::elements("dialog") {
        // The browser also closes a sheet when the visitor presses Escape.
        dom::on(&sheet, "close", |_: Event| leave());
        for close in dom::elements(&format!("#{} .close", sheet.id())) {
            let sheet = sheet.clone();
            dom::on(&close, "click", move |_: MouseEvent| sheet.unchecked_ref::<HtmlDialogElement>().close());
        }
        // A link in a sheet takes the sheet's place, so that Back does not open the sheet again.
        for link in dom::elements(&format!("#{} a[href^='#']", sheet.id())) {
            dom::on(&link, "click", move |event: MouseEvent| {
                event.prevent_default();
                let place = link_of(&event).unwrap_or_default();
                let _ = dom::window().location().replace(&place);
            });
        }
    }
    show(false);
}

fn link_of(event: &MouseEvent) -> Option<String> {
    event.current_target()?.dyn_into::<HtmlElement>().ok()?.get_attribute("href")
}

/// The name of the part in the address of the page. It is empty for the machine.
fn named() -> String {
    let hash = dom::window().location().hash().unwrap_or_default();
    let name = hash.trim_start_matches('#').to_string();
    // A link may also carry a program or a session in this place.
    if name.contains('=') || name == "machine" { String::new() } else { name }
}

/// Goes to the part with this name.
pub(super) fn go(name: &str) {
    let _ = dom::window().location().set_hash(name);
}

/// Closes the sheet that is open.
fn leave() {
    if place::<HtmlDialogElement>(&named()).is_none_or(|sheet| sheet.open()) {
        return; // the address has already changed
    }
    if IS_INSIDE.get() {
        let _ = dom::window().history().expect("a window has a history").back();
    } else {
        go("");
    }
}

/// The element with this id, if there is one of this kind.
fn place<T: JsCast>(id: &str) -> Option<T> {
    dom::document().get_element_by_id(id)?.dyn_into().ok()
}

/// Tells the machine whether it stands beside the editor. On a narrow screen it stands below the editor.
fn set_bench() {
    let is_own =
        dom::document().body().and_then(|body| body.get_attribute("data-view")).as_deref() == Some("own");
    let is_wide =
        dom::window().inner_width().ok().and_then(|width| width.as_f64()).is_some_and(|width| width >= WIDE);
    with(|_, desk| {
        let _ = desk.host().toggle_attribute_with_force("data-bench", is_own && is_wide);
        desk.fit();
    });
}

/// Shows the part that the address names. If `is_focused`, also moves the focus to it.
fn show(is_focused: bool) {
    let name = named();
    let (wanted, lesson) = (place::<HtmlDialogElement>(&name), lessons::named(&name));
    for sheet in dom::elements("dialog[open]") {
        if wanted.as_ref().is_none_or(|wanted| wanted.id() != sheet.id()) {
            sheet.unchecked_ref::<HtmlDialogElement>().close();
        }
    }
    let body = dom::document().body().expect("a page has a body");
    match wanted {
        Some(sheet) => {
            if !sheet.open() {
                let _ = sheet.show_modal();
            }
        }
        None => {
            let view = match lesson {
                Some(_) => "own",
                None if VIEWS.contains(&&*name) => &*name,
                None => "",
            };
            let here = format!("#{}", if lesson.is_some() { "lessons" } else { view });
            dom::set(&body, "data-view", view);
            for link in dom::elements(".top nav a") {
                let is_here = link.get_attribute("href").as_deref() == Some(&*here);
                dom::set(&link, "aria-current", if is_here { "page" } else { "false" });
            }
            dom::window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    }
    set_bench();
    with(|page, desk| match &*name {
        "" if is_focused => desk.focus(),
        "programs" => super::gallery::open(),
        "share" => page.share(desk),
        _ => {}
    });
    if dom::elements("dialog[open]").is_empty() {
        lessons::open(lesson);
    }
    let part = if lesson.is_some() { "lesson" } else { &name };
    if let Some(heading) = place::<HtmlElement>(&format!("{part}-name")) {
        let _ = heading.focus();
    }
}
