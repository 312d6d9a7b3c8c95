//! Tests the FAIR PLAY games against their theory. `tests/games/` has whole games against guests who play by
//! chance and guests who play perfectly, and `tests/fair_play/` positions of the theory with the machine's
//! answers. A referee that knew the rules has judged each move of the machine in them. The values below come
//! from FAIR PLAY's text, and from the specification of the games.

use crate::guest::Guest;
use crate::tidy::root;
use crate::{cases, games};
use std::collections::BTreeSet;

/// The question before each game.
const CHOOSE: &str = "Ønsker De selv at bestemme begyndelsen: ";

/// The values of heaps of 0 to `last`: of each heap, the smallest number that no move leaves. `moves` returns
/// the heaps that each move leaves of a heap.
fn values(last: usize, moves: impl Fn(usize) -> Vec<Vec<usize>>) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for size in 0..=last {
        let nim_sum = |heaps: Vec<usize>| heaps.into_iter().fold(0, |sum, heap| sum ^ values[heap]);
        let left: BTreeSet<u32> = moves(size).into_iter().map(nim_sum).collect();
        values.push((0..).find(|value| !left.contains(value)).expect("an exception"));
    }
    values
}

/// Knocks down one pin, or two that stand side by side.
fn kegler(pins: usize) -> Vec<Vec<usize>> {
    let hit = |down: usize| (0..=pins - down).map(move |left| vec![left, pins - down - left]);
    (1..=pins.min(2)).flat_map(hit).collect()
}

/// Closes an open file and its neighbours.
fn dawson(files: usize) -> Vec<Vec<usize>> {
    (1..=files).map(|file| vec![file.saturating_sub(2), files.saturating_sub(file + 1)]).collect()
}

/// Divides a heap into two of different size.
fn grundy(heap: usize) -> Vec<Vec<usize>> {
    (1..heap.div_ceil(2)).map(|part| vec![part, heap - part]).collect()
}

/// Takes matches, or divides a heap.
fn lasker(heap: usize) -> Vec<Vec<usize>> {
    let taken = (0..heap).map(|left| vec![left]);
    taken.chain((1..heap).map(|part| vec![part, heap - part])).collect()
}

fn numbers(text: &str) -> Vec<u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

/// What a program prints when a guest types this text.
fn printed(program: &str, typed: &str) -> String {
    let mut guest = Guest::at(program);
    let text = guest.types(typed);
    assert!(guest.slowest() < 25.0, "{typed}: {} s beside typing", guest.slowest());
    text
}

/// Values from section 2.1 of the specification, which found them by brute force: of 0 to 70 pins, 0 to 59
/// files, and heaps of 0 to 99 matches.
const KEGLER: &str = "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 \
    7 2 1 8 6 7 4 1 2 3 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1 4 2 7 4 1 2 8 1 4 7 2 1 8 6";
const DAWSON: &str = "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 \
    5 2 7 4 0 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 2 3 3 0 1 1 3 0 2";
const GRUNDY: &str = "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 \
    3 1 2 4 1 2 4 1 2 4 1 5 4 1 5 4 1 5 4 1 0 2 1 0 2 1 5 2 1 3 \
    2 1 3 2 4 3 2 4 3 2 4 3 2 4 3 2 4 3 2 4 5 2 4 5 2 4 3 7 4 3 \
    7 4 3 7 4 3 5 2 3 5";
/// The values of nim, with 4j+3 and 4j+4 exchanged.
const LASKER: &str = "0 1 2 4 3 5 6 8 7 9 10 12 11 13 14 16 15";

#[test]
fn the_tables_of_the_games_are_those_of_the_theory() {
    let theory = [
        (values(70, kegler), KEGLER, printed("kegler", "da j")),
        (values(59, dawson), DAWSON, printed("dawson", "da j")),
        (values(99, grundy), GRUNDY, printed("grundy", "da j0 ")),
        (values(30, lasker), LASKER, printed("laskers-nim", "da j")),
    ];
    for (values, table, paper) in theory {
        let table = numbers(table);
        assert_eq!(values[..table.len()], table);
        // The paper ends with the table, and the values are what follows the guest's last key.
        let paper = numbers(paper.rsplit_once("j").map_or("", |(_, printed)| printed));
        let from = paper.windows(values.len()).any(|part| part == values);
        assert!(from, "{paper:?}");
    }
    // Row 6 of nim's addition table, as the text prints it.
    let sums = printed("fair-nim", "da j");
    let row = |i: u32| (0..16).map(|j| i ^ j).collect::<Vec<u32>>();
    assert_eq!(row(6), [6, 7, 4, 5, 2, 3, 0, 1, 14, 15, 12, 13, 10, 11, 8, 9]);
    assert!((0..16).all(|i| sums.lines().any(|line| numbers(line) == row(i))), "{sums}");
}

/// The sizes of the known lost heaps of Grundy's game up to 300. The player who must move from one loses.
const LOST: [u32; 17] = [0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288];

/// Tests the figures of the text that need a longer table: the period of Kegler is 12 from 71 on, and that of
/// Dawson's chess 34 from 52 on.
#[test]
fn the_periods_are_those_of_the_text() {
    for (typed, values, zeros, period) in [
        ("d2 120 ", values(120, kegler), vec![0], "12 fra 71.\n"),
        ("d3 160 ", values(160, dawson), vec![0, 4, 8, 14, 20, 24, 28, 34], "34 fra 52.\n"),
        ("d1 300 ", values(300, grundy), LOST.to_vec(), ""),
    ] {
        let mut guest = Guest::at("mur");
        guest.types(&typed[..1]);
        let text = guest.types(&typed[1..]);
        let (table, rest) = text.split_once("\n\nVærdien 0 har").unwrap();
        assert_eq!(numbers(table.split_once(".\n").unwrap().1), values, "{typed}");
        let (found, rest) = rest.split_once("\nPerioden er ").unwrap_or((rest, ""));
        let found = numbers(found.split("Skal").next().unwrap());
        assert_eq!(found[..zeros.len()], zeros, "{typed}");
        assert!(rest.starts_with(period), "{rest}");
    }
}

/// The first lines of each file in `tests/fair_play/` are what a guest types, with the value of the position
/// and all winning moves. The machine begins, and its answer follows the line of dashes.
#[test]
fn the_machine_makes_the_winning_moves_of_the_theory() {
    cases::check(&root().join("tests/fair_play"), |head| {
        let mut lines = head.lines();
        let program = lines.next().and_then(|line| line.strip_prefix("# ")).expect("the program's name");
        lines
            .map(|line| {
                let (typed, _) = line.split_once(" | ").expect("what is typed");
                let mut guest = Guest::at(program);
                guest.types(&typed[..typed.len() - 1]);
                format!("{typed}\n{}\n", guest.types(&typed[typed.len() - 1..]).trim_end())
            })
            .collect()
    });
}

/// Once the machine has said that the guest cannot win, it must win. It never loses a game without having
/// said that the guest can win.
#[test]
fn the_machine_wins_what_it_says() {
    let mut judged = 0;
    for name in games::names() {
        let paper = games::file(&name, "paper").unwrap();
        if !games::program(&name).line.starts_with("FAIR PLAY ") {
            continue;
        }
        for game in paper.split(CHOOSE).skip(1) {
            let ends = [game.contains("De har vundet."), game.contains("De har tabt.")];
            let doomed =
                game.contains("De kan ikke vinde dette spil.") || game.contains("Nu kan De ikke vinde.");
            assert!(!(doomed && ends[0]), "{name}: {game}");
            judged += usize::from(ends != [false, false]);
        }
    }
    assert!(judged > 70, "{judged} games");
}

/// Tests that the random start of a game depends only on the last two letters of a name, because the start is
/// computed modulo 512.
#[test]
fn a_whole_name_starts_the_game_of_its_last_two_letters() {
    let begun = |initials: &str, program: &str| {
        let mut guest = Guest::at(program);
        let mut text = guest.types(&format!("d{initials} "));
        while !text.ends_with(CHOOSE) {
            text = guest.types("n");
        }
        guest.types("n")
    };
    let fair = gier_programs::PROGRAMS.iter().filter(|program| program.line.starts_with("FAIR PLAY "));
    let names: Vec<&str> = fair.map(|program| program.name).collect();
    assert_eq!(names.len(), 9);
    for name in names {
        let start = begun("an", name);
        assert_eq!(begun("Christian", name), start, "{name}");
        assert_eq!(begun("maximilian", name), start, "{name}");
    }
}
