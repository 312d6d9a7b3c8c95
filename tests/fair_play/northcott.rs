//! Northcott's game: in each row of a chessboard, each player has one match.

use super::board::{Board, Side, behind, between, campaign, machine_begins, nim_sum, numbers, winners};
use crate::chance::Chance;

/// The squares of the guest's match and of the machine's match, counted from 1, row by row.
#[derive(Clone, Debug, PartialEq)]
struct Northcott(Vec<(usize, usize)>);

/// A move: the row, counted from 1, and the square to which the player moves the match of that row.
type Move = (usize, usize);

impl Northcott {
    /// Makes a board with these numbers of squares between the two matches of each row.
    fn gaps(gaps: &[usize]) -> Northcott {
        Northcott(gaps.iter().map(|gap| (1, gap + 2)).collect())
    }

    /// Reads the row that a line of the paper shows, or returns `None` if the line shows none.
    fn row(line: &str) -> Option<(usize, (usize, usize))> {
        let (row, squares) = line.split_once(' ')?;
        let square = |letter| Some(squares.find(letter)? + 1);
        (squares.len() == 8).then_some(())?;
        Some((row.parse().ok()?, (square('v')?, square('w')?)))
    }

    /// Selects the moves that bring the match closer to the opponent.
    fn nearer(&self, moves: Vec<Move>, side: Side) -> Vec<Move> {
        let nearer = |&(row, square): &Move| match side {
            Side::Guest => square > self.0[row - 1].0,
            Side::Machine => square < self.0[row - 1].1,
        };
        moves.into_iter().filter(nearer).collect()
    }
}

impl Board for Northcott {
    type Move = Move;
    const NAME: &'static str = "northcott";

    fn choice(chance: &mut Chance) -> Northcott {
        let mut row = |_| {
            let yours = between(chance, 1, 7);
            (yours, between(chance, yours + 1, 8))
        };
        let mut rows: Vec<(usize, usize)> = (0..8).map(&mut row).collect();
        // Row 8 always has a gap, so both players can move.
        rows[7] = (3, 6);
        Northcott(rows)
    }

    fn set_up(&self) -> Vec<(&'static str, String)> {
        let squares = |&(yours, mine): &(usize, usize)| {
            [("Deres felt", yours.to_string()), ("Mit felt", mine.to_string())]
        };
        self.0.iter().flat_map(squares).collect()
    }

    fn read(&self, text: &str) -> Northcott {
        Northcott::read_first(text.split_once("Jeg rykker i række nr. ").expect("a move").1)
    }

    fn read_first(text: &str) -> Northcott {
        let rows: Vec<_> = text.lines().filter_map(Northcott::row).collect();
        assert!(rows.iter().map(|(row, _)| *row).eq(1..=8), "{text}");
        Northcott(rows.into_iter().map(|(_, squares)| squares).collect())
    }

    /// Returns all moves of a side. Moves that come closer to the opponent are first.
    fn moves(&self, side: Side) -> Vec<Move> {
        let (mut nearer, mut away) = (Vec::new(), Vec::new());
        for (row, &(yours, mine)) in self.0.iter().enumerate().map(|(row, squares)| (row + 1, squares)) {
            match side {
                Side::Guest => {
                    nearer.extend((yours + 1..mine).map(|square| (row, square)));
                    away.extend((1..yours).map(|square| (row, square)));
                }
                Side::Machine => {
                    nearer.extend((yours + 1..mine).rev().map(|square| (row, square)));
                    away.extend((mine + 1..=8).map(|square| (row, square)));
                }
            }
        }
        nearer.extend(away);
        nearer
    }

    fn make(&mut self, side: Side, (row, square): &Move) {
        let squares = &mut self.0[row - 1];
        match side {
            Side::Guest => squares.0 = *square,
            Side::Machine => squares.1 = *square,
        }
    }

    fn value(&self) -> u32 {
        nim_sum(self.0.iter().map(|(yours, mine)| u32::try_from(mine - yours - 1).expect("a gap")))
    }

    /// Returns the winning moves that go forward. Moves back are left out, because they could make the game
    /// endless.
    fn good(&self) -> Vec<Move> {
        self.nearer(winners(self, Side::Guest), Side::Guest)
    }

    fn answers(&self, (row, square): &Move) -> Vec<(&'static str, String)> {
        vec![("Hvilken række", row.to_string()), ("Til felt nr. (1 til 8)", square.to_string())]
    }

    fn told(&self, text: &str) -> Move {
        let told = numbers(behind(text, "Jeg rykker i række nr. ").split_once(".\n").unwrap().0);
        (told[0], told[1])
    }

    fn waiting(&self) -> Move {
        let gap = |&(yours, mine): &(usize, usize)| mine - yours - 1;
        let largest = self.0.iter().map(gap).max().expect("eight rows");
        if largest == 0 {
            let row = self.0.iter().position(|(_, mine)| *mine < 8).expect("room");
            return (row + 1, self.0[row].1 + 1);
        }
        let row = self.0.iter().position(|squares| gap(squares) == largest).expect("a row");
        (row + 1, self.0[row].1 - 1)
    }
}

#[test]
fn northcott_is_played_without_a_weak_move() {
    campaign::<Northcott>();
}

/// Tests the board in FAIR PLAY's text. In the rows 1, 5 and 8, a move of four squares forward wins.
#[test]
fn northcott_makes_the_winning_moves_of_the_text() {
    let board = Northcott::gaps(&[4, 3, 2, 0, 6, 3, 1, 5]);
    let wins = board.nearer(winners(&board, Side::Machine), Side::Machine);
    assert_eq!(wins, [(1, 6 - 4), (5, 8 - 4), (8, 7 - 4)]);
    machine_begins(&board, 4);
    machine_begins(&Northcott::gaps(&[1, 2, 3, 0, 0, 5, 5, 0]), 0);
    machine_begins(&Northcott::gaps(&[0; 8]), 0);
}
