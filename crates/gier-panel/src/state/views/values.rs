//! The expressions that the view of values shows, each in its own form, and the debugger's messages.

use crate::scene::Named;
use crate::state::commands::{Progress, looked_through};
use gier_desk::debug::Engine;
use gier_desk::debug::expression::Expression;
use gier_desk::notation::forms::FORMS;
use gier_machine::timeline::Position;

/// The maximum number of messages that are remembered.
const MESSAGES_MAX: usize = 200;

/// Compares values with those of the previous stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Compared {
    before: Vec<(String, String)>,
    last: Vec<(String, String)>,
    /// The position of the session, and how many inputs it has had, when the values were last compared.
    moment: (Position, usize),
}

impl Compared {
    /// Adds to each value what it was at the previous stop. While the machine runs, nothing is compared.
    pub(crate) fn rows(
        &mut self,
        values: Vec<(String, String)>,
        engine: &Engine,
        is_running: bool,
    ) -> Vec<Named> {
        let moment = (engine.timeline().position(), engine.timeline().inputs().len());
        if !is_running {
            if self.moment != moment {
                self.before = std::mem::take(&mut self.last);
            }
            (self.moment, self.last) = (moment, values.clone());
        }
        let was =
            |name: &str| self.before.iter().find(|(known, _)| known == name).map(|(_, was)| was.clone());
        let row = |(name, value): (String, String)| {
            let was = was(&name).filter(|was| *was != value && !is_running);
            Named { name, value, was }
        };
        values.into_iter().map(row).collect()
    }
}

/// The state of the view that shows expressions and the debugger's messages.
#[derive(Clone, Debug, Default)]
pub(crate) struct ValuesView {
    /// The expressions, one for each row.
    pub(in crate::state) list: Vec<Expression>,
    /// The index of the row that has the cursor.
    pub cursor: usize,
    /// The debugger's messages, the latest last.
    pub messages: Vec<String>,
}

impl ValuesView {
    /// The expression in the row that has the cursor.
    pub(crate) fn chosen(&self) -> Option<&Expression> {
        self.list.get(self.cursor)
    }

    /// Adds an expression and moves the cursor to it.
    ///
    /// # Errors
    /// If the text is not an expression, returns a message that says why.
    pub(crate) fn show(&mut self, typed: &str) -> Result<(), String> {
        let expression = Expression::parse(typed).map_err(|fault| fault.message)?;
        let there = self.list.iter().position(|known| known.to_string() == expression.to_string());
        self.cursor = there.unwrap_or(self.list.len());
        if there.is_none() {
            self.list.push(expression);
        }
        Ok(())
    }

    /// Removes the expression in the row that has the cursor, and returns it. Returns `None` if there
    /// is no such row.
    pub(crate) fn take_away(&mut self) -> Option<Expression> {
        self.chosen()?;
        let gone = self.list.remove(self.cursor);
        self.cursor = self.cursor.min(self.list.len().saturating_sub(1));
        Some(gone)
    }

    /// Moves the cursor by this many rows.
    pub(crate) fn scroll(&mut self, lines: isize) {
        let last = self.list.len().saturating_sub(1);
        self.cursor = self.cursor.saturating_add_signed(lines).min(last);
    }

    /// Shows the expression at the cursor in its next form. Returns `None` if there is no such expression,
    /// or if it has no other form.
    pub(crate) fn next_form(&mut self) -> Option<()> {
        let written = self.chosen()?.to_string();
        let of = FORMS
            .iter()
            .find_map(|form| Some((*form, written.strip_prefix(form.name())?.strip_prefix(' ')?)));
        let (form, bare) = match of {
            Some((form, bare)) => (form.next(), bare.to_string()),
            None => (FORMS[0], written),
        };
        let bare = if bare.contains(' ') && !bare.starts_with("cell ") && !bare.starts_with('(') {
            format!("({bare})")
        } else {
            bare
        };
        self.list[self.cursor] = Expression::parse(&format!("{} {bare}", form.name())).ok()?;
        Some(())
    }

    /// The rows of the view: each expression with its present value. To find the variables that were never
    /// set, gier searches the past. `progress` can cancel this search.
    pub(crate) fn told(&self, engine: &Engine, progress: Progress<'_>) -> Vec<(String, String)> {
        let mut report = looked_through(engine.machine().orders(), progress);
        let row = |item: &Expression| {
            let value = engine.value(&item.resolved(engine.program()), None, &mut report);
            (item.to_string(), value.unwrap_or_else(|error| error))
        };
        self.list.iter().map(row).collect()
    }

    /// Adds a message of the debugger. If there are then more than 200 messages, deletes the oldest.
    pub(crate) fn add_message(&mut self, line: String) {
        self.messages.push(line);
        let surplus = self.messages.len().saturating_sub(MESSAGES_MAX);
        self.messages.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_its_own_form() {
        let mut values = ValuesView::default();
        values.show("cell 500").unwrap();
        values.show("R + 1").unwrap();
        values.show("cell 500").unwrap();
        assert_eq!((values.list.len(), values.cursor), (2, 0));
        let mut forms = Vec::new();
        for _ in 0..8 {
            values.next_form().unwrap();
            forms.push(values.chosen().unwrap().to_string());
        }
        assert_eq!(forms[..3], ["groups cell 500", "integer cell 500", "fraction cell 500"]);
        assert_eq!(forms[7], forms[0]);
        assert!(values.show("R +").is_err());
        values.take_away();
        assert_eq!(values.chosen().unwrap().to_string(), "R + 1");
    }
}
