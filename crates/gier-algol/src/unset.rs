//! Warns of simple variables that a program uses before it assigns a value to them. GIER does not clear
//! variables, so the program would use an arbitrary value.
//!
//! The check follows the statements of a block in order. At a label, go to statement or call of a declared
//! procedure, it stops checking the variables declared so far, because other statements may set them. So the
//! check gives no false warnings, but finds only simple cases.

use crate::ast::{
    Block, Declaration, Expression, ExpressionKind, ForElement, Program, Statement, StatementKind, SymbolId,
    SymbolKind, Target,
};
use crate::losses::receives;
use gier_word::Diagnostic;
use std::collections::BTreeSet;

/// Returns a warning for each variable that is used before it is set, in a program without errors.
pub(crate) fn unset(program: &Program) -> Vec<Diagnostic> {
    let mut check = Check { program, unset: BTreeSet::new(), warnings: Vec::new() };
    check.block(&program.body);
    for procedure in &program.procedures {
        check.unset.clear();
        check.statement(&procedure.body);
    }
    check.warnings
}

struct Check<'p> {
    program: &'p Program,
    /// The variables to which no statement has assigned a value yet.
    unset: BTreeSet<SymbolId>,
    warnings: Vec<Diagnostic>,
}

impl Check<'_> {
    fn block(&mut self, block: &Block) {
        for declaration in &block.declarations {
            match declaration {
                Declaration::Variables(symbols) => self.unset.extend(symbols),
                Declaration::Arrays { bounds, .. } => {
                    bounds.iter().for_each(|(lower, upper)| {
                        self.expression(lower);
                        self.expression(upper);
                    });
                }
                Declaration::Switch { .. } | Declaration::Procedure(_) => {}
            }
        }
        block.statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        if !statement.labels.is_empty() {
            self.unset.clear();
        }
        match &statement.kind {
            StatementKind::Dummy => {}
            StatementKind::Block(block) => self.block(block),
            StatementKind::Compound(inside) => inside.iter().for_each(|statement| self.statement(statement)),
            StatementKind::Assign { targets, value } => {
                targets.iter().for_each(|target| self.subscripts(target));
                self.expression(value);
                targets.iter().for_each(|target| self.set(target.symbol));
            }
            StatementKind::Goto(place) => {
                self.expression(place);
                self.unset.clear();
            }
            StatementKind::If { condition, then, otherwise } => {
                self.expression(condition);
                let before = self.unset.clone();
                self.statement(then);
                let after_then = std::mem::replace(&mut self.unset, before);
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise);
                }
                // If one branch sets a variable, the variable counts as set.
                self.unset.retain(|symbol| after_then.contains(symbol));
            }
            StatementKind::For { variable, elements, body } => {
                self.subscripts(variable);
                for element in elements {
                    match element {
                        ForElement::Value(value) => self.expression(value),
                        ForElement::Step(parts) => parts.iter().for_each(|part| self.expression(part)),
                        ForElement::While(parts) => {
                            self.expression(&parts[0]);
                            self.set(variable.symbol);
                            self.expression(&parts[1]);
                        }
                    }
                    self.set(variable.symbol);
                }
                self.statement(body);
            }
            StatementKind::Call(call) => self.expression(call),
        }
    }

    fn set(&mut self, symbol: SymbolId) {
        self.unset.remove(&symbol);
    }

    fn subscripts(&mut self, target: &Target) {
        target.subscripts.iter().for_each(|subscript| self.expression(subscript));
    }

    fn expression(&mut self, expression: &Expression) {
        // A list and no recursion, because a long expression is deep and the stack is small.
        let mut waiting = vec![expression];
        while let Some(expression) = waiting.pop() {
            match &expression.kind {
                ExpressionKind::Name(symbol) => self.name(*symbol, expression),
                ExpressionKind::Call(symbol, actuals) => self.call(*symbol, actuals),
                _ => {
                    let first = waiting.len();
                    waiting.extend(expression.parts());
                    waiting[first..].reverse();
                }
            }
        }
    }

    /// Handles a use of a name. Warns if the name is a variable without a value, but only once for each
    /// variable.
    fn name(&mut self, symbol: SymbolId, expression: &Expression) {
        let declared = &self.program.symbols[symbol.0];
        if matches!(declared.kind, SymbolKind::Variable { .. }) && self.unset.remove(&symbol) {
            let message = format!("{} is used here before it is set", declared.name);
            let help = "it has whatever its cell held before";
            self.warnings.push(
                Diagnostic::new(expression.span, "value", message)
                    .with_help(help)
                    .with_related(declared.span, "declared here")
                    .as_warning(),
            );
        }
    }

    fn call(&mut self, symbol: SymbolId, actuals: &[Expression]) {
        let SymbolKind::Standard(standard) = self.program.symbols[symbol.0].kind else {
            self.unset.clear();
            return;
        };
        for (position, actual) in actuals.iter().enumerate() {
            match actual.kind {
                ExpressionKind::Name(symbol) if receives(standard, position) => self.set(symbol),
                _ => self.expression(actual),
            }
        }
    }
}
