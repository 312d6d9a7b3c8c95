//! The games Nimbel and modified Nimbel: matches on a strip of squares, which move to the left.

use super::board::{
    Board, Position, Side, behind, between, campaign, nim_sum, numbers, position, rows_of_numbers,
    smallest_exception,
};
use crate::chance::Chance;
use std::collections::BTreeMap;

/// A move: the number of a match, counted from 1 at the left, and the number of squares that it moves.
type Move = (usize, usize);

/// A strip: the squares that have matches, in order.
#[derive(Clone, Debug, PartialEq)]
struct Strip {
    matches: Vec<usize>,
    /// The number of squares. At the start of a game, the last match is on the last square.
    squares: usize,
}

impl Strip {
    fn new(matches: &[usize]) -> Strip {
        let mut matches = matches.to_vec();
        matches.sort_unstable();
        Strip { squares: *matches.last().expect("a match"), matches }
    }

    /// Reads a strip, and checks that its picture agrees with its numbers.
    fn read(text: &str) -> Strip {
        let matches = rows_of_numbers(text).into_iter().next().unwrap_or_default();
        let picture = text
            .lines()
            .rfind(|line| {
                !line.is_empty() && line.chars().all(|c| c == '.' || c == 'i' || c.is_ascii_digit())
            })
            .unwrap_or_else(|| panic!("no strip in {text}"));
        let mut squares = 0;
        let mut drawn = Vec::new();
        // Ten matches on one square are printed as two characters.
        for square in picture.replace("10", "A").chars() {
            squares += 1;
            let here = if square == 'i' { 1 } else { square.to_digit(16).unwrap_or(0) };
            drawn.extend((0..here).map(|_| squares));
        }
        assert_eq!(matches, drawn, "{text}");
        Strip { matches, squares }
    }

    fn set_up(&self) -> Vec<(&'static str, String)> {
        let mut answers = vec![("Hvor mange tændstikker", self.matches.len().to_string())];
        // The guest enters the matches from right to left, so that GIER must sort them.
        answers.extend(self.matches.iter().rev().map(|square| ("Felt (1 til 60)", square.to_string())));
        answers
    }

    fn make(&mut self, (number, places): Move) {
        let square = self.matches.remove(number - 1) - places;
        if square > 0 {
            self.matches.push(square);
            self.matches.sort_unstable();
        }
    }

    fn told(&self, text: &str) -> Move {
        let told = behind(text, "Jeg rykker tændstik nr. ").split_once(".\n").unwrap().0;
        let told_numbers = numbers(told);
        assert_eq!(told_numbers[1], self.matches[told_numbers[0] - 1], "{text}");
        let target = if told.ends_with("ud over enden") { 0 } else { told_numbers[2] };
        (told_numbers[0], told_numbers[1] - target)
    }

    /// Returns the questions about a move, with the guest's answers, for a match that can move `room`
    /// squares.
    fn answers((number, places): Move, room: usize) -> Vec<(&'static str, String)> {
        let mut answers = vec![("Hvilken tændstik (nummer fra venstre)", number.to_string())];
        if room > 1 {
            answers.push(("Og hvor mange pladser", places.to_string()));
        }
        answers
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Nimbel(Strip);

impl Board for Nimbel {
    type Move = Move;
    const NAME: &'static str = "nimbel";

    fn choice(chance: &mut Chance) -> Nimbel {
        let count = between(chance, 1, 10);
        let last = [3, 60][chance.below(2)];
        Nimbel(Strip::new(&(0..count).map(|_| between(chance, 1, last)).collect::<Vec<_>>()))
    }

    fn set_up(&self) -> Vec<(&'static str, String)> {
        self.0.set_up()
    }

    fn read(&self, text: &str) -> Nimbel {
        Nimbel(Strip::read(text))
    }

    fn read_first(text: &str) -> Nimbel {
        Nimbel(Strip::read(text))
    }

    fn moves(&self, _: Side) -> Vec<Move> {
        let places = |(place, &square): (usize, &usize)| (1..=square).map(move |places| (place + 1, places));
        self.0.matches.iter().enumerate().flat_map(places).collect()
    }

    fn make(&mut self, _: Side, chosen: &Move) {
        self.0.make(*chosen);
    }

    fn value(&self) -> u32 {
        nim_sum(self.0.matches.iter().map(|&square| u32::try_from(square).expect("a square")))
    }

    fn answers(&self, chosen: &Move) -> Vec<(&'static str, String)> {
        Strip::answers(*chosen, self.0.matches[chosen.0 - 1])
    }

    fn told(&self, text: &str) -> Move {
        self.0.told(text)
    }

    fn waiting(&self) -> Move {
        (self.0.matches.len(), 1)
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Modified(Strip);

impl Modified {
    /// Returns the number of squares that a match, counted from 1, can move.
    fn room(&self, number: usize) -> usize {
        let square = self.0.matches[number - 1];
        if number == 1 { square } else { square - self.0.matches[number - 2] - 1 }
    }

    /// Returns the numbers of every second match, from the right. The value of the position depends only on
    /// how far these matches can move.
    fn counted(&self) -> impl Iterator<Item = usize> {
        (1..=self.0.matches.len()).rev().step_by(2)
    }
}

impl Board for Modified {
    type Move = Move;
    const NAME: &'static str = "modified-nimbel";

    fn choice(chance: &mut Chance) -> Modified {
        let count = between(chance, 2, 10);
        let last = [10, 60][chance.below(2)];
        let mut squares: Vec<usize> = Vec::new();
        while squares.len() < count {
            let square = between(chance, 1, last);
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        Modified(Strip::new(&squares))
    }

    fn set_up(&self) -> Vec<(&'static str, String)> {
        self.0.set_up()
    }

    fn read(&self, text: &str) -> Modified {
        Modified(Strip::read(text))
    }

    fn read_first(text: &str) -> Modified {
        Modified(Strip::read(text))
    }

    /// Returns all moves, from the right. The moves of matches that decide the value come first.
    fn moves(&self, _: Side) -> Vec<Move> {
        let others = (1..self.0.matches.len()).rev().step_by(2);
        let all = self.counted().chain(others);
        all.flat_map(|number| (1..=self.room(number)).map(move |places| (number, places))).collect()
    }

    fn make(&mut self, _: Side, chosen: &Move) {
        self.0.make(*chosen);
    }

    fn value(&self) -> u32 {
        nim_sum(self.counted().map(|number| u32::try_from(self.room(number)).expect("a room")))
    }

    fn answers(&self, chosen: &Move) -> Vec<(&'static str, String)> {
        Strip::answers(*chosen, self.room(chosen.0))
    }

    fn told(&self, text: &str) -> Move {
        self.0.told(text)
    }

    fn waiting(&self) -> Move {
        let largest = self.counted().map(|number| self.room(number)).max().expect("a match");
        let number = self.counted().find(|&number| self.room(number) == largest).expect("a match");
        (if largest == 0 { 1 } else { number }, 1)
    }
}

#[test]
fn nimbel_is_played_without_a_weak_move() {
    campaign::<Nimbel>();
}

#[test]
fn modified_nimbel_is_played_without_a_weak_move() {
    campaign::<Modified>();
}

const NIMBEL: [Position<Move>; 2] = [(&[1, 3, 3, 6], 7, &[(4, 5)]), (&[2, 2], 0, &[])];

const MODIFIED: [Position<Move>; 2] =
    [(&[1, 3, 5, 6, 8, 12, 14, 16], 3, &[(6, 3), (7, 1)]), (&[1, 2, 3, 4], 0, &[])];

#[test]
fn both_nimbels_make_the_winning_moves_of_the_theory() {
    for (squares, value, wins) in NIMBEL {
        position(&Nimbel(Strip::new(squares)), value, wins);
    }
    for (squares, value, wins) in MODIFIED {
        position(&Modified(Strip::new(squares)), value, wins);
    }
}

/// Finds the value of a strip only by the rule of the smallest exception. `known` contains the values found
/// so far.
fn searched(board: &Modified, known: &mut BTreeMap<Vec<usize>, u32>) -> u32 {
    if let Some(value) = known.get(&board.0.matches) {
        return *value;
    }
    let mut values = Vec::new();
    for chosen in board.moves(Side::Guest) {
        let mut after = board.clone();
        after.make(Side::Guest, &chosen);
        values.push(searched(&after, known));
    }
    let value = smallest_exception(values);
    known.insert(board.0.matches.clone(), value);
    value
}

/// Checks all 637 strips with 1 to 5 matches on 10 squares. From the right, take every second match, and the
/// number of squares that it can move. A position is lost if the nim sum of these numbers is 0; otherwise it
/// is won.
#[test]
fn every_second_room_decides_modified_nimbel() {
    let mut known = BTreeMap::new();
    let mut strips = 0;
    for set in (1_u32..1024).filter(|set| set.count_ones() <= 5) {
        let squares: Vec<usize> = (1..=10).filter(|square| set >> (square - 1) & 1 == 1).collect();
        let board = Modified(Strip::new(&squares));
        assert_eq!(searched(&board, &mut known) == 0, board.value() == 0, "{squares:?}");
        strips += 1;
    }
    assert_eq!(strips, 637);
}
