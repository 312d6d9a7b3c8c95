//! Makes the text that the debugger's command `tell` prints, for example values, variables, calls and
//! breakpoints.

use super::language::Item;
use super::{Engine, GIVEN_UP, Report};
use crate::debug::expression::OUTSIDE;
use crate::debug::program::Variable;
use crate::debug::program::calls::Call;
use crate::debug::stops::{Stop, told};
use crate::notation::search::contents;
use crate::notation::{changes, explain, place};
use gier_machine::timeline::{Cancelled, OrderRecord};
use gier_word::Home;

impl Engine {
    /// Returns the lines that the debugger's command `tell` prints for these items. First come the items that
    /// need several lines. All other items are in the last line.
    ///
    /// # Errors
    /// Returns an error if the program lacks a name, or if a subscript is out of bounds. Also returns an
    /// error if the origin of a character was not found, or if `report` returned `false`.
    pub fn describe(&self, items: &[Item], report: &mut Report<'_>) -> Result<Vec<String>, String> {
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
                Item::History(orders) => lines.extend(self.history(*orders).iter().map(past_line)),
                Item::Line => {
                    let line = self.program().line(&self.program_state());
                    values.push(line.unwrap_or("no line of the program is known here".to_string()));
                }
                Item::Origin(spot) => {
                    lines.extend(self.origin_of(spot, report)?.into_iter().map(|link| link.text));
                }
                Item::Variables => lines.extend(self.variables_told(report).map_err(|Cancelled| GIVEN_UP)?),
                Item::Calls => lines.extend(self.calls_told()),
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

    fn variables_told(&self, report: &mut Report<'_>) -> Result<Vec<String>, Cancelled> {
        if self.frames().is_empty() {
            return Ok(vec!["no variables are known here".to_string()]);
        }
        let line = |variable: &Variable| format!("{} = {}", variable.declared.written, variable.value);
        Ok(self.variables(0, report)?.iter().map(line).collect())
    }

    /// Describes the calls that have not returned yet, one in each line. These are the procedure calls of the
    /// program. If none are known, they are the calls of the orders `hs` and `hk`.
    fn calls_told(&self) -> Vec<String> {
        let of_program = self.program().calls(&self.program_state());
        if !of_program.is_empty() {
            return of_program;
        }
        let (calls, are_more) = self.calls();
        let line = |call: &Call| {
            let (from, to) = (place::write(call.from), place::write(call.to));
            format!("{to}, called in {from} by order {}, {:.6} s", call.order, call.at.seconds())
        };
        let mut lines: Vec<String> = calls.iter().map(line).collect();
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
