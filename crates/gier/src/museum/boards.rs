//! Checks the solutions of a pentomino puzzle that a program draws on the paper. A pentomino is a piece that
//! covers five squares of the board.

use super::done::Done;
use anyhow::{Result, bail};
use std::collections::BTreeSet;

/// The number of rows and the number of columns of the board.
const SIZE: (usize, usize) = (10, 6);

/// A square of the board: its row and column, counted from 0.
type Place = (i32, i32);

/// Checks that the paper shows at least two solutions. Each must have twelve pieces of five squares. No two
/// pieces of a solution may have the same shape.
pub fn pentominoes(done: &Done<'_>) -> Result<()> {
    let paper = done.operator.paper();
    let boards: Vec<Vec<Vec<char>>> = paper
        .split("Solution:")
        .skip(1)
        .map(|board| board.lines().skip(1).map(|line| line.chars().collect()).collect())
        .filter(|board: &Vec<Vec<char>>| board.len() > SIZE.0 * 3)
        .collect();
    if boards.len() < 2 {
        bail!("{} boards are whole", boards.len());
    }
    for (board, number) in boards.iter().zip(1..) {
        let pieces = pieces(board);
        let shapes: BTreeSet<Vec<Place>> = pieces.iter().map(|piece| shape(piece)).collect();
        if pieces.len() != 12 || shapes.len() != 12 || pieces.iter().any(|piece| piece.len() != 5) {
            bail!("board {number} has {} pieces of {} shapes", pieces.len(), shapes.len());
        }
    }
    Ok(())
}

/// The pieces on a board. A piece is a group of squares without walls between them. A square is drawn four
/// characters wide and three lines high.
fn pieces(board: &[Vec<char>]) -> Vec<Vec<Place>> {
    let sign = |line: usize, column: usize| board.get(line).and_then(|line| line.get(column));
    let is_open = |(row, column): Place, (down, right): Place| {
        let (row, column) = (row as usize, column as usize);
        match (down, right) {
            (0, 1) => sign(3 * row + 1, 4 * column + 4) == Some(&' '),
            (0, -1) => sign(3 * row + 1, 4 * column) == Some(&' '),
            (1, 0) => sign(3 * row + 3, 4 * column + 2) == Some(&' '),
            _ => sign(3 * row, 4 * column + 2) == Some(&' '),
        }
    };
    let mut seen = BTreeSet::new();
    let mut pieces = Vec::new();
    for start in (0..SIZE.0 as i32).flat_map(|row| (0..SIZE.1 as i32).map(move |column| (row, column))) {
        let (mut piece, mut todo) = (Vec::new(), vec![start]);
        while let Some(place) = todo.pop() {
            if seen.insert(place) {
                piece.push(place);
                let steps =
                    [(0, 1), (0, -1), (1, 0), (-1, 0)].into_iter().filter(|&step| is_open(place, step));
                todo.extend(steps.map(|(down, right)| (place.0 + down, place.1 + right)));
            }
        }
        if !piece.is_empty() {
            pieces.push(piece);
        }
    }
    pieces
}

/// The shape of a piece, in a normal form. Turning or reflecting a piece does not change the result.
fn shape(piece: &[Place]) -> Vec<Place> {
    let turned = |turns: u32, reflected: bool| {
        let place = |&(row, column): &Place| {
            let mut place = if reflected { (row, -column) } else { (row, column) };
            (0..turns).for_each(|_| place = (place.1, -place.0));
            place
        };
        let places: Vec<Place> = piece.iter().map(place).collect();
        let (top, left) = (places.iter().map(|it| it.0).min(), places.iter().map(|it| it.1).min());
        let (top, left) = (top.unwrap_or_default(), left.unwrap_or_default());
        let mut places: Vec<Place> = places.iter().map(|it| (it.0 - top, it.1 - left)).collect();
        places.sort_unstable();
        places
    };
    (0..4).flat_map(|turns| [turned(turns, false), turned(turns, true)]).min().unwrap_or_default()
}
