//! Lasker's nim: a move takes matches from a heap, or divides the heap.

use super::board::{
    Board, Position, Side, behind, campaign, nim_sum, numbers, position, rows_of_numbers, smallest_exception,
    table,
};
use super::nim::{biggest, heaps_by_chance, heaps_set_up, told_to_take};
use crate::chance::Chance;
use std::sync::LazyLock;

/// The largest number of heaps.
const PLACES: usize = 40;

/// The sizes of the heaps. An empty heap keeps its place in the list until a division puts a new heap there.
#[derive(Clone, Debug, PartialEq)]
struct Lasker(Vec<usize>);

/// A move in a heap. The first number is the heap, counted from 1. The second number is the number of matches
/// that are taken, or the size of the part that stays.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Move {
    Take(usize, usize),
    Divide(usize, usize),
}

/// Returns the values of heaps of 0 to `last` matches.
fn values(last: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for size in 0..=last {
        let pairs = (1..size).map(|part| values[part] ^ values[size - part]);
        values.push(smallest_exception(values.iter().copied().chain(pairs)));
    }
    values
}

impl Lasker {
    fn is_full(&self) -> bool {
        self.0.len() == PLACES && !self.0.contains(&0)
    }
}

static COMPONENTS: LazyLock<Vec<u32>> = LazyLock::new(|| values(30));

impl Board for Lasker {
    type Move = Move;
    const NAME: &'static str = "laskers-nim";

    fn choice(chance: &mut Chance) -> Lasker {
        Lasker(heaps_by_chance(chance, (1, 6), 30))
    }

    fn set_up(&self) -> Vec<(&'static str, String)> {
        heaps_set_up(&self.0)
    }

    fn read(&self, text: &str) -> Lasker {
        Lasker::read_first(text)
    }

    fn read_first(text: &str) -> Lasker {
        Lasker(rows_of_numbers(text).concat())
    }

    /// Returns all moves in the order in which the machine tries them, heap by heap. For each heap, the moves
    /// that take matches come first, beginning with the largest number. Divisions follow, beginning with the
    /// smallest part.
    fn moves(&self, side: Side) -> Vec<Move> {
        let mut moves = Vec::new();
        for (place, &size) in self.0.iter().enumerate() {
            moves.extend((1..=size).rev().map(|number| Move::Take(place + 1, number)));
            if !self.is_full() {
                let most = if side == Side::Guest && size > 2 { size - 1 } else { size / 2 };
                moves.extend((1..=most).map(|part| Move::Divide(place + 1, part)));
            }
        }
        moves
    }

    fn make(&mut self, _: Side, chosen: &Move) {
        match *chosen {
            Move::Take(heap, number) => self.0[heap - 1] -= number,
            Move::Divide(heap, part) => {
                let other = self.0[heap - 1] - part;
                self.0[heap - 1] = part;
                match self.0.iter().position(|&heap| heap == 0) {
                    Some(empty) => self.0[empty] = other,
                    None => self.0.push(other),
                }
            }
        }
    }

    fn value(&self) -> u32 {
        nim_sum(self.0.iter().map(|&heap| COMPONENTS[heap]))
    }

    fn answers(&self, chosen: &Move) -> Vec<(&'static str, String)> {
        let (Move::Take(heap, _) | Move::Divide(heap, _)) = *chosen;
        let size = self.0[heap - 1];
        let mut answers = vec![("Vælg Deres bunke", heap.to_string())];
        let (number, part) = match *chosen {
            Move::Take(_, number) => (number, None),
            Move::Divide(_, part) => (0, Some(part).filter(|_| size > 2)),
        };
        if size > 1 {
            answers.push(("Antallet, eller 0 for at dele", number.to_string()));
        }
        answers.extend(part.map(|part| ("Den ene del", part.to_string())));
        answers
    }

    fn told(&self, text: &str) -> Move {
        if !text.contains("Jeg deler bunke nr. ") {
            let (heap, number) = told_to_take(&self.0, text);
            return Move::Take(heap, number);
        }
        let told = numbers(behind(text, "Jeg deler bunke nr. ").split_once(".\n").unwrap().0);
        assert_eq!(self.0[told[0] - 1], told[1] + told[2], "{text}");
        Move::Divide(told[0], told[1])
    }

    fn waiting(&self) -> Move {
        Move::Take(biggest(&self.0), 1)
    }
}

#[test]
fn laskers_nim_is_played_without_a_weak_move() {
    campaign::<Lasker>();
}

use Move::{Divide, Take};

const POSITIONS: [Position<Move>; 7] = [
    (&[3], 4, &[Take(1, 3)]),
    (&[4], 3, &[Take(1, 4), Divide(1, 2)]),
    (&[1, 3], 5, &[Take(2, 2)]),
    (&[3, 4], 7, &[Divide(1, 1), Take(2, 1)]),
    (&[2, 3, 4], 5, &[Take(2, 2)]),
    (&[5, 6, 7], 11, &[Take(3, 3)]),
    (&[7, 8], 15, &[Divide(1, 1), Divide(1, 2), Divide(1, 3), Take(2, 1)]),
];

#[test]
fn laskers_nim_makes_the_winning_moves_of_the_theory() {
    for (heaps, value, wins) in POSITIONS {
        position(&Lasker(heaps.to_vec()), value, wins);
    }
}

/// Tests that the values are those of nim, but 4j+3 and 4j+4 are exchanged.
#[test]
fn laskers_nim_computes_the_values_of_the_theory() {
    let theory = |size: u32| match size % 4 {
        3 => size + 1,
        0 if size > 0 => size - 1,
        _ => size,
    };
    let expected: Vec<u32> = (0..=30).map(theory).collect();
    assert_eq!(expected[..17], [0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11, 13, 14, 16, 15]);
    assert_eq!(table("laskers-nim"), expected);
    assert_eq!(values(30), expected);
}
