//! The text of an experiment. A SLIP text begins with `frame.slip`, which all experiments share. Then come a
//! routine that prints the first line, and the experiment's own part. Comments are left out.

use crate::table::{Experiment, Program};
use gier_desk::typewriter::keyboard::strokes;
use gier_word::{Case, Symbol, glyph};

/// The part of the SLIP text that all experiments share.
const FRAME: &str = include_str!("../frame.slip");
/// The cell in which every experiment starts.
pub const START: u16 = 10;
/// The cell in which an experiment continues with the next trial after a stop.
pub const CONTINUE: u16 = START + 1;
/// The number of keys that the museum types in a second. A program on a Raspberry Pi, which replaces GIER's
/// typewriter, types the text.
pub const TYPED_A_SECOND: usize = 25;

/// The SLIP text of an experiment, as our assembler reads it. Returns `None` for an ALGOL text.
pub fn slip(experiment: &Experiment) -> Option<String> {
    let Program::Slip(part) = experiment.program else { return None };
    let mut text = String::new();
    for part in [FRAME, &head(experiment), part, "d: 0\n_e\n"] {
        for line in part.lines().map(bare).filter(|line| !line.is_empty()) {
            text.push_str(line);
            text.push('\n');
        }
    }
    Some(text)
}

/// The text that you type into HELP 3 (the monitor program). HELP 3 assembles and starts a SLIP text. An
/// ALGOL text begins with a command that starts the ALGOL compiler. The compiled program waits for a key and
/// then starts.
pub fn asc(experiment: &Experiment) -> String {
    match experiment.program {
        Program::Slip(_) => format!("slip<\n{}_e{START}\n", slip(experiment).unwrap_or_default()),
        Program::Algol(text) => text.to_string(),
    }
}

/// The text that you type into HELP 3 to continue after a stop. HELP 3 then restores the store, which it
/// saved when you pressed the HELP button.
pub fn continue_asc() -> String {
    format!("exit,{CONTINUE}<")
}

/// The time in seconds in which the museum's Raspberry Pi types the text into GIER. Case shifts count as
/// keys.
pub fn typing_seconds(experiment: &Experiment) -> usize {
    let keys = asc(experiment)
        .chars()
        .filter_map(|character| strokes(character, Case::Lower))
        .map(|keys| keys.len())
        .sum::<usize>();
    keys.div_ceil(TYPED_A_SECOND)
}

/// A line of SLIP without its comment.
fn bare(line: &str) -> &str {
    line.split_once(';').map_or(line, |(order, _)| order).trim()
}

/// The words that the experiment's first line prints before the sum of the program.
pub fn head_words(experiment: &Experiment) -> String {
    format!("gier {} {}", experiment.name, experiment.version)
}

/// The SLIP routine that prints the first line's words.
fn head(experiment: &Experiment) -> String {
    let codes: Vec<u8> = head_words(experiment)
        .chars()
        .flat_map(|character| glyph::symbols(character).into_iter().flatten())
        .map(|(symbol, _): (Symbol, _)| symbol.code())
        .collect();
    let mut text = String::from("e: qq\n");
    for pair in codes.chunks(2) {
        match pair {
            [left, right] => text.push_str(&format!("sy {left},sy {right}\n")),
            single => text.push_str(&format!("sy {}\n", single[0])),
        }
    }
    text + "hr s1\n"
}
