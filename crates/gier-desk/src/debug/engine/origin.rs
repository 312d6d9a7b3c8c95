//! Finds where a value came from: the statement that set it, what this statement has read, and where each of
//! these values came from. For a character of the paper, the search begins at the order that printed it.

use super::language::Spot;
use super::{Engine, GIVEN_UP, Report};
use crate::debug::answer::{Answer, NOT_SET, Named, Notation, Operand, SetBy, Sources, What};
use crate::debug::past::{self, UpTo, Writer};
use crate::notation::place;
use crate::papers::{By, Papers};
use crate::typewriter::paper::{Position, Stroke, text_of};
use gier_machine::timeline::Cancelled;
use gier_word::{Address, Case, Home, Symbol, Uops};
use std::collections::{BTreeSet, VecDeque};

/// A chain of origins shows this many answers at a time.
const ANSWERS: usize = 10;

/// The values whose origins are still to be told. Each is a cell with its name, as the order with this number
/// has read it.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    open: VecDeque<(Named, Address, u64)>,
    /// The writes that were told: the cell, and the number of the order.
    told: BTreeSet<(Address, u64)>,
}

impl Chain {
    /// Begins to tell where the value came from that a cell had before the order with the number `before`.
    pub fn of(named: Named, cell: Address, before: u64) -> Chain {
        Chain { open: [(named, cell, before)].into(), told: BTreeSet::new() }
    }

    /// Whether all origins were told.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }
}

impl Engine {
    /// Begins to tell where the present value of a cell came from.
    pub fn origin_of_cell(&self, cell: Address) -> Chain {
        let now = self.machine().orders() + 1;
        Chain::of(self.named(cell, now).unwrap_or_else(|| nameless(cell)), cell, now)
    }

    /// Tells where the next values of a chain came from, at most ten.
    ///
    /// # Errors
    /// Returns an error if `report` returned `false`.
    pub fn tell_origins(&self, chain: &mut Chain, report: &mut Report<'_>) -> Result<Vec<Answer>, Cancelled> {
        let mut answers = Vec::new();
        while answers.len() < ANSWERS
            && let Some(answer) = self.next_origin(chain, report)?
        {
            answers.push(answer);
        }
        Ok(answers)
    }

    /// Tells where the next value of a chain came from. Returns `None` if the chain has told all.
    ///
    /// # Errors
    /// Returns an error if `report` returned `false`.
    pub fn next_origin(
        &self,
        chain: &mut Chain,
        report: &mut Report<'_>,
    ) -> Result<Option<Answer>, Cancelled> {
        while let Some((named, cell, before)) = chain.open.pop_front() {
            let answer = self.origin_of_value(chain, (named, cell, before), report)?;
            if answer.is_some() {
                return Ok(answer);
            }
        }
        Ok(None)
    }

    /// The statement that set a value, and what it has read. Adds these values to the chain. Returns `None` if
    /// the chain has told this before.
    fn origin_of_value(
        &self,
        chain: &mut Chain,
        (named, cell, before): (Named, Address, u64),
        report: &mut Report<'_>,
    ) -> Result<Option<Answer>, Cancelled> {
        if !self.is_set(&named, cell, before, report)? {
            let body = named
                .frame
                .and_then(|_| self.in_program_before(before, |state| self.program.scene(state)?.body));
            return Ok(Some(Answer::new(What::NotSet(named.name, body), None)));
        }
        let up_to = UpTo::from(before.saturating_sub(1));
        let Some(write) = past::last_write(self.timeline(), (Home::Core(cell), None), up_to, &mut *report)?
        else {
            return Ok(Some(Answer::new(What::Begun(named.name), None)));
        };
        if !chain.told.insert((cell, write.orders)) {
            return Ok(None);
        }
        let answer = Answer { at: None, ..self.answer(&write, Some(&named), report)? };
        if !matches!(write.by, Writer::Order(_)) {
            return Ok(Some(answer));
        }
        let sources = self.sources(write.orders, report)?;
        chain.add(&sources);
        Ok(Some(Answer { sources: Some(sources), ..answer }))
    }

    /// Returns what the order number `number` used: the variables that its statement had read before it, with
    /// their values, and the symbols from devices. For a program without statements, see [`past::reads`].
    pub(super) fn sources(&self, number: u64, report: &mut Report<'_>) -> Result<Sources, Cancelled> {
        let reads = past::reads(self.timeline(), &self.program, number, report)?;
        let mut operands = Vec::new();
        for read in &reads.cells {
            let named = self.in_program_before(read.named_at, |state| {
                self.program.named(read.cell, read.is_indirect, state)
            });
            let named = match (named, self.program.has_bodies()) {
                (Some(named), _) => named,
                (None, true) => continue,
                (None, false) => nameless(read.cell),
            };
            let value = match self.is_set(&named, read.cell, read.by, report)? {
                true => self.program.write(named.notation, read.contents),
                false => NOT_SET.to_string(),
            };
            operands.push(Operand { named, value, cell: read.cell, read_by: read.by });
        }
        for &last in &reads.functions {
            let function = self.in_program_before(last, |state| {
                let (named, cell) = self.program.function(state)?;
                Some((named, cell, state.cells[cell.index()]))
            });
            operands.extend(function.map(|(named, cell, contents)| {
                let value = self.program.write(named.notation, contents);
                Operand { named, value, cell, read_by: last }
            }));
        }
        operands.sort_by_key(|operand| operand.read_by);
        let mut seen = BTreeSet::new();
        operands.retain(|operand| seen.insert((operand.named.name.clone(), operand.value.clone())));
        let symbol = |code: &u16| Symbol::from_bits(u64::from(*code) & 127).glyph(Case::Lower);
        Ok(Sources { operands, input: reads.symbols.iter().filter_map(symbol).collect() })
    }

    /// Finds where a value or a character of the paper came from. The first answer is about the statement that
    /// set the value or printed the character. The next ones are about what this statement has read. The chain
    /// has the values whose origins were not told.
    ///
    /// # Errors
    /// Returns an error if the value has no cell, if the paper has no such character, if the order that printed
    /// it was not found, or if `report` returned `false`.
    pub fn origin_of(&self, spot: &Spot, report: &mut Report<'_>) -> Result<(Vec<Answer>, Chain), String> {
        let (line, column) = match spot {
            Spot::Value(written) => {
                let mut chain = self.origin_of_cell(self.address_of(written)?);
                let answers = self.tell_origins(&mut chain, report).map_err(|Cancelled| GIVEN_UP)?;
                return Ok((answers, chain));
            }
            Spot::At(line, column) => (*line, *column),
            Spot::Text(wanted) => self.place_on_paper(wanted)?,
        };
        let (at, glyph, by) = self.character(line, column)?;
        let glyph = if glyph == ' ' { "a blank".to_string() } else { glyph.to_string() };
        let mut chain = Chain::default();
        if by == By::Hand {
            let what = format!("line {line} column {column}: {glyph}, a key that was struck by hand");
            return Ok((vec![Answer::new(What::Words(what), None)], chain));
        }
        let Some(typed) = past::typed_by(self.timeline(), &self.program, at) else {
            return Err(format!("line {line} column {column}: the order that typed {glyph} was not found"));
        };
        let scene = self.in_program_before(typed.number, |state| self.program.scene(state));
        let own = past::own_order(self.timeline(), &self.program, typed.number);
        let call = own.as_ref().filter(|_| scene.is_some()).map_or(typed.number, |own| own.number);
        let printed = self.timeline().before(call, |machine| self.program.printing(machine)).flatten();
        let what = match &printed {
            Some((call, _)) => format!("line {line} column {column}: {glyph}, printed by {call}"),
            None => format!("line {line} column {column}: {glyph}, typed"),
        };
        let (number, seconds) = (typed.number, typed.at.seconds());
        let detail = format!("order {number} in {}, {seconds:.6} s", place::write(typed.place));
        let what = if self.program.map().is_some() { what } else { format!("{what} by {detail}") };
        let is_of_program = scene.is_some() || !self.program.has_bodies();
        let sources =
            is_of_program.then(|| self.sources(call, report)).transpose().map_err(|Cancelled| GIVEN_UP)?;
        sources.iter().for_each(|sources| chain.add(sources));
        let what = if is_of_program { what } else { what + ", a word of the run-time library" };
        let first = Answer { sources, detail: Some(detail), ..Answer::new(What::Words(what), scene) };
        let rest = self.tell_origins(&mut chain, report).map_err(|Cancelled| GIVEN_UP)?;
        Ok(([first].into_iter().chain(rest).collect(), chain))
    }

    /// What a cell is called before the order with this number.
    pub(super) fn named(&self, cell: Address, before: u64) -> Option<Named> {
        self.in_program_before(before, |state| self.program.named(cell, false, state))
    }

    /// The line and the column, both counted from 1, of the first character of a printed text that is not a
    /// blank.
    ///
    /// # Errors
    /// Returns an error if the text is not on the paper.
    fn place_on_paper(&self, wanted: &str) -> Result<(usize, usize), String> {
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

impl From<&Sources> for Chain {
    fn from(sources: &Sources) -> Chain {
        let mut chain = Chain::default();
        chain.add(sources);
        chain
    }
}

impl Chain {
    /// Adds what a statement has read.
    fn add(&mut self, sources: &Sources) {
        let set = sources.operands.iter().filter(|operand| operand.value != NOT_SET);
        self.open.extend(set.map(|operand| (operand.named.clone(), operand.cell, operand.read_by)));
    }
}

/// A cell without a name.
pub(super) fn nameless(cell: Address) -> Named {
    Named { name: format!("cell {cell}"), notation: Notation::Bits, frame: None, set_by: SetBy::Nothing }
}
