//! Tests how `write` prints numbers in a layout, and how `typein` and `inone` read numbers. The expected
//! answers are in `tests/algol_numbers.txt`. They come from the museum's translator GIER ALGOL III on our
//! machine. ↓ and ↑ are case shifts. With a copy of the archive, the test also compares new random cases, and
//! `UPDATE=1` rewrites the table.

use crate::algol_map::compiled;
use crate::chance::Chance;
use crate::paper::Run;
use crate::tidy::root;
use crate::{ga3, paper};
use gier_machine::{Input, Machine};
use gier_word::Uops;
use std::fs;
use std::path::{Path, PathBuf};

/// The size of the table: the number of pairs of layout and value, and the number of texts to read.
const TABLE: (usize, usize) = (900, 300);
/// The numbers of new pairs and new texts that are compared if the archive is present.
const NEW: (usize, usize) = (10_000, 600);
/// The number of questions in one test program. A question is a number to print or a text to read.
const TOGETHER: usize = 100;
/// The layout in which a test program prints the numbers that it has read. It loses no bit of a number.
const READ: &str = "‹+d.dddddddddd⏨+ddd›";

/// A question to both systems: a layout and a number for `write`, or a text (as `number`) for the reading
/// procedures.
#[derive(Clone, Debug, PartialEq)]
struct Question {
    layout: Option<String>,
    number: String,
}

fn question(random: &mut Chance, written: bool) -> Question {
    match written {
        true => Question { layout: Some(layout(random)), number: value(random) },
        false => Question { layout: None, number: text(random) },
    }
}

/// Generates a random layout by the grammar of `docs/algol.md`.
fn layout(random: &mut Chance) -> String {
    let mut layout = random.of(&["", "-", "-", "+", "±"]).to_string();
    let (mut figures, mut position) = (0, 0);
    let noughts = random.below(3) == 0;
    let blanks = |random: &mut Chance, layout: &mut String, position: usize| {
        if position < 20 && random.below(12) == 0 {
            layout.push(' ');
        }
    };
    let size = |random: &mut Chance| if random.below(6) == 0 { random.below(16) } else { random.below(6) };
    let whole = size(random).min(15);
    let zeros = if noughts && whole > 0 { random.below(whole) } else { 0 };
    for at in 0..whole {
        if at > 0 {
            blanks(random, &mut layout, position);
        }
        let nought = at >= whole - zeros;
        figures += usize::from(!nought);
        layout.push_str(match (at, nought) {
            (_, true) => "0",
            (0, _) if random.below(2) == 0 => "n",
            _ => "d",
        });
        position += 1;
    }
    let decimals = if whole == 0 { 1 + size(random).min(14) } else { size(random).min(15) };
    let free = (15 - figures).min(if zeros > 0 { 0 } else { decimals });
    let decimal_figures =
        if noughts && free > 0 { random.below(free + 1).max(usize::from(whole == 0)) } else { free };
    let decimals = if noughts { decimals } else { decimal_figures };
    if decimals > 0 {
        layout.push('.');
        position += 1;
        for at in 0..decimals {
            if at > 0 {
                blanks(random, &mut layout, position);
            }
            layout.push(if at < decimal_figures { 'd' } else { '0' });
            position += 1;
        }
    }
    if random.below(3) == 0 {
        layout.push('⏨');
        layout += random.of(&["", "-", "+", "±"]);
        layout += &"d".repeat([1, 1, 2, 2, 3, 3, 4, 7][random.below(8)]);
    }
    layout
}

fn digits(random: &mut Chance, most: usize) -> String {
    let count = 1 + random.below(most);
    (0..count).map(|_| char::from(b'0' + random.below(10) as u8)).collect()
}

/// Generates a random number as it is written in a program.
fn value(random: &mut Chance) -> String {
    let sign = random.of(&["", "", "-"]);
    let number = match random.below(12) {
        0 => "0".to_string(),
        1..=3 => digits(random, 9),
        4..=6 => format!("{}.{}", digits(random, 6), digits(random, 6)),
        7 => format!("0.{}{}", "0".repeat(random.below(9)), digits(random, 5)),
        8 => format!(
            "{}{}.{}",
            "9".repeat(random.below(5)),
            random.of(&["4", "9", "94"]),
            "9".repeat(1 + random.below(7))
        ),
        9 => format!("{}.{}5", digits(random, 3), digits(random, 3)),
        10 => format!("{}⏨{}{}", digits(random, 3), random.of(&["", "-"]), random.below(16)),
        _ => format!(
            "{}.{}⏨{}{}",
            random.below(10),
            digits(random, 8),
            random.of(&["", "-"]),
            random.below(150)
        ),
    };
    format!("{sign}{number}")
}

/// Generates a random number as a guest types it, with a character that ends it. The text has no spaces,
/// because only our system accepts a space as the end of a number.
fn text(random: &mut Chance) -> String {
    let mut text = random.of(&["", "", ",", "a", "x,"]).to_string() + random.of(&["", "", "-", "+"]);
    let kind = random.below(8);
    if kind != 7 {
        if kind != 6 {
            text += &digits(random, if kind == 0 { 14 } else { 7 });
        }
        if kind > 2 {
            text.push('.');
            text += &digits(random, 6);
        }
    }
    if kind == 7 || random.below(3) == 0 {
        text.push('⏨');
        text += random.of(&["", "-", "+"]);
        let most = [12, 12, 12, 130][random.below(4)];
        text += &random.below(most).to_string();
    }
    text + random.of(&[",", "a", "x", "l"])
}

/// Returns a program that answers the questions, one on each line, and the text that it reads. The text is
/// typed or on a tape.
fn program(questions: &[Question], typed: bool) -> (String, String) {
    let mut program = "_begin\n".to_string();
    let mut texts = String::new();
    for Question { layout, number } in questions {
        match layout {
            Some(layout) => program += &format!("write(‹{layout}›, {number}, writecr);\n"),
            None => texts += number,
        }
    }
    if !texts.is_empty() {
        let procedure = if typed { "typein" } else { "inone" };
        program += &format!(
            "_integer i; _real x; _for i := 1 _step 1 _until {} _do _begin x := {procedure}; writecr; \
             write({READ}, x, writecr) _end;\n",
            questions.len()
        );
    }
    (program + "_end;\n", texts)
}

/// Returns the answers that a program printed, one on each line. A program that reads numbers starts a new
/// line before each answer, so only every second line is an answer.
fn lines(run: &Run, questions: &[Question]) -> Vec<String> {
    let read = questions[0].layout.is_none();
    let printed = paper::text_with_shifts(&run.typed);
    let lines = printed.split('\n').skip(usize::from(read)).step_by(1 + usize::from(read));
    lines.take(questions.len()).map(str::to_string).collect()
}

/// Returns the answers of our compiler's code.
fn ours(questions: &[Question], typed: bool) -> Vec<String> {
    let (text, read) = program(questions, typed);
    let mut machine = Machine::with_image(&compiled("numbers", &text));
    machine.feed(Input::MountTape(paper::tape_of(&read)));
    let run = paper::run(&mut machine, &paper::keys_of(&read), Uops::from_seconds(100_000.0));
    assert!(paper::ended(run.pause), "{:?}\n{}", run.pause, run.paper);
    lines(&run, questions)
}

/// Returns the answers of the museum's translator.
fn theirs(archive: &Path, questions: &[Question], typed: bool) -> Vec<String> {
    let (text, read) = program(questions, typed);
    let theirs = ga3::run(archive, ga3::tape_of_clean(&text), Some(&read), false, &paper::keys_of(&read));
    let run = theirs.run.unwrap_or_else(|| panic!("{}\n{text}", theirs.translation));
    lines(&run, questions)
}

/// Generates random questions. Equal seeds give equal questions.
fn questions(seed: u64, (written, read): (usize, usize)) -> Vec<Question> {
    let mut random = Chance(seed);
    (0..written + read).map(|number| question(&mut random, number < written)).collect()
}

/// Returns the answers to all questions. `who` answers the questions of one program.
fn answers(questions: &[Question], who: impl Fn(&[Question], bool) -> Vec<String>) -> Vec<String> {
    let kinds = questions.chunk_by(|one, next| one.layout.is_none() == next.layout.is_none());
    let programs = kinds.flat_map(|kind| kind.chunks(TOGETHER));
    programs.enumerate().flat_map(|(number, questions)| who(questions, number % 2 == 0)).collect()
}

fn table() -> PathBuf {
    root().join("tests/algol_numbers.txt")
}

/// Writes a line of the table: the layout or `read`, the number, and the answer.
fn line(Question { layout, number }: &Question, answer: &str) -> String {
    format!("{}|{number}|{answer}|\n", layout.as_deref().unwrap_or("read"))
}

fn compare(questions: &[Question], ours: &[String], theirs: &[String]) {
    assert_eq!((ours.len(), theirs.len()), (questions.len(), questions.len()), "a line for each question");
    let differences: Vec<String> = std::iter::zip(questions, std::iter::zip(ours, theirs))
        .filter(|(_, (ours, theirs))| ours != theirs)
        .map(|(question, (ours, theirs))| format!("{question:?}\n  ours   |{ours}|\n  theirs |{theirs}|\n"))
        .collect();
    let shown: String = differences.iter().take(20).map(String::as_str).collect();
    assert!(differences.is_empty(), "{} of {} differ\n{shown}", differences.len(), questions.len());
}

/// Tests that our compiler gives the answers in the table, which come from the museum's translator.
/// [F-NUMBER-1]
#[test]
fn algol_numbers_are_the_museums() {
    if let (Some(_), Some(archive)) = (std::env::var_os("UPDATE"), ga3::archive()) {
        let questions = questions(0x9E37_79B9_7F4A_7C15, TABLE);
        let theirs = answers(&questions, |questions, typed| theirs(&archive, questions, typed));
        let lines: String =
            std::iter::zip(&questions, &theirs).map(|(question, answer)| line(question, answer)).collect();
        fs::write(table(), lines).unwrap();
    }
    let text = fs::read_to_string(table()).unwrap();
    let (questions, theirs): (Vec<Question>, Vec<String>) = text
        .lines()
        .map(|line| {
            let mut parts = line.split('|').map(str::to_string);
            let mut part = || parts.next().expect("layout|number|answer|");
            let layout = Some(part()).filter(|layout| layout != "read");
            (Question { layout, number: part() }, part())
        })
        .unzip();
    compare(&questions, &answers(&questions, ours), &theirs);
}

/// Compares the answers to new random questions. `GIER_SEED` changes the questions.
#[test]
fn algol_new_numbers_are_the_museums() {
    let Some(archive) = ga3::archive() else { return };
    let seed = std::env::var("GIER_SEED").map_or(1, |seed| seed.parse().expect("GIER_SEED is a number"));
    let questions = questions(0x2545_F491_4F6C_DD1D ^ seed, NEW);
    let theirs = answers(&questions, |questions, typed| theirs(&archive, questions, typed));
    compare(&questions, &answers(&questions, ours), &theirs);
}
