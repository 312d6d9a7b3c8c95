//! Plays nim as in FAIR PLAY: with heaps, and the last match wins. Also checks the addition table of nim.

use super::board::{
    Board, Position, Side, answer_at_start, behind, between, campaign, nim_sum, numbers, position,
    rows_of_numbers,
};
use crate::chance::Chance;

/// The sizes of the heaps.
#[derive(Clone, Debug, PartialEq)]
struct Nim(Vec<usize>);

/// Reads the machine's move from a text: the heap, counted from 1, and the number of matches.
pub fn told_to_take(heaps: &[usize], text: &str) -> (usize, usize) {
    let told = behind(text, "Jeg fjerner nu").split_once(".\n").unwrap().0;
    match (&numbers(told)[..], told.contains("hele bunke nr.")) {
        (&[heap], true) => (heap, heaps[heap - 1]),
        (&[number, heap], false) => (heap, number),
        _ => panic!("{text}"),
    }
}

/// Returns the number of the largest heap, counted from 1. If several heaps are equally large, returns the
/// first of them.
pub fn biggest(heaps: &[usize]) -> usize {
    let biggest = heaps.iter().max();
    heaps.iter().position(|heap| Some(heap) == biggest).expect("a heap") + 1
}

/// Returns random heaps that are not all empty.
pub fn heaps_by_chance(chance: &mut Chance, heaps: (usize, usize), most: usize) -> Vec<usize> {
    let count = between(chance, heaps.0, heaps.1);
    let most = between(chance, 1, most);
    let mut heaps: Vec<usize> = (0..count).map(|_| between(chance, 0, most)).collect();
    heaps[0] = heaps[0].max(1);
    heaps
}

/// Returns the questions that set up these heaps, with the guest's answers.
pub fn heaps_set_up(heaps: &[usize]) -> Vec<(&'static str, String)> {
    let mut answers = vec![("Hvor mange bunker", heaps.len().to_string())];
    answers.extend(heaps.iter().map(|heap| ("Antal tændstikker", heap.to_string())));
    answers
}

/// Returns the value of these heaps in nim.
pub fn value_of_heaps(heaps: &[usize]) -> u32 {
    nim_sum(heaps.iter().map(|&heap| u32::try_from(heap).expect("a small heap")))
}

/// Returns all moves that take from a heap: the heap, counted from 1, and the number of matches.
pub fn takes(heaps: &[usize]) -> Vec<(usize, usize)> {
    let takes = |(heap, &size): (usize, &usize)| (1..=size).map(move |number| (heap + 1, number));
    heaps.iter().enumerate().flat_map(takes).collect()
}

impl Board for Nim {
    type Move = (usize, usize);
    const NAME: &'static str = "fair-nim";

    fn choice(chance: &mut Chance) -> Nim {
        Nim(heaps_by_chance(chance, (2, 10), 99))
    }

    fn set_up(&self) -> Vec<(&'static str, String)> {
        heaps_set_up(&self.0)
    }

    fn read(&self, text: &str) -> Nim {
        Nim::read_first(text)
    }

    fn read_first(text: &str) -> Nim {
        Nim(rows_of_numbers(text).pop().expect("a row of numbers"))
    }

    fn moves(&self, _: Side) -> Vec<(usize, usize)> {
        takes(&self.0)
    }

    fn make(&mut self, _: Side, (heap, number): &(usize, usize)) {
        self.0[heap - 1] -= number;
    }

    fn value(&self) -> u32 {
        value_of_heaps(&self.0)
    }

    fn answers(&self, (heap, number): &(usize, usize)) -> Vec<(&'static str, String)> {
        let mut answers = vec![("Vælg Deres bunke", heap.to_string())];
        // The machine does not ask for a number if the heap is a single match.
        if self.0[heap - 1] > 1 {
            answers.push(("Og antallet", number.to_string()));
        }
        answers
    }

    fn told(&self, text: &str) -> (usize, usize) {
        told_to_take(&self.0, text)
    }

    fn waiting(&self) -> (usize, usize) {
        (biggest(&self.0), 1)
    }
}

#[test]
fn fair_nim_is_played_without_a_weak_move() {
    campaign::<Nim>();
}

const POSITIONS: [Position<(usize, usize)>; 5] = [
    (&[4, 5, 6, 7], 0, &[]),
    (&[4, 5, 6, 3], 4, &[(1, 4), (2, 4), (3, 4)]),
    (&[1, 2, 3], 0, &[]),
    (&[9, 9], 0, &[]),
    (&[0, 99, 0, 1], 98, &[(2, 98)]),
];

#[test]
fn fair_nim_makes_the_winning_moves_of_the_theory() {
    for (heaps, value, wins) in POSITIONS {
        position(&Nim(heaps.to_vec()), value, wins);
    }
}

/// Checks the 256 numbers of the addition table. Rows 6 and 11 are compared with the rows printed in the
/// text.
#[test]
fn fair_nim_prints_the_addition_table_of_the_text() {
    let text = answer_at_start("fair-nim", "Vil De se additionstabellen for nim");
    let rows = rows_of_numbers(&text);
    assert_eq!(rows.len(), 16);
    assert_eq!(rows[6], [6, 7, 4, 5, 2, 3, 0, 1, 14, 15, 12, 13, 10, 11, 8, 9]);
    assert_eq!(rows[11], [11, 10, 9, 8, 15, 14, 13, 12, 3, 2, 1, 0, 7, 6, 5, 4]);
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(*row, (0..16).map(|j| i ^ j).collect::<Vec<_>>());
    }
}
