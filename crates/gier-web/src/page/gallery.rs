//! The gallery. It has a card for each program that comes with gier. The texts of the cards are in English
//! and Danish.

use super::{busy, parts, with};
use crate::dom;
use crate::paper::line_html;
use crate::supplies::{self, switched_on};
use crate::words::{Language, Words};
use gier_desk::typewriter::paper::{Position, Sheet, text_of};
#[cfg(test)]
use gier_programs::PROGRAMS;
use gier_word::Uops;
use gier_word::uops::UOPS_PER_SECOND;
use web_sys::{HtmlElement, MouseEvent};

/// A card of the gallery. It shows a program, its kind, its paper, and its name and description in English and Danish.
struct Card {
    program: &'static str,
    kind: &'static str,
    title: [&'static str; 2],
    line: [&'static str; 2],
    /// The keys for the program whose paper the card shows.
    keys: &'static str,
}

const fn card(
    program: &'static str,
    kind: &'static str,
    title: [&'static str; 2],
    line: [&'static str; 2],
    keys: &'static str,
) -> Card {
    Card { program, kind, title, line, keys }
}

/// The name of the filter that shows the programs of every kind.
const EVERY_KIND: &str = "all";

/// All cards, in the order in which they are shown.
#[rustfmt::skip]
const CARDS: &[Card] = &[
    card("nim", "game", ["NIM", "NIM"], ["The match game of 1966. Speaks four languages.", "Tændstikspillet fra 1966. Taler fire sprog."], "ejk 3 3 "),
    card("plot", "drawing", ["A damped swing", "En dæmpet svingning"], ["The typewriter draws a curve.", "Skrivemaskinen tegner en kurve."], ""),
    card("life", "drawing", ["Life", "Life"], ["Conway’s cells: a glider, and what it meets.", "Conways celler: en glider og det, den møder."], ""),
    card("dream", "music", ["I dreamt a dream", "Drømte mig en drøm"], ["A Danish tune of about 1300, on the loudspeaker.", "En dansk melodi fra omkring 1300, på højttaleren."], ""),
    card("hanoi", "puzzle", ["The Towers of Hanoi", "Tårnene i Hanoi"], ["You say how many discs.", "De siger, hvor mange skiver."], "3 "),
    card("queens", "puzzle", ["Queens", "Dronninger"], ["Queens that do not threaten each other.", "Dronninger, der ikke truer hinanden."], ""),
    card("calendar", "table", ["Calendar", "Kalender"], ["A month of any year since 1583. Sundays are red.", "En måned i et år efter 1583. Søndage er røde."], "1961 12 "),
    card("pi", "number", ["π", "π"], ["50 decimals by Machin’s series of 1706.", "50 decimaler med Machins række fra 1706."], ""),
    card("primes", "number", ["Prime numbers", "Primtal"], ["The sieve of Eratosthenes.", "Eratosthenes’ si."], ""),
    card("magic", "puzzle", ["Magic squares", "Magiske kvadrater"], ["Every row has the same sum.", "Alle rækker har samme sum."], "5 "),
    card("markov", "text", ["New text out of old", "Ny tekst af gammel"], ["After Shannon, 1948: type a text, and GIER goes on.", "Efter Shannon, 1948: skriv en tekst, og GIER fortsætter."], "the cat sat on the mat."),
    card("sort", "table", ["Sorting", "Sortering"], ["512 numbers, sorted and merged on the drum.", "512 tal, sorteret og flettet på tromlen."], ""),
    card("man-or-boy", "number", ["Man or boy?", "Mand eller dreng?"], ["Knuth’s test for ALGOL compilers, 1964.", "Knuths prøve for ALGOL-oversættere, 1964."], ""),
    card("jensen", "number", ["Jensen’s device", "Jensens trick"], ["One procedure for any sum, from Regnecentralen.", "Én procedure til enhver sum, fra Regnecentralen."], ""),
    card("inverse", "number", ["A matrix inverted", "En invers matrix"], ["And what 29 bits make of Hilbert’s matrix.", "Og hvad 29 bits gør ved Hilberts matrix."], ""),
    card("russian-nim", "game", ["Russian nim", "Russisk nim"], ["Up to 14 rows of 20 matches.", "Op til 14 rækker med 20 tændstikker."], "e"),
    card("combitron", "game", ["Combitron", "Combitron"], ["A desk calculator and its nim.", "En bordregner og dens nim."], "e"),
    card("fair-nim", "game", ["Fair nim", "Fair nim"], ["The last match wins.", "Sidste tændstik vinder."], "ejk "),
    card("nimbel", "game", ["Nimbel", "Nimbel"], ["Matches move to the left on a strip.", "Tændstikker rykker til venstre på en strimmel."], "ejk "),
    card("modified-nimbel", "game", ["Modified nimbel", "Ændret nimbel"], ["One match on a square, and no passing.", "Én tændstik på et felt og ingen overhaling."], "ejk "),
    card("poker-nim", "game", ["Poker nim", "Pokernim"], ["Nim with a reserve to add from.", "Nim med en reserve at lægge til fra."], "ejk "),
    card("grundy", "game", ["Grundy’s game", "Grundys spil"], ["Divide a heap into two of different size.", "Del en bunke i to forskellige."], "ejk "),
    card("northcott", "game", ["Northcott’s game", "Northcotts spil"], ["Two matches in each row of a chessboard.", "To tændstikker i hver række på et skakbræt."], "ejk "),
    card("laskers-nim", "game", ["Lasker’s nim", "Laskers nim"], ["Take from a heap or divide it.", "Tag fra en bunke eller del den."], "ejk "),
    card("kegler", "game", ["Kayles", "Kegler"], ["Knock down one pin or two neighbours.", "Vælt én kegle eller to naboer."], "ejk "),
    card("dawson", "game", ["Dawson’s chess", "Dawsons skak"], ["Pawns that must capture.", "Bønder, der skal slå."], "ejk "),
    card("mur", "number", ["Values of games", "Spils værdier"], ["Grundy’s game, Kayles and Dawson’s chess up to 1222.", "Grundys spil, Kegler og Dawsons skak op til 1222."], "e"),
];

/// The largest size of the paper on a card, in lines and columns.
const PAPER: (usize, usize) = (12, 62);
/// The smallest width of the paper on a card, in columns.
const NARROW: usize = 15;
/// How long a program may run for its card, in GIER's time.
const LONG: Uops = Uops(600 * UOPS_PER_SECOND);

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

/// Shows on each card what its program leaves on the paper. Each program is run for this, with the keys of its
/// card.
pub(super) fn open() {
    let places = dom::elements(".mini");
    if places.iter().any(|place| place.child_element_count() > 0) {
        return;
    }
    busy(async move {
        for (place, card) in places.iter().zip(CARDS) {
            let Ok(image) = supplies::image(card.program).await else { continue };
            let mut guest = switched_on(card.program, &image);
            guest.play(card.keys);
            guest.work(LONG);
            let (lines, columns, html) = paper_of(guest.sheet());
            for (name, size) in [("--lines", lines), ("--columns", columns)] {
                let _ = place.style().set_property(name, &size.to_string());
            }
            place.set_inner_html(&format!("<pre>{html}</pre>"));
        }
    });
}

/// How many lines and columns of a sheet a card shows, and these last lines as HTML.
fn paper_of(sheet: &Sheet) -> (usize, usize, String) {
    let is_blank = |line: &Vec<Position>| text_of(line).trim().is_empty();
    let is_end = |line: &Vec<Position>| is_blank(line) || text_of(line).trim() == "end";
    let mut lines: Vec<_> =
        sheet.lines().iter().rev().skip_while(|line| is_end(line)).take(PAPER.0).collect();
    while lines.last().is_some_and(|line| is_blank(line)) {
        lines.pop();
    }
    let length = |line: &Vec<Position>| line.len().min(PAPER.1);
    let columns = lines.iter().map(|line| length(line)).max().unwrap_or(0).max(NARROW);
    let html: Vec<String> = lines.iter().rev().map(|line| line_html(&line[..length(line)])).collect();
    (lines.len(), columns, html.join("\n"))
}

/// The name and the description of a program on its card. `None` if it did not come with gier.
pub(super) fn words_of(program: &str, language: Language) -> Option<(&'static str, &'static str)> {
    let card = CARDS.iter().find(|card| card.program == program)?;
    Some((language.of(card.title), language.of(card.line)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_a_card_in_both_languages() {
        for program in PROGRAMS {
            assert!(CARDS.iter().any(|card| card.program == program.name), "{} has no card", program.name);
        }
        assert_eq!(CARDS.len(), PROGRAMS.len());
        for card in CARDS {
            assert!(card.title.iter().chain(&card.line).all(|text| !text.is_empty()), "{}", card.program);
            assert!(!Language::Danish.word(&format!("kind-{}", card.kind)).is_empty());
        }
    }
}
