//! Compares the program Combitron (a simulated calculator) with an independent interpreter. Both run the
//! Combitron's NIM as printed and as corrected, and random programs that are keyed in, punched and read
//! again. `GIER_GAMES` sets the number of games for each version of NIM.

use crate::chance::Chance;
use crate::guest::Guest;
use crate::paper::{tape_of, text_of};
use gier_machine::Tape;
use gier_word::tape::punch;

/// The printed listing of NIM for the Combitron, one register on each line. `[+]` is only in the corrected
/// version, and `{-}` only in the original.
const LISTING: &str = "\
IN CS CJ0 CS S0 S1
IN S2 [+] N1 - T CJ7
N1 S5 IN S3 + N4 -
T CJ2 CS + N4 - T CJ2
R3 + R1 - D S4 {-}
N1 - T CJ2 R4 CJ12 CS
PR S1 ( = T )
N0 S5 R1 + : N4 = x
N4 = - N1 - D CJ9 N4 +
N1 - D CJ10 N1 +
N1 + T PR + R1 - T
CJ12 CS PR S1 ( = T ) J2
PR R5 PR J0";

/// The largest number of orders between two inputs. A program that executes more orders counts as endless.
const MOST_STEPS: usize = 3000;

/// The largest number of the calculator: eight digits.
const CAPACITY: i64 = 99_999_999;

fn games() -> usize {
    std::env::var("GIER_GAMES").map_or(25, |number| number.parse().expect("GIER_GAMES is a number"))
}

/// The reason why the calculator has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// The calculator waits for a number, which goes to this register.
    Input(usize),
    /// The program has ended.
    End,
    /// A number has more than eight digits.
    TooLarge,
    /// A division by 0.
    Zero,
    /// The program seems to be endless.
    Never,
}

/// The independent calculator. Each register of its program is a list of words.
struct Calculator {
    program: Vec<Vec<String>>,
    /// The register and the step of the next order.
    at: (usize, usize),
    number: i64,
    adds: i64,
    factor: i64,
    waiting: Option<char>,
    memory: [i64; 10],
    strip: Vec<i64>,
}

impl Calculator {
    fn new(program: Vec<Vec<String>>) -> Calculator {
        let at = (0, 0);
        let (number, adds, factor, waiting, memory) = (0, 0, 0, None, [0; 10]);
        Calculator { program, at, number, adds, factor, waiting, memory, strip: Vec::new() }
    }

    fn listing(corrected: bool) -> Calculator {
        let (add, take) = if corrected { ("+", "") } else { ("", "-") };
        let text = LISTING.replace("[+]", add).replace("{-}", take);
        Calculator::new(text.lines().map(words).collect())
    }

    /// Enters the number that the calculator waits for, and runs to the next stop.
    fn takes(&mut self, number: i64) -> Rest {
        self.number = number;
        self.at.1 += 1;
        self.work()
    }

    fn work(&mut self) -> Rest {
        for _ in 0..MOST_STEPS {
            if self.number.abs() > CAPACITY || self.adds.abs() > CAPACITY {
                return Rest::TooLarge;
            }
            let Some(register) = self.program.get(self.at.0) else { return Rest::End };
            let Some(order) = register.get(self.at.1).cloned() else {
                self.at = (self.at.0 + 1, 0);
                continue;
            };
            if order == "IN" {
                return Rest::Input(self.at.0);
            }
            self.at.1 += 1;
            if !self.does(&order) {
                return Rest::Zero;
            }
        }
        Rest::Never
    }

    /// Executes one order. Returns `false` on a division by 0.
    fn does(&mut self, order: &str) -> bool {
        let (word, operand) = order.split_at(order.find(|c: char| c.is_ascii_digit()).unwrap_or(order.len()));
        let operand: usize = operand.parse().unwrap_or(0);
        match word {
            "PR" => self.strip.push(self.number),
            "CS" => self.number = -self.number,
            "+" => self.adds += self.number,
            "-" => self.adds -= self.number,
            "T" => self.number = std::mem::take(&mut self.adds),
            "D" => self.number = self.adds,
            ":" | "x" => (self.factor, self.waiting) = (self.number, word.chars().next()),
            "=" => {
                let factor = std::mem::take(&mut self.factor);
                match self.waiting.take() {
                    Some(':') if self.number == 0 => return false,
                    Some(':') => self.number = factor / self.number,
                    Some(_) => self.number *= factor,
                    None => {}
                }
            }
            "(" | ")" => {}
            "N" => self.number = operand as i64,
            "S" => self.memory[operand] = self.number,
            "R" => self.number = self.memory[operand],
            "CJ" if self.number < 0 => {}
            "CJ" | "J" => self.at = (operand, 0),
            other => panic!("no order {other}"),
        }
        true
    }
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_string).collect()
}

/// Returns the text that the Combitron prints for these numbers.
fn printed(numbers: &[i64]) -> String {
    numbers.iter().map(|number| format!("\n{number:9}")).collect()
}

/// Returns the text that the Combitron prints when it stops for this reason.
fn rest(rest: Rest) -> &'static str {
    match rest {
        Rest::Input(_) => "\n : ",
        Rest::End => "\nChoice: ",
        Rest::TooLarge => "\n‹red›The number is too large.‹black›\nChoice: ",
        Rest::Zero => "\n‹red›Division by 0.‹black›\nChoice: ",
        Rest::Never => panic!("it goes on for ever"),
    }
}

/// Loads the listing of NIM into the Combitron, with choice 1 or 2 of its menu, and into the independent
/// calculator.
fn begun(corrected: bool) -> (Guest, Calculator) {
    let mut guest = Guest::at("combitron");
    let paper = guest.types(if corrected { "e1n" } else { "e2n" });
    assert!(paper.ends_with("Do you want to see each step: no\n : "), "{paper}");
    let mut calculator = Calculator::listing(corrected);
    assert_eq!(calculator.work(), Rest::Input(0));
    (guest, calculator)
}

/// Enters the same numbers into both calculators, and checks that both print the same. Returns the printed
/// numbers.
fn plays(guest: &mut Guest, calculator: &mut Calculator, inputs: &[i64]) -> Vec<i64> {
    let mut all = Vec::new();
    for input in inputs {
        let rests = calculator.takes(*input);
        let numbers = std::mem::take(&mut calculator.strip);
        assert_eq!(
            guest.types(&format!("{input} ")),
            format!("{input} {}{}", printed(&numbers), rest(rests))
        );
        all.extend(numbers);
    }
    all
}

/// Tests the games of section 7 of the specification: inputs, and the numbers on the strip.
#[test]
fn combitron_plays_the_games_of_the_specification() {
    const GAMES: [(bool, &[i64], &[i64]); 8] = [
        (true, &[10, 0, 1, 1, 1, 1], &[9, 1, 8, 7, 2, 5, 4, 3, 1, 0, 1]),
        (true, &[10, 1, 1, 1, 1], &[1, 9, 8, 3, 5, 4, 3, 1, 0, 1]),
        (false, &[10, 1, 1, 1, 1, 1], &[9, 1, 8, 7, 2, 5, 4, 3, 1, 0, 1]),
        (true, &[10, 0, 4, 0, 2], &[8, 3, 5]),
        (false, &[10, 0, 4, 0, 2], &[8, 3, 5]),
        (true, &[2, 0, 3], &[]),
        (false, &[2, 0, 3], &[1, 1]),
        (true, &[1, 1], &[1, 0, 0]),
    ];
    for (corrected, inputs, numbers) in GAMES {
        let (mut guest, mut calculator) = begun(corrected);
        assert_eq!(plays(&mut guest, &mut calculator, inputs), numbers, "{corrected}: {inputs:?}");
    }
}

/// Checks the table of the specification. It lists how many matches the machine takes if 1 to 13 are left.
#[test]
fn combitron_takes_as_many_as_in_the_table() {
    let (mut guest, mut calculator) = begun(true);
    let takes = [1, 1, 2, 3, 1, 1, 2, 3, 1, 1, 2, 3, 1];
    for (count, taken) in (1..).zip(takes) {
        let strip = plays(&mut guest, &mut calculator, &[count, 1]);
        assert_eq!(strip[..2], [taken, count - taken], "of {count}");
        let mut left = count - taken;
        // Play the game to its end by taking one at a time.
        while left > 0 {
            left = *plays(&mut guest, &mut calculator, &[1]).last().unwrap();
            if calculator.at.0 == 0 {
                break;
            }
        }
    }
    assert!(guest.slowest() < 5.0, "an answer takes {:.1} s", guest.slowest());
}

/// Returns a random input of a guest for this register, sometimes a wrong one.
fn input(chance: &mut Chance, register: usize) -> i64 {
    match register {
        0 if chance.below(8) == 0 => -(chance.below(3) as i64),
        0 => 1 + chance.below(29) as i64,
        1 => chance.below(4) as i64 - 1,
        _ if chance.below(8) == 0 => [-1, 0, 4, 20][chance.below(4)],
        _ => 1 + chance.below(3) as i64,
    }
}

fn plays_by_chance(corrected: bool) {
    let mut chance = Chance(0x6469_6568 + u64::from(corrected));
    let (mut guest, mut calculator) = begun(corrected);
    let (mut register, mut played) = (0, 0);
    while played < games() {
        let input = input(&mut chance, register);
        let strip = plays(&mut guest, &mut calculator, &[input]);
        let over = register > 0 && calculator.at.0 == 0;
        if over {
            played += 1;
            assert!(corrected || strip.len() > 1);
            assert!(matches!(strip.last(), Some(0 | 1)), "the winner is {strip:?}");
        }
        register = calculator.at.0;
    }
}

#[test]
fn combitron_plays_like_an_independent_interpreter() {
    plays_by_chance(true);
    plays_by_chance(false);
}

/// Types a program through the menu of the Combitron. Returns the listing that the Combitron prints.
fn keyed(guest: &mut Guest, program: &[Vec<String>]) -> String {
    let mut keys = String::from("3");
    for (number, register) in program.iter().enumerate() {
        keys += &format!("p{number} {}\n", register.join(" "));
    }
    let paper = guest.types(&(keys + "e"));
    assert!(paper.ends_with("Choice: ") && !paper.contains("‹red›"), "{paper}");
    listed(guest)
}

fn listed(guest: &mut Guest) -> String {
    let paper = guest.types("6");
    paper.trim_start_matches("6\n").trim_end_matches("Choice: ").to_string()
}

/// Returns the listing of a program in the form that the Combitron prints.
fn listing(program: &[Vec<String>]) -> String {
    let registers = program.iter().enumerate().filter(|(_, register)| !register.is_empty());
    registers.map(|(number, register)| format!("p{number} {}\n", register.join(" ").to_lowercase())).collect()
}

/// Makes a random program with all kinds of orders. Jumps lead only to existing registers.
fn program(chance: &mut Chance) -> Vec<Vec<String>> {
    let registers = 2 + chance.below(4);
    let order = |chance: &mut Chance| match chance.below(20) {
        0 | 1 => "IN".to_string(),
        2 | 3 => "PR".to_string(),
        4..=12 => ["CS", "+", "-", "T", "D", ":", "x", "=", "("][chance.below(9)].to_string(),
        13 | 14 => format!("N{}", chance.below(10)),
        15 => format!("S{}", chance.below(10)),
        16 => format!("R{}", chance.below(10)),
        17 | 18 => format!("CJ{}", chance.below(registers)),
        _ => format!("J{}", chance.below(registers)),
    };
    (0..registers).map(|_| (0..1 + chance.below(12)).map(|_| order(chance)).collect()).collect()
}

/// Tests random programs that are typed and run. Endless programs are skipped.
#[test]
fn combitron_runs_what_guests_key_in() {
    let mut chance = Chance(0x6B65_7973);
    let mut guest = Guest::at("combitron");
    guest.types("e");
    let mut run = 0;
    while run < games() {
        let program = program(&mut chance);
        let inputs: Vec<i64> = (0..6).map(|_| chance.below(2000) as i64 - 1000).collect();
        let mut calculator = Calculator::new(program.clone());
        let mut rests = vec![calculator.work()];
        let mut expected = printed(&std::mem::take(&mut calculator.strip)) + &rest_of(rests[0]);
        for input in &inputs {
            if let Some(Rest::Input(_)) = rests.last() {
                rests.push(calculator.takes(*input));
                let strip = std::mem::take(&mut calculator.strip);
                expected += &format!("{input} {}{}", printed(&strip), rest_of(rests[rests.len() - 1]));
            }
        }
        if rests.contains(&Rest::Never) {
            continue;
        }
        assert_eq!(keyed(&mut guest, &program), listing(&program));
        let mut paper = guest.types("8n").split_once("step: no").unwrap().1.to_string();
        for input in inputs.iter().take(rests.len() - 1) {
            paper += &guest.types(&format!("{input} "));
        }
        assert_eq!(paper, expected, "{}", listing(&program));
        if guest.paper().ends_with(" : ") {
            guest.types("0e");
        }
        run += 1;
    }
}

fn rest_of(rests: Rest) -> String {
    if rests == Rest::Never { String::new() } else { rest(rests).to_string() }
}

/// The paper's text for choice 5, before a tape is read.
const READING: &str = "Choice: 5 One moment, I am reading the tape.\n";

/// Types a program, lets the Combitron punch it, and reads the tape on a second machine. The listing and a
/// newly punched tape must be the same.
#[test]
fn combitron_saves_a_program_on_a_tape() {
    let mut chance = Chance(0x7461_7065);
    for _ in 0..5 {
        let program = program(&mut chance);
        let mut guest = Guest::at("combitron");
        guest.types("e");
        assert_eq!(keyed(&mut guest, &program), listing(&program));
        guest.types("7");
        let tape = guest.punched().to_vec();
        let text = text_of(tape.iter().copied());
        assert!(text.starts_with(&format!("\\{{28}}{}\\{{11}}\\{{61}}", listing(&program))), "{text}");
        let mut another = Guest::with_tape("combitron", Tape::new("kept", punch(tape.clone())));
        assert_eq!(another.types("e5").split_once(READING).unwrap().1, listing(&program) + "Choice: ");
        another.types("7");
        assert_eq!(another.punched(), tape);
    }
}

#[test]
fn combitron_refuses_anything_that_is_not_an_order() {
    let mut guest = Guest::at("combitron");
    guest.types("e3");
    for wrong in [
        "q",
        "i",
        "c",
        "p",
        "n",
        "n10",
        "s",
        "r12",
        "cj13",
        "cj",
        "j99",
        "in,",
        "p13 in",
        "x x x x x x x x x x x x x",
    ] {
        let paper = guest.types(&format!("{wrong}\n"));
        assert_eq!(paper, format!("{wrong}\n‹red›The machine cannot do that: p0‹black›\np0  "));
    }
    assert_eq!(guest.types("x x x x x x x x x x x x\n").lines().last(), Some("p1  "));
    assert_eq!(guest.types("CJ12×CJ 1 2  p r\n\n").lines().last(), Some("Choice: "));
    assert_eq!(listed(&mut guest), "p0 x x x x x x x x x x x x\np1 cj12 x cj12 pr\n");
}

/// Tests three tapes written by hand. The first has capital letters, no names and no checksum. The second has
/// the unknown order `q`, and the third has a wrong checksum.
#[test]
fn combitron_reads_tapes_of_guests() {
    let mut guest = Guest::with_tape("combitron", tape_of("IN + D PR\nJ0\n\nPR\ne\n"));
    let paper = guest.types("e5");
    assert!(paper.ends_with("I am reading the tape.\np0 in + d pr\np1 j0\np3 pr\nChoice: "), "{paper}");
    let mut guest = Guest::with_tape("combitron", tape_of("p0 in q pr\np1 pr\ne\n"));
    let paper = guest.types("e5");
    assert!(paper.ends_with("\n‹red›The machine cannot do that: p0‹black›\np1 pr\nChoice: "), "{paper}");
    let mut guest = Guest::with_tape("combitron", tape_of("\\{28}p0 pr\n\\{11}\\{61}\\{1}e\n"));
    let paper = guest.types("e5 ");
    assert!(paper.contains("‹red›sum fails‹black› "), "{paper}");
}
