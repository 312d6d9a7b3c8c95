//! The editor for the visitor's own program. Also handles links that contain a program or a session.

use super::{Page, busy, lessons, on_click, parts, with};
use crate::coloured::{FaultPlace, coloured_html};
use crate::desk::MachineElement;
use crate::dom;
use crate::paper::escaped;
use crate::supplies;
use crate::visit::{Rerun, Visit};
use crate::words::{Language, Words};
use gier_algol::typing::SYMBOLS;
use gier_machine::Machine;
use wasm_bindgen::prelude::*;
use web_sys::{Event, HtmlElement, HtmlSelectElement, HtmlTextAreaElement};

/// The key under which the browser stores the editor's text.
const TEXT: &str = "gier-text";
/// The key under which the browser stores the language of the editor's text.
const TONGUE: &str = "gier-text-language";

/// The examples for the editor. Each has its value in the drop-down list, its language, and its source text.
const TEMPLATES: [(&str, &str, &str); 4] = [
    ("template-hello", "algol", include_str!("editor/hello.alg")),
    ("template-table", "algol", include_str!("editor/table.alg")),
    ("template-question", "algol", include_str!("editor/question.alg")),
    ("template-drawing", "algol", include_str!("editor/drawing.alg")),
];

fn area() -> HtmlTextAreaElement {
    dom::element("source")
}

fn tongue() -> HtmlSelectElement {
    dom::element("tongue")
}

/// Fills the editor with the text of the visitor's last visit. On the first visit, fills it with an example.
pub(super) fn open() {
    let text = dom::kept(TEXT).unwrap_or_else(|| TEMPLATES[0].2.to_string());
    replace(&text, &dom::kept(TONGUE).unwrap_or_else(|| "algol".to_string()));
}

/// Installs the handlers of the editor's controls.
pub(super) fn listen() {
    for id in ["source", "tongue"] {
        dom::on(&dom::element::<HtmlElement>(id), "input", |_: Event| changed());
    }
    dom::on(&area(), "keydown", |event: web_sys::KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            with(|page, desk| match page.lesson {
                Some(_) => lessons::check(page, desk),
                None => compile(page, desk),
            });
        }
    });
    on_click("compile", compile);
    for id in ["show-source", "source-link"] {
        on_click(id, show_source);
    }
    dom::on(&dom::element::<HtmlElement>("template"), "change", |_: Event| {
        let list: HtmlSelectElement = dom::element("template");
        if let Some((_, tongue, text)) = TEMPLATES.iter().find(|(name, _, _)| *name == list.value()) {
            list.set_value("");
            with(|page, desk| {
                page.edit(text, tongue);
                keep(page, desk);
            });
        }
    });
    on_click("leave-offer", |_, _| {
        show_offer(None);
    });
    on_click("take-offer", |page, desk| {
        if let Some((kind, text)) = show_offer(None) {
            page.take_offer(desk, &kind, &text);
        }
    });
}

/// Makes a button for each symbol of ALGOL that is not on every keyboard. It shows what can be typed instead, and
/// writes the symbol at the caret. Its description is in this language.
pub(super) fn speak(language: Language) {
    let place: HtmlElement = dom::element("symbols");
    place.set_inner_html("");
    for symbol in SYMBOLS.iter().filter(|symbol| !symbol.typed.is_empty()) {
        let (sign, typed) = (symbol.symbol, symbol.typed[0]);
        let html = format!("{} <small>{}</small>", escaped(sign), escaped(typed));
        let button = dom::button(&place, &html, || write(symbol.symbol));
        dom::set(&button, "title", &format!("{}: {typed}", language.of([symbol.english, symbol.danish])));
    }
}

/// Writes a symbol at the editor's caret.
fn write(symbol: &str) {
    let area = area();
    let caret =
        area.selection_start().ok().flatten().unwrap_or_default() + symbol.encode_utf16().count() as u32;
    let _ = area.set_range_text(symbol);
    let _ = area.focus();
    let _ = area.set_selection_range(caret, caret);
    changed();
}

/// Shows and stores the editor's text after the visitor has changed it.
fn changed() {
    colour(None);
    with(|page, desk| keep(page, desk));
}

/// Puts the source text of the machine's program into the editor.
fn show_source(page: &mut Page, desk: &mut MachineElement) {
    if let Some(own) = desk.guest.text().map(str::to_string) {
        page.edit(&own, "algol");
        return keep(page, desk);
    }
    let title = desk.guest.title().to_string();
    busy(async move {
        let found = supplies::program_text(&title).await;
        with(|page, desk| match found.as_deref() {
            Ok([text, tongue]) => {
                page.edit(text, tongue);
                keep(page, desk);
            }
            Ok(_) => desk.lack(&title),
            Err(reason) => desk.say(reason.clone()),
        });
    });
}

pub(super) fn keep(page: &mut Page, desk: &MachineElement) {
    let is_kept = match &page.lesson {
        Some(lesson) => dom::keep(&lesson.key(), &area().value()),
        None => dom::keep(TEXT, &area().value()) && dom::keep(TONGUE, &tongue().value()),
    };
    page.keeps(desk.language, is_kept);
}

/// Replaces the editor's text and its language. Returns the old text and the old language.
pub(super) fn replace(text: &str, language: &str) -> (String, String) {
    let old = (area().value(), tongue().value());
    area().set_value(text);
    tongue().set_value(language);
    tell(None, "");
    colour(None);
    old
}

/// Shows the faults of the text, and in a few words below the editor how the text was compiled. A line of the text
/// stays one line, so that the marks stand below the fault.
pub(super) fn tell(faults: Option<&str>, words: &str) {
    let lines = faults.unwrap_or_default().split_inclusive('\n').map(escaped);
    let html = lines.map(|line| if line.contains('│') { format!("<code>{line}</code>") } else { line });
    dom::element::<HtmlElement>("faults").set_inner_html(&html.collect::<String>());
    dom::element::<HtmlElement>("fault-count").set_text_content(Some(words));
}

/// Shows the editor's text with numbered lines, and with the underlined words of ALGOL underlined. Marks the
/// place of the first fault.
pub(super) fn colour(fault: Option<&FaultPlace>) {
    let is_algol = tongue().value() == "algol";
    let html = coloured_html(&area().value(), is_algol, fault);
    dom::element::<HtmlElement>("typing").set_hidden(!is_algol);
    dom::element::<HtmlElement>("coloured").set_inner_html(&html);
}

fn compile(_: &mut Page, desk: &mut MachineElement) {
    let (text, tongue, language) = (area().value(), tongue().value(), desk.language);
    tell(None, language.word("compiling"));
    busy(async move {
        let compiled = supplies::compile(&text, &tongue, language.code()).await;
        with(|page, desk| match compiled {
            Ok(image) => {
                tell(None, language.word("compiled"));
                colour(None);
                let guest = Visit::from_the_beginning("own", Machine::with_image(&image));
                page.install(desk, guest.knowing(&image).with_text(&text));
                // On a small screen, the machine stands below the editor.
                desk.host().scroll_into_view();
                desk.focus();
            }
            Err(faults) => show_faults(language, &text, faults),
        });
    });
}

/// Shows the faults of this text, and goes to the first one.
pub(super) fn show_faults(language: Language, text: &str, (faults, place): supplies::Faults) {
    tell(Some(&faults), language.word("not-compiled"));
    colour(place.as_ref());
    if let Some(place) = place {
        go_to(text, place.line);
    }
}

/// Puts the editor's caret at the beginning of a line, and scrolls to it. `line` is counted from 0.
fn go_to(text: &str, line: usize) {
    // The browser counts positions in UTF-16 code units.
    let before: usize = text.split_inclusive('\n').take(line).map(|line| line.encode_utf16().count()).sum();
    let _ = area().focus();
    let _ = area().set_selection_range(before as u32, before as u32);
    if let Some(place) = dom::elements("#coloured .at").first() {
        place.scroll_into_view_with_bool(false);
    }
}

thread_local! {
    static OFFER: core::cell::RefCell<Option<(String, String)>> = const { core::cell::RefCell::new(None) };
}

/// Asks the visitor whether to open the text that a link contains. `offer` is the kind of the text, such as
/// `session`, and the text itself. `None` hides the question. Returns the previous offer.
fn show_offer(offer: Option<(String, String)>) -> Option<(String, String)> {
    dom::element::<HtmlElement>("offer").set_hidden(offer.is_none());
    OFFER.replace(offer)
}

/// The language and the editor's text, for a link.
pub(super) fn shared() -> (String, String) {
    (tongue().value(), area().value())
}

/// Asks the visitor whether to open the text or session that a link contains. The script of the page calls
/// this if the visitor has followed such a link.
#[wasm_bindgen]
pub fn offered(kind: &str, text: &str) {
    show_offer(Some((kind.to_string(), text.to_string())));
}

impl Page {
    /// Opens the text or session that a link contains. Called after the visitor has agreed.
    fn take_offer(&mut self, desk: &mut MachineElement, kind: &str, text: &str) {
        if kind == "session" {
            match Rerun::of(text, false) {
                Err(fault) => desk.say(fault.to_string()),
                Ok(rerun) => self.install_replay(desk, rerun),
            }
        } else {
            self.edit(text, if kind == "slip" { "slip" } else { "algol" });
            keep(self, desk);
            parts::go("own");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile;

    #[test]
    fn every_template_compiles() {
        for (name, tongue, text) in TEMPLATES {
            let compiled = if tongue == "slip" { compile::own_slip(text) } else { compile::own(text) };
            let faults = compiled.err().map(|faults| faults.text(Language::English));
            assert_eq!(faults, None, "{name}");
        }
    }
}
