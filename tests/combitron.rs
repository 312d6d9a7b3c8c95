//! Tests the program Combitron (a simulated calculator). `tests/games/` has its longer papers: games of both
//! versions of NIM with random numbers, wrong ones among them, and random programs that guests key in and run.
//! An independent interpreter of the calculator, whose registers were lists of words, agreed with every line
//! when the papers were recorded.

use crate::guest::Guest;
use crate::paper::{tape_of, text_of};
use gier_machine::Tape;
use gier_word::tape::punch;

/// Tests the games of section 7 of the specification: whether the program is corrected, the inputs, and the
/// numbers on the strip.
#[test]
fn combitron_plays_the_games_of_the_specification() {
    const GAMES: [(bool, &str, &[i64]); 8] = [
        (true, "10 0 1 1 1 1 ", &[9, 1, 8, 7, 2, 5, 4, 3, 1, 0, 1]),
        (true, "10 1 1 1 1 ", &[1, 9, 8, 3, 5, 4, 3, 1, 0, 1]),
        (false, "10 1 1 1 1 1 ", &[9, 1, 8, 7, 2, 5, 4, 3, 1, 0, 1]),
        (true, "10 0 4 0 2 ", &[8, 3, 5]),
        (false, "10 0 4 0 2 ", &[8, 3, 5]),
        (true, "2 0 3 ", &[]),
        (false, "2 0 3 ", &[1, 1]),
        (true, "1 1 ", &[1, 0, 0]),
    ];
    for (corrected, inputs, numbers) in GAMES {
        let mut guest = Guest::at("combitron");
        let paper = guest.types(if corrected { "e1n" } else { "e2n" });
        assert!(paper.ends_with("Do you want to see each step: no\n : "), "{paper}");
        // Each number on the strip has a line of its own.
        let paper = guest.types(inputs);
        let strip: Vec<i64> = paper.lines().skip(1).filter_map(|line| line.trim().parse().ok()).collect();
        assert_eq!(strip, numbers, "{corrected}: {inputs}");
    }
}

/// Types a program, lets the Combitron punch it, and reads the tape on a second machine. The listing and a
/// newly punched tape must be the same.
#[test]
fn combitron_saves_a_program_on_a_tape() {
    let listing = "p0 in s1 n4 x cj2\np1 pr : r1 = (\np2 cs + d j0\n";
    let mut guest = Guest::at("combitron");
    guest.types(&format!("e3{listing}e"));
    let listed = guest.types("6");
    assert_eq!(listed, format!("6\n{listing}Choice: "));
    guest.types("7");
    let tape = guest.punched().to_vec();
    let text = text_of(tape.iter().copied());
    assert!(text.starts_with(&format!("\\{{28}}{listing}\\{{11}}\\{{61}}")), "{text}");
    let mut another = Guest::with_tape("combitron", Tape::new("kept", punch(tape.clone())));
    let reading = "Choice: 5 One moment, I am reading the tape.\n";
    assert_eq!(another.types("e5").split_once(reading).unwrap().1, format!("{listing}Choice: "));
    another.types("7");
    assert_eq!(another.punched(), tape);
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
