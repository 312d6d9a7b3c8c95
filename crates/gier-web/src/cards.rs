//! The cards of the gallery. The file `papers.txt` of the page has what each program leaves on the paper; a test makes
//! it by running the programs, so that no visitor waits for them.

use crate::words::{Language, Words};

/// The programs of the gallery, in the order of their cards: the name of each, its kind, by which the gallery can be
/// filtered, and the keys for the program whose paper the card shows.
#[rustfmt::skip]
pub const CARDS: &[(&str, &str, &str)] = &[
    ("nim", "game", "ejk 3 3 "),
    ("plot", "drawing", ""),
    ("life", "drawing", ""),
    ("dream", "music", " "),
    ("hanoi", "puzzle", "3 "),
    ("queens", "puzzle", ""),
    ("calendar", "table", "1961 12 "),
    ("pi", "number", ""),
    ("primes", "number", ""),
    ("magic", "puzzle", "5 "),
    ("markov", "text", "the cat sat on the mat."),
    ("sort", "table", ""),
    ("man-or-boy", "number", ""),
    ("jensen", "number", ""),
    ("inverse", "number", ""),
    ("russian-nim", "game", "e"),
    ("combitron", "game", "e"),
    ("fair-nim", "game", "ejk "),
    ("nimbel", "game", "ejk "),
    ("modified-nimbel", "game", "ejk "),
    ("poker-nim", "game", "ejk "),
    ("grundy", "game", "ejk "),
    ("northcott", "game", "ejk "),
    ("laskers-nim", "game", "ejk "),
    ("kegler", "game", "ejk "),
    ("dawson", "game", "ejk "),
    ("mur", "number", "e"),
];

/// The name and the description of a program on its card. `None` if it did not come with gier.
pub fn words_of(program: &str, language: Language) -> Option<(&'static str, &'static str)> {
    CARDS.iter().find(|(name, _, _)| *name == program)?;
    let word = |kind| language.word(&format!("{kind}-{program}"));
    Some((word("card"), word("line")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_programs::PROGRAMS;

    #[test]
    fn every_program_has_a_card_in_both_languages() {
        for program in PROGRAMS {
            assert!(words_of(program.name, Language::Danish).is_some(), "{} has no card", program.name);
        }
        assert_eq!(CARDS.len(), PROGRAMS.len());
        for (_, kind, _) in CARDS {
            assert!(!Language::Danish.word(&format!("kind-{kind}")).is_empty());
        }
    }
}
