//! Finds where a printed character came from: the order that typed it, and the chain back to a variable and
//! the statements that computed it, or to the key that was struck.

use super::Engine;
use super::language::Spot;
use crate::debug::past::{self, Origin, UpTo, Writer};
use crate::notation::place;
use crate::papers::{By, Papers};
use crate::typewriter::paper::{Position, Stroke, text_of};
use gier_word::{Case, Home, Symbol, Uops};

/// The maximum number of links of the chain that are shown.
const LINKS_MAX: usize = 20;

impl Engine {
    /// Explains where a character of the paper came from, with a line of text for each link of the chain.
    /// `line` and `column` are the place on the paper, counted from 1.
    ///
    /// # Errors
    /// Returns an error if there is no character at this place, or if you typed it yourself.
    pub fn origin_of(&self, line: usize, column: usize) -> Result<Vec<String>, String> {
        let (at, glyph, by) = self.character(line, column)?;
        if by == By::Hand {
            return Err(format!("line {line} column {column}: {glyph}, a key that was struck by hand"));
        }
        let (timeline, program) = (self.timeline(), self.program());
        let Some(typed) = past::typed_by(timeline, program, at) else {
            return Err(format!("line {line} column {column}: the order that typed {glyph} was not found"));
        };
        let order = |number: u64, order: &past::Step| {
            let seconds = order.at.seconds();
            format!(
                "order {number} in {}, {seconds:.6} s{}",
                place::write(order.place),
                self.place_at(number)
            )
        };
        let mut lines =
            vec![format!("line {line} column {column}: {glyph}, typed by {}", order(typed.number, &typed))];
        let mut number = typed.number;
        for _ in 0..LINKS_MAX {
            match past::origin(timeline, program, number) {
                Origin::Unknown => {
                    lines.push(match lines.len() {
                        1 => {
                            "no variable is in its origin: a constant, a blank, a sign or a zero".to_string()
                        }
                        _ => "from a constant, or from before the last 65 536 orders".to_string(),
                    });
                    return Ok(lines);
                }
                Origin::Input(step, code) => {
                    let symbol = Symbol::from_bits(u64::from(code) & 127);
                    let glyph = symbol.glyph(Case::Lower).map_or(format!("symbol {code}"), String::from);
                    lines.push(format!("from the input {glyph}, read by {}", order(step.number, &step)));
                    return Ok(lines);
                }
                Origin::Variable(step, cell, name) => {
                    lines.push(format!("from {name}, read by {}", order(step.number, &step)));
                    let before = step.number.saturating_sub(1);
                    let up_to = UpTo { order: before, hand: before };
                    let written = past::last_write(timeline, Home::Core(cell), up_to, |_| true);
                    let Ok(Some(write)) = written else {
                        lines.push(format!("{name} was not written before in this session"));
                        return Ok(lines);
                    };
                    lines.push(format!("{name} is {}", self.told(&write)));
                    if !matches!(write.by, Writer::Order(_)) {
                        return Ok(lines);
                    }
                    number = write.orders;
                }
            }
        }
        lines.push(format!("the chain has more than {LINKS_MAX} links"));
        Ok(lines)
    }

    /// The line and the column of a character of the paper.
    ///
    /// # Errors
    /// Returns an error if the paper has no such text.
    pub(super) fn place_on_paper(&self, spot: &Spot) -> Result<(usize, usize), String> {
        let wanted = match spot {
            Spot::At(line, column) => return Ok((*line, *column)),
            Spot::Text(wanted) => wanted,
        };
        let begins = |line: &[Position]| {
            let is_there = |column: &usize| text_of(&line[*column..]).starts_with(wanted);
            (0..line.len()).rev().filter(|column| line[*column].is_printed()).find(is_there)
        };
        let mut lines = self.sheet().lines().iter().enumerate().rev();
        let found = lines.find_map(|(above, line)| Some((above + 1, begins(line)? + 1)));
        found.ok_or_else(|| format!("the paper has no text {wanted:?}"))
    }

    /// The time at which the character in this line and column was printed, the character, and who printed
    /// it.
    fn character(&self, line: usize, column: usize) -> Result<(Uops, char, By), String> {
        let (mut papers, mut found) = (Papers::new(), None);
        for &(at, output) in self.timeline().outputs() {
            let carriage = (papers.sheet().lines().len(), papers.sheet().column() + 1);
            papers.take(output, &mut |print| match print.stroke {
                Stroke::Struck(strike) if carriage == (line, column) && strike.glyph != ' ' => {
                    found = Some((at, strike.glyph, print.by));
                }
                _ => {}
            });
        }
        found.ok_or_else(|| format!("nothing is printed in line {line}, column {column} of the paper"))
    }

    /// The place in the source text where the program was before the order with this number. The result
    /// begins with a comma, or is empty if the place is not known.
    fn place_at(&self, number: u64) -> String {
        self.line_before(number).map_or_else(String::new, |line| format!(", at {line}"))
    }
}
