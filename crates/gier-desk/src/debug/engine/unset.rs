//! Finds variables that were never set. Their cells hold meaningless values, for example from earlier
//! procedure calls.

use super::{Engine, Report};
use crate::debug::expression::Expression;
use crate::debug::past::{Write, Writer};
use crate::debug::program::Variable;
use crate::whereabouts::Frame;
use gier_machine::Machine;
use gier_machine::timeline::Cancelled;
use gier_word::Address;
use std::collections::{BTreeMap, BTreeSet};

/// The text that is shown as the value of a variable that was never set.
pub const NOT_SET: &str = "not set";

impl Engine {
    /// Returns the variables that a stack frame sees, with their values. `frame` is the index of the frame in
    /// [`Engine::frames`]. The list is empty if there is no such frame.
    ///
    /// A simple variable has the value `not set` if it was not set since its procedure was called. A variable
    /// outside all procedures has this value if it was not set in the session. If the session does not begin
    /// with the machine's first order, variables outside all procedures count as set.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `report` returned `false`.
    pub fn variables(&self, frame: usize, report: &mut Report<'_>) -> Result<Vec<Variable>, Cancelled> {
        let (frames, state) = (self.frames(), self.program_state());
        let Some(frame) = frames.get(frame) else { return Ok(Vec::new()) };
        let mut variables = self.program().visible(frame, &state);
        let unset = self.unset(frame, &variables, report)?;
        for variable in variables.iter_mut().filter(|variable| variable.declared.kind.is_simple()) {
            if unset.contains(&variable.cell) {
                variable.value = NOT_SET.to_string();
            }
        }
        Ok(variables)
    }

    /// The variable that this expression names in a stack frame. `None` if the expression is more than a
    /// name, or if the frame does not see the variable.
    pub(super) fn variable_of(&self, expression: &Expression, frame: &Frame) -> Option<Variable> {
        let (name, subscripts) = expression.as_variable(&self.state())?.ok()?;
        let variables = self.program().visible(frame, &self.program_state());
        variables.into_iter().find(|variable| variable.declared.name == name && subscripts.is_empty())
    }

    /// Returns the cells of the simple variables in `variables` that were never set. This means that no order
    /// and no person has written the cell since the variable was created. `frame` is a stack frame that sees
    /// the variables.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `report` returned `false`.
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

    /// The order count at which the variables of this nesting level were created: when their procedure was
    /// called. Level 0 is the program outside all procedures. `frame` is a stack frame that sees these
    /// variables. `None` if they were created before the session, or if this is not known.
    fn begin_of(
        &self,
        frame: &Frame,
        level: usize,
        report: &mut Report<'_>,
    ) -> Result<Option<u64>, Cancelled> {
        if level == 0 {
            return Ok(self.timeline().before(1, Machine::orders).filter(|&orders| orders == 0));
        }
        // Register p points to the head of a frame. A call writes the head of the new frame, so the last
        // write of the head shows when the procedure was called.
        let p = self.program().frame_of_level(frame, level, &self.program_state());
        let Some(p) = p else { return Ok(None) };
        let head = self.last_writes(&BTreeSet::from([p]), 0, report)?;
        Ok(head.get(&p).map(|call| call.orders))
    }

    /// The last write of each of these cells after the order count `after`. Cells that were not written since
    /// then are omitted.
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
