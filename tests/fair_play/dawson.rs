//! Dawson's chess: two rows of pawns with forced captures, played as rows of open files.

use super::board::{
    Board, Position, Side, behind, between, campaign, nim_sum, numbers, position, smallest_exception, table,
};
use super::pins::Pins;
use crate::chance::Chance;
use std::sync::LazyLock;

/// The open files. A move is the number of a file, counted from 1.
#[derive(Clone, Debug, PartialEq)]
struct Dawson(Pins);

/// The values of 0 to `last` adjacent files. A move removes the file and its neighbours, and leaves
/// two rows.
pub fn values(last: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for files in 0..=last {
        let splits = (1..=files).map(|file| (file.saturating_sub(2), files.saturating_sub(file + 1)));
        values.push(smallest_exception(splits.map(|(left, right)| values[left] ^ values[right])));
    }
    values
}

impl Dawson {
    fn new(files: usize) -> Dawson {
        Dawson(Pins::rows(&[files]))
    }

    /// The open files among a file and its neighbours: those that a move in the file removes.
    fn removed(&self, file: usize) -> Vec<usize> {
        (file - 1..=file + 1).filter(|&file| file > 0 && self.0.0.get(file - 1) == Some(&true)).collect()
    }
}

/// The values up to the game's greatest number of files, computed once.
static COMPONENTS: LazyLock<Vec<u32>> = LazyLock::new(|| values(40));

impl Board for Dawson {
    type Move = usize;
    const NAME: &'static str = "dawson";

    fn choice(chance: &mut Chance) -> Dawson {
        Dawson::new(between(chance, 1, 40))
    }

    fn set_up(&self) -> Vec<(&'static str, String)> {
        vec![("Hvor mange linier (1 til 40)", self.0.0.len().to_string())]
    }

    fn read(&self, text: &str) -> Dawson {
        Dawson::read_first(text)
    }

    fn read_first(text: &str) -> Dawson {
        Dawson(Pins::read(text))
    }

    fn moves(&self, _: Side) -> Vec<usize> {
        self.0.runs().into_iter().flat_map(|(first, files)| first..first + files).collect()
    }

    fn make(&mut self, _: Side, file: &usize) {
        for file in self.removed(*file) {
            self.0.0[file - 1] = false;
        }
    }

    fn value(&self) -> u32 {
        nim_sum(self.0.runs().into_iter().map(|(_, files)| COMPONENTS[files]))
    }

    fn answers(&self, file: &usize) -> Vec<(&'static str, String)> {
        vec![("Hvilken bonde (linie)", file.to_string())]
    }

    fn told(&self, text: &str) -> usize {
        let told = behind(text, "Jeg trækker bonden i linie ");
        let (file, rest) = told.split_once(".\n").unwrap();
        let file = file.parse().unwrap();
        let removed = self.removed(file);
        let said = rest.trim_start().lines().next().unwrap();
        assert!(said.starts_with(if removed.len() == 1 { "Der er ingen slag." } else { "De tvungne slag" }));
        assert_eq!(numbers(said), removed, "{text}");
        file
    }

    fn waiting(&self) -> usize {
        self.0.longest()
    }
}

#[test]
fn dawson_is_played_without_a_weak_move() {
    campaign::<Dawson>();
}

/// The number of files, the value, and all winning moves.
const POSITIONS: [Position<usize>; 13] = [
    (&[1], 1, &[1]),
    (&[2], 1, &[1, 2]),
    (&[3], 2, &[2]),
    (&[4], 0, &[]),
    (&[5], 3, &[3]),
    (&[6], 1, &[1, 3, 4, 6]),
    (&[7], 1, &[2, 4, 6]),
    (&[8], 0, &[]),
    (&[9], 3, &[5]),
    (&[10], 3, &[1, 3, 8, 10]),
    (&[14], 0, &[]),
    (&[16], 2, &[1, 8, 9, 16]),
    (&[20], 0, &[]),
];

#[test]
fn dawson_makes_the_winning_moves_of_the_theory() {
    for (files, value, wins) in POSITIONS {
        position(&Dawson::new(files[0]), value, wins);
    }
}

/// The values of 0 to 59 files, from section 2.1 of the specification.
const VALUES: &str = "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 \
    5 2 7 4 0 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 2 3 3 0 1 1 3 0 2";

#[test]
fn dawson_computes_the_values_of_the_theory() {
    let expected: Vec<u32> = VALUES.split(' ').map(|value| value.parse().unwrap()).collect();
    assert_eq!(table("dawson")[..60], expected);
    assert_eq!(values(59), expected);
}

/// The contents of a square on a real board.
#[derive(Clone, Copy, PartialEq)]
enum Square {
    Empty,
    White,
    Black,
}

/// Whether the player to move wins on a real board of three rows, given by its files. Captures are
/// forced, and a player who cannot move has lost.
fn wins(board: &[[Square; 3]], white: bool) -> bool {
    let (mine, yours) = if white { (Square::White, Square::Black) } else { (Square::Black, Square::White) };
    let (mut captures, mut steps) = (Vec::new(), Vec::new());
    for (file, rows) in board.iter().enumerate() {
        for row in (0..3).filter(|&row| rows[row] == mine) {
            let Some(ahead) = (if white { Some(row + 1) } else { row.checked_sub(1) }).filter(|&row| row < 3)
            else {
                continue;
            };
            let beside = [file.checked_sub(1), Some(file + 1)].into_iter().flatten();
            let taken = beside.filter(|&file| board.get(file).is_some_and(|rows| rows[ahead] == yours));
            captures.extend(taken.map(|to| (file, row, to, ahead)));
            steps.extend((rows[ahead] == Square::Empty).then_some((file, row, file, ahead)));
        }
    }
    let moves = if captures.is_empty() { steps } else { captures };
    moves.into_iter().any(|(file, row, to, ahead)| {
        let mut after = board.to_vec();
        after[file][row] = Square::Empty;
        after[to][ahead] = mine;
        !wins(&after, !white)
    })
}

#[test]
fn dawson_is_played_on_a_real_board_as_on_rows_of_files() {
    for files in 1..=8 {
        let board = vec![[Square::White, Square::Empty, Square::Black]; files];
        assert_eq!(wins(&board, true), values(files)[files] != 0, "{files} files");
    }
}
