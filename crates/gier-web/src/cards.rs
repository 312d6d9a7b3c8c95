//! The cards of the gallery, with texts in English and Danish. The file `papers.txt` of the page has what each
//! program leaves on the paper; a test makes it by running the programs, so that no visitor waits for them.

use crate::words::Language;

/// A card of the gallery. It shows a program, its kind, its paper, and its name and description in English and Danish.
#[derive(Debug)]
pub struct Card {
    /// The name of the program.
    pub program: &'static str,
    /// The kind of the program, by which the gallery can be filtered.
    pub kind: &'static str,
    title: [&'static str; 2],
    line: [&'static str; 2],
    /// The keys for the program whose paper the card shows.
    pub keys: &'static str,
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

/// All cards, in the order in which they are shown.
#[rustfmt::skip]
pub const CARDS: &[Card] = &[
    card("nim", "game", ["NIM", "NIM"], ["The match game of 1966. Speaks four languages.", "Tændstikspillet fra 1966. Taler fire sprog."], "ejk 3 3 "),
    card("plot", "drawing", ["A damped swing", "En dæmpet svingning"], ["The typewriter draws a curve.", "Skrivemaskinen tegner en kurve."], ""),
    card("life", "drawing", ["Life", "Life"], ["Conway’s cells: a glider, and what it meets.", "Conways celler: en glider og det, den møder."], ""),
    card("dream", "music", ["I dreamt a dream", "Drømte mig en drøm"], ["A Danish tune of about 1300, on the loudspeaker.", "En dansk melodi fra omkring 1300, på højttaleren."], " "),
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

/// The name and the description of a program on its card. `None` if it did not come with gier.
pub fn words_of(program: &str, language: Language) -> Option<(&'static str, &'static str)> {
    let card = CARDS.iter().find(|card| card.program == program)?;
    Some((language.of(card.title), language.of(card.line)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Words;
    use gier_programs::PROGRAMS;

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
