//! Checks expressions and determines their types.  [F-AFE-13]

use super::Checker;
use super::statement::{counted, described, expression, is_number};
use crate::ast::{
    Delivers, Dyadic, Expression, ExpressionKind, Monadic, Span, Spec, StringId, SymbolKind, Type,
};
use crate::syntax::{Expr, ExprKind, Name};
use gier_word::arith::float::Float;
use std::sync::Arc;

impl Checker {
    /// Checks an expression of any kind. The name of a procedure counts as a call of the procedure.
    pub(super) fn any(&mut self, written: &Expr) -> Option<Expression> {
        let span = &written.span;
        match &written.kind {
            ExprKind::Number(cell, ty) => {
                expression(ExpressionKind::Constant(*cell), Delivers::Value(*ty), span)
            }
            ExprKind::Logical(value) => {
                let number = Float::whole(if *value { 1 } else { -1 });
                expression(ExpressionKind::Constant(number.cell()), Delivers::Value(Type::Boolean), span)
            }
            ExprKind::Text(symbols) => {
                let id = self.string(symbols);
                expression(ExpressionKind::String(id), Delivers::String, span)
            }
            ExprKind::Layout(cell) => expression(ExpressionKind::Layout(*cell), Delivers::String, span),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Subscripted(name, subscripts) => self.subscripted(name, subscripts, span),
            ExprKind::Call(name, actuals) => self.call(name, actuals, span),
            ExprKind::Plus(operand) => {
                let operand = self.arithmetic(operand)?;
                Some(Expression { span: *span, ..operand })
            }
            ExprKind::Monadic(Monadic::Negate, operand) => {
                let operand = self.arithmetic(operand)?;
                let delivers = operand.delivers;
                expression(ExpressionKind::Monadic(Monadic::Negate, Box::new(operand)), delivers, span)
            }
            ExprKind::Monadic(Monadic::Not, operand) => {
                let operand = self.boolean(operand)?;
                let delivers = operand.delivers;
                expression(ExpressionKind::Monadic(Monadic::Not, Box::new(operand)), delivers, span)
            }
            ExprKind::Dyadic(..) => self.dyadic_chain(written),
            ExprKind::If(condition, then, otherwise) => self.conditional(condition, (then, otherwise), span),
        }
    }

    /// Returns the id of a string. Equal strings have equal ids.
    fn string(&mut self, symbols: &[gier_word::Symbol]) -> StringId {
        if let Some(&id) = self.strings.get(symbols) {
            return id;
        }
        let id = StringId(self.strings.len());
        self.strings.insert(symbols.to_vec(), id);
        id
    }

    /// Checks a single name: a variable, a label, a call without parameters, an array or a switch. Arrays
    /// and switches are allowed only as actual parameters.
    pub(super) fn name(&mut self, name: &Arc<str>, span: &Span) -> Option<Expression> {
        let symbol = self.lookup(name, span)?;
        let (kind, delivers) = match self.kind(symbol) {
            SymbolKind::Variable { ty, .. } | SymbolKind::Formal { spec: Spec::Simple(ty), .. } => {
                (ExpressionKind::Name(symbol), Delivers::Value(ty))
            }
            SymbolKind::Label | SymbolKind::Formal { spec: Spec::Label, .. } => {
                (ExpressionKind::Name(symbol), Delivers::Label)
            }
            SymbolKind::Formal { spec: Spec::String, .. } => (ExpressionKind::Name(symbol), Delivers::String),
            SymbolKind::Array { .. }
            | SymbolKind::Switch
            | SymbolKind::Formal { spec: Spec::Array(_) | Spec::Switch, .. } => {
                (ExpressionKind::Name(symbol), Delivers::Name)
            }
            SymbolKind::Formal { spec: Spec::Procedure(result), .. } => {
                (ExpressionKind::Call(symbol, Vec::new()), value(result))
            }
            SymbolKind::Procedure(id) => {
                let procedure = &self.procedures[id.0];
                let (result, count) = (procedure.result, procedure.formals.len());
                let help = match self.scopes.iter().any(|scope| scope.block == procedure.block) {
                    true => "only to the left of := it is a variable; compute the value in another",
                    false => "",
                };
                self.parameters(name, count, 0, span, help)?;
                (ExpressionKind::Call(symbol, Vec::new()), value(result))
            }
            SymbolKind::Standard(standard) => return self.standard_name(symbol, standard, span),
        };
        expression(kind, delivers, span)
    }

    /// Checks that a call has as many actual parameters as the procedure has formal parameters.
    pub(super) fn parameters(
        &mut self,
        name: &str,
        declared: usize,
        found: usize,
        span: &Span,
        help: &str,
    ) -> Option<()> {
        if declared == found {
            return Some(());
        }
        let message = format!("{name} has {}, but is called with {found}", counted(declared, "parameter"));
        self.fault(span, "proc. call or ident.", message, help)
    }

    /// Checks an array element or a switch designator.
    fn subscripted(&mut self, name: &Name, written: &[Expr], span: &Span) -> Option<Expression> {
        let symbol = self.lookup(&name.text, &name.span);
        let subscripts = self.subscripts(written);
        let (symbol, mut subscripts) = (symbol?, subscripts?);
        let (ty, dimensions) = match self.kind(symbol) {
            SymbolKind::Array { ty, dimensions } => (ty, dimensions),
            SymbolKind::Formal { spec: Spec::Array(ty), .. } => (ty, subscripts.len()),
            SymbolKind::Switch | SymbolKind::Formal { spec: Spec::Switch, .. } => {
                self.dimensions(name, 1, subscripts.len())?;
                let index = Box::new(subscripts.remove(0));
                return expression(ExpressionKind::Designator(symbol, index), Delivers::Label, span);
            }
            _ => return self.wrong_type(&name.span, format!("{} is not an array or switch", name.text)),
        };
        self.dimensions(name, dimensions, subscripts.len())?;
        expression(ExpressionKind::Subscripted(symbol, subscripts), Delivers::Value(ty), span)
    }

    /// Checks subscripts, which must be numbers.
    pub(super) fn subscripts(&mut self, written: &[Expr]) -> Option<Vec<Expression>> {
        let checked: Vec<_> = written.iter().map(|subscript| self.arithmetic(subscript)).collect();
        checked.into_iter().collect()
    }

    /// Checks a chain of dyadic operations. In a long chain such as `a + b + c + …`, the tree is very deep on
    /// the left. Recursion could overflow the stack, so a loop follows the left operands.
    fn dyadic_chain(&mut self, written: &Expr) -> Option<Expression> {
        let mut chain = Vec::new();
        let mut leftmost = written;
        while let ExprKind::Dyadic(operator, left, right) = &leftmost.kind {
            chain.push((*operator, right, &leftmost.span));
            leftmost = left;
        }
        let mut left = self.any(leftmost);
        while let Some((operator, right, span)) = chain.pop() {
            let right = self.any(right);
            left = match (left, right) {
                (Some(left), Some(right)) => self.dyadic(operator, (left, right), span),
                _ => None,
            };
        }
        left
    }

    /// Checks a dyadic operation whose operands have already been checked.
    fn dyadic(
        &mut self,
        operator: Dyadic,
        (left, right): (Expression, Expression),
        span: &Span,
    ) -> Option<Expression> {
        let (wanted, fits): (_, fn(Delivers) -> bool) = match operator {
            Dyadic::And | Dyadic::Or | Dyadic::Implies | Dyadic::Equivalent => {
                ("a Boolean value", |delivers| delivers == Delivers::Value(Type::Boolean))
            }
            Dyadic::IntegerDivide => ("an integer", |delivers| delivers == Delivers::Value(Type::Integer)),
            _ => ("a number", is_number),
        };
        let is_relation = |operator| {
            use Dyadic::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
            matches!(operator, Less | LessOrEqual | Equal | GreaterOrEqual | Greater | NotEqual)
        };
        let help = match operator {
            _ if is_relation(operator)
                && matches!(left.kind, ExpressionKind::Dyadic(inner, ..) if is_relation(inner)) =>
            {
                "relations do not form chains: 1 < i ∧ i < 3"
            }
            Dyadic::Implies => "=> is ⊃, which means implies; greater or equal is ≥ or >=",
            Dyadic::IntegerDivide => "for real numbers: entier(a / b)",
            _ if [&left, &right].iter().any(|side| side.delivers == Delivers::String) => {
                "strings can only be printed"
            }
            Dyadic::Equal => "Boolean values are compared with ≡",
            Dyadic::NotEqual => "Boolean values are compared with ¬ and ≡",
            _ => "",
        };
        let left = self.must_be_for(left, fits, wanted, help)?;
        let right = self.must_be_for(right, fits, wanted, help)?;
        let real = [left.delivers, right.delivers].contains(&Delivers::Value(Type::Real));
        let ty = match operator {
            Dyadic::Divide => Type::Real,
            Dyadic::Add | Dyadic::Subtract | Dyadic::Multiply | Dyadic::Power if real => Type::Real,
            Dyadic::Add | Dyadic::Subtract | Dyadic::Multiply | Dyadic::Power | Dyadic::IntegerDivide => {
                Type::Integer
            }
            _ => Type::Boolean,
        };
        let kind = ExpressionKind::Dyadic(operator, Box::new(left), Box::new(right));
        expression(kind, Delivers::Value(ty), span)
    }

    /// Checks a conditional expression. Both branches must be numbers, or both must be of one kind: Boolean
    /// values, labels, strings or calls without a value.
    fn conditional(
        &mut self,
        condition: &Expr,
        (then, otherwise): (&Expr, &Expr),
        span: &Span,
    ) -> Option<Expression> {
        let condition = self.boolean(condition);
        let then = self.any(then);
        let otherwise = self.any(otherwise);
        let (condition, then, otherwise) = (condition?, then?, otherwise?);
        let delivers = match (then.delivers, otherwise.delivers) {
            (Delivers::Name, _) | (_, Delivers::Name) => None,
            (one, other) if one == other => Some(one),
            (one, other) if is_number(one) && is_number(other) => Some(Delivers::Value(Type::Real)),
            _ => None,
        };
        let Some(delivers) = delivers else {
            let (one, other) = (described(then.delivers), described(otherwise.delivers));
            let message = format!("then gives {one}, else gives {other}");
            return self.wrong_type(&otherwise.span, message);
        };
        let kind = ExpressionKind::If(Box::new(condition), Box::new(then), Box::new(otherwise));
        expression(kind, delivers, span)
    }
}

/// What a call of a procedure gives: a value of the type `result`, or nothing if `result` is `None`.
pub(super) fn value(result: Option<Type>) -> Delivers {
    result.map_or(Delivers::Nothing, Delivers::Value)
}
