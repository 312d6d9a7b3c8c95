//! A referee for IGRA NIM, who reads the recorded games of `tests/games/`: those with guests who play by chance
//! and perfectly, from all positions of the specification's table, from 3-4-5 to 20-20-20, and with the
//! specification's wrong moves. The referee knows the theory and not the ALGOL text.

use crate::games;

/// The exclusive or of all rows. The player who moves can win if it is not 0.
fn sum(rows: &[u32]) -> u32 {
    rows.iter().fold(0, |sum, row| sum ^ row)
}

/// Reads a line that shows a row: its number, its counters, and how many there are.
fn row(line: &str) -> Option<(usize, u32)> {
    let mut words = line.split_whitespace();
    let (number, left) = (words.next()?.parse().ok()?, words.next_back()?.parse().ok()?);
    words.all(|word| word == "i" || word == ".").then_some((number, left))
}

#[test]
fn gier_makes_the_winning_move_where_there_is_one() {
    let mut moves = 0;
    for name in games::names().iter().filter(|name| name.starts_with("russian-nim.")) {
        let mut rows = Vec::new();
        for line in games::file(name, "paper").unwrap().lines() {
            if line.starts_with("Row no.") {
                rows.clear();
            } else if let Some((number, left)) = row(line) {
                rows.resize(rows.len().max(number), 0);
                rows[number - 1] = left;
            } else if let Some(told) = line.strip_prefix("My move: ") {
                let told: Vec<u32> = told.split_whitespace().map(|word| word.parse().unwrap()).collect();
                let before = rows.clone();
                rows[told[0] as usize - 1] -= told[1];
                assert!(told[1] > 0 && (sum(&before) == 0 || sum(&rows) == 0), "{name}: {before:?} {told:?}");
                moves += 1;
            }
        }
    }
    assert!(moves > 200, "{moves} moves");
}
