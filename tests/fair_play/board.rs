//! A guest who plays FAIR PLAY games. He sets up a board, types his moves, and reads the machine's moves from
//! the paper. He judges each move by his own calculation, which is independent of the ALGOL texts.

use crate::chance::Chance;
use crate::guest::Guest;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// The player who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Guest,
    Machine,
}

/// How well the guest plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    Random,
    Perfect,
}

/// A game as the guest knows it: a position, and how the typewriter shows the position and the moves.
pub trait Board: Clone + Debug + PartialEq {
    /// A move of either side.
    type Move: Clone + Debug + PartialEq;

    /// The name of the game's program.
    const NAME: &'static str;

    /// A random board within the limits of the game.
    fn choice(chance: &mut Chance) -> Self;

    /// The questions that set up this board, each with the guest's answer. The first question, whether the
    /// guest wants to set up the board, is left out.
    fn set_up(&self) -> Vec<(&'static str, String)>;

    /// Reads the position from the machine's last text.
    fn read(&self, text: &str) -> Self;

    /// Reads the first position of a game from the text before the first move.
    fn read_first(text: &str) -> Self;

    /// All moves of a side, in the order in which the machine tries them.
    fn moves(&self, side: Side) -> Vec<Self::Move>;

    /// Makes a move on this board.
    fn make(&mut self, side: Side, chosen: &Self::Move);

    /// The value of the position. The player who moves wins if it is not 0.
    fn value(&self) -> u32;

    /// Returns the questions that the machine asks about a move, each with the guest's answer.
    fn answers(&self, chosen: &Self::Move) -> Vec<(&'static str, String)>;

    /// Reads the move that the machine announces in a text.
    fn told(&self, text: &str) -> Self::Move;

    /// Returns the move that the machine should announce if it cannot win.
    fn waiting(&self) -> Self::Move;

    /// Returns the guest's moves that win and bring the game closer to its end.
    fn good(&self) -> Vec<Self::Move> {
        winners(self, Side::Guest)
    }

    /// Returns the move that the machine makes if it can win: the first winning move.
    fn winning(&self) -> Self::Move {
        winners(self, Side::Machine).remove(0)
    }
}

/// Returns the moves of a side that win, because they leave a position of value 0.
pub fn winners<B: Board>(board: &B, side: Side) -> Vec<B::Move> {
    let wins = |chosen: &B::Move| {
        let mut after = board.clone();
        after.make(side, chosen);
        after.value() == 0
    };
    board.moves(side).into_iter().filter(wins).collect()
}

/// Returns the smallest number that is not among these values (mex).
pub fn smallest_exception(values: impl IntoIterator<Item = u32>) -> u32 {
    let values: BTreeSet<u32> = values.into_iter().collect();
    (0..).find(|number| !values.contains(number)).expect("an exception")
}

/// Returns a random number from `low` to `high`.
pub fn between(chance: &mut Chance, low: usize, high: usize) -> usize {
    low + chance.below(high - low + 1)
}

/// Returns a random `bool`.
pub fn coin(chance: &mut Chance) -> bool {
    chance.below(2) == 1
}

/// Returns the numbers in a text, in order.
pub fn numbers(text: &str) -> Vec<usize> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

/// Returns the part of a text after the first occurrence of a mark. Panics if the mark does not occur.
pub fn behind<'a>(text: &'a str, mark: &str) -> &'a str {
    text.split_once(mark).unwrap_or_else(|| panic!("no {mark:?} in {text:?}")).1
}

/// Returns the lines of a text that contain only numbers. Skips the first line, which the guest typed.
pub fn rows_of_numbers(text: &str) -> Vec<Vec<usize>> {
    let row = |line: &str| line.split_whitespace().map(|word| word.parse().ok()).collect();
    text.lines().skip(1).filter(|line| !line.trim().is_empty()).filter_map(row).collect()
}

/// Returns the nim sum of these values, which is their exclusive or.
pub fn nim_sum(values: impl IntoIterator<Item = u32>) -> u32 {
    values.into_iter().fold(0, |sum, value| sum ^ value)
}

/// The longest machine time of an answer, without typing, in seconds.
const ANSWER_SECONDS: f64 = 5.0;

/// The extra time of an answer, in seconds, if the machine has announced that it computes a table.
const TABLE_SECONDS: f64 = 20.0;

/// Types a text. Returns the text that the machine prints after the last key.
fn say(guest: &mut Guest, text: &str) -> String {
    assert!(guest.asks(), "{text} is typed and the program has ended:\n{}", guest.paper());
    let printed = guest.types(text);
    let limit = if printed.contains("Et øjeblik") { TABLE_SECONDS + ANSWER_SECONDS } else { ANSWER_SECONDS };
    assert!(guest.took() <= limit, "{} s beside typing for {printed}", guest.took());
    printed
}

/// Starts a program in Danish, and continues to the question about the start of a game. The initials are the
/// seed of the random numbers, as in the program DEMON-3.
fn sit_down(program: &str) -> Guest {
    sit_down_as("a", program)
}

/// Starts a program as a guest with these initials.
fn sit_down_as(initials: &str, program: &str) -> Guest {
    let mut guest = Guest::at(program);
    let mut text = guest.types(&format!("d{initials} "));
    while !text.ends_with(CHOOSE) {
        assert!(text.ends_with(": "), "{text}");
        text = say(&mut guest, "n");
    }
    guest
}

/// Lets the program choose the start of a game at random. Returns the text that the program then prints.
pub fn start_by_chance(initials: &str, program: &str) -> String {
    say(&mut sit_down_as(initials, program), "n")
}

/// Answers the machine's questions, and checks that each question is the expected one. Returns the text that
/// the machine prints after the last answer.
pub fn answer(guest: &mut Guest, asked: &str, answers: &[(&'static str, String)]) -> String {
    let mut text = asked.to_string();
    for (question, reply) in answers {
        assert!(text.ends_with(&format!("{question}: ")), "{question} is expected, not {text}");
        text = say(guest, &format!("{reply} "));
    }
    text
}

/// The question that the machine asks before each game.
const CHOOSE: &str = "Ønsker De selv at bestemme begyndelsen: ";

const HOPELESS: &str = "De kan ikke vinde dette spil.";
const HOPE: &str = "Hvis De spiller rigtigt, kan De vinde dette spil.";
const WRONG: &str = "Det var forkert. Nu kan De ikke vinde.";
const GIVE_UP: &str = "Giver De fortabt: ";
const AGAIN: &str = "Skal vi prøve igen: ";

/// Returns the part of a text that is printed in red, or `None` if nothing is red.
fn red(text: &str) -> Option<&str> {
    let (remark, after) = text.split_once("‹red›")?.1.split_once("‹black›").expect("black after red");
    assert!(!after.contains("‹red›"), "two remarks in {text}");
    Some(remark)
}

/// One game, from the question who begins to the end.
struct Game<'a, B: Board> {
    guest: &'a mut Guest,
    board: B,
    /// The text that the machine printed last.
    text: String,
    /// Whether the machine has already told the guest that he can win.
    told: bool,
    /// Whether the guest could win before his last move.
    could_win: bool,
    /// The number of moves made.
    moves: usize,
}

impl<B: Board> Game<'_, B> {
    /// Returns the remark that the machine must print before its move, or `None`.
    fn remark(&mut self) -> Option<&'static str> {
        let lost = self.board.value() != 0;
        let remark = match (self.told, self.could_win, lost) {
            (_, true, true) => Some(WRONG),
            (false, false, true) => Some(HOPELESS),
            (false, _, false) => Some(HOPE),
            (true, _, _) => None,
        };
        (self.told, self.could_win) = (true, !lost);
        remark
    }

    /// Reads the machine's move from its last text, and checks it.
    fn machine_moves(&mut self) {
        let best = if self.board.value() == 0 { self.board.waiting() } else { self.board.winning() };
        let told = self.board.told(&self.text);
        assert!(self.board.moves(Side::Machine).contains(&told), "illegal: {told:?} in {:?}", self.board);
        assert_eq!(told, best, "{:?}\n{}", self.board, self.text);
        self.board.make(Side::Machine, &told);
        assert_eq!(self.board.read(&self.text), self.board, "{}", self.text);
        self.moves += 1;
    }

    fn guest_moves(&mut self, skill: Skill, chance: &mut Chance) {
        let all = self.board.moves(Side::Guest);
        let good = self.board.good();
        let choice = if skill == Skill::Perfect && !good.is_empty() { good } else { all };
        let chosen = choice[chance.below(choice.len())].clone();
        self.text = answer(self.guest, &self.text, &self.board.answers(&chosen));
        self.board.make(Side::Guest, &chosen);
        self.moves += 1;
    }

    /// Plays the game to its end. Returns whether the guest has won.
    fn play(&mut self, guest_begins: bool, skill: Skill, chance: &mut Chance) -> bool {
        let mut next = if guest_begins { Side::Guest } else { Side::Machine };
        let could_win = (self.board.value() != 0) == guest_begins;
        self.could_win = guest_begins && could_win;
        let won = loop {
            if self.board.moves(next).is_empty() {
                break next == Side::Machine;
            }
            if next == Side::Guest {
                self.guest_moves(skill, chance);
                next = Side::Machine;
                continue;
            }
            let remark = self.remark();
            assert_eq!(red(&self.text), remark, "{:?}\n{}", self.board, self.text);
            let due = !self.could_win && self.moves > 0 && self.moves % 3 == usize::from(!guest_begins);
            assert_eq!(self.text.ends_with(GIVE_UP), due, "{}", self.text);
            if due {
                self.text = say(self.guest, "n");
            }
            self.machine_moves();
            next = Side::Guest;
        };
        let verdict = if won { "De har vundet. Tillykke." } else { "De har tabt." };
        assert!(self.text.contains(verdict), "{verdict} {}", self.text);
        assert!(self.text.ends_with(AGAIN), "{}", self.text);
        assert!(!won || could_win, "the machine has lost a game that it had won: {}", self.guest.paper());
        assert!(won == could_win || skill == Skill::Random, "the perfect guest: {}", self.guest.paper());
        won
    }
}

/// Plays `count` games in one session. Returns the number of games that the guest has won.
pub fn games<B: Board>(count: usize, skill: Skill, seed: u64) -> usize {
    let mut chance = Chance(seed);
    let mut guest = sit_down(B::NAME);
    let mut won = 0;
    for game in 1..=count {
        let chosen = coin(&mut chance).then(|| B::choice(&mut chance));
        let mut text = match &chosen {
            Some(board) => {
                let text = say(&mut guest, "j");
                answer(&mut guest, &text, &board.set_up())
            }
            None => say(&mut guest, "n"),
        };
        let board = B::read_first(&text);
        assert!(chosen.is_none_or(|chosen| chosen == board), "{text}");
        assert!(text.ends_with("Vil De begynde: "), "{text}");
        let guest_begins = coin(&mut chance);
        text = say(&mut guest, if guest_begins { "j" } else { "n" });
        let mut play = Game { guest: &mut guest, board, text, told: false, could_win: false, moves: 0 };
        won += usize::from(play.play(guest_begins, skill, &mut chance));
        text = say(&mut guest, if game == count { "n" } else { "j" });
        assert_eq!(text.ends_with("\nend"), game == count, "{text}");
    }
    assert!(guest.is_at_the_end());
    won
}

/// Plays some games against each kind of guest. `GIER_GAMES` sets the number of games for each kind.
pub fn campaign<B: Board>() {
    let count = std::env::var("GIER_GAMES").map_or(4, |count| count.parse().expect("GIER_GAMES is a number"));
    for (skill, seed) in [(Skill::Random, 0x5EED), (Skill::Perfect, 0xFA17)] {
        let won = games::<B>(count, skill, seed);
        println!("{}: {count} games against a guest, {skill:?}: he won {won}", B::NAME);
    }
}

/// Returns the text that a program prints after the guest answers its first question with yes. Panics if the
/// first question is not `question`.
pub fn answer_at_start(program: &str, question: &str) -> String {
    let mut guest = Guest::at(program);
    let text = guest.types("da ");
    assert!(text.ends_with(&format!("{question}: ")), "{text}");
    let text = guest.types("j");
    assert!(guest.took() <= TABLE_SECONDS + ANSWER_SECONDS, "{} s beside typing for {text}", guest.took());
    text
}

/// Returns the values in a game's table, which GIER computes and prints on request.
pub fn table(program: &str) -> Vec<u32> {
    let text = answer_at_start(program, "Vil De se tabellen over spillets værdier");
    numbers(&text).into_iter().map(|value| u32::try_from(value).expect("a small number")).collect()
}

/// A position from the tables of the theory: the board, its value, and all winning moves.
pub type Position<M> = (&'static [usize], u32, &'static [M]);

/// Checks a position's value and winning moves against the table of the theory, and then on GIER.
pub fn position<B: Board>(board: &B, value: u32, wins: &[B::Move]) {
    assert_eq!(winners(board, Side::Machine), wins, "{board:?}");
    machine_begins(board, value);
}

/// Sets up a position of this value, lets the machine begin, and checks the machine's move.
pub fn machine_begins<B: Board>(board: &B, value: u32) {
    assert_eq!(board.value(), value, "{board:?}");
    let mut guest = sit_down(B::NAME);
    let mut text = say(&mut guest, "j");
    text = answer(&mut guest, &text, &board.set_up());
    assert_eq!(B::read_first(&text), *board);
    text = say(&mut guest, "n");
    let remark = if value == 0 { HOPE } else { HOPELESS };
    assert_eq!(red(&text), Some(remark));
    let mut game =
        Game { guest: &mut guest, board: board.clone(), text, told: true, could_win: false, moves: 0 };
    game.machine_moves();
}
