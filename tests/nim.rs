//! Plays NIM as a guest does, from the committed drum image. The papers must equal the paper in the book and
//! the papers in `tests/nim/`. The tests of `gier-algol` check that our compiler makes this image from the
//! text.

use crate::paper;
use crate::tidy::{self, root};
use gier_machine::{Input, Machine, Output, Pause};
use gier_programs::book;
use gier_word::{Image, Uops};
use std::fs;

fn read(path: &str) -> String {
    tidy::read(&root().join(path))
}

/// The image of NIM that is bundled in the binary.
fn committed() -> Image {
    Image::from_bytes(&fs::read(root().join("roms/nim.drum")).unwrap()).unwrap()
}

fn play(name: &str) {
    compare(&read(&format!("tests/nim/typed-{name}.txt")), &read(&format!("tests/nim/paper-{name}.txt")));
}

fn compare(typed: &str, expected: &str) {
    let mut machine = Machine::with_image(&committed());
    let run = paper::run(&mut machine, &paper::keys_of(typed), Uops::from_seconds(36_000.0));
    assert!(paper::ended(run.pause), "{:?}\n{}", run.pause, run.paper);
    assert_eq!(run.paper, expected.strip_suffix('\n').unwrap());
    assert_eq!(run.left, 0);
}

/// Tests that the five games of the book print the book's paper.  [F-NIM-1]
#[test]
fn nim_prints_the_paper_of_1966() {
    compare(book::TYPED, book::PAPER);
}

#[test]
fn nim_speaks_english() {
    play("en");
}

#[test]
fn nim_speaks_french() {
    play("fr");
}

#[test]
fn nim_speaks_german() {
    play("de");
}

#[test]
fn nim_answers_a_guest_who_types_nonsense() {
    play("da-nonsense");
}

/// Tests that the answer yes changes the language.  [F-NIM-2]
#[test]
fn nim_changes_language_with_a_yes() {
    play("switching");
}

/// Checks the symbols of the five games, with their case shifts, in the order in which they print.
#[test]
fn nim_sends_the_symbols_of_1966() {
    let expected: Vec<(bool, u8)> = read("tests/nim/symbols-da.txt")
        .lines()
        .flat_map(|line| {
            let (who, codes) = line.split_once(' ').unwrap();
            codes.split(' ').map(|code| (who == "machine", code.parse().unwrap())).collect::<Vec<_>>()
        })
        .collect();
    let mut keys = paper::keys_of(book::TYPED).into_iter();
    let mut machine = Machine::with_image(&committed());
    while machine.run_until(Uops::NEVER) == Pause::AwaitingKey {
        machine.feed(Input::Key(keys.next().expect("a key")));
    }
    let symbols: Vec<(bool, u8)> = machine
        .take_output()
        .into_iter()
        .filter_map(|(_, output)| match output {
            Output::Typed(symbol) => Some((true, symbol.code())),
            Output::Echo(symbol) => Some((false, symbol.code())),
            _ => None,
        })
        .collect();
    assert_eq!(symbols, expected);
}
