//! Finds the correct word for a misspelt word.

use crate::{Case, Symbol};

/// Words longer than this number of bytes are not compared.
const LENGTH_MAX: usize = 60;

/// Returns the known word that is most similar to `word`, or `None` if no known word is similar. Upper and
/// lower case count as equal. A word of three to five letters may have one slip: an inserted, missing or
/// changed letter, or two neighbours exchanged. A longer word may have two slips, a shorter one none.
pub fn similar<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LENGTH_MAX {
        return None;
    }
    let slips = match word.chars().count() {
        0..3 => 0,
        3..6 => 1,
        _ => 2,
    };
    let lower = small(word);
    let distances = known.into_iter().filter(|known| known.len().abs_diff(word.len()) <= 2 * slips);
    let distances = distances.map(|known| (strsim::osa_distance(&lower, &small(known)), known));
    distances
        .filter(|&(distance, _)| distance <= slips)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, known)| known)
}

/// Converts the letters of GIER's alphabet in a word to lower case. Other characters stay unchanged.
pub fn small(word: &str) -> String {
    let letter = |letter: char| match Symbol::from_char(letter) {
        Some((symbol, Some(Case::Upper))) => symbol.glyph(Case::Lower).unwrap_or(letter),
        _ => letter,
    };
    word.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::similar;

    #[test]
    fn misspelt_words_are_found_and_other_words_are_not() {
        let known = ["writetext", "write", "sqrt", "i", "æble"];
        for (word, meant) in [
            ("writetxet", Some("writetext")),
            ("wirte", Some("write")),
            ("SQRT", Some("sqrt")),
            ("I", Some("i")),
            ("ÆBLE", Some("æble")),
            ("j", None),
            ("read", None),
            ("squareroot", None),
        ] {
            assert_eq!(similar(word, known), meant, "{word}");
        }
    }
}
