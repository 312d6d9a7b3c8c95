//! Checks figures in FAIR PLAY's text that need a longer table: the periods of Kegler and of Dawson's chess,
//! and the lost heaps of Grundy's game. The player who must move from a lost heap loses.

use super::{dawson, grundy, kegler};
use crate::guest::Guest;

/// Reads the table that GIER prints for a game, up to the number `last`. Returns the values, the numbers with
/// value 0, and the remaining text.
fn printed(game: u8, last: usize) -> (Vec<u32>, Vec<usize>, String) {
    let mut guest = Guest::at("mur");
    guest.types("d");
    let text = guest.types(&format!("{game} {last} "));
    let (values, rest) = text.split_once("\n\nVærdien 0 har").unwrap_or_else(|| panic!("{text}"));
    let values = values.split_once(".\n").unwrap().1;
    let (zeros, rest) = rest.split_once("\nPerioden er ").unwrap_or((rest, ""));
    let zeros = zeros.split("Skal").next().unwrap();
    let numbers = |text: &str| text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    (values.split_whitespace().map(|word| word.parse().unwrap()).collect(), numbers(zeros), rest.to_string())
}

/// Tests that the values of Kegler have the period 12 from 71 on, but not from 70 on.
#[test]
fn kegler_has_the_period_of_the_text() {
    let (values, zeros, rest) = printed(2, 120);
    assert_eq!(values, kegler::values(120));
    assert_eq!(zeros, [0]);
    assert!(rest.starts_with("12 fra 71.\n"), "{rest}");
}

/// Tests that the values of Dawson's chess have the period 34 from 52 on.
#[test]
fn dawson_has_the_period_of_the_text() {
    let (values, zeros, rest) = printed(3, 160);
    assert_eq!(values, dawson::values(160));
    assert_eq!(zeros[..8], [0, 4, 8, 14, 20, 24, 28, 34]);
    assert!(rest.starts_with("34 fra 52.\n"), "{rest}");
}

/// The sizes of the 42 known lost heaps of Grundy's game. The player who must move from a lost heap loses.
const LOST: [usize; 42] = [
    0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334, 337, 340, 346, 359, 362,
    365, 386, 389, 392, 566, 630, 633, 636, 639, 673, 676, 682, 685, 923, 926, 929, 932, 1222,
];

/// Checks heaps of up to 300 matches. With `GIER_LONG`, checks heaps of up to 1222 matches, which takes four
/// hours of machine time.
#[test]
fn grundy_has_the_lost_heaps_of_the_text() {
    let last = if std::env::var_os("GIER_LONG").is_some() { 1222 } else { 300 };
    let (values, zeros, rest) = printed(1, last);
    assert_eq!(values, grundy::values(last));
    assert_eq!(zeros, LOST.into_iter().filter(|&heap| heap <= last).collect::<Vec<_>>());
    assert_eq!(rest, "", "no period is known");
}
