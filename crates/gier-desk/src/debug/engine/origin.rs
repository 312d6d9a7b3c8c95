//! Finds where a character of the paper came from. The search begins at the order that printed the character.
//! A chain of links leads back to the variables whose values were printed, and to the statements that
//! computed these values. The chain may end at a symbol that the program read.

use super::language::Spot;
use super::{Engine, GIVEN_UP, Report};
use crate::debug::past::{self, Origin, UpTo, Writer};
use crate::notation::place;
use crate::papers::{By, Papers};
use crate::typewriter::paper::{Position, Stroke, text_of};
use gier_machine::timeline::Cancelled;
use gier_word::source_map::SourcePlace;
use gier_word::{Address, Case, Home, Symbol, Uops};

/// The maximum number of variables in a chain. Each variable has two links: where the program read it, and
/// where it was written.
const LINKS_MAX: usize = 20;

/// A link of the chain that leads from a printed character back to its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The description of this link, for the user.
    pub text: String,
    /// The place in the program's source text that this link describes, if there is one.
    pub place: Option<SourcePlace>,
}

impl Engine {
    /// Finds where a character of the paper came from. The first link describes the order that printed the
    /// character. The other links lead back to the character's origin.
    ///
    /// # Errors
    /// Returns an error if the paper has no such character, if the order that printed it was not found, or if
    /// `report` returned `false`.
    pub fn origin_of(&self, spot: &Spot, report: &mut Report<'_>) -> Result<Vec<Link>, String> {
        let (line, column) = self.place_on_paper(spot)?;
        let (at, glyph, by) = self.character(line, column)?;
        let glyph = if glyph == ' ' { "a blank".to_string() } else { glyph.to_string() };
        if by == By::Hand {
            let link = format!("line {line} column {column}: {glyph}, a key that was struck by hand");
            return Ok(vec![Link::plain(&link)]);
        }
        let (timeline, program) = (self.timeline(), self.program());
        let Some(typed) = past::typed_by(timeline, program, at) else {
            return Err(format!("line {line} column {column}: the order that typed {glyph} was not found"));
        };
        let mut links = vec![self.link(
            format!("line {line} column {column}: {glyph}, typed by {}", self.order(&typed)),
            typed.number,
        )];
        let mut origin = past::origin(timeline, program, typed.number);
        let call = self.call_that_printed(typed.number);
        // The working cells of `write` can hold data of an earlier call. The origin of the character is
        // therefore used only if the printed number has the same one. Otherwise, the number's origin is used.
        let of_number = call.as_ref().and_then(|(call, _, number)| {
            Some(past::origin_of_cell(timeline, program, (*number)?, call.number))
        });
        let is_stale = of_number.as_ref().is_some_and(|of_number| !of_number.is_same(&origin));
        if is_stale || matches!(origin, Origin::Unknown) {
            let Some((call, written, _)) = call else {
                links.push(Link::plain(match program.map() {
                    Some(_) => "from no variable: a constant, or a word of the run-time library",
                    None => "the program has no map, so its variables are not known",
                }));
                return Ok(links);
            };
            links.push(self.link(format!("the call was {written}, by {}", self.order(&call)), call.number));
            let Some(of_number) = of_number else { return Ok(links) };
            origin = of_number;
        }
        while links.len() < 2 * LINKS_MAX {
            let written = match origin {
                Origin::Unknown => {
                    links.push(Link::plain("from a constant, or from before the last 65 536 orders"));
                    return Ok(links);
                }
                Origin::Input(step, code) => {
                    let symbol = Symbol::from_bits(u64::from(code) & 127);
                    let glyph = symbol.glyph(Case::Lower).map_or(format!("symbol {code}"), String::from);
                    links.push(
                        self.link(
                            format!("from the input {glyph}, read by {}", self.order(&step)),
                            step.number,
                        ),
                    );
                    return Ok(links);
                }
                Origin::Variable(step, cell, name) => {
                    links.push(self.link(format!("from {name}, read by {}", self.order(&step)), step.number));
                    let up_to = UpTo::from(step.number.saturating_sub(1));
                    let written = past::last_write(timeline, Home::Core(cell), up_to, &mut *report);
                    let Some(write) = written.map_err(|Cancelled| GIVEN_UP)? else {
                        links.push(Link::plain(&format!("{name} was not written before in this session")));
                        return Ok(links);
                    };
                    links.push(self.link(format!("{name} is {}", self.told(&write)), write.before() + 1));
                    write
                }
            };
            if !matches!(written.by, Writer::Order(_)) {
                return Ok(links);
            }
            origin = past::origin(timeline, program, written.orders);
        }
        links.push(Link::plain(&format!("the chain goes on; gier ends it after {LINKS_MAX} variables")));
        Ok(links)
    }

    /// Creates a link for the order with this number. The link's place is the place in the source text to
    /// which this order belongs.
    fn link(&self, text: String, number: u64) -> Link {
        Link { text, place: self.place_before(number) }
    }

    /// Describes an executed order: its number, its place, its time and its statement.
    fn order(&self, order: &past::Step) -> String {
        let (number, at, seconds) = (order.number, place::write(order.place), order.at.seconds());
        let line = self.line_before(number).map_or_else(String::new, |line| format!(", at {line}"));
        format!("order {number} in {at}, {seconds:.6} s{line}")
    }

    /// Finds the call of a standard procedure that printed something. `number` is the number of the order
    /// that printed it. Returns the calling order, the call with its parameters as text, and the cell of the
    /// printed number. The cell is `None` if a string was printed.
    fn call_that_printed(&self, number: u64) -> Option<(past::Step, String, Option<Address>)> {
        let call = past::own_order(self.timeline(), self.program(), number)?;
        let printing = self.timeline().before(call.number, |machine| self.program().printing(machine));
        let (written, number) = printing??;
        Some((call, written, number))
    }

    /// The line and the column of a character of the paper, both counted from 1. If `spot` is a text, this is
    /// the place of the text's first character that is not a blank.
    ///
    /// # Errors
    /// Returns an error if `spot` is a text that is not on the paper.
    fn place_on_paper(&self, spot: &Spot) -> Result<(usize, usize), String> {
        let wanted = match spot {
            Spot::At(line, column) => return Ok((*line, *column)),
            Spot::Text(wanted) => wanted,
        };
        let found = wanted.find(|char| char != ' ').and_then(|blanks| {
            let is_printed =
                |line: &[Position], column| line.get(column + blanks).is_some_and(Position::is_printed);
            let begins = |line: &[Position]| {
                let is_there = |column: &usize| text_of(&line[*column..]).starts_with(wanted);
                (0..line.len()).rev().filter(|&column| is_printed(line, column)).find(is_there)
            };
            let mut lines = self.sheet().lines().iter().enumerate().rev();
            lines.find_map(|(above, line)| Some((above + 1, begins(line)? + blanks + 1)))
        });
        found.ok_or_else(|| format!("the paper has no text {wanted:?}"))
    }

    /// Finds the character in this line and column of the paper, both counted from 1. Returns the machine
    /// time of the print, the character, and who typed it: the machine or a person.
    ///
    /// # Errors
    /// Returns an error if nothing is printed at this place.
    fn character(&self, line: usize, column: usize) -> Result<(Uops, char, By), String> {
        let (mut papers, mut found) = (Papers::new(), None);
        for &(at, output) in self.timeline().outputs() {
            let carriage = (papers.sheet().lines().len(), papers.sheet().column() + 1);
            papers.take(output, &mut |print| match print.stroke {
                // A blank does not hide a character that was printed before in the same column.
                Stroke::Struck(strike)
                    if carriage == (line, column) && (strike.glyph != ' ' || found.is_none()) =>
                {
                    found = Some((at, strike.glyph, print.by));
                }
                _ => {}
            });
        }
        found.ok_or_else(|| format!("nothing is printed in line {line}, column {column} of the paper"))
    }
}

impl Link {
    /// Creates a link without a place in the source text.
    fn plain(text: &str) -> Link {
        Link { text: text.to_string(), place: None }
    }
}
