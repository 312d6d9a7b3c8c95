//! Grundy's game: a move divides a heap into two heaps of different size.

use super::board::{
    Board, Position, Side, answer_at_start, behind, between, campaign, nim_sum, numbers, position,
    rows_of_numbers, smallest_exception,
};
use crate::chance::Chance;
use crate::guest::Guest;
use std::sync::LazyLock;

/// The sizes of the heaps, in the order in which the heaps arose.
#[derive(Clone, Debug, PartialEq)]
struct Grundy(Vec<usize>);

/// A move: the size of the divided heap, and the size of the part that stays in its place.
type Move = (usize, usize);

/// Returns the values of heaps of 0 to `last` matches.
pub fn values(last: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for size in 0..=last {
        let pairs = (1..size.div_ceil(2)).map(|part| values[part] ^ values[size - part]);
        values.push(smallest_exception(pairs));
    }
    values
}

impl Grundy {
    /// Returns the sizes of the heaps that the paper shows, and the number of heaps that are too small to be
    /// shown.
    fn shown(text: &str) -> (Vec<usize>, usize) {
        let (mut large, mut small) = (Vec::new(), 0);
        for line in text.lines().skip(1).filter(|line| !line.trim().is_empty()) {
            let (heaps, others) = line.split_once("og").unwrap_or((line, ""));
            let row: Option<Vec<usize>> = heaps.split_whitespace().map(|heap| heap.parse().ok()).collect();
            if let Some(row) = row {
                large.extend(row);
                small = numbers(others).first().copied().unwrap_or(0);
            }
        }
        (large, small)
    }

    fn large(&self) -> Vec<usize> {
        self.0.iter().copied().filter(|&heap| heap > 2).collect()
    }
}

static COMPONENTS: LazyLock<Vec<u32>> = LazyLock::new(|| values(100));

impl Board for Grundy {
    type Move = Move;
    const NAME: &'static str = "grundy";

    fn choice(chance: &mut Chance) -> Grundy {
        if chance.below(2) == 0 {
            return Grundy(vec![between(chance, 3, 100)]);
        }
        let count = between(chance, 2, 9);
        Grundy((0..count).map(|_| between(chance, 3, 100 / count)).collect())
    }

    fn set_up(&self) -> Vec<(&'static str, String)> {
        let mut answers = vec![("Hvor mange bunker", self.0.len().to_string())];
        answers.extend(self.0.iter().map(|heap| ("Antal tændstikker", heap.to_string())));
        answers
    }

    fn read(&self, text: &str) -> Grundy {
        let (large, small) = Grundy::shown(text);
        assert_eq!((&large, small), (&self.large(), self.0.len() - large.len()), "{text}");
        self.clone()
    }

    fn read_first(text: &str) -> Grundy {
        let (large, small) = Grundy::shown(text);
        assert_eq!(small, 0, "{text}");
        Grundy(large)
    }

    fn moves(&self, side: Side) -> Vec<Move> {
        // A move names the heap by its size. A heap of 3 or 4 can be divided in only one way.
        let most =
            |heap: usize| if side == Side::Guest && heap > 4 { heap - 1 } else { heap.div_ceil(2) - 1 };
        let parts = |heap: usize| (1..=most(heap)).map(move |part| (heap, part));
        let moves = self.large().into_iter().flat_map(parts);
        moves.filter(|(heap, part)| 2 * part != *heap).collect()
    }

    fn make(&mut self, _: Side, (size, part): &Move) {
        let place = self.0.iter().position(|heap| heap == size).expect("a heap of this size");
        self.0[place] = *part;
        self.0.push(size - part);
    }

    fn value(&self) -> u32 {
        nim_sum(self.0.iter().map(|&heap| COMPONENTS[heap]))
    }

    fn answers(&self, (size, part): &Move) -> Vec<(&'static str, String)> {
        let mut answers = vec![("Hvilken bunke (antal)", size.to_string())];
        if *size > 4 {
            answers.push(("Den ene del", part.to_string()));
        }
        answers
    }

    fn told(&self, text: &str) -> Move {
        let told = numbers(behind(text, "Jeg deler bunken paa ").split_once(".\n").unwrap().0);
        assert_eq!(told[0], told[1] + told[2], "{text}");
        (told[0], told[1])
    }

    fn waiting(&self) -> Move {
        (*self.0.iter().max().expect("a heap"), 1)
    }
}

#[test]
fn grundy_is_played_without_a_weak_move() {
    campaign::<Grundy>();
}

const POSITIONS: [Position<Move>; 12] = [
    (&[3], 1, &[(3, 1)]),
    (&[4], 0, &[]),
    (&[5], 2, &[(5, 1)]),
    (&[6], 1, &[(6, 2)]),
    (&[7], 0, &[]),
    (&[12], 1, &[(12, 2), (12, 3)]),
    (&[20], 0, &[]),
    (&[21], 4, &[(21, 1), (21, 6), (21, 9)]),
    (&[50], 0, &[]),
    (&[100], 2, &[(100, 18), (100, 21), (100, 24), (100, 27), (100, 33), (100, 36), (100, 44)]),
    (&[3, 5, 8], 1, &[(3, 1), (8, 3)]),
    (&[8, 3, 5], 1, &[(8, 3), (3, 1)]),
];

#[test]
fn grundy_makes_the_winning_moves_of_the_theory() {
    for (heaps, value, wins) in POSITIONS {
        position(&Grundy(heaps.to_vec()), value, wins);
    }
}

/// The values of heaps of 0 to 99 matches, from section 2.1 of the specification.
const VALUES: &str = "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 \
    3 1 2 4 1 2 4 1 2 4 1 5 4 1 5 4 1 5 4 1 0 2 1 0 2 1 5 2 1 3 \
    2 1 3 2 4 3 2 4 3 2 4 3 2 4 3 2 4 3 2 4 5 2 4 5 2 4 3 7 4 3 \
    7 4 3 7 4 3 5 2 3 5";

#[test]
fn grundy_computes_the_values_of_the_theory() {
    let expected: Vec<u32> = VALUES.split(' ').map(|value| value.parse().unwrap()).collect();
    assert_eq!(values(99), expected);
    let mut guest = Guest::at("grundy");
    guest.types("da j");
    let printed: Vec<usize> = rows_of_numbers(&guest.types("0 ")).concat();
    assert_eq!(printed.len(), 101);
    assert!(
        printed.iter().zip(values(100)).all(|(printed, value)| *printed == value as usize),
        "{printed:?}"
    );
}

/// Tests the values of divisions. For example, the divisions 11+1, 10+2, 9+3, 8+4 and 7+5 of a heap of 12
/// have the nim sums 2, 0, 0, 2 and 2, so the heap has the value 1.
#[test]
fn grundys_scale_is_that_of_the_text() {
    assert!(answer_at_start("grundy", "Vil De se Grundys skala").ends_with("0: alle værdier): "));
    for number in 3..=20 {
        let mut guest = Guest::at("grundy");
        guest.types("da j");
        let text = guest.types(&format!("{number} "));
        if number == 12 {
            assert!(text.contains("\nSum        2  0  0  2  2\nMindste undtagelse: 1\n"), "{text}");
        }
        assert!(text.contains(&format!("\nMindste undtagelse: {}\n", values(number)[number])), "{text}");
    }
}
