//! Runs the museum's GIER ALGOL III on our machine, as an operator does. It boots the monitor program HELP 3
//! from its tapes, loads the translator onto the drum, and translates and runs the tape of a program. Needs
//! `GIER_ARCHIVE`, the path of a clone of the museum's archive.

use crate::paper::{self, Run, Stopwatch, Took};
use gier_machine::{Input, Machine, Pause, Tape};
use gier_word::symbol::{Case, encode};
use gier_word::tape::punch;
use gier_word::{Image, Symbol, TRACK_CELLS, Uops};
use std::sync::OnceLock;

pub use crate::skip::archive;

/// The machine with the monitor program HELP 3 and GIER ALGOL III on its drum. It waits for the operator.
static READY: OnceLock<Machine> = OnceLock::new();

fn seconds_later(machine: &Machine, seconds: f64) -> Uops {
    Uops(machine.now().0 + Uops::from_seconds(seconds).0)
}

/// Types a text, and runs until the machine waits for more keys, for at most `seconds` of machine time.
fn converse(machine: &mut Machine, text: &str, seconds: f64) -> Run {
    let limit = seconds_later(machine, seconds);
    paper::run(machine, &paper::keys_of(text), limit)
}

fn boot(archive: &std::path::Path) -> Machine {
    let tape = |name: &str| {
        let path = archive.join("tapes").join(name);
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Input::MountTape(Tape::from_bytes(name, &bytes))
    };
    let mut machine = Machine::new();
    machine.key_bootstrap();
    machine.feed(tape("tapet3/1track0.flx"));
    machine.feed(tape("tapet3/2mainhelp.flx"));
    machine.feed(Input::Start);
    converse(&mut machine, "\n\n", 600.0);
    machine.feed(tape("tapet3/ga3.flx"));
    let run = converse(&mut machine, "r<\n", 600.0);
    assert_eq!(run.pause, Pause::AwaitingKey, "{}", run.paper);
    machine
}

/// The result of the museum's translator for a program.
pub struct Theirs {
    /// The output of the run, which the operator starts with a blank. `None` if the translator found faults.
    pub run: Option<Run>,
    /// What the translator prints while it translates.
    pub translation: String,
    /// The cost of the run. The run begins when the operator types a blank.
    pub took: Took,
    /// The number of cells that the program takes on the drum, for code, constants and texts.
    pub cells: usize,
}

/// Translates and runs a program's tape. During the run, `kb` sets the key KB, the tape `reader` is in the
/// reader, and `keys` are typed when the program waits for them.
pub fn run(
    archive: &std::path::Path,
    program: Vec<Symbol>,
    reader: Option<&str>,
    kb: bool,
    keys: &[Symbol],
) -> Theirs {
    const LIMIT: f64 = 20_000.0;
    let mut machine = READY.get_or_init(|| boot(archive)).clone();
    machine.feed(Input::MountTape(Tape::new("program", punch(program))));
    let translation = converse(&mut machine, "algol3< ", LIMIT).paper;
    if !translation.ends_with("run ") {
        return Theirs { run: None, translation, took: Took::default(), cells: 0 };
    }
    machine.feed(Input::UnmountTape);
    machine.feed(Input::Kb(kb));
    if let Some(text) = reader {
        machine.feed(Input::MountTape(paper::tape_of(text)));
    }
    let limit = seconds_later(&machine, LIMIT);
    let keys: Vec<Symbol> = [Symbol::SPACE].iter().chain(keys).copied().collect();
    let (started, drum) = (machine.now(), machine.drum_image());
    let mut watch = Stopwatch::at(started);
    let mut run = paper::run_watched(&mut machine, &keys, limit, &mut watch);
    let took = Took::of(started, &watch, machine.now());
    run.paper = run.paper.strip_prefix(' ').unwrap_or(&run.paper).to_string();
    let cells = cells(&drum, machine.ferrite().read(0).address());
    Theirs { run: Some(run), translation, took, cells }
}

/// Returns the number of cells of a translated program. `last` is the program's last track. Cell 1 of that
/// track contains the end of the free part of the drum.
fn cells(drum: &Image, last: u16) -> usize {
    let free = gier_word::number::float(drum.track(last.into())[1]) as usize;
    (usize::from(last) + 1) * TRACK_CELLS - (free + 1)
}

/// Collects symbols for a tape. GIER has one symbol for two marks: it underlines the next character in lower
/// case, and puts a bar through the next character in upper case.
#[derive(Default)]
struct Typed {
    symbols: Vec<Symbol>,
    case: Case,
}

impl Typed {
    fn put(&mut self, character: char) {
        let symbols = encode(character.encode_utf8(&mut [0; 4]), &mut self.case);
        self.symbols.extend(symbols.unwrap_or_else(|character| panic!("{character:?} has no symbol")));
    }

    fn mark(&mut self, case: Case) {
        if self.case != case {
            self.symbols.push(if case == Case::Upper { Symbol::UPPER } else { Symbol::LOWER });
            self.case = case;
        }
        self.symbols.push(Symbol::UNDERLINE);
    }

    fn underlined(&mut self, character: char) {
        self.mark(Case::Lower);
        self.put(character);
    }

    fn barred(&mut self, character: char) {
        self.mark(Case::Upper);
        self.put(character);
    }

    fn finish(mut self) -> Vec<Symbol> {
        self.symbols.extend([Symbol::LOWER, Symbol::CARRIAGE_RETURN]);
        self.symbols
    }
}

/// Splits the code of a symbol from the start of a text: a number in braces, such as `{17}`, or up to three
/// digits. Returns the symbol and the remaining text.
fn code(text: &str) -> (Symbol, &str) {
    let digits = text.trim_start_matches('{');
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let end = if digits.len() == text.len() { end.min(3) } else { end };
    let rest = &digits[end..];
    (Symbol::new(digits[..end].parse().expect("a code")), rest.strip_prefix('}').unwrap_or(rest))
}

/// Returns the tape of a program in the clean form (UTF-8 with GIER's characters). The tape starts with the
/// program's first `begin`.
pub fn tape_of_clean(text: &str) -> Vec<Symbol> {
    let mut rest = &text[text.find("_begin").expect("a program")..];
    let mut typed = Typed::default();
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        match character {
            '_' => {
                let word = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
                rest[..word].chars().for_each(|letter| typed.underlined(letter));
                rest = &rest[word..];
            }
            '\\' if rest.starts_with('{') => {
                let (symbol, after) = code(rest);
                typed.symbols.push(symbol);
                rest = after;
            }
            '\\' => {
                let mut two = rest.chars();
                let (mark, marked) = (two.next(), two.next().expect("a character"));
                if mark == Some('_') {
                    typed.underlined(marked)
                } else {
                    typed.barred(marked)
                }
                rest = two.as_str();
            }
            '«' => {
                typed.barred('<');
                typed.put('<');
            }
            '‹' => typed.barred('<'),
            '»' | '›' => typed.barred('>'),
            '≠' => typed.barred('='),
            '↑' => typed.barred('∧'),
            '≤' => typed.underlined('<'),
            '≥' => typed.underlined('>'),
            '≡' => typed.underlined('='),
            '÷' => typed.underlined(':'),
            '±' => typed.underlined('+'),
            '␣' => typed.underlined(','),
            '⊃' => "=>".chars().for_each(|c| typed.put(c)),
            '¬' => "-,".chars().for_each(|c| typed.put(c)),
            _ => typed.put(character),
        }
    }
    typed.finish()
}

/// Returns the tape of a program in the form of the archive's `.asc` files, where `_b` is an underlined b.
pub fn tape_of_asc(text: &str) -> Vec<Symbol> {
    let mut typed = Typed::default();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        match character {
            '_' => typed.mark(Case::Lower),
            '|' => typed.mark(Case::Upper),
            '#' => {
                let (symbol, after) = code(rest);
                typed.symbols.push(symbol);
                rest = after;
            }
            '&' => typed.put('∧'),
            '£' => typed.put('∨'),
            '*' => typed.put('×'),
            '\'' => typed.put('⏨'),
            '\r' => {}
            _ => typed.put(character),
        }
    }
    typed.finish()
}
