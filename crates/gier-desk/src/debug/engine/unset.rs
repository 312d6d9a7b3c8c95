//! Finds variables that were never set. Their cells still hold values that other calls have left there.

use super::{Engine, Report};
use crate::debug::expression::Expression;
use crate::debug::past::{Write, Writer};
use crate::debug::program::Variable;
use crate::whereabouts::Frame;
use gier_machine::Machine;
use gier_machine::timeline::Cancelled;
use gier_word::Address;
use std::collections::{BTreeMap, BTreeSet};

/// What is shown as the value of a variable that was never set.
pub const NOT_SET: &str = "not set";

impl Engine {
    /// The variables that a stack frame sees. `frame` is its index, and 0 is the innermost. A simple
    /// variable that was not set since the call of its procedure has the value `not set`. The program's
    /// own variables count as set if they were set in the session.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `report` returned `false`.
    pub fn variables(&self, frame: usize, report: &mut Report<'_>) -> Result<Vec<Variable>, Cancelled> {
        let (frames, sight) = (self.frames(), self.sight_of_program());
        let Some(frame) = frames.get(frame) else { return Ok(Vec::new()) };
        let mut variables = self.program().visible(frame, &sight);
        let unset = self.unset(frame, &variables, report)?;
        for variable in variables.iter_mut().filter(|variable| variable.declared.kind.is_simple()) {
            if unset.contains(&variable.cell) {
                variable.value = NOT_SET.to_string();
            }
        }
        Ok(variables)
    }

    /// The variable to which this expression refers, if it is only a name.
    pub(super) fn variable_of(&self, expression: &Expression, frame: &Frame) -> Option<Variable> {
        let (name, subscripts) = expression.as_variable(&self.sight())?.ok()?;
        let variables = self.program().visible(frame, &self.sight_of_program());
        variables.into_iter().find(|variable| variable.declared.name == name && subscripts.is_empty())
    }

    /// The cells of a frame's simple variables that were never set. Neither an order nor a person has
    /// written them since the procedure was called.
    pub(super) fn unset(
        &self,
        frame: &Frame,
        variables: &[Variable],
        report: &mut Report<'_>,
    ) -> Result<BTreeSet<Address>, Cancelled> {
        let mut cells: BTreeMap<usize, BTreeSet<Address>> = BTreeMap::new();
        for variable in variables.iter().filter(|variable| variable.declared.kind.is_simple()) {
            cells.entry(variable.declared.level).or_default().insert(variable.cell);
        }
        let mut unset = BTreeSet::new();
        for (level, cells) in cells {
            let Some(begin) = self.begin_of(frame, level, report)? else { continue };
            let last = self.last_writes(&cells, begin, report)?;
            let is_set =
                |cell: &Address| last.get(cell).is_some_and(|last| !matches!(last.by, Writer::Drum(..)));
            unset.extend(cells.into_iter().filter(|cell| !is_set(cell)));
        }
        Ok(unset)
    }

    /// How many orders had been executed when the variables of this level, which the frame sees, were
    /// created. `None` if this was before the session.
    fn begin_of(
        &self,
        frame: &Frame,
        level: usize,
        report: &mut Report<'_>,
    ) -> Result<Option<u64>, Cancelled> {
        if level == 0 {
            return Ok(self.timeline().before(1, Machine::orders).filter(|&orders| orders == 0));
        }
        // A call writes the head of its frame. So the last write of the head shows when the procedure
        // was called.
        let p = self.program().frame_of_level(frame, level, &self.sight_of_program());
        let Some(p) = p else { return Ok(None) };
        let head = self.last_writes(&BTreeSet::from([p]), 0, report)?;
        Ok(head.get(&p).map(|call| call.orders))
    }

    /// The last write of each of these cells after the order `after`.
    fn last_writes(
        &self,
        cells: &BTreeSet<Address>,
        after: u64,
        report: &mut Report<'_>,
    ) -> Result<BTreeMap<Address, Write>, Cancelled> {
        let orders = (after, self.machine().orders());
        self.known_writes.borrow_mut().last_writes(self.timeline(), cells, orders, report)
    }
}
