//! Makes the text that the debugger's command `tell` prints, for example values, variables, calls and
//! breakpoints.

use super::language::Item;
use super::names::NOT_BEGUN;
use super::origin::nameless;
use super::{Engine, GIVEN_UP, Report};
use crate::debug::answer::{Answer, What};
use crate::debug::expression::OUTSIDE;
use crate::debug::past;
use crate::debug::program::Variable;
use crate::debug::program::calls::Call;
use crate::debug::stops::{Stop, told};
use crate::notation::explain::readable;
use crate::notation::search::contents;
use crate::notation::{changes, explain, place};
use gier_machine::CellChange;
use gier_machine::timeline::{Cancelled, OrderRecord};
use gier_word::{Cell, Home};

/// `list` shows this many lines before and after the present line.
const AROUND: usize = 4;

impl Engine {
    /// Returns the lines that the debugger's command `tell` prints for these items. First come the items that
    /// need several lines. All other items are in the last line.
    ///
    /// # Errors
    /// Returns an error if the program lacks a name, if a subscript is out of bounds, or if `report` returned
    /// `false`.
    pub fn describe(
        &self,
        items: &[Item],
        in_detail: bool,
        report: &mut Report<'_>,
    ) -> Result<Vec<String>, String> {
        let (mut lines, mut values) = (Vec::new(), Vec::new());
        for item in items {
            match item {
                Item::Value(expression) => {
                    let expression = expression.resolved(self.program());
                    expression.check(&self.state())?;
                    let value = self.value(&expression, None, report);
                    if value.as_ref().is_err_and(|error| error == OUTSIDE) {
                        return Err(told(&expression, value));
                    }
                    values.push(told(&expression, value));
                }
                Item::Drum(track, word) => {
                    let cell = contents(self.machine(), Home::Drum(*track, *word));
                    values.push(format!("track {track} cell {word} = {cell}"));
                }
                Item::Order => {
                    let meaning = explain(self.machine(), self.next());
                    values.push(format!("{}: {meaning}", self.standing()));
                }
                Item::History(count) => lines.extend(self.history_told(*count, in_detail)),
                Item::Line => {
                    let scene = self.program().scene(&self.program_state());
                    let none = || "no line of the program is known here".to_string();
                    values.push(scene.map_or_else(none, |scene| scene.to_string()));
                }
                Item::Variables => lines.extend(self.variables_told(report).map_err(|Cancelled| GIVEN_UP)?),
                Item::Text => lines.extend(self.text_told()?),
                Item::Calls => lines.extend(self.calls_told(in_detail)),
                Item::Breaks => {
                    let line = |stop: &Stop| format!("{}: {stop}; met {} times", stop.number, stop.hits);
                    lines.extend(self.breaks().stops().iter().map(line));
                }
            }
        }
        if !values.is_empty() {
            lines.push(values.join(", "));
        }
        Ok(lines)
    }

    /// The lines of the source text around the present place, which is marked.
    fn text_told(&self) -> Result<Vec<String>, String> {
        let none = || match self.machine().orders() {
            0 => NOT_BEGUN.to_string(),
            _ => "no text of the program is known here".to_string(),
        };
        let scene = self.program().scene(&self.program_state()).ok_or_else(none)?;
        let here = usize::try_from(scene.place.line).unwrap_or(1);
        let text = self.program().text(scene.place.text).ok_or_else(none)?;
        let lines = (1..).zip(text.lines()).skip(here.saturating_sub(AROUND + 1)).take(2 * AROUND + 1);
        let marked = |(number, line)| format!("{} {number:4} {line}", if number == here { '>' } else { ' ' });
        Ok(lines.map(marked).collect())
    }

    /// Tells of the last statements of an ALGOL program and what they changed, or of the last orders. The
    /// machine's own words follow each order of a program with source text only if they are wanted.
    fn history_told(&self, count: u64, in_detail: bool) -> Vec<String> {
        let now = self.machine().orders();
        if !self.program().has_bodies() || in_detail {
            let records = self.history(count);
            return records.iter().flat_map(|record| self.order_told(record, in_detail)).collect();
        }
        let most = usize::try_from(count).unwrap_or(usize::MAX);
        let statements = past::statements(self.timeline(), self.program(), now, most);
        let mut lines = Vec::new();
        for (first, writes) in statements {
            let scene = self.in_program_before(first, |state| self.program().scene(state));
            let change = |(order, change): &(u64, CellChange)| {
                let named = self
                    .in_program_before(*order, |state| self.program().named(change.address, true, state))?;
                let is_same = named.notation.is_same(change.old, change.new);
                (!is_same).then(|| (named.name, self.program.write(named.notation, change.new)))
            };
            let changes = writes.iter().filter_map(change).collect();
            lines.push(Answer::new(What::Did(changes), scene).to_string());
        }
        lines
    }

    /// Tells of an executed order.
    fn order_told(&self, record: &OrderRecord, in_detail: bool) -> Vec<String> {
        let scene =
            self.in_program_before(record.number, |state| self.program().scene_at(record.place, state));
        let detail = past_line(record);
        let Some(scene) = scene else { return vec![detail] };
        let mut changes = Vec::new();
        if record.before.r != record.after.r {
            changes.push(("R".to_string(), readable(Cell::from_integer(record.after.r))));
        }
        for (cell, _, new) in &record.wrote {
            let named = self.program().named(*cell, false, &self.state()).unwrap_or_else(|| nameless(*cell));
            changes.push((named.name, self.program().write(named.notation, *new)));
        }
        let detail = Some(detail);
        Answer { detail, ..Answer::new(What::Did(changes), Some(scene)) }.lines(in_detail).collect()
    }

    fn variables_told(&self, report: &mut Report<'_>) -> Result<Vec<String>, Cancelled> {
        if self.frames().is_empty() {
            return Ok(vec!["no variables are known here".to_string()]);
        }
        let line = |variable: &Variable| format!("{} = {}", variable.declared.written, variable.value);
        Ok(self.variables(0, report)?.iter().map(line).collect())
    }

    /// Describes the calls that have not returned yet, one in each line. These are the procedure calls of the
    /// program. If none are known, they are the calls of the orders `hs` and `hk`.
    fn calls_told(&self, in_detail: bool) -> Vec<String> {
        let of_program = self.program().calls(&self.program_state());
        if !of_program.is_empty() {
            return of_program.iter().flat_map(|call| call.lines(in_detail)).collect();
        }
        let (calls, are_more) = self.calls();
        let state = self.state();
        let call = |call: &Call| {
            let (from, to) = (place::write(call.from), place::write(call.to));
            let detail =
                format!("{to}, called in {from} by order {}, {:.6} s", call.order, call.at.seconds());
            match (self.program().name_of_cell(call.to.cell), self.program().scene_at(call.from, &state)) {
                (Some(name), Some(scene)) => {
                    let what = What::Words(format!("{name} was called"));
                    Answer { detail: Some(detail), at: Some(call.at), ..Answer::new(what, Some(scene)) }
                }
                _ => Answer::new(What::Words(detail), None),
            }
        };
        let mut lines: Vec<String> = calls.iter().flat_map(|of| call(of).lines(in_detail)).collect();
        if lines.is_empty() {
            lines.push("no call that has not returned".to_string());
        }
        if are_more {
            lines.push("calls before the last 65 536 orders are not looked for".to_string());
        }
        lines
    }
}

/// Describes an executed order and what it changed, in one line.
fn past_line(past: &OrderRecord) -> String {
    let (at, order) = (place::write(past.place), changes::order(past));
    format!("order {}, {:.6} s, {at}: {order}; {}", past.number, past.at.seconds(), changes::describe(past))
}
