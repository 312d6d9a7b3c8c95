//! Warns of what a correct program loses in silence: values that are assigned to an actual parameter which is
//! no variable, functions that get no value, elements outside their array, and statements that do nothing.
//! [F-AFE-17] [F-AFE-18] [F-AFE-19] [F-AFE-20]

use crate::ast::{
    Block, Declaration, Delivers, Expression, ExpressionKind, ForElement, Monadic, Program, Spec, Standard,
    Statement, StatementKind, SymbolId, SymbolKind, Target, Type,
};
use crate::standard::Takes;
use gier_word::{Cell, Diagnostic, Span, number};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the warnings about a program without errors.
pub(crate) fn losses(program: &Program) -> Vec<Diagnostic> {
    let mut found = Found::of(program);
    found.block(&program.body);
    program.procedures.iter().for_each(|procedure| found.statement(&procedure.body));
    found.pass_on();
    found.warn();
    found.warnings
}

/// Whether the standard procedure assigns a value to its actual parameter at this position.
pub(crate) fn receives(standard: Standard, position: usize) -> bool {
    match crate::standard::standard(standard).takes {
        Takes::Places => true,
        Takes::Split => position > 0 && position.is_multiple_of(3),
        Takes::Pack => position == 0,
        Takes::Variable
        | Takes::Nothing
        | Takes::Number
        | Takes::String
        | Takes::Array
        | Takes::Code
        | Takes::Anything
        | Takes::LayoutAndNumbers
        | Takes::Strings => false,
    }
}

/// What a whole program contains.
struct Found<'p> {
    program: &'p Program,
    /// The symbols to which a statement assigns a value.
    assigned: BTreeSet<SymbolId>,
    /// The constant bounds of arrays. A bound that is not constant is `None`.
    bounds: BTreeMap<SymbolId, Vec<Option<(i64, i64)>>>,
    /// The calls of declared procedures: each formal parameter with its actual parameter.
    passed: Vec<(SymbolId, &'p Expression)>,
    /// The uses of elements of arrays.
    elements: Vec<(SymbolId, &'p [Expression])>,
    warnings: Vec<Diagnostic>,
}

impl<'p> Found<'p> {
    fn of(program: &'p Program) -> Found<'p> {
        Found {
            program,
            assigned: BTreeSet::new(),
            bounds: BTreeMap::new(),
            passed: Vec::new(),
            elements: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn block(&mut self, block: &'p Block) {
        for declaration in &block.declarations {
            match declaration {
                Declaration::Arrays { arrays, bounds } => {
                    bounds.iter().for_each(|(lower, upper)| {
                        self.expression(lower);
                        self.expression(upper);
                    });
                    let known: Vec<_> = bounds
                        .iter()
                        .map(|(lower, upper)| Some((constant(lower)?, constant(upper)?)))
                        .collect();
                    arrays.iter().for_each(|array| drop(self.bounds.insert(*array, known.clone())));
                }
                Declaration::Switch { elements, .. } => self.expressions(elements),
                Declaration::Variables(_) | Declaration::Procedure(_) => {}
            }
        }
        for statement in &block.statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &'p Statement) {
        match &statement.kind {
            StatementKind::Dummy => {}
            StatementKind::Block(block) => self.block(block),
            StatementKind::Compound(inside) => {
                for statement in inside {
                    self.statement(statement);
                }
            }
            StatementKind::Assign { targets, value } => {
                targets.iter().for_each(|target| self.target(target));
                self.expression(value);
            }
            StatementKind::Goto(place) | StatementKind::Call(place) => self.expression(place),
            StatementKind::If { condition, then, otherwise } => {
                if otherwise.is_none() && is_empty(then) && !calls(condition) {
                    let message = "nothing happens here if the condition is true";
                    self.warn_of_nothing(then, message, "is the ; after _then one too many?");
                }
                self.expression(condition);
                self.statement(then);
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise);
                }
            }
            StatementKind::For { variable, elements, body } => {
                if is_empty(body) && !elements.iter().any(works) {
                    let message = "the for statement repeats nothing";
                    self.warn_of_nothing(body, message, "is the ; after _do one too many?");
                }
                self.target(variable);
                elements.iter().for_each(|element| self.expressions(parts(element)));
                self.statement(body);
            }
        }
    }

    fn target(&mut self, target: &'p Target) {
        self.assigned.insert(target.symbol);
        if !target.subscripts.is_empty() {
            self.elements.push((target.symbol, &target.subscripts));
        }
        self.expressions(&target.subscripts);
    }

    fn expressions(&mut self, expressions: &'p [Expression]) {
        for expression in expressions {
            self.expression(expression);
        }
    }

    fn expression(&mut self, expression: &'p Expression) {
        // A list and no recursion, because a long expression is deep and the stack is small.
        let mut waiting = vec![expression];
        while let Some(expression) = waiting.pop() {
            match &expression.kind {
                ExpressionKind::Subscripted(array, subscripts) => self.elements.push((*array, subscripts)),
                ExpressionKind::Call(called, actuals) => self.call(*called, actuals),
                _ => {}
            }
            waiting.extend(expression.parts());
        }
    }

    fn call(&mut self, called: SymbolId, actuals: &'p [Expression]) {
        match self.program.symbols[called.0].kind {
            SymbolKind::Procedure(id) => {
                let formals = self.program.procedures[id.0].formals.iter().copied();
                self.passed.extend(formals.zip(actuals));
            }
            SymbolKind::Standard(standard) => {
                let places = actuals.iter().enumerate();
                let places = places.filter(|(position, _)| receives(standard, *position));
                self.assigned.extend(places.filter_map(|(_, actual)| named(actual)));
            }
            _ => {}
        }
    }

    /// A formal parameter is assigned too if it is the actual parameter of an assigned one.
    fn pass_on(&mut self) {
        loop {
            let before = self.assigned.len();
            let through = self.passed.iter().filter(|(formal, _)| self.is_assigned_by_name(*formal));
            let more: Vec<SymbolId> = through.filter_map(|(_, actual)| named(actual)).collect();
            self.assigned.extend(more);
            if self.assigned.len() == before {
                return;
            }
        }
    }

    fn is_assigned_by_name(&self, formal: SymbolId) -> bool {
        let kind = &self.program.symbols[formal.0].kind;
        matches!(kind, SymbolKind::Formal { spec: Spec::Simple(_), value: false, .. })
            && self.assigned.contains(&formal)
    }

    fn warn(&mut self) {
        let program = self.program;
        for (formal, actual) in &self.passed {
            let is_variable =
                matches!(actual.kind, ExpressionKind::Subscripted(..)) || named(actual).is_some();
            if self.is_assigned_by_name(*formal) && !is_variable {
                let formal = &program.symbols[formal.0];
                let message = format!("the value that is assigned to the parameter {} is lost", formal.name);
                let warning = Diagnostic::new(actual.span, "value", message)
                    .with_help("only a variable or an element of an array keeps it")
                    .with_related(formal.span, "the parameter");
                self.warnings.push(warning.as_warning());
            }
        }
        for procedure in &program.procedures {
            if procedure.result.is_some() && !self.assigned.contains(&procedure.symbol) {
                let symbol = &program.symbols[procedure.symbol.0];
                let message = format!("{} never gets a value", symbol.name);
                let help = format!("its body has to assign one: {} := …", symbol.name);
                self.warnings
                    .push(Diagnostic::new(symbol.span, "value", message).with_help(help).as_warning());
            }
        }
        for (array, subscripts) in std::mem::take(&mut self.elements) {
            let Some(bounds) = self.bounds.get(&array) else { continue };
            for (subscript, bounds) in subscripts.iter().zip(bounds) {
                let (Some(value), Some((lower, upper))) = (constant(subscript), *bounds) else { continue };
                if !(lower..=upper).contains(&value) {
                    let name = &program.symbols[array.0].name;
                    let message = format!("the subscript {value} is outside the bounds of {name}");
                    let help = format!("they are {lower}:{upper}");
                    let warning = Diagnostic::new(subscript.span, "subscript", message).with_help(help);
                    self.warnings.push(warning.as_warning());
                }
            }
        }
    }

    fn warn_of_nothing(&mut self, empty: &Statement, message: &str, help: &str) {
        let span: Span = empty.span;
        self.warnings.push(Diagnostic::new(span, "-operand", message).with_help(help).as_warning());
    }
}

fn is_empty(statement: &Statement) -> bool {
    statement.kind == StatementKind::Dummy && statement.labels.is_empty()
}

/// Whether evaluating an expression can do more than give a value.
fn calls(expression: &Expression) -> bool {
    let mut waiting = vec![expression];
    while let Some(expression) = waiting.pop() {
        if matches!(expression.kind, ExpressionKind::Call(..)) {
            return true;
        }
        waiting.extend(expression.parts());
    }
    false
}

/// Whether an element of a for list can do the work of the loop by itself.
fn works(element: &ForElement) -> bool {
    matches!(element, ForElement::While(_)) || parts(element).iter().any(calls)
}

fn parts(element: &ForElement) -> &[Expression] {
    match element {
        ForElement::Value(value) => std::slice::from_ref(value),
        ForElement::Step(parts) => &**parts,
        ForElement::While(parts) => &**parts,
    }
}

/// The symbol of an expression that is only a name, and not a call.
fn named(expression: &Expression) -> Option<SymbolId> {
    match expression.kind {
        ExpressionKind::Name(symbol) => Some(symbol),
        ExpressionKind::Subscripted(array, _) => Some(array),
        _ => None,
    }
}

/// The value of a constant expression as a subscript or bound, which the program rounds.
fn constant(expression: &Expression) -> Option<i64> {
    let value = |cell: Cell| (number::float(cell) + 0.5).floor() as i64;
    match &expression.kind {
        ExpressionKind::Constant(cell)
            if matches!(expression.delivers, Delivers::Value(Type::Integer | Type::Real)) =>
        {
            Some(value(*cell))
        }
        ExpressionKind::Monadic(Monadic::Negate, operand) => constant(operand).map(|value| -value),
        _ => None,
    }
}
