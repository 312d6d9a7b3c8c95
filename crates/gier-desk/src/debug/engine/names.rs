//! Resolves the names in breakpoints and expressions, and evaluates expressions about the program. Once the
//! program has ended or raised an alarm, variables keep the values from that point.

use super::{Engine, GIVEN_UP, Report};
use crate::debug::answer::{NOT_SET, Named, Notation};
use crate::debug::expression::{EvalState, Expression, OUTSIDE, PASSED_BY_NAME, Value};
use crate::debug::program::InFrame;
use crate::debug::stops::{Access, At, Stop};
use crate::whereabouts::Frame;
use gier_machine::Input;
use gier_machine::timeline::Cancelled;
use gier_word::Home;
use gier_word::source_map::VariableKind;

/// The message about what is not known before the program's first order.
pub(super) const NOT_BEGUN: &str = "the program has not begun; continue begins it";

impl Engine {
    /// Prepares a breakpoint or watchpoint with [`Engine::checked_stop`], and adds it to the table. Returns
    /// its number in the table. For an array element, [`Engine::take_told`] then returns a message that says
    /// which element is watched.
    ///
    /// # Errors
    /// Fails like [`Engine::checked_stop`]. Also returns an error if the table is full.
    pub fn add_stop(&mut self, stop: Stop) -> Result<u32, String> {
        let stop = self.checked_stop(stop)?;
        self.breaks.check_room()?;
        let bare = |name: &str| name.replace(['{', '}', ' '], "");
        if let (At::Cells { called: Some(called), .. }, Some(name)) = (&stop.at, &stop.name)
            && bare(called) != bare(name)
        {
            self.told.push(format!("{called} is {name} now; the stop watches this element"));
        }
        Ok(self.breaks_mut().add(stop))
    }

    /// Prepares a breakpoint or watchpoint for the table: resolves its names and places. A watchpoint for a
    /// variable or array element that no procedure declares is converted to a watchpoint for its cell. For
    /// `a[i]`, this is the cell of the element that `a[i]` means now.
    ///
    /// # Errors
    /// Returns an error if the program lacks a line or name in `stop`, or if the drum lacks the track. Also
    /// returns an error if an expression in `stop` fails [`Expression::check_use`], if the watched expression is
    /// passed by name, or if the watched element is outside its array.
    pub fn checked_stop(&self, mut stop: Stop) -> Result<Stop, String> {
        stop.at.find(&self.program)?;
        stop.resolve(&self.program);
        stop.check(&self.state())?;
        if let Some(Home::Drum(track, _)) = stop.at.home()
            && self.machine().drum().track(track).is_none()
        {
            return Err(format!("'{track}' is no track of the drum"));
        }
        if let At::Cells { first, last, .. } = &stop.at
            && first == last
            && let Some(named) = self.program.named(*first, false, &self.program_state())
        {
            stop.notation = named.notation;
            stop.name = Some(named.name);
        }
        let At::Change(expression) = &stop.at else { return Ok(stop) };
        let state = EvalState { machine: None, ..self.program_state() };
        if let Err(error) = expression.value(&state)
            && error == PASSED_BY_NAME
        {
            return Err(format!("{expression}: {error}"));
        }
        if expression.is_variable() {
            match self.program.locate(expression, &self.program_state()) {
                // Each call of a procedure has its own cells for variables. So a variable of a procedure
                // is watched by its name.
                Ok(_) if self.program.is_of_a_call(expression, &self.program_state()) => {
                    let name = expression.as_variable(&self.program_state()).and_then(Result::ok);
                    if let (Some((name, _)), Some(cache)) = (name, &mut stop.caches.1) {
                        cache.restrict(name, &self.program_state());
                    }
                }
                Ok((cell, ty)) => {
                    let (called, access) = (Some(expression.to_string()), Access::Changed);
                    stop.at = At::Cells { first: cell, last: cell, access, called };
                    stop.notation = ty.map_or(Notation::Bits, Notation::Typed);
                    let named = self.program.named(cell, false, &self.program_state());
                    stop.name = named.map(|named| named.name);
                }
                Err(error) if error == OUTSIDE => return Err(format!("{expression}: {error}")),
                // A variable that is not visible now has no cell, so it is watched by its name.
                Err(_) => {}
            }
        }
        Ok(stop)
    }

    /// Parses an expression, which can contain names of the program.
    ///
    /// # Errors
    /// Returns an error if the text is no expression, or if the program lacks a name in the expression. Also
    /// returns an error if a constant subscript is out of bounds.
    pub fn expression(&self, text: &str) -> Result<Expression, String> {
        let expression = Expression::parse_in(text, &self.program).map_err(|fault| fault.message)?;
        expression.check(&self.state())?;
        Ok(expression)
    }

    /// Parses and evaluates an expression, and returns its value as text. `frame` is the index of a stack
    /// frame in [`Engine::frames`]. The variables that this frame sees are used. `None` means the innermost
    /// frame, which has the index 0.
    ///
    /// # Errors
    /// Fails like [`Engine::expression`], and if the expression has no value.
    pub fn value_in(&self, text: &str, frame: Option<usize>) -> Result<String, String> {
        self.value(&self.expression(text)?, frame, &mut |_| true)
    }

    /// Parses and evaluates an expression like [`Engine::value_in`], but returns the value itself. A variable
    /// that was never set has the value that its cell happens to hold.
    ///
    /// # Errors
    /// Fails like [`Engine::value_in`].
    pub fn evaluated_in(&self, text: &str, frame: Option<usize>) -> Result<Value, String> {
        let expression = self.expression(text)?;
        self.in_frame(&self.frames(), frame.unwrap_or(0), |state| expression.value(state))
    }

    /// Calls `evaluate` with the present state, in which names mean the variables that a stack frame sees.
    /// `number` is the index of the frame in `frames`.
    fn in_frame<T>(&self, frames: &[Frame], number: usize, evaluate: impl FnOnce(&EvalState<'_>) -> T) -> T {
        match frames.get(number).filter(|_| number > 0) {
            Some(frame) => evaluate(&self.state().with_names(&InFrame { program: &self.program, frame })),
            None => evaluate(&self.state()),
        }
    }

    /// Returns the value of a resolved expression as text. If the expression is a variable that was never
    /// set, the text is `not set`. See [`Engine::value_in`] for `frame`.
    ///
    /// # Errors
    /// The error says why the expression has no value, or that `report` returned `false`.
    pub fn value(
        &self,
        expression: &Expression,
        frame: Option<usize>,
        report: &mut Report<'_>,
    ) -> Result<String, String> {
        let (frames, number) = (self.frames(), frame.unwrap_or(0));
        if let Some(frame) = frames.get(number)
            && let Some(variable) = self.variable_of(expression, frame)
        {
            // An array or a string is shown completely.
            if variable.array.is_some() || variable.declared.kind == VariableKind::StringName {
                return Ok(variable.value);
            }
            let unset = self.unset(frame, std::slice::from_ref(&variable), report);
            if !unset.map_err(|Cancelled| GIVEN_UP)?.is_empty() {
                return Ok(NOT_SET.to_string());
            }
        }
        // A cell of a SLIP program is shown as its text writes it.
        if let Some(Ok(cell)) = expression.as_cell()
            && let Some(Named { notation, .. }) = self.program.named(cell, false, &self.state())
            && !self.program.has_bodies()
        {
            return Ok(self.program.write(notation, self.state().cells[cell.index()]));
        }
        self.in_frame(&frames, number, |state| expression.text(state))
            .map_err(|error| self.gone(expression, error))
    }

    /// The message about an expression without a value: `error`, unless the expression has a variable that was
    /// visible before the program ended, or will be when it has begun.
    pub(super) fn gone(&self, expression: &Expression, error: String) -> String {
        let has_ended = self.ending.as_ref().is_some_and(|ending| ending.alarm.is_none());
        let state = self.program_state();
        let hidden = expression.names().into_iter().find(|name| self.program.is_hidden(name, &state));
        match hidden {
            Some(name) if has_ended => {
                let act = match self.program.procedure_with(name) {
                    Some(procedure) => format!("back to procedure {procedure}"),
                    None => "back line".to_string(),
                };
                format!("no {name} here any more: `{act}` returns to the last moment that had it")
            }
            Some(_) if self.machine().orders() == 0 => format!("{error}: {NOT_BEGUN}"),
            Some(_) | None => error,
        }
    }

    /// Returns the input that sets a variable, an array element or a cell to this value.
    ///
    /// # Errors
    /// Returns an error if `variable` has no cell now, or if its cell cannot hold the value.
    pub fn assignment(&self, variable: &Expression, value: &Expression) -> Result<Input, String> {
        let (cell, ty) = self.program.locate(variable, &self.program_state())?;
        Ok(Input::SetCell(cell, value.value(&self.state())?.stored_as(ty)?))
    }

    /// The state in which variables and calls of the program are looked up. Once the program has ended or
    /// raised an alarm, variables, registers and cells have their contents from that point.
    /// In [`Engine::state`], registers and cells always have their present contents.
    pub fn program_state(&self) -> EvalState<'_> {
        let machine = self.ending.as_ref().map_or(self.machine(), |ending| &ending.machine);
        EvalState::of(machine).with_names(&self.program)
    }

    /// The stack frames of the program. The innermost is the first. After an alarm, these
    /// are the frames at the alarm.
    pub fn frames(&self) -> Vec<Frame> {
        self.program.frames(&self.program_state())
    }

    /// The report about the alarm that has stopped the program: the word of the alarm, its
    /// place, and the chain of procedure calls.
    pub fn alarm(&self) -> Option<&str> {
        self.machine().stopped().and(self.raised())
    }

    /// The report about the alarm that was raised, even if the machine has not stopped yet.
    pub fn raised(&self) -> Option<&str> {
        self.ending.as_ref()?.alarm.as_deref()
    }

    /// Returns the reports of the program's alarms since the last call.
    pub fn take_alarms(&mut self) -> Vec<String> {
        std::mem::take(&mut self.new_alarms)
    }
}
