//! Checks calls: compares the actual parameters with the formal parameters.  [F-AFE-14]

use super::Checker;
use super::expression::value;
use super::statement::{described, expression, is_number};
use super::strings::StringUse;
use crate::ast::{Delivers, Expression, ExpressionKind, Span, Spec, SymbolId, SymbolKind, Type};
use crate::syntax::{Expr, ExprKind, Name};

impl Checker {
    /// Checks a call with parameters.
    pub(super) fn call(&mut self, name: &Name, written: &[Expr], span: &Span) -> Option<Expression> {
        let Some(symbol) = self.lookup(&name.text, &name.span) else {
            // Even if the procedure is not declared, checks the parameters for faults.
            written.iter().for_each(|actual| {
                let _ = self.bare(actual);
            });
            return None;
        };
        match self.kind(symbol) {
            SymbolKind::Procedure(id) => {
                let procedure = &self.procedures[id.0];
                let (formals, result) = (procedure.formals.clone(), procedure.result);
                self.parameters(&name.text, formals.len(), written.len(), &name.span, "")?;
                let actuals: Vec<_> = formals
                    .iter()
                    .zip(written)
                    .map(|(formal, actual)| self.actual(*formal, actual))
                    .collect();
                let actuals = actuals.into_iter().collect::<Option<_>>()?;
                expression(ExpressionKind::Call(symbol, actuals), value(result), span)
            }
            SymbolKind::Formal { spec: Spec::Procedure(result), .. } => {
                let actuals: Vec<_> = written.iter().map(|actual| self.bare(actual)).collect();
                let actuals = actuals.into_iter().collect::<Option<_>>()?;
                expression(ExpressionKind::Call(symbol, actuals), value(result), span)
            }
            SymbolKind::Standard(standard) => self.standard_call(symbol, standard, name, written, span),
            kind => {
                let message = format!("{} is not a procedure", name.text);
                let help = match kind {
                    SymbolKind::Array { .. } | SymbolKind::Switch => "an element is written A[i]",
                    _ => "is an operator missing before ( ?",
                };
                self.fault(&name.span, "proc. call or ident.", message, help)
            }
        }
    }

    /// Checks an actual parameter whose formal parameter is not known. If the actual parameter is only the
    /// name of a procedure, the procedure is passed and not called.
    pub(super) fn bare(&mut self, written: &Expr) -> Option<Expression> {
        match self.procedure_identifier(written) {
            Some(symbol) => expression(ExpressionKind::Name(symbol), Delivers::Name, &written.span),
            None => self.any(written),
        }
    }

    /// The procedure whose name is the whole actual parameter. Returns `None` if the parameter is anything
    /// else.
    fn procedure_identifier(&mut self, written: &Expr) -> Option<SymbolId> {
        let ExprKind::Name(name) = &written.kind else { return None };
        let symbol = self.lookup(name, &written.span)?;
        let is_procedure = match self.kind(symbol) {
            SymbolKind::Procedure(_) | SymbolKind::Formal { spec: Spec::Procedure(_), .. } => true,
            SymbolKind::Standard(standard) => standard != crate::ast::Standard::Drumplace,
            _ => false,
        };
        is_procedure.then_some(symbol)
    }

    /// Checks an actual parameter against its formal parameter.
    fn actual(&mut self, formal: SymbolId, written: &Expr) -> Option<Expression> {
        let SymbolKind::Formal { spec, .. } = self.kind(formal) else { return None };
        let checked = match spec {
            Spec::Procedure(_) => self.bare(written)?,
            _ => self.any(written)?,
        };
        let delivers = checked.delivers;
        let (fits, wanted) = match spec {
            Spec::Procedure(result) => (self.is_procedure_of(&checked, result), "a procedure identifier"),
            Spec::Simple(Type::Boolean) => (delivers == Delivers::Value(Type::Boolean), "a Boolean value"),
            Spec::Simple(_) => (is_number(delivers), "a number"),
            Spec::Array(ty) => (self.is_array_of(&checked, ty), "an array identifier"),
            Spec::Label => (delivers == Delivers::Label, "a label"),
            Spec::Switch => {
                let kind = self.kind_of_name(&checked);
                let fits =
                    matches!(kind, Some(SymbolKind::Switch | SymbolKind::Formal { spec: Spec::Switch, .. }));
                (fits, "a switch identifier")
            }
            Spec::String => {
                self.string_uses.note(&checked, StringUse::Formal(formal));
                (delivers == Delivers::String, "a string")
            }
        };
        if fits {
            return Some(checked);
        }
        let formal = self.symbols[formal.0].name.clone();
        let found = described(checked.delivers);
        self.wrong_type(&checked.span, format!("{wanted} is needed for the parameter {formal}, not {found}"))
    }

    fn kind_of_name(&self, checked: &Expression) -> Option<SymbolKind> {
        match checked.kind {
            ExpressionKind::Name(symbol) => Some(self.kind(symbol)),
            _ => None,
        }
    }

    /// Whether an actual parameter is an array of the wanted type. An integer array can stand for a real
    /// array, and a real array for an integer array.
    pub(super) fn is_array_of(&self, checked: &Expression, wanted: Type) -> bool {
        match self.kind_of_name(checked) {
            Some(SymbolKind::Array { ty, .. } | SymbolKind::Formal { spec: Spec::Array(ty), .. }) => {
                (ty == Type::Boolean) == (wanted == Type::Boolean)
            }
            _ => false,
        }
    }

    /// Whether an actual parameter is a procedure whose value has the wanted type. Integer and real count as
    /// one type. A procedure without a value also fits, because the program DEMON-1 passes `write` as an
    /// `integer procedure`. [F-AFE-14]
    fn is_procedure_of(&self, checked: &Expression, wanted: Option<Type>) -> bool {
        if checked.delivers != Delivers::Name {
            return false;
        }
        let result = match self.kind_of_name(checked) {
            Some(SymbolKind::Procedure(id)) => self.procedures[id.0].result,
            Some(SymbolKind::Formal { spec: Spec::Procedure(result), .. }) => result,
            Some(SymbolKind::Standard(standard)) => crate::standard::standard(standard).result,
            _ => return false, // an array or switch
        };
        match (wanted, result) {
            (Some(wanted), Some(result)) => (wanted == Type::Boolean) == (result == Type::Boolean),
            _ => true,
        }
    }
}
