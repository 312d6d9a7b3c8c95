//! Finds variables that were never set. Their cells hold meaningless values, for example from earlier
//! procedure calls.

use super::{Engine, Report};
use crate::debug::answer::{NOT_SET, Named, SetBy};
use crate::debug::expression::Expression;
use crate::debug::past::{Write, Writer};
use crate::debug::program::Variable;
use crate::whereabouts::Frame;
use gier_machine::Machine;
use gier_machine::timeline::Cancelled;
use gier_word::Address;
use std::collections::{BTreeMap, BTreeSet};

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
        let (mut unset, now) = (BTreeSet::new(), self.machine().orders());
        let state = self.program_state();
        let at = self.program.whereabouts(&state);
        for (level, cells) in cells {
            let p = at.as_ref().and_then(|at| at.frame_of_level(frame, level));
            // The variables of a frame that is not known count as set.
            if level == 0 || p.is_some() {
                let p = p.filter(|_| level > 0);
                unset.extend(self.unset_of(p, &cells, now, SetBy::Statements, report)?);
            }
        }
        Ok(unset)
    }

    /// Whether a cell was set since the call that created it, before the order with this number. Cells that
    /// nothing sets count as set.
    pub(super) fn is_set(
        &self,
        named: &Named,
        cell: Address,
        before: u64,
        report: &mut Report<'_>,
    ) -> Result<bool, Cancelled> {
        if named.set_by == SetBy::Nothing {
            return Ok(true);
        }
        let now = before.saturating_sub(1);
        let unset = self.unset_of(named.frame, &BTreeSet::from([cell]), now, named.set_by, report)?;
        Ok(unset.is_empty())
    }

    /// Returns those of `cells` that `set_by` has not set up to the order `now`: since the call that created their frame
    /// (`frame` is `None` outside all procedures), or since the declaration of their array.
    fn unset_of(
        &self,
        frame: Option<Address>,
        cells: &BTreeSet<Address>,
        now: u64,
        set_by: SetBy,
        report: &mut Report<'_>,
    ) -> Result<Vec<Address>, Cancelled> {
        // Register p points to the head of a frame. A call writes the head of the new frame, so the last write
        // of the head shows when the procedure was called.
        let created_by = if let SetBy::AfterDeclaration(cell) = set_by { Some(cell) } else { frame };
        let begin = match created_by {
            // If the session does not begin with the first order, all variables of the program count as set.
            None => self.timeline().before(1, Machine::orders).filter(|&orders| orders == 0),
            Some(cell) => {
                let created = self.last_writes(&BTreeSet::from([cell]), (0, now), report)?;
                created.get(&cell).map(|write| write.orders)
            }
        };
        let Some(begin) = begin else { return Ok(Vec::new()) };
        let last = self.last_writes(cells, (begin, now), report)?;
        let sets = |write: &Write| set_by != SetBy::Statements || !matches!(write.by, Writer::Drum(..));
        Ok(cells.iter().copied().filter(|cell| !last.get(cell).is_some_and(sets)).collect())
    }

    /// The last write of each of these cells between two order counts. Cells that were not written are omitted.
    fn last_writes(
        &self,
        cells: &BTreeSet<Address>,
        orders: (u64, u64),
        report: &mut Report<'_>,
    ) -> Result<BTreeMap<Address, Write>, Cancelled> {
        self.known_writes.borrow_mut().last_writes(self.timeline(), cells, orders, report)
    }
}
