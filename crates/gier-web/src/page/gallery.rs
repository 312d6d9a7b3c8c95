//! The gallery. It has a card for each program that comes with gier.

use super::{busy, parts, with};
use crate::cards::{CARDS, words_of};
use crate::dom;
use crate::supplies::{self, switched_on};
use crate::words::{Language, Words};
use web_sys::HtmlElement;

/// The name of the filter that shows the programs of every kind.
const EVERY_KIND: &str = "all";

/// The parts of a card: whether its program is on the desk, its paper, its name, and its description.
const PARTS: &str = "<span class=\"now\"></span><span class=\"mini\" aria-hidden=\"true\"></span>\
    <span class=\"title\"></span><span class=\"line\"></span>";

pub(super) fn make() {
    let kinds: HtmlElement = dom::element("kinds");
    let mut all: Vec<&str> = vec![EVERY_KIND];
    for (_, kind, _) in CARDS {
        if !all.contains(kind) {
            all.push(kind);
        }
    }
    for kind in all {
        let button = dom::button(&kinds, "", move || filter(kind));
        dom::set(&button, "data-kind", kind);
        dom::set(&button, "data-word", &format!("kind-{kind}"));
    }
    filter(EVERY_KIND);
    let list: HtmlElement = dom::element("cards");
    for &(program, _, _) in CARDS {
        let card = dom::button(&list, PARTS, move || choose(program));
        card.set_class_name("card");
        dom::set(&card, "data-program", program);
    }
}

/// Shows only the cards of this kind.
fn filter(wanted: &str) {
    for (place, (_, kind, _)) in dom::elements("#cards .card").into_iter().zip(CARDS) {
        place.set_hidden(wanted != EVERY_KIND && *kind != wanted);
    }
    for button in dom::elements("#kinds button") {
        let is_wanted = button.get_attribute("data-kind").as_deref() == Some(wanted);
        dom::set(&button, "aria-pressed", &is_wanted.to_string());
    }
}

/// Shows on each card what its program leaves on the paper. The file `papers.txt` has it, because running all
/// programs would make a visitor wait.
pub(super) fn open() {
    let places = dom::elements(".mini");
    if places.iter().any(|place| place.child_element_count() > 0) {
        return;
    }
    busy(async move {
        let papers = match supplies::file("papers.txt").await {
            Ok(papers) => String::from_utf8(papers).unwrap_or_default(),
            Err(reason) => return with(|_, desk| desk.say(reason)),
        };
        for (place, paper) in places.iter().zip(papers.split('\x0c')) {
            let (head, html) = paper.split_once('\n').unwrap_or_default();
            for (name, size) in ["--lines", "--columns"].into_iter().zip(head.split(' ').skip(1)) {
                let _ = place.style().set_property(name, size);
            }
            place.set_inner_html(html);
        }
    });
}

fn choose(program: &'static str) {
    busy(async move {
        let image = supplies::image(program).await;
        with(|page, desk| match image {
            Ok(image) => {
                page.install(desk, switched_on(program, &image));
                parts::go("");
            }
            Err(_) => desk.lack(program),
        });
    });
}

/// Writes the texts of the cards in this language.
pub(super) fn speak(language: Language) {
    for place in dom::elements("#cards .card") {
        let program = place.get_attribute("data-program").unwrap_or_default();
        let Some((title, line)) = words_of(&program, language) else { continue };
        for (class, text) in [("now", language.word("on-the-desk")), ("title", title), ("line", line)] {
            if let Ok(Some(part)) = place.query_selector(&format!(".{class}")) {
                part.set_text_content(Some(text));
            }
        }
    }
}

/// Marks the card of the program that is in the machine now. `title` is the title of the session.
pub(super) fn mark(title: &str) {
    for place in dom::elements("#cards .card") {
        let is_there = place.get_attribute("data-program").as_deref() == Some(title);
        dom::set_if_new(&place, "aria-pressed", &is_there.to_string());
    }
}
