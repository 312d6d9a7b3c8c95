//! Plays IGRA NIM with simulated guests. They know the rules and the specification's table, read the paper,
//! and check every move of GIER. These guests are independent of the ALGOL text. `GIER_GAMES` sets the number
//! of games with each guest.

use crate::chance::Chance;
use crate::guest::Guest;

/// The default of `GIER_GAMES`.
const GAMES: usize = 8;

fn games() -> usize {
    std::env::var("GIER_GAMES").map_or(GAMES, |number| number.parse().expect("GIER_GAMES is a number"))
}

type Rows = Vec<u32>;

/// A move: the row, counted from 1, and the number of counters taken.
type Move = (usize, u32);

/// Returns the exclusive or of all rows. The player who moves can win if it is not 0.
fn sum(rows: &Rows) -> u32 {
    rows.iter().fold(0, |sum, row| sum ^ row)
}

/// Returns all possible moves, row by row.
fn moves(rows: &Rows) -> impl Iterator<Item = Move> {
    rows.iter().enumerate().flat_map(|(row, &counters)| (1..=counters).map(move |taken| (row + 1, taken)))
}

fn after(rows: &Rows, (row, taken): Move) -> Rows {
    let mut rows = rows.clone();
    rows[row - 1] -= taken;
    rows
}

/// Returns the move that GIER must make. It makes the exclusive or 0 in the first row where this is possible.
/// Otherwise, it takes one counter from the first row that has any.
fn answer(rows: &Rows) -> Move {
    let winning = moves(rows).find(|&one| sum(&after(rows, one)) == 0);
    winning.unwrap_or_else(|| moves(rows).next().expect("rows that are not empty"))
}

/// Returns the line of the paper that shows a row.
fn line(row: usize, layout: &Rows, rows: &Rows) -> String {
    let (all, left) = (layout[row - 1] as usize, rows[row - 1] as usize);
    let counters = "i ".repeat(left) + &". ".repeat(all - left);
    format!("{row:2}  {counters:<41}{left:4}\n")
}

/// Returns the text of all rows at the start of a game.
fn field(layout: &Rows) -> String {
    let rows: String = (1..=layout.len()).map(|row| line(row, layout, layout)).collect();
    format!("\nRow no.                        Number of counters\n{rows}\n")
}

const QUESTION: &str = "Your move: ";

/// The simulated guest, and the rows with which each game begins.
struct Table {
    guest: Guest,
    layout: Rows,
}

impl Table {
    /// Starts the program, whose rows are 3, 4 and 5.
    fn new() -> Table {
        let mut guest = Guest::at("russian-nim");
        let paper = guest.types("e");
        let layout = vec![3, 4, 5];
        assert!(paper.ends_with(&format!("{}{QUESTION}", field(&layout))), "{paper}");
        Table { guest, layout }
    }

    /// Sets new rows for the next games.
    fn set(&mut self, layout: &Rows) {
        self.layout = layout.clone();
        let rows: Vec<String> = layout.iter().map(u32::to_string).collect();
        let paper = self.guest.types(&format!("-1 0 {} {} ", layout.len(), rows.join(" ")));
        assert!(paper.ends_with(&format!("\n{}{QUESTION}", field(layout))), "{paper}");
    }

    /// Makes the guest's move, and checks every character of the paper. Returns GIER's move, or `None` if the
    /// guest's move ended the game.
    fn plays(&mut self, rows: &Rows, mine: Move) -> Option<Move> {
        let paper = self.guest.types(&format!("{} {} ", mine.0, mine.1));
        let left = after(rows, mine);
        let shown = format!("{} {} \n{}", mine.0, mine.1, line(mine.0, &self.layout, &left));
        let rest = paper.strip_prefix(&shown).unwrap_or_else(|| panic!("{rows:?}, {mine:?}:\n{paper}"));
        if left.iter().all(|&row| row == 0) {
            self.layout.iter_mut().for_each(|row| *row = (*row + 1).min(20));
            assert_eq!(rest, format!("You have won. Congratulations.\n{}{QUESTION}", field(&self.layout)));
            return None;
        }
        let (told, rest) = rest.split_once('\n').unwrap();
        let numbers = told.strip_prefix("My move: ").and_then(|told| told.split_once(' ')).expect(told);
        let theirs: Move = (numbers.0.parse().unwrap(), numbers.1.parse().unwrap());
        assert_eq!(theirs, answer(&left), "on {left:?}");
        let left = after(&left, theirs);
        let over = left.iter().all(|&row| row == 0);
        let end = if over { format!("You have lost.\n{}", field(&self.layout)) } else { String::new() };
        assert_eq!(rest, format!("{}{end}{QUESTION}", line(theirs.0, &self.layout, &left)));
        Some(theirs)
    }

    /// Plays a whole game with the present rows. Returns whether the guest wins.
    fn game(&mut self, mut choose: impl FnMut(&Rows) -> Move) -> bool {
        let mut rows = self.layout.clone();
        let mut machine_could_win = false;
        loop {
            let mine = choose(&rows);
            let answered = self.plays(&rows, mine);
            rows = after(&rows, mine);
            machine_could_win |= sum(&rows) != 0;
            let Some(theirs) = answered else {
                assert!(!machine_could_win, "GIER had won this game, and lost it");
                return true;
            };
            rows = after(&rows, theirs);
            if rows.iter().all(|&row| row == 0) {
                return false;
            }
        }
    }
}

fn by_chance(chance: &mut Chance, rows: &Rows) -> Move {
    let all: Vec<Move> = moves(rows).collect();
    all[chance.below(all.len())]
}

/// Returns random rows, often few and small, so that a random guest can win.
fn layout(chance: &mut Chance) -> Rows {
    let (most_rows, most) = [(2, 3), (4, 6), (6, 20), (13, 20)][chance.below(4)];
    (0..2 + chance.below(most_rows)).map(|_| 1 + chance.below(most) as u32).collect()
}

/// Tests the specification's table of positions, each with the program's move.
#[test]
fn russian_nim_answers_the_positions_of_the_table() {
    const TABLE: [(&[u32], Move); 10] = [
        (&[3, 4, 5], (1, 2)),
        (&[2, 4, 5], (1, 1)),
        (&[1, 4, 5], (1, 1)),
        (&[3, 3, 5], (3, 5)),
        (&[3, 4, 4], (1, 3)),
        (&[3, 4, 2], (2, 3)),
        (&[0, 4, 5], (3, 1)),
        (&[9, 2, 0], (1, 7)),
        (&[20, 20, 0], (1, 1)),
        (&[0, 7], (2, 7)),
    ];
    let mut table = Table::new();
    for (position, expected) in TABLE {
        // The guest takes one counter to reach the position.
        let mut before = position.to_vec();
        let row = before.iter().position(|&row| row == 0).unwrap_or(0);
        before[row] += 1;
        table.set(&before);
        assert_eq!(table.plays(&before, (row + 1, 1)), Some(expected), "{position:?}");
    }
}

/// Tests that the rows grow from 3-4-5 to 20-20-20, by one counter after each win. The guest who begins can
/// always win.
#[test]
fn russian_nim_grows_by_one_in_each_row_when_the_guest_wins() {
    let mut table = Table::new();
    let sums = [2, 7, 4, 9, 6, 11, 8, 13, 10, 15, 12, 17, 14, 19, 16, 21, 19, 20];
    for (games_won, expected) in sums.into_iter().enumerate() {
        assert_eq!(sum(&table.layout), expected, "after {games_won} games: {:?}", table.layout);
        assert!(table.game(answer));
    }
    assert_eq!(table.layout, [20, 20, 20]);
    let slowest = table.guest.slowest();
    assert!(slowest < 5.0, "thinks for {slowest:.1} s");
}

#[test]
fn russian_nim_plays_with_a_guest_who_plays_by_chance() {
    let mut chance = Chance(0x6E69_6D31);
    let mut table = Table::new();
    for number in 0..games() {
        if number % 3 > 0 {
            table.set(&layout(&mut chance));
        }
        table.game(|rows| by_chance(&mut chance, rows));
    }
}

#[test]
fn russian_nim_plays_with_a_guest_who_knows_the_theory() {
    let mut chance = Chance(0x6E69_6D32);
    let mut table = Table::new();
    for number in 0..games() {
        if number % 3 > 0 {
            table.set(&layout(&mut chance));
        }
        let can_win = sum(&table.layout) != 0;
        let won = table.game(|rows| if sum(rows) == 0 { by_chance(&mut chance, rows) } else { answer(rows) });
        assert_eq!(won, can_win);
    }
}

/// Tests the wrong answers in the specification. The program must ask again, and remove no counters.
#[test]
fn russian_nim_says_no_to_wrong_moves() {
    let mut table = Table::new();
    for wrong in ["4 1", "-3 1", "1 4", "1 0", "2 -1", "20 20", "1000000 1"] {
        let paper = table.guest.types(&format!("{wrong} "));
        assert_eq!(paper, format!("{wrong} \n‹red›no‹black›\n{QUESTION}"));
    }
    let rows = table.layout.clone();
    assert_eq!(table.guest.types("-2 0 "), format!("-2 0 \n{}{QUESTION}", field(&rows)));
    let (one, two) = ((1, 2), after(&rows, (1, 2)));
    let theirs = table.plays(&rows, one).unwrap();
    let emptied = table.guest.types("1 1 ");
    assert_eq!((theirs, emptied), ((1, 1), format!("1 1 \n‹red›no‹black›\n{QUESTION}")), "{two:?}");
    assert!(table.guest.types("0 5 ").ends_with("\nend"));
    assert!(table.guest.is_at_the_end());
}
