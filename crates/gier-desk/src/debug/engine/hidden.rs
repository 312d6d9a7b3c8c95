//! Warns where the name of a register hides a variable of the ALGOL program.

use super::Engine;
use super::language::{Aim, Deed, Item, Subject};
use crate::debug::expression::{Expression, indicator_bit, is_register};
use crate::debug::program::Program;
use crate::debug::stops::{At, Stop};

/// The words of an expression that mean a register or a bit of the indicator although the program
/// declares a variable of this name. Each word is listed once.
pub fn hidden_names<'a>(expression: &'a str, program: &Program) -> Vec<&'a str> {
    let mut hidden = Vec::new();
    // Orders are written between quotes.
    for part in expression.split('"').step_by(2) {
        for word in part.split(|c: char| !c.is_alphanumeric()) {
            let is_gier = is_register(word) || indicator_bit(word).is_some();
            if is_gier && program.declares(word) && !hidden.contains(&word) {
                hidden.push(word);
            }
        }
    }
    hidden
}

impl Engine {
    /// Puts a warning among the lines of [`Engine::take_told`] for each register in the expression
    /// that hides a variable of the program. The session warns of each name once.
    pub fn warn_of_hidden(&mut self, expression: &Expression) {
        for name in hidden_names(&expression.to_string(), &self.program) {
            if self.warned.insert(name.to_string()) {
                let what = if is_register(name) { "register" } else { "bit of the indicator" };
                self.told.push(format!(
                    "warning: {name} is the {what} here; it hides the program's variable {name} \
                     (tell variables shows it)"
                ));
            }
        }
    }

    /// Warns of the hidden variables in an act's expressions. [`Engine::add_stop`] does this for the
    /// expressions of a stop.
    pub fn warn_of_act(&mut self, deed: &Deed) {
        if let Deed::Tell(items) = deed {
            for item in items {
                if let Item::Value(expression) = item {
                    self.warn_of_hidden(expression);
                }
            }
        }
        if let Deed::Back(
            Aim::Change(expression)
            | Aim::Condition(expression)
            | Aim::Write(Subject::Expression(expression)),
        )
        | Deed::Who(Some(Subject::Expression(expression))) = deed
        {
            self.warn_of_hidden(expression);
        }
    }

    /// Warns of the hidden variables in the expressions of a stop.
    pub(super) fn warn_of_stop(&mut self, stop: &Stop) {
        let watched = if let At::Change(expression) = &stop.at { Some(expression) } else { None };
        watched.into_iter().chain(&stop.when).chain(&stop.tell).for_each(|each| self.warn_of_hidden(each));
    }
}
