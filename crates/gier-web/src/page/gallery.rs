//! The gallery. It has a card for each program that comes with gier. The texts of the cards are in English
//! and Danish.

use super::{busy, reveal, with};
use crate::dom;
use crate::supplies::{self, switched_on};
use crate::words::Language;
#[cfg(test)]
use gier_programs::PROGRAMS;
use web_sys::{HtmlElement, MouseEvent};

/// A card of the gallery. It shows a program, its kind, and its name and description in English and Danish.
struct Card {
    program: &'static str,
    kind: &'static str,
    title: [&'static str; 2],
    line: [&'static str; 2],
}

const fn card(
    program: &'static str,
    kind: &'static str,
    title: [&'static str; 2],
    line: [&'static str; 2],
) -> Card {
    Card { program, kind, title, line }
}

/// All cards, in the order in which they are shown.
#[rustfmt::skip]
const CARDS: &[Card] = &[
    card("nim", "game", ["NIM", "NIM"], ["The match game of 1966. Speaks four languages.", "Tændstikspillet fra 1966. Taler fire sprog."]),
    card("plot", "drawing", ["A damped swing", "En dæmpet svingning"], ["The typewriter draws a curve.", "Skrivemaskinen tegner en kurve."]),
    card("life", "drawing", ["Life", "Life"], ["Conway’s cells: a glider, and what it meets.", "Conways celler: en glider og det, den møder."]),
    card("dream", "music", ["I dreamt a dream", "Drømte mig en drøm"], ["A Danish tune of about 1300, on the loudspeaker.", "En dansk melodi fra omkring 1300, på højttaleren."]),
    card("hanoi", "puzzle", ["The Towers of Hanoi", "Tårnene i Hanoi"], ["You say how many discs.", "De siger, hvor mange skiver."]),
    card("queens", "puzzle", ["Queens", "Dronninger"], ["Queens that do not threaten each other.", "Dronninger, der ikke truer hinanden."]),
    card("calendar", "table", ["Calendar", "Kalender"], ["A month of any year since 1583. Sundays are red.", "En måned i et år efter 1583. Søndage er røde."]),
    card("pi", "number", ["π", "π"], ["50 decimals by Machin’s series of 1706.", "50 decimaler med Machins række fra 1706."]),
    card("primes", "number", ["Prime numbers", "Primtal"], ["The sieve of Eratosthenes.", "Eratosthenes’ si."]),
    card("magic", "puzzle", ["Magic squares", "Magiske kvadrater"], ["Every row has the same sum.", "Alle rækker har samme sum."]),
    card("markov", "text", ["New text out of old", "Ny tekst af gammel"], ["After Shannon, 1948: type a text, and GIER goes on.", "Efter Shannon, 1948: skriv en tekst, og GIER fortsætter."]),
    card("sort", "table", ["Sorting", "Sortering"], ["512 numbers, sorted and merged on the drum.", "512 tal, sorteret og flettet på tromlen."]),
    card("man-or-boy", "number", ["Man or boy?", "Mand eller dreng?"], ["Knuth’s test for ALGOL compilers, 1964.", "Knuths prøve for ALGOL-oversættere, 1964."]),
    card("jensen", "number", ["Jensen’s device", "Jensens trick"], ["One procedure for any sum, from Regnecentralen.", "Én procedure til enhver sum, fra Regnecentralen."]),
    card("inverse", "number", ["A matrix inverted", "En invers matrix"], ["And what 29 bits make of Hilbert’s matrix.", "Og hvad 29 bits gør ved Hilberts matrix."]),
    card("russian-nim", "game", ["Russian nim", "Russisk nim"], ["Up to 14 rows of 20 matches.", "Op til 14 rækker med 20 tændstikker."]),
    card("combitron", "game", ["Combitron", "Combitron"], ["A desk calculator and its nim.", "En bordregner og dens nim."]),
    card("fair-nim", "game", ["Fair nim", "Fair nim"], ["The last match wins.", "Sidste tændstik vinder."]),
    card("nimbel", "game", ["Nimbel", "Nimbel"], ["Matches move to the left on a strip.", "Tændstikker rykker til venstre på en strimmel."]),
    card("modified-nimbel", "game", ["Modified nimbel", "Ændret nimbel"], ["One match on a square, and no passing.", "Én tændstik på et felt og ingen overhaling."]),
    card("poker-nim", "game", ["Poker nim", "Pokernim"], ["Nim with a reserve to add from.", "Nim med en reserve at lægge til fra."]),
    card("grundy", "game", ["Grundy’s game", "Grundys spil"], ["Divide a heap into two of different size.", "Del en bunke i to forskellige."]),
    card("northcott", "game", ["Northcott’s game", "Northcotts spil"], ["Two matches in each row of a chessboard.", "To tændstikker i hver række på et skakbræt."]),
    card("laskers-nim", "game", ["Lasker’s nim", "Laskers nim"], ["Take from a heap or divide it.", "Tag fra en bunke eller del den."]),
    card("kegler", "game", ["Kayles", "Kegler"], ["Knock down one pin or two neighbours.", "Vælt én kegle eller to naboer."]),
    card("dawson", "game", ["Dawson’s chess", "Dawsons skak"], ["Pawns that must capture.", "Bønder, der skal slå."]),
    card("mur", "number", ["Values of games", "Spils værdier"], ["Grundy’s game, Kayles and Dawson’s chess up to 1222.", "Grundys spil, Kegler og Dawsons skak op til 1222."]),
];

pub(super) fn make() {
    let list: HtmlElement = dom::element("cards");
    for Card { program, kind, .. } in CARDS {
        let card = dom::create("button");
        dom::set(&card, "type", "button");
        card.set_class_name(&format!("card {kind}"));
        dom::set(&card, "data-program", program);
        for part in ["kind", "title", "line"] {
            let place = dom::create("span");
            place.set_class_name(part);
            card.append_child(&place).expect("a card takes texts");
        }
        dom::on(&card, "click", move |_: MouseEvent| {
            choose(program);
            reveal("machine");
        });
        list.append_child(&card).expect("a list takes cards");
    }
}

fn choose(program: &'static str) {
    busy(async move {
        let image = supplies::image(program).await;
        with(|page, desk| match image {
            Ok(image) => page.install(desk, switched_on(program, &image, dom::clock())),
            Err(_) => desk.lack(program),
        });
    });
}

/// Writes the texts of the cards in this language.
pub(super) fn speak(language: Language) {
    for (place, card) in dom::elements("#cards .card").into_iter().zip(CARDS) {
        let texts = [
            language.word(&format!("kind-{}", card.kind)),
            language.of(card.title[0], card.title[1]),
            language.of(card.line[0], card.line[1]),
        ];
        let places = place.children();
        for (number, text) in (0..).zip(texts) {
            places.item(number).expect("a card has three texts").set_text_content(Some(text));
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
