//! Kegler: rows of pins. A ball knocks down one pin, or two adjacent pins.

use super::board::{
    Board, Position, Side, behind, between, campaign, coin, numbers, position, smallest_exception, table,
    winners,
};
use super::pins::Pins;
use crate::chance::Chance;
use std::sync::LazyLock;

#[derive(Clone, Debug, PartialEq)]
struct Kegler(Pins);

/// The pins that a ball knocks down: the first pin, counted from 1, and the number of pins.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ball {
    first: usize,
    pins: usize,
}

/// Returns the values of rows of 0 to `last` pins.
pub fn values(last: usize) -> Vec<u32> {
    let mut values = Vec::new();
    for length in 0..=last {
        let splits = (1..=length.min(2))
            .flat_map(|ball| (0..=length - ball).map(move |left| (left, length - ball - left)));
        let value = smallest_exception(splits.map(|(left, right)| values[left] ^ values[right]));
        values.push(value);
    }
    values
}

static COMPONENTS: LazyLock<Vec<u32>> = LazyLock::new(|| values(70));

impl Board for Kegler {
    type Move = Ball;
    const NAME: &'static str = "kegler";

    fn choice(chance: &mut Chance) -> Kegler {
        let rows = if coin(chance) { 1 } else { between(chance, 2, 4) };
        let lengths: Vec<usize> = (0..rows).map(|_| between(chance, 1, 69 / rows)).collect();
        Kegler(Pins::rows(&lengths))
    }

    fn set_up(&self) -> Vec<(&'static str, String)> {
        let runs = self.0.runs();
        let mut answers = vec![("Hvor mange rækker (1 til 9)", runs.len().to_string())];
        answers.extend(runs.iter().map(|(_, length)| ("Antal kegler i rækken", length.to_string())));
        answers
    }

    fn read(&self, text: &str) -> Kegler {
        Kegler::read_first(text)
    }

    fn read_first(text: &str) -> Kegler {
        Kegler(Pins::read(text))
    }

    fn moves(&self, _: Side) -> Vec<Ball> {
        let balls = |(first, length): (usize, usize)| {
            (1..=length.min(2))
                .flat_map(move |pins| (first..=first + length - pins).map(move |first| Ball { first, pins }))
        };
        self.0.runs().into_iter().flat_map(balls).collect()
    }

    fn make(&mut self, _: Side, ball: &Ball) {
        for pin in &mut self.0.0[ball.first - 1..][..ball.pins] {
            assert!(*pin, "a fallen pin");
            *pin = false;
        }
    }

    fn value(&self) -> u32 {
        self.0.runs().into_iter().fold(0, |sum, (_, length)| sum ^ COMPONENTS[length])
    }

    fn answers(&self, ball: &Ball) -> Vec<(&'static str, String)> {
        let mut answers = vec![("Hvilken kegle rammer De", ball.first.to_string())];
        // The machine does not ask for the number of pins if the next pin has already fallen.
        if self.0.0.get(ball.first) == Some(&true) {
            answers.push(("Og hvor mange kegler vælter De (den og den næste)", ball.pins.to_string()));
        }
        answers
    }

    fn told(&self, text: &str) -> Ball {
        let told = numbers(behind(text, "Jeg vælter kegle nr.").split_once('.').unwrap().0);
        assert!(told.len() == 1 || told.len() == 2 && told[1] == told[0] + 1, "{text}");
        Ball { first: told[0], pins: told.len() }
    }

    fn waiting(&self) -> Ball {
        Ball { first: self.0.longest(), pins: 1 }
    }
}

#[test]
fn kegler_is_played_without_a_weak_move() {
    campaign::<Kegler>();
}

/// Positions of the theory: the rows, their value, and all winning moves (first pin, number of pins).
const POSITIONS: [Position<(usize, usize)>; 8] = [
    (&[3], 3, &[(2, 1)]),
    (&[5], 4, &[(3, 1)]),
    (&[6], 3, &[(2, 1), (5, 1), (3, 2)]),
    (&[7], 2, &[(4, 1), (2, 2), (5, 2)]),
    (&[12], 4, &[(6, 2)]),
    (&[3, 3], 0, &[]),
    (&[1, 2, 3], 0, &[]),
    (&[4, 5, 6], 6, &[(7, 1), (9, 1)]),
];

#[test]
fn kegler_makes_the_winning_moves_of_the_theory() {
    for (rows, value, wins) in POSITIONS {
        let wins: Vec<Ball> = wins.iter().map(|&(first, pins)| Ball { first, pins }).collect();
        position(&Kegler(Pins::rows(rows)), value, &wins);
    }
}

/// The values of rows of 0 to 70 pins, from section 2.1 of the specification, which found them by brute
/// force.
const VALUES: &str = "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 \
    7 2 1 8 6 7 4 1 2 3 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1 4 2 7 4 1 2 8 1 4 7 2 1 8 6";

#[test]
fn kegler_computes_the_values_of_the_theory() {
    let expected: Vec<u32> = VALUES.split(' ').map(|value| value.parse().unwrap()).collect();
    assert_eq!(table("kegler"), expected);
    assert_eq!(values(70), expected);
}

/// Tests that knocking down the middle pin, or the middle two, is always a winning first move. It leaves
/// equal halves.
#[test]
fn kegler_is_won_by_equal_halves() {
    for length in 3..=70_usize {
        let middle = Ball { first: length.div_ceil(2), pins: 2 - length % 2 };
        assert!(winners(&Kegler(Pins::rows(&[length])), Side::Guest).contains(&middle), "{length}");
    }
}
