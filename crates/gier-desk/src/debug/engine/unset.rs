//! Recognises variables that were never set. Their cells still hold values that other calls left there.

use super::Engine;
use crate::debug::expression::Expression;
use crate::debug::past::{self, UpTo, Writer};
use crate::debug::program::Variable;
use crate::whereabouts::Frame;
use gier_machine::timeline::Cancelled;
use gier_machine::{Machine, Probe};
use gier_word::Home;
use gier_word::source_map::VariableKind;

/// The text shown instead of the value of a variable that was never set.
pub const NOT_SET: &str = "not set";

/// The number of orders executed when the session began.
struct Begin(u64);

impl Probe for Begin {}

impl Engine {
    /// The variables that a frame sees; 0 is the innermost frame. A simple variable that was not set since
    /// the call of its procedure has the value `not set`. For a variable of the program itself, the time
    /// since the beginning of the session counts.
    pub fn variables(&self, frame: usize) -> Vec<Variable> {
        let (frames, sight) = (self.frames(), self.sight_of_program());
        let Some(frame) = frames.get(frame) else { return Vec::new() };
        let mut variables = self.program().visible(frame, &sight);
        for variable in &mut variables {
            if self.is_unset(frame, variable) {
                variable.value = NOT_SET.to_string();
            }
        }
        variables
    }

    /// Whether an expression is nothing but a variable of this frame that was never set.
    pub(super) fn is_unset_variable(&self, expression: &Expression, frame: &Frame) -> bool {
        let Some(Ok((name, _))) = expression.as_variable(&self.sight()) else { return false };
        let variables = self.program().visible(frame, &self.sight_of_program());
        let variable = variables.into_iter().find(|variable| variable.declared.name == name);
        variable.is_some_and(|variable| self.is_unset(frame, &variable))
    }

    /// Whether a simple variable was never set: no order and no hand has written its cell since the call of
    /// its procedure. For a variable of the program itself, the time since the beginning of the session
    /// counts.
    fn is_unset(&self, frame: &Frame, variable: &Variable) -> bool {
        if !matches!(variable.declared.kind, VariableKind::Simple(_) | VariableKind::Result(_)) {
            return false;
        }
        let (timeline, cell) = (self.timeline(), variable.cell);
        let p = match variable.declared.level {
            0 => None,
            level => self.program().frame_of_level(frame, level, &self.sight_of_program()),
        };
        let up_to = UpTo::from(self.machine().orders());
        let begin = match p {
            None => match timeline.rerun(1..2, |machine: &Machine| Begin(machine.orders())) {
                Some(Begin(0)) => 0,
                // The program was already running before the session began.
                Some(Begin(_)) | None => return false,
            },
            // The call writes the head of the frame.
            Some(p) => match past::last_write(timeline, Home::Core(p), up_to, |_| true) {
                Ok(Some(write)) => write.orders,
                Ok(None) | Err(_) => return false,
            },
        };
        // The search ends where the life of the variable began.
        match past::last_write(timeline, Home::Core(cell), up_to, |reached| reached.orders > begin) {
            Ok(Some(write)) => write.orders < begin || matches!(write.by, Writer::Drum(..)),
            Ok(None) | Err(Cancelled) => true,
        }
    }
}
