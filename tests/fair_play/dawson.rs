//! Dawson's chess: two rows of pawns with forced captures. It is played as rows of open files (columns of the
//! board).

use super::board::{
    Board, Position, Side, behind, between, campaign, nim_sum, numbers, position, smallest_exception, table,
};
use super::pins::{Pins, above_scale};
use crate::chance::Chance;
use crate::guest::Guest;
use std::sync::LazyLock;

/// The files of the game, each open or closed. A move is the number of a file, counted from 1.
#[derive(Clone, Debug, PartialEq)]
struct Dawson(Pins);

/// Returns the values of 0 to `last` adjacent open files. A move removes a file and its neighbours, and
/// leaves two rows.
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

    /// Returns the files that a move in this file removes: the open files among the file and its neighbours.
    fn removed(&self, file: usize) -> Vec<usize> {
        (file - 1..=file + 1).filter(|&file| file > 0 && self.0.0.get(file - 1) == Some(&true)).collect()
    }
}

/// Reads the files of the last board on the paper. Each file has three squares, from the machine's row to the
/// guest's row.
fn pawns(text: &str) -> Vec<[char; 3]> {
    let rows: [Vec<char>; 3] = above_scale(text).map(|row| row.chars().collect());
    (0..rows[0].len()).map(|file| [0, 1, 2].map(|row: usize| rows[row][file])).collect()
}

static COMPONENTS: LazyLock<Vec<u32>> = LazyLock::new(|| values(40));

impl Board for Dawson {
    type Move = usize;
    const NAME: &'static str = "dawson";

    fn choice(chance: &mut Chance) -> Dawson {
        Dawson::new(between(chance, 1, 40))
    }

    fn set_up(&self) -> Vec<(&'static str, String)> {
        vec![("Hvor mange linjer (1 til 40)", self.0.0.len().to_string())]
    }

    fn read(&self, text: &str) -> Dawson {
        Dawson::read_first(text)
    }

    fn read_first(text: &str) -> Dawson {
        Dawson(Pins(pawns(text).iter().map(|file| *file == ['w', '.', 'v']).collect()))
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
        vec![("Hvilken bonde (linje)", file.to_string())]
    }

    fn told(&self, text: &str) -> usize {
        let told = behind(text, "Jeg trækker bonden i linje ");
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

/// Positions of the theory: the number of files, the value, and all winning moves.
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

/// The values of 0 to 59 open files, from section 2.1 of the specification.
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

/// A pawn's step: its file and row before the step, and its file and row after the step.
type Step = (usize, usize, usize, usize);

/// Returns the captures of a player, and the player's other steps, on a board of three rows. `board` lists
/// the files.
fn steps(board: &[[Square; 3]], white: bool) -> (Vec<Step>, Vec<Step>) {
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
    (captures, steps)
}

/// Returns the board after a step.
fn after(board: &[[Square; 3]], (file, row, to, ahead): Step) -> Vec<[Square; 3]> {
    let mut after = board.to_vec();
    after[to][ahead] = after[file][row];
    after[file][row] = Square::Empty;
    after
}

/// Whether the player to move wins. Captures are forced, and a player who cannot move has lost.
fn wins(board: &[[Square; 3]], white: bool) -> bool {
    let (captures, steps) = steps(board, white);
    let moves = if captures.is_empty() { steps } else { captures };
    moves.into_iter().any(|step| !wins(&after(board, step), !white))
}

/// Returns the board after all captures that are forced now, and whether white moves next. Panics if
/// different captures lead to different boards.
fn settled(board: &[[Square; 3]], white: bool) -> (Vec<[Square; 3]>, bool) {
    let captures = steps(board, white).0;
    let mut ends = captures.into_iter().map(|step| settled(&after(board, step), !white));
    let Some(end) = ends.next() else { return (board.to_vec(), white) };
    assert!(ends.all(|other| other == end), "the captures lead to different boards");
    end
}

/// Tests the board that the machine draws. After the captures, the pawn in the middle of the file belongs to
/// the player who moved. The opponent's pawn of that file is on its first square, and the neighbouring files
/// are empty.
#[test]
fn dawsons_board_is_drawn_as_the_captures_leave_it() {
    for files in 1..=5 {
        for file in 0..files {
            let mut board = vec![[Square::White, Square::Empty, Square::Black]; files];
            board[file] = [Square::Empty, Square::White, Square::Black];
            let (end, white_moves) = settled(&board, false);
            assert!(!white_moves);
            for (place, &rows) in end.iter().enumerate() {
                let drawn = match place.abs_diff(file) {
                    0 => [Square::Empty, Square::White, Square::Black],
                    1 => [Square::Empty; 3],
                    _ => [Square::White, Square::Empty, Square::Black],
                };
                assert!(rows == drawn, "{files} files, a move in {file}: {place}");
            }
        }
    }
    let mut guest = Guest::at("dawson");
    let text = guest.types("da nj7 j4 ");
    let file = |rows: &str| -> [char; 3] { rows.chars().collect::<Vec<_>>().try_into().unwrap() };
    // The guest has closed the files 3 to 5, and the machine the files 1 and 2.
    assert_eq!(pawns(&text), [".wv", "...", "...", "wv.", "...", "w.v", "w.v"].map(file));
}

#[test]
fn dawson_is_played_on_a_real_board_as_on_rows_of_files() {
    for files in 1..=8 {
        let board = vec![[Square::White, Square::Empty, Square::Black]; files];
        assert_eq!(wins(&board, true), values(files)[files] != 0, "{files} files");
    }
}
