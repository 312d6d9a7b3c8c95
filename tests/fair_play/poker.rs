//! Poker-nim: nim with a reserve, from which a player may add matches.

use super::board::{
    Board, Side, behind, between, campaign, machine_begins, numbers, rows_of_numbers, winners,
};
use super::nim::{biggest, heaps_by_chance, heaps_set_up, takes, told_to_take, value_of_heaps};
use crate::chance::Chance;

/// The heaps, the two reserves, and the matches that the guest has just added (heap and number).
#[derive(Clone, Debug, PartialEq)]
struct Poker {
    heaps: Vec<usize>,
    yours: usize,
    mine: usize,
    added: Option<(usize, usize)>,
}

/// A move: the heap, counted from 1, and the number of matches taken or added.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Move {
    Take(usize, usize),
    Add(usize, usize),
}

impl Board for Poker {
    type Move = Move;
    const NAME: &'static str = "poker-nim";

    fn choice(chance: &mut Chance) -> Poker {
        let heaps = heaps_by_chance(chance, (2, 10), 99);
        Poker { heaps, yours: between(chance, 0, 20), mine: between(chance, 0, 20), added: None }
    }

    fn set_up(&self) -> Vec<(&'static str, String)> {
        let mut answers = heaps_set_up(&self.heaps);
        answers.extend([("Deres reserve", self.yours.to_string()), ("Min reserve", self.mine.to_string())]);
        answers
    }

    fn read(&self, text: &str) -> Poker {
        Poker { added: self.added, ..Poker::read_first(text) }
    }

    fn read_first(text: &str) -> Poker {
        let heaps = rows_of_numbers(text).pop().expect("a row of numbers");
        let reserves = numbers(behind(text, "\nDeres reserve: ").split_once(".\n").unwrap().0);
        Poker { heaps, yours: reserves[0], mine: reserves[1], added: None }
    }

    fn moves(&self, side: Side) -> Vec<Move> {
        let mut moves: Vec<Move> =
            takes(&self.heaps).into_iter().map(|(heap, number)| Move::Take(heap, number)).collect();
        // When the heaps are empty, the game has ended, and nobody can add matches. The machine never adds
        // matches.
        if side == Side::Guest && !moves.is_empty() {
            let adds = |heap| (1..=self.yours).map(move |number| Move::Add(heap, number));
            moves.extend((1..=self.heaps.len()).flat_map(adds));
        }
        moves
    }

    fn make(&mut self, _: Side, chosen: &Move) {
        self.added = None;
        match *chosen {
            Move::Take(heap, number) => self.heaps[heap - 1] -= number,
            Move::Add(heap, number) => {
                self.heaps[heap - 1] += number;
                self.yours -= number;
                self.added = Some((heap, number));
            }
        }
    }

    fn value(&self) -> u32 {
        value_of_heaps(&self.heaps)
    }

    fn answers(&self, chosen: &Move) -> Vec<(&'static str, String)> {
        let (heap, number) = match chosen {
            Move::Take(heap, number) => (heap, number.to_string()),
            Move::Add(heap, number) => (heap, format!("-{number}")),
        };
        let question = "Hvor mange fjerner De (minus: lægger De til)";
        vec![("Vælg Deres bunke", heap.to_string()), (question, number)]
    }

    fn told(&self, text: &str) -> Move {
        let (heap, number) = told_to_take(&self.heaps, text);
        Move::Take(heap, number)
    }

    fn waiting(&self) -> Move {
        Move::Take(biggest(&self.heaps), 1)
    }

    fn winning(&self) -> Move {
        let winners = winners(self, Side::Machine);
        let back = self.added.map(|(heap, number)| Move::Take(heap, number));
        back.filter(|back| winners.contains(back)).unwrap_or(winners[0])
    }
}

#[test]
fn poker_nim_is_played_without_a_weak_move() {
    campaign::<Poker>();
}

/// Tests that the values are those of nim, whatever the reserves are.
#[test]
fn poker_nim_makes_the_winning_moves_of_nim() {
    for (heaps, value) in [(vec![4, 5, 6, 3], 4), (vec![1, 2, 3], 0), (vec![7, 7], 0), (vec![20, 99], 119)] {
        machine_begins(&Poker { heaps, yours: 20, mine: 0, added: None }, value);
    }
}
