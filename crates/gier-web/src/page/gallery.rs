//! The gallery. It has a card for each program that comes with gier.

use super::{busy, parts, with};
use crate::cards::{CARDS, Card, words_of};
use crate::dom;
use crate::supplies::{self, switched_on};
use crate::words::{Language, Words};
use web_sys::{HtmlElement, MouseEvent};

/// The name of the filter that shows the programs of every kind.
const EVERY_KIND: &str = "all";

pub(super) fn make() {
    let kinds: HtmlElement = dom::element("kinds");
    let mut all: Vec<&str> = vec![EVERY_KIND];
    for Card { kind, .. } in CARDS {
        if !all.contains(kind) {
            all.push(kind);
        }
    }
    for kind in all {
        let button = dom::create("button");
        dom::set(&button, "type", "button");
        dom::set(&button, "data-kind", kind);
        dom::set(&button, "data-word", &format!("kind-{kind}"));
        dom::set(&button, "aria-pressed", super::pressed(kind == EVERY_KIND));
        dom::on(&button, "click", move |_: MouseEvent| filter(kind));
        kinds.append_child(&button).expect("a group takes buttons");
    }
    let list: HtmlElement = dom::element("cards");
    for Card { program, .. } in CARDS {
        let card = dom::create("button");
        dom::set(&card, "type", "button");
        card.set_class_name("card");
        dom::set(&card, "data-program", program);
        card.set_inner_html("<span class=\"now\"></span><span class=\"mini\" aria-hidden=\"true\"></span><span class=\"title\"></span><span class=\"line\"></span>");
        dom::on(&card, "click", move |_: MouseEvent| choose(program));
        list.append_child(&card).expect("a list takes cards");
    }
}

/// Shows only the cards of this kind.
fn filter(wanted: &str) {
    for (place, card) in dom::elements("#cards .card").into_iter().zip(CARDS) {
        place.set_hidden(wanted != EVERY_KIND && card.kind != wanted);
    }
    for button in dom::elements("#kinds button") {
        let is_wanted = button.get_attribute("data-kind").as_deref() == Some(wanted);
        dom::set(&button, "aria-pressed", super::pressed(is_wanted));
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
        dom::set_if_new(&place, "aria-pressed", super::pressed(is_there));
    }
}
