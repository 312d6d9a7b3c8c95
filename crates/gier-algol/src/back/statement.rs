//! Generates code for statements and blocks.

use super::code::{Action, Datum, Label, TenBits, When, count, order};
use super::expression::{Effects, type_of};
use super::frame::{Location, Operand};
use super::lower::Lower;
use super::standard::Given;
use crate::ast::{
    Block, Declaration, Expression, ExpressionKind, ForElement, Spec, Statement, StatementKind, SymbolId,
    SymbolKind, Target, Type,
};
use gier_word::{Cell, Opcode, number};

impl<'a> Lower<'a> {
    /// Generates code for a block. If `outermost` is false, the code frees the block's arrays at the end.
    pub(crate) fn block(&mut self, block: &'a Block, outermost: bool) {
        let used = self.body.used;
        let around = std::mem::replace(&mut self.block, block.id);
        for declaration in &block.declarations {
            if let Declaration::Variables(symbols) = declaration {
                self.variables(symbols);
            }
        }
        let open = self.body.arrays.len();
        for declaration in &block.declarations {
            if let Declaration::Arrays { arrays, bounds } = declaration {
                let span = &self.symbol(arrays[0]).span;
                self.at(span, |lower| lower.arrays(arrays, bounds));
            }
        }
        let holds = block.declarations.iter().any(|d| matches!(d, Declaration::Arrays { .. }));
        if holds {
            let offset = self.body.take(1);
            let (from, to) = (self.fixed("sp"), self.own(offset));
            self.copy(from, to);
            self.array_ends.insert(block.id.0, Location { level: self.body.level, offset });
            self.body.arrays.push(block.id);
        }
        for statement in &block.statements {
            self.statement(statement);
        }
        if holds {
            self.body.arrays.truncate(open);
            if !outermost {
                self.drop_arrays();
            }
        }
        self.bodies(block);
        self.block = around;
        self.body.give_back(used);
    }

    /// Generates the bodies of a block's procedures and switches. A jump before the bodies skips them.
    fn bodies(&mut self, block: &'a Block) {
        let has = |d: &Declaration| matches!(d, Declaration::Procedure(_) | Declaration::Switch { .. });
        if !block.declarations.iter().any(has) {
            return;
        }
        let span = self.span;
        let over = self.label();
        self.jump(over);
        for declaration in &block.declarations {
            match declaration {
                Declaration::Procedure(id) => self.procedure_body(*id),
                Declaration::Switch { switch, elements } => self.switch_body(*switch, elements),
                Declaration::Variables(_) | Declaration::Arrays { .. } => {}
            }
        }
        self.span = span;
        self.bind(over);
    }

    /// Generates code that frees the stack space of the arrays of a block that has just ended.
    fn drop_arrays(&mut self) {
        match self.open_arrays().and_then(|block| self.array_ends.get(&block).copied()) {
            Some(end) => {
                let to = self.fixed("sp");
                self.copy(Operand::Frame(end), to);
            }
            None => self.cut(self.body.number),
        }
    }

    fn variables(&mut self, symbols: &'a [SymbolId]) {
        for id in symbols {
            if let SymbolKind::Variable { own: false, .. } = self.symbol(*id).kind {
                let offset = self.body.take(1);
                self.places.insert(*id, Location { level: self.body.level, offset });
            }
        }
    }

    /// Marks this point of the code as the destination of jumps to the ALGOL label `id`.
    pub(crate) fn label_statement(&mut self, id: SymbolId) {
        let near = self.entry(id);
        self.label_bodies.insert(id, self.body.number);
        self.bind(near);
    }

    pub(crate) fn statement(&mut self, statement: &'a Statement) {
        for label in &statement.labels {
            self.label_statement(*label);
        }
        let around = std::mem::replace(&mut self.span, statement.span);
        self.begins = true;
        let used = self.body.used;
        match &statement.kind {
            StatementKind::Dummy => {}
            StatementKind::Block(block) => self.block(block, false),
            StatementKind::Compound(statements) => {
                for statement in statements {
                    self.statement(statement);
                }
            }
            StatementKind::Assign { targets, value } => self.assign(targets, value),
            StatementKind::Goto(target) => self.go(target),
            StatementKind::If { condition, then, otherwise } => {
                self.if_statement(condition, then, otherwise.as_deref());
            }
            StatementKind::For { variable, elements, body } => self.for_statement(variable, elements, body),
            StatementKind::Call(call) => self.statement_call(call),
        }
        self.begins = false;
        self.span = around;
        self.body.give_back(used);
    }

    fn if_statement(
        &mut self,
        condition: &'a Expression,
        then: &'a Statement,
        otherwise: Option<&'a Statement>,
    ) {
        let no = self.label();
        self.unless(condition, no);
        self.statement(then);
        let Some(otherwise) = otherwise else { return self.bind(no) };
        let end = self.label();
        self.jump(end);
        self.bind(no);
        self.statement(otherwise);
        self.bind(end);
    }

    pub(crate) fn statement_call(&mut self, call: &'a Expression) {
        let (id, actuals) = match &call.kind {
            ExpressionKind::Call(id, actuals) => (*id, actuals.as_slice()),
            ExpressionKind::Name(id) => (*id, [].as_slice()),
            _ => return self.value(call),
        };
        match self.symbol(id).kind {
            SymbolKind::Standard(standard) => self.standard(standard, Given::Call(call)),
            SymbolKind::Procedure(_) | SymbolKind::Formal { spec: Spec::Procedure(_), .. } => {
                self.call(id, actuals)
            }
            SymbolKind::Variable { .. }
            | SymbolKind::Array { .. }
            | SymbolKind::Switch
            | SymbolKind::Label
            | SymbolKind::Formal { .. } => {}
        }
    }

    // Assignment.

    fn assign(&mut self, targets: &'a [Target], value: &'a Expression) {
        let ty = targets.first().map_or(Type::Real, |target| target.ty);
        let rounds = ty == Type::Integer && type_of(value) == Type::Real;
        let keeps = self.effects(value) < Effects::Address;
        let mut places = Vec::with_capacity(targets.len());
        let last_formed = targets.iter().rposition(|target| self.direct(target).is_none());
        for (number, target) in targets.iter().enumerate() {
            places.push(self.target(target, keeps && last_formed == Some(number)));
        }
        if let Some(operand) = self.simple(value)
            && !rounds
        {
            self.op(Opcode::Pm, operand);
            for place in places {
                self.op(Opcode::Gm, place);
            }
            return;
        }
        self.value(value);
        if rounds {
            self.round();
        }
        for place in places {
            self.store(ty, place);
        }
    }

    /// The cell of an assignment's target, or `None` if code must compute the address of the cell.
    fn direct(&self, target: &Target) -> Option<Operand> {
        if target.subscripts.is_empty() {
            self.place(target.symbol).or_else(|| self.standard_place(target.symbol))
        } else {
            None
        }
    }

    /// The cell of a target. Code stores a computed address in UA if `in_ua`, otherwise in a temporary cell.
    pub(crate) fn target(&mut self, target: &'a Target, in_ua: bool) -> Operand {
        if let Some(operand) = self.direct(target) {
            return operand;
        }
        if target.subscripts.is_empty() {
            self.take(target.symbol);
        } else {
            self.at(&target.span, |lower| lower.element(target.symbol, &target.subscripts));
        }
        if in_ua {
            return Operand::ThroughFixed("ua");
        }
        let offset = self.body.take(1);
        let to = self.own(offset);
        self.copy(Operand::Fixed("ua"), to);
        Operand::Through(offset)
    }

    // For statements.

    fn for_statement(&mut self, variable: &'a Target, elements: &'a [ForElement], body: &'a Statement) {
        let place = self.target(variable, false);
        let ty = variable.ty;
        if let [element] = elements {
            let (done, next) = (self.label(), self.label());
            self.for_element(place, ty, element, next, done, &mut |lower| lower.statement(body));
            self.bind(done);
            return;
        }
        // The body is generated only once. Before the body runs, each element of the for list stores the
        // program point to which the body returns.
        let (start, done) = (self.label(), self.label());
        let back = self.temporary();
        for element in elements {
            let (next, end) = (self.label(), self.label());
            self.for_element(place, ty, element, next, end, &mut |lower| {
                let go_on = lower.label();
                let load = order(Opcode::Pm, 0);
                lower.push(Action::Literal(load, Datum::point(go_on).into()), false);
                lower.op(Opcode::Gm, back);
                lower.jump(start);
                lower.bind(go_on);
            });
            self.bind(end);
        }
        self.jump(done);
        self.bind(start);
        self.statement(body);
        self.load(Type::Boolean, back);
        self.leave("resume");
        self.bind(done);
    }

    /// Generates code that sets the variable of a for statement. It rounds the value for an integer variable.
    fn set(&mut self, place: Operand, ty: Type, value: &'a Expression) {
        self.rounded(value, ty);
        self.store(ty, place);
    }

    fn rounded(&mut self, value: &'a Expression, ty: Type) {
        self.value(value);
        if ty == Type::Integer && type_of(value) == Type::Real {
            self.round();
        }
    }

    fn for_element(
        &mut self,
        place: Operand,
        ty: Type,
        element: &'a ForElement,
        again: Label,
        done: Label,
        body: &mut dyn FnMut(&mut Self),
    ) {
        match element {
            ForElement::Value(value) => {
                self.set(place, ty, value);
                body(self);
            }
            ForElement::While(parts) => {
                let [value, condition] = &**parts;
                self.together(|lower| {
                    lower.bind(again);
                    lower.set(place, ty, value);
                    lower.unless(condition, done);
                    body(lower);
                    lower.jump(again);
                });
            }
            ForElement::Step(parts) => {
                let [start, step, limit] = &**parts;
                self.set(place, ty, start);
                match constant_step(step, ty) {
                    Some(value) => self.step_by_constant(place, value, limit, again, done, body),
                    None => self.step_by_value(place, ty, (step, limit), again, done, body),
                }
            }
        }
    }

    /// Generates a for list element with a constant step. The test for the end depends on the step's sign.
    fn step_by_constant(
        &mut self,
        place: Operand,
        step: Cell,
        limit: &'a Expression,
        again: Label,
        done: Label,
        body: &mut dyn FnMut(&mut Self),
    ) {
        let used = self.body.used;
        if let Some(limit) = self.simple(limit)
            && step.bits() != 0
        {
            return self.step_to_simple(place, step, limit, again, body);
        }
        let start = self.ops.len();
        self.bind(again);
        self.value(limit);
        if number::float(step) > 0.0 {
            self.op_float(Opcode::Sr, place);
            self.branch(When::Negative, done);
        } else {
            let kept = self.temporary();
            self.store(Type::Real, kept);
            self.load(Type::Real, place);
            self.op_float(Opcode::Sr, kept);
            if step.bits() != 0 {
                self.branch(When::Negative, done);
            }
        }
        self.body.give_back(used);
        body(self);
        self.step_on(place, step);
        self.jump(again);
        self.together.push(start..self.ops.len());
    }

    /// Generates a for list element with a constant step and a limit that is a constant or a plain variable.
    fn step_to_simple(
        &mut self,
        place: Operand,
        step: Cell,
        limit: Operand,
        again: Label,
        body: &mut dyn FnMut(&mut Self),
    ) {
        let check = self.label();
        self.jump(check);
        self.together(|lower| {
            lower.bind(again);
            body(lower);
            lower.step_on(place, step);
            lower.bind(check);
            lower.op_float(Opcode::Sr, limit);
            if number::float(step) > 0.0 {
                lower.branch(When::Negative, again);
                lower.branch(When::Zero, again);
            } else {
                lower.branch(When::NotNegative, again);
            }
        });
    }

    /// Generates code that adds a constant to the variable of a for statement, and leaves the sum in RF.
    fn step_on(&mut self, place: Operand, step: Cell) {
        let step = self.constant(step);
        self.load(Type::Real, step);
        self.op_float(Opcode::Ar, place);
        self.store(Type::Real, place);
    }

    /// Generates a for list element. The code evaluates the step and then the limit before each iteration.
    fn step_by_value(
        &mut self,
        place: Operand,
        ty: Type,
        (step, limit): (&'a Expression, &'a Expression),
        again: Label,
        done: Label,
        body: &mut dyn FnMut(&mut Self),
    ) {
        let check = self.label();
        let kept = self.temporary();
        self.rounded(step, ty);
        self.store(Type::Real, kept);
        self.jump(check);
        let start = self.ops.len();
        self.bind(again);
        self.rounded(step, ty);
        self.store(Type::Real, kept);
        self.op_float(Opcode::Ar, place);
        self.store(Type::Real, place);
        self.bind(check);
        self.value(limit);
        self.op_float(Opcode::Sr, place);
        self.op_float(Opcode::Mk, kept);
        self.branch(When::Negative, done);
        body(self);
        self.jump(again);
        self.together.push(start..self.ops.len());
    }

    // Arrays.

    /// Generates code that fills the descriptors of arrays. Each holds the first element's index, the number
    /// of elements, the address after the last one, and a coefficient for each subscript after the first.
    fn arrays(&mut self, arrays: &'a [SymbolId], bounds: &'a [(Expression, Expression)]) {
        let cells = 3 + count(bounds.len());
        let places: Vec<i64> = arrays.iter().map(|_| self.body.take(cells)).collect();
        let lows = || bounds.iter().map(|(low, _)| whole_constant(low)).collect();
        for (id, offset) in arrays.iter().zip(&places) {
            self.bounds.extend(constant_bounds(bounds).map(|bounds| (*id, bounds)));
            self.lows.extend((bounds.len() > 1).then(|| (*id, lows())));
            self.places.insert(*id, Location { level: self.body.level, offset: *offset });
        }
        let Some((&first, others)) = places.split_first() else { return };
        let used = self.body.used;
        self.dope_vector(first + 1, bounds);
        self.body.give_back(used);
        for other in others {
            for cell in [1, 2].into_iter().chain(4..cells) {
                let (from, to) = (self.own(first + cell), self.own(other + cell));
                self.copy(from, to);
            }
        }
        for offset in places {
            self.resident_with("reserve", TenBits::Number(offset + 1), TenBits::Number(0));
        }
    }

    fn dope_vector(&mut self, dope: i64, bounds: &'a [(Expression, Expression)]) {
        if let Some(bounds) = constant_bounds(bounds) {
            let length = bounds.iter().map(|(low, high)| high - low + 1).product();
            let lowest = bounds.iter().fold(0, |total, (low, high)| total * (high - low + 1) + low);
            let whole = [lowest, length].map(|value| Some(Cell::from_integer(value)));
            let coefficients =
                bounds[1..].iter().map(|(low, high)| number::from_float((high - low + 1) as f64));
            let at = [0, 1].into_iter().chain(3..);
            for (cell, value) in at.zip(whole.into_iter().chain(coefficients)) {
                let value = Operand::Literal(value.expect("a bound is small"));
                let to = self.own(dope + cell);
                self.copy(value, to);
            }
            return;
        }
        // These cells first hold floating-point numbers. At the end, they hold integers.
        let (total, length) = (self.own(dope), self.own(dope + 1));
        let low = if bounds.len() > 1 { self.temporary() } else { total };
        let one = self.fixed("f1");
        for (number, (lower, upper)) in (0..).zip(bounds) {
            let first = number == 0;
            self.rounded(lower, Type::Integer);
            self.store(Type::Real, if first { total } else { low });
            self.rounded(upper, Type::Integer);
            self.op_float(Opcode::Sr, if first { total } else { low });
            self.op_float(Opcode::Ar, one);
            if first {
                self.store(Type::Real, length);
                continue;
            }
            let coefficient = self.own(dope + 2 + number);
            self.store(Type::Real, coefficient);
            self.op_float(Opcode::Mk, length);
            self.store(Type::Real, length);
            self.load(Type::Real, total);
            self.op_float(Opcode::Mk, coefficient);
            self.op_float(Opcode::Ar, low);
            self.store(Type::Real, total);
        }
        for cell in [total, length] {
            self.load(Type::Real, cell);
            self.fix();
            self.store(Type::Boolean, cell);
        }
    }
}

/// The bounds of an array, if all are constant integers and the array has fewer than a million elements.
fn constant_bounds(bounds: &[(Expression, Expression)]) -> Option<Vec<(i64, i64)>> {
    let bounds = bounds.iter().map(|(low, high)| Some((whole_constant(low)?, whole_constant(high)?)));
    let bounds: Vec<(i64, i64)> = bounds.collect::<Option<_>>()?;
    let length: f64 = bounds.iter().map(|(low, high)| (high - low + 1) as f64).product();
    (length.abs() < 1e6).then_some(bounds)
}

/// The value of a constant integer under a million. Returns `None` if the expression is anything else.
pub(crate) fn whole_constant(expression: &Expression) -> Option<i64> {
    let ExpressionKind::Constant(cell) = expression.kind else { return None };
    let value = number::float(cell);
    (value.fract() == 0.0 && value.abs() < 1e6).then_some(value as i64)
}

/// The value of a for statement's step, or `None` if the step is not constant or must be rounded.
fn constant_step(step: &Expression, ty: Type) -> Option<Cell> {
    let ExpressionKind::Constant(cell) = step.kind else { return None };
    (ty == Type::Real || number::float(cell).fract() == 0.0).then_some(cell)
}
