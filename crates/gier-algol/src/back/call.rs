//! Generates code for calls, their actual parameters, and jumps. Also generates the bodies of procedures,
//! switches and thunks. A thunk is code that evaluates a parameter called by name.

use super::code::{Action, CodeOrder, Datum, Label, RuntimeName, TenBits, When, count, order};
use super::expression::{Effects, type_of};
use super::frame::{Location, Operand};
use super::lower::{Context, Lower, PendingBody};
use super::marks;
use super::standard::Given;
use crate::ast::{
    Delivers, Expression, ExpressionKind, ProcedureId, Span, Spec, StatementKind, SymbolId, SymbolKind, Type,
};
use gier_word::source_map::BodyKind;
use gier_word::{Base, Cell, Marks, Opcode, Order};

/// The maximum number of actual parameters in a call. The words that describe the parameters must be on the
/// same track as the call.
const ACTUALS_MAX: usize = 34;

impl<'a> Lower<'a> {
    /// Generates a function call. The code leaves a Boolean value in the register R. It leaves a number in
    /// the floating register RF, which consists of R and M.
    pub(crate) fn function(&mut self, id: SymbolId, actuals: &'a [Expression], call: &'a Expression) {
        if let SymbolKind::Standard(standard) = self.symbol(id).kind {
            return self.at(&call.span, |lower| lower.standard(standard, Given::Call(call)));
        }
        self.at(&call.span, |lower| lower.call(id, actuals));
        if let Some(ty) = self.type_of(id) {
            let value = self.fixed("uv");
            self.load(ty, value);
        }
    }

    /// Generates a call of a declared procedure or of a formal parameter. If the called procedure has a
    /// value, it leaves the value in the working cell UV.
    pub(crate) fn call(&mut self, id: SymbolId, actuals: &'a [Expression]) {
        if actuals.len() > ACTUALS_MAX {
            let message = format!("{} actual parameters", actuals.len());
            self.fault("program big", message, "a call may have 34");
            return;
        }
        let values = self.values(id, actuals);
        let words = actuals.iter().zip(values).map(|(actual, value)| match value {
            Some(cell) => self.frame_word(cell, Marks::NONE),
            None => self.actual(actual),
        });
        let words: Vec<Datum> = words.collect();
        let procedure = self.procedure_word(id);
        self.call_with(id, actuals.len());
        for word in std::iter::once(procedure).chain(words) {
            self.push(Action::Datum(word.into()), true);
        }
    }

    /// Generates the order that calls a procedure or switch. The cell of the order also holds two numbers:
    /// the number n of actual parameters, and -(n + 2) modulo 1024. The run-time library adds the second
    /// number to the stack pointer, which makes room on the stack.
    fn call_with(&mut self, id: SymbolId, actuals: usize) {
        let formal = matches!(self.symbol(id).kind, SymbolKind::Formal { .. });
        self.wants.walks |= formal;
        let call = if formal { "call formal" } else { "call" };
        let actuals = count(actuals);
        self.resident_with(call, TenBits::Number(actuals), TenBits::Number(1022 - actuals));
    }

    /// Generates code that evaluates actual parameters before the call, if they are called by value. Such
    /// parameters need no thunks. Returns one element for each actual parameter: the cell of its value, or
    /// `None` if it is not evaluated here. A variable is evaluated here only if the evaluation of a later
    /// parameter can change it.
    fn values(&mut self, id: SymbolId, actuals: &'a [Expression]) -> Vec<Option<Location>> {
        let mut cells = vec![None; actuals.len()];
        let SymbolKind::Procedure(procedure) = self.symbol(id).kind else { return cells };
        let by_value =
            |formal: &SymbolId| matches!(self.symbol(*formal).kind, SymbolKind::Formal { value: true, .. });
        let by_value: Vec<bool> = self.procedure(procedure).formals.iter().map(by_value).collect();
        let is_loud =
            |number: &usize| by_value[*number] && self.effects(&actuals[*number]) == Effects::Anything;
        let last = (0..actuals.len()).rev().find(is_loud);
        for (number, actual) in actuals.iter().enumerate().filter(|(number, _)| by_value[*number]) {
            let early = last.is_some_and(|last| number <= last);
            let constant = matches!(actual.kind, ExpressionKind::Constant(_));
            if constant || !early && self.simple(actual).is_some() {
                continue;
            }
            // Debuggers know from the places of these orders which of them evaluate the parameter.
            cells[number] = Some(self.at(&actual.span, |lower| {
                lower.value(actual);
                let cell = Location { level: lower.body.level, offset: lower.body.take(1) };
                lower.store(type_of(actual), Operand::Frame(cell));
                cell
            }));
        }
        cells
    }

    /// Returns the word that describes a procedure or switch. The run-time library reads this word to call
    /// the procedure or switch, or to pass it as a parameter.
    fn procedure_word(&mut self, id: SymbolId) -> Datum {
        if let SymbolKind::Formal { .. } = self.symbol(id).kind {
            let formal = self.formal(id);
            return self.frame_word(formal, Marks::C);
        }
        let (entry, level) = (self.entry(id), self.level_of(id));
        self.body_word(entry, level)
    }

    /// Returns the word that describes an actual parameter. In the code, these words follow the order that
    /// calls the procedure.
    fn actual(&mut self, actual: &'a Expression) -> Datum {
        match &actual.kind {
            ExpressionKind::Constant(cell) | ExpressionKind::Layout(cell) => {
                Datum::cell(cell.with_marks(Marks::A))
            }
            ExpressionKind::String(string) => string_word(string.0),
            ExpressionKind::Name(id) => self.actual_name(*id, actual),
            ExpressionKind::Call(id, actuals) if actuals.is_empty() && self.bare(*id) => {
                self.wants.walks = true;
                self.procedure_word(*id)
            }
            _ => self.thunk(PendingBody::Thunk(actual)),
        }
    }

    /// Whether `id` is a procedure or a procedure parameter. If its call without parameters is an actual
    /// parameter, no thunk is needed. The word that describes the procedure is passed instead.
    fn bare(&self, id: SymbolId) -> bool {
        matches!(
            &self.symbol(id).kind,
            SymbolKind::Procedure(_) | SymbolKind::Formal { spec: Spec::Procedure(_), .. }
        )
    }

    fn actual_name(&mut self, id: SymbolId, actual: &'a Expression) -> Datum {
        match &self.symbol(id).kind {
            SymbolKind::Variable { .. } => {
                let place = self.places.get(&id).copied().unwrap_or(Location { level: 0, offset: 0 });
                self.frame_word(place, Marks::NONE)
            }
            SymbolKind::Formal { value: true, .. } => {
                let formal = self.formal(id);
                self.frame_word(formal, Marks::NONE)
            }
            SymbolKind::Formal { .. } => {
                let formal = self.formal(id);
                self.frame_word(formal, Marks::C)
            }
            SymbolKind::Array { .. } => {
                let descriptor = self.descriptor(id);
                self.frame_word(descriptor, Marks::C)
            }
            SymbolKind::Procedure(_) | SymbolKind::Switch => {
                self.wants.walks = true;
                self.procedure_word(id)
            }
            SymbolKind::Label => self.thunk(PendingBody::Label(id, &actual.span)),
            SymbolKind::Standard(_) if actual.delivers == Delivers::Name => {
                self.thunk(PendingBody::Standard(id, &actual.span))
            }
            SymbolKind::Standard(_) => self.thunk(PendingBody::Thunk(actual)),
        }
    }

    /// Returns the word that is passed for an actual parameter with code of its own, such as a thunk.
    /// [`Self::pending_bodies`] generates this code later.
    fn thunk(&mut self, pending: PendingBody<'a>) -> Datum {
        let entry = self.label();
        self.wants.walks = true;
        self.pending.push((pending, entry, Context { level: self.body.level, block: self.block }));
        self.body_word(entry, self.body.level)
    }

    /// Generates code that loads the place of a string into R: the track and the cell where it begins.
    pub(crate) fn string(&mut self, string: usize) {
        let load = Order { clear: true, ..order(Opcode::Ar, 0) };
        let word = Datum { marks: Marks::NONE, ..string_word(string) };
        self.push(Action::Literal(load, word.into()), false);
    }

    // Jumps.

    /// Generates a jump to the label that is the value of an expression.
    pub(crate) fn go(&mut self, target: &'a Expression) {
        match &target.kind {
            ExpressionKind::Name(id) if self.symbol(*id).kind == SymbolKind::Label => self.go_to_label(*id),
            ExpressionKind::Name(id) => self.take(*id),
            ExpressionKind::Designator(switch, index) => {
                self.value(index);
                self.fix();
                let uv = self.fixed("uv");
                self.store(Type::Boolean, uv);
                let word = self.procedure_word(*switch);
                self.call_with(*switch, 0);
                self.push(Action::Datum(word.into()), true);
            }
            ExpressionKind::If(condition, then, otherwise) => {
                let (no, end) = (self.label(), self.label());
                self.unless(condition, no);
                self.go(then);
                self.jump(end);
                self.bind(no);
                self.go(otherwise);
                self.bind(end);
            }
            _ => {}
        }
    }

    fn go_to_label(&mut self, id: SymbolId) {
        let facts = self.survey.blocks.get(self.symbol(id).block.0).copied().unwrap_or_default();
        if facts.level == self.body.level {
            if facts.arrays == self.open_arrays() {
                let near = self.entry(id);
                return self.jump(near);
            }
        } else if facts.level == 0 {
            self.order(order(Opcode::Pp, super::frame::PROGRAM_FRAME));
        } else {
            let display = Order { indirect: true, ..order(Opcode::Pp, facts.level) };
            self.order(CodeOrder { order: display, from: Some("display") });
        }
        let far = self.far_entry(id);
        self.jump(far);
    }

    /// Generates the far entries of labels. A far entry is code through which other bodies, and inner blocks
    /// with arrays, jump to a label. The code sets the end of the stack, and then jumps to the label.
    pub(crate) fn far_entries(&mut self) {
        let far: Vec<(SymbolId, Label)> = self.far.iter().map(|(id, label)| (*id, *label)).collect();
        for (id, label) in far {
            let facts = self.survey.blocks.get(self.symbol(id).block.0).copied().unwrap_or_default();
            self.body.level = facts.level;
            self.body.number = self.label_bodies.get(&id).copied().unwrap_or(0);
            self.block = self.symbol(id).block;
            self.bind(label);
            if facts.level > 0 {
                // The bodies that the jump leaves may have changed the display (table of frame addresses).
                // Mark a makes the running system rebuild the display at the end of this body.
                self.wants.walks = true;
                let head = self.own(1);
                self.op(Opcode::Pm, head);
                self.with(marks::store_with_mark_a(), head);
            }
            match facts.arrays.and_then(|block| self.array_ends.get(&block)) {
                Some(end) => {
                    let (from, to) = (Operand::Frame(*end), self.fixed("sp"));
                    self.copy(from, to);
                }
                None => {
                    let body = self.label_bodies.get(&id).copied().unwrap_or(0);
                    self.cut(body);
                }
            }
            let near = self.entry(id);
            self.jump(near);
        }
    }

    // Bodies.

    pub(crate) fn procedure_body(&mut self, id: ProcedureId) {
        let procedure = self.procedure(id);
        let entry = self.entry(procedure.symbol);
        let level = self.survey.procedures[id.0];
        self.span = procedure.span;
        let start = self.ops.len();
        self.bind(entry);
        let outer = self.open_body(level, BodyKind::Procedure, Some(procedure.symbol), entry);
        let block = std::mem::replace(&mut self.block, procedure.block);
        if procedure.result.is_some() {
            let offset = self.body.take(1);
            self.places.insert(procedure.symbol, Location { level: self.body.level, offset });
        }
        for formal in &procedure.formals {
            self.value_parameter(*formal);
        }
        match &procedure.body.kind {
            StatementKind::Block(block) if block.id == procedure.block => {
                for label in &procedure.body.labels {
                    self.label_statement(*label);
                }
                self.block(block, true);
            }
            _ => self.statement(&procedure.body),
        }
        match (procedure.result, self.places.get(&procedure.symbol).copied()) {
            (Some(ty), Some(place)) => {
                self.load(ty, Operand::Frame(place));
                self.leave(if ty == Type::Boolean { "leave Boolean" } else { "leave real" });
            }
            _ => self.leave("leave"),
        }
        self.together.push(start..self.ops.len());
        self.block = block;
        self.close_body(outer);
    }

    /// Generates code that evaluates a parameter called by value, and stores the value in the parameter's
    /// cell.
    fn value_parameter(&mut self, id: SymbolId) {
        let SymbolKind::Formal { value: true, spec: Spec::Simple(ty), .. } = self.symbol(id).kind else {
            return;
        };
        self.take(id);
        let (from, to) = (Operand::ThroughFixed("ua"), Operand::Frame(self.formal(id)));
        if ty == Type::Integer {
            self.load(ty, from);
            self.round();
            self.store(ty, to);
        } else {
            self.copy(from, to);
        }
    }

    /// Generates the body of a switch. The body takes the index from the working cell UV, and jumps to the
    /// label that the element with this index gives. If no element has this index, the body returns.
    pub(crate) fn switch_body(&mut self, id: SymbolId, elements: &'a [Expression]) {
        let entry = self.entry(id);
        self.bind(entry);
        let outer = self.open_body(self.body.level + 1, BodyKind::Switch, Some(id), entry);
        let index = self.temporary();
        let uv = self.fixed("uv");
        self.copy(uv, index);
        let end = self.label();
        for (wanted, element) in (1..).zip(elements) {
            let next = self.label();
            self.load(Type::Boolean, index);
            let wanted = Operand::Literal(Cell::from_integer(wanted));
            self.op(Opcode::Sr, wanted);
            self.branch(When::NotZero, next);
            self.go(element);
            self.jump(end);
            self.bind(next);
        }
        self.bind(end);
        self.leave("leave");
        self.close_body(outer);
    }

    /// Generates the bodies that [`Self::thunk`] has recorded: thunks and other code of actual parameters.
    pub(crate) fn pending_bodies(&mut self) {
        while let Some((pending, entry, Context { level, block })) = self.pending.pop() {
            self.body.level = level;
            self.block = block;
            let start = self.ops.len();
            self.bind(entry);
            match pending {
                PendingBody::Thunk(expression) => self.thunk_body(expression, entry),
                PendingBody::Label(id, span) => {
                    self.span = *span;
                    let outer = self.open_body(level + 1, BodyKind::Actual, None, entry);
                    self.go_to_label(id);
                    self.close_body(outer);
                }
                PendingBody::Standard(id, span) => self.standard_body(id, span, entry),
            }
            self.together.push(start..self.ops.len());
        }
    }

    fn thunk_body(&mut self, expression: &'a Expression, entry: Label) {
        self.span = expression.span;
        let enter = self.ops.len();
        let outer = self.open_body(self.body.level + 1, BodyKind::Actual, None, entry);
        match (&expression.kind, expression.delivers) {
            (ExpressionKind::Subscripted(id, subscripts), _) => {
                self.element(*id, subscripts);
                let ua = self.fixed("ua");
                self.load(Type::Boolean, ua);
                self.leave("leave address");
            }
            (_, Delivers::Label) => {
                self.go(expression);
                self.leave("leave");
            }
            (_, Delivers::Nothing | Delivers::Name) => {
                self.statement_call(expression);
                self.leave("leave");
            }
            (_, Delivers::Value(Type::Boolean) | Delivers::String) => {
                self.value(expression);
                self.leave("leave Boolean");
            }
            _ => {
                self.value(expression);
                self.leave("leave real");
            }
        }
        self.lighten(enter);
        self.close_body(outer);
    }

    /// Simplifies a thunk if it calls no procedure and uses only variables of the main program and of the
    /// enclosing body. `enter` is the index of the thunk's first order. The simplified thunk has no frame,
    /// and does not use the display.
    fn lighten(&mut self, enter: usize) {
        let level = self.body.level;
        if self.is_full()
            || self.body.most > 0
            || !self.ops[enter + 1..].iter().all(|op| is_light(&op.action, level))
        {
            return;
        }
        self.ops.remove(enter);
        for op in &mut self.ops[enter..] {
            match &mut op.action {
                Action::Substituted(by, _) => {
                    by.order.address = 0;
                    by.from = Some("environment");
                }
                Action::Leave(line) => line.from = line.from.and_then(light_leave),
                Action::Label(_)
                | Action::Order(_)
                | Action::Literal(..)
                | Action::Jump(_)
                | Action::Branch(..)
                | Action::Resident { .. }
                | Action::Datum(_) => {}
            }
        }
    }

    /// Generates a body for a standard procedure that is passed as a parameter.
    fn standard_body(&mut self, id: SymbolId, span: &'a Span, entry: Label) {
        self.span = *span;
        let outer = self.open_body(self.body.level + 1, BodyKind::Actual, Some(id), entry);
        if let SymbolKind::Standard(standard) = self.symbol(id).kind {
            self.standard(standard, Given::Formals);
            self.leave("leave real");
        }
        self.close_body(outer);
    }
}

/// Whether a thunk that contains this action can be simplified. A simplified thunk has no frame and does not
/// use the display. `level` is the level of the thunk.
fn is_light(action: &Action, level: usize) -> bool {
    match action {
        Action::Label(_) | Action::Jump(_) | Action::Branch(..) | Action::Literal(..) => true,
        Action::Order(line) => match line.order.opcode {
            Opcode::Hs => matches!(line.from, Some("index" | "whole" | "sign")),
            Opcode::Hv | Opcode::Pp => false,
            _ => matches!(line.order.base, Base::None | Base::S),
        },
        Action::Substituted(by, _) => {
            by.from == Some("display") && usize::from(by.order.address) + 1 == level
        }
        Action::Leave(line) => line.from.and_then(light_leave).is_some(),
        Action::Resident { .. } | Action::Datum(_) => false,
    }
}

/// Returns the library routine with which a simplified thunk ends. `name` is the routine with which the thunk
/// ended before it was simplified.
fn light_leave(name: RuntimeName) -> Option<RuntimeName> {
    match name {
        "leave real" => Some("light real"),
        "leave Boolean" => Some("light Boolean"),
        "leave address" => Some("light address"),
        _ => None,
    }
}

fn string_word(string: usize) -> Datum {
    let zero = TenBits::Number(0);
    let groups = [TenBits::StringTrack(string), TenBits::StringCell(string), zero, zero];
    Datum { groups, marks: Marks::A }
}
