//! Parses expressions. Arithmetic, Boolean, designational (label) and string expressions have one
//! grammar. The checker distinguishes them.

use super::{AFTER_CONDITION, AFTER_PARAMETERS, AFTER_SUBSCRIPTS, DEPTH_MAX, Failed, ParseResult, Parser};
use crate::ast::{Dyadic, Monadic, Span};
use crate::lex::{Basic, TokenKind};
use crate::syntax::{Expr, ExprKind, Name};
use gier_word::Diagnostic;
use gier_word::arith::float::Float;
use gier_word::diagnostic::{end_of, start_of};

/// The priority of `+` and `-`, as monadic and as dyadic operators.
const SUM: u8 = 9;
/// The priority of `¬`.
const NOT: u8 = 7;

/// The dyadic operator of a symbol, and its priority in GIER ALGOL III. An operator of higher priority binds
/// more tightly. Returns `None` for other symbols.  [F-AFE-9]
fn operator(kind: &TokenKind) -> Option<(Dyadic, u8)> {
    use Basic as B;
    let TokenKind::Basic(basic) = kind else { return None };
    Some(match basic {
        B::Power => (Dyadic::Power, 11),
        B::Times => (Dyadic::Multiply, 10),
        B::Divide => (Dyadic::Divide, 10),
        B::IntegerDivide => (Dyadic::IntegerDivide, 10),
        B::Plus => (Dyadic::Add, SUM),
        B::Minus => (Dyadic::Subtract, SUM),
        B::Less => (Dyadic::Less, 8),
        B::LessOrEqual => (Dyadic::LessOrEqual, 8),
        B::Equal => (Dyadic::Equal, 8),
        B::GreaterOrEqual => (Dyadic::GreaterOrEqual, 8),
        B::Greater => (Dyadic::Greater, 8),
        B::NotEqual => (Dyadic::NotEqual, 8),
        B::And => (Dyadic::And, 6),
        B::Or => (Dyadic::Or, 5),
        B::Implies => (Dyadic::Implies, 4),
        B::Equivalent => (Dyadic::Equivalent, 3),
        _ => return None,
    })
}

/// An operator that waits for its right operand.
struct Waiting {
    operator: Operator,
    priority: u8,
    span: Span,
}

enum Operator {
    Dyadic(Dyadic),
    Monadic(Monadic),
    /// The sign `+` before an operand.
    Plus,
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> ParseResult<Expr> {
        self.nested(|parser| {
            if parser.is(Basic::If) { parser.conditional_expression() } else { parser.simple_expression() }
        })
    }

    /// Parses a conditional expression, `if … then … else …`.
    fn conditional_expression(&mut self) -> ParseResult<Expr> {
        let start = self.span();
        self.advance();
        self.expected_elses += 1;
        let condition = self.expression()?;
        self.expect(Basic::Then, AFTER_CONDITION)?;
        if self.is(Basic::If) {
            let message = "if may not follow then".to_string();
            return Err(self.fail("delimiter", message, "put the inner expression in parentheses"));
        }
        let then = self.simple_expression()?;
        self.expect(Basic::Else, ("in the conditional expression", &[]))?;
        self.expected_elses = self.expected_elses.saturating_sub(1);
        let otherwise = self.expression()?;
        let depth = condition.depth.max(then.depth).max(otherwise.depth);
        let kind = ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise));
        self.node(kind, self.since(&start), depth)
    }

    /// Parses a simple expression (one that is not conditional). Operators of equal priority apply from left
    /// to right. An operator waits in a list until its right operand is read, so the recursion is shallow.
    fn simple_expression(&mut self) -> ParseResult<Expr> {
        let mut operands: Vec<Expr> = Vec::new();
        let mut waiting: Vec<Waiting> = Vec::new();
        loop {
            operands.push(self.signed_operand(&mut waiting)?);
            let next = operator(self.kind());
            let priority = next.map_or(0, |(_, priority)| priority);
            while let Some(last) = waiting.pop_if(|last| last.priority >= priority) {
                self.apply(last, &mut operands)?;
            }
            let Some((dyadic, priority)) = next else { break };
            waiting.push(Waiting { operator: Operator::Dyadic(dyadic), priority, span: self.span() });
            self.advance();
        }
        operands.pop().ok_or(super::Failed)
    }

    /// Parses an operand and the monadic operators before it, and adds these operators to `waiting`. A
    /// monadic operator must come first, or after an operator of lower priority.
    fn signed_operand(&mut self, waiting: &mut Vec<Waiting>) -> ParseResult<Expr> {
        loop {
            let span = self.span();
            let (operator, priority) = match self.kind() {
                TokenKind::Basic(Basic::Minus) => (Operator::Monadic(Monadic::Negate), SUM),
                TokenKind::Basic(Basic::Plus) => (Operator::Plus, SUM),
                TokenKind::Basic(Basic::Not) => (Operator::Monadic(Monadic::Not), NOT),
                _ => return self.primary(),
            };
            if waiting.last().is_some_and(|last| last.priority >= priority) {
                return match operator {
                    Operator::Monadic(Monadic::Not) => self.primary(),
                    _ => Err(self.sign_after_operator()),
                };
            }
            self.advance();
            if let Operator::Monadic(Monadic::Negate) = operator
                && let Some(number) = self.negative_number(&span)
            {
                return Ok(number);
            }
            waiting.push(Waiting { operator, priority, span });
        }
    }

    /// Applies an operator: takes its operands from the end of `operands`, and puts the node of the operation
    /// in their place.
    fn apply(&mut self, waiting: Waiting, operands: &mut Vec<Expr>) -> ParseResult<()> {
        let Some(right) = operands.pop() else { return Err(super::Failed) };
        let (kind, span, depth) = match waiting.operator {
            Operator::Dyadic(dyadic) => {
                let Some(left) = operands.pop() else { return Err(super::Failed) };
                let (span, depth) = (left.span.join(&right.span), left.depth.max(right.depth));
                (ExprKind::Dyadic(dyadic, Box::new(left), Box::new(right)), span, depth)
            }
            Operator::Monadic(monadic) => {
                let (span, depth) = (waiting.span.join(&right.span), right.depth);
                (ExprKind::Monadic(monadic, Box::new(right)), span, depth)
            }
            Operator::Plus => {
                let (span, depth) = (waiting.span.join(&right.span), right.depth);
                (ExprKind::Plus(Box::new(right)), span, depth)
            }
        };
        operands.push(self.node(kind, span, depth)?);
        Ok(())
    }

    /// Parses the number after a minus as a negative number. Returns `None` if no number follows, or if `↑`
    /// follows the number: `↑` binds more tightly than the minus.  [F-AFE-10]
    fn negative_number(&mut self, start: &Span) -> Option<Expr> {
        let TokenKind::Number(cell, ty) = *self.kind() else { return None };
        if self.is_next(Basic::Power) {
            return None;
        }
        self.advance();
        let negative = Float::from_cell(cell).negative().expect("a number that is written is positive");
        let kind = ExprKind::Number(negative.cell(), ty);
        Some(Expr { kind, span: self.since(start), depth: 1 })
    }

    /// Parses a primary: a number, logical value, string, layout, variable, call, switch designator or
    /// expression in parentheses.
    fn primary(&mut self) -> ParseResult<Expr> {
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::Number(cell, ty) => ExprKind::Number(*cell, *ty),
            TokenKind::Text(symbols) => ExprKind::Text(symbols.clone()),
            TokenKind::Layout(cell) => ExprKind::Layout(*cell),
            TokenKind::Basic(Basic::True) => ExprKind::Logical(true),
            TokenKind::Basic(Basic::False) => ExprKind::Logical(false),
            TokenKind::Identifier(_) => return self.named_primary(),
            TokenKind::Basic(Basic::LeftParenthesis) => {
                self.advance();
                let inside = self.expression()?;
                self.expect(Basic::RightParenthesis, ("after the expression", &[]))?;
                return Ok(Expr { span: self.since(&start), ..inside });
            }
            kind => {
                let message = format!("an operand is expected, not {}", kind.described());
                return Err(self.fail("-operand", message, ""));
            }
        };
        self.advance();
        Ok(Expr { kind, span: start, depth: 1 })
    }

    /// Parses a primary that begins with an identifier.
    fn named_primary(&mut self) -> ParseResult<Expr> {
        let start = self.span();
        let name: Name = self.identifier(("", &[]))?;
        if self.accept(Basic::LeftBracket) {
            let subscripts = self.subscript_list()?;
            let depth = depth_of(&subscripts);
            return self.node(ExprKind::Subscripted(name, subscripts), self.since(&start), depth);
        }
        if self.accept(Basic::LeftParenthesis) {
            let actuals = self.actuals()?;
            if actuals.is_empty() {
                return Ok(Expr { kind: ExprKind::Name(name.text), span: start, depth: 1 });
            }
            let depth = depth_of(&actuals);
            return self.node(ExprKind::Call(name, actuals), self.since(&start), depth);
        }
        Ok(Expr { kind: ExprKind::Name(name.text), span: start, depth: 1 })
    }

    /// Parses subscripts and the right bracket. The left bracket has been read.
    pub(super) fn subscript_list(&mut self) -> ParseResult<Vec<Expr>> {
        let mut list = vec![self.expression()?];
        while self.accept(Basic::Comma) {
            list.push(self.expression()?);
        }
        self.expect(Basic::RightBracket, AFTER_SUBSCRIPTS)?;
        Ok(list)
    }

    /// Parses actual parameters and the right parenthesis. The left parenthesis has been read.
    pub(super) fn actuals(&mut self) -> ParseResult<Vec<Expr>> {
        if self.is(Basic::RightParenthesis) {
            self.no_parameters();
            return Ok(Vec::new());
        }
        let mut list = vec![self.expression()?];
        while self.accept(Basic::Comma) || self.accept(Basic::FatComma) {
            list.push(self.expression()?);
        }
        self.expect(Basic::RightParenthesis, AFTER_PARAMETERS)?;
        Ok(list)
    }

    /// Reports `()` after the name of a procedure, and reads its right parenthesis.  [F-AFE-21]
    pub(super) fn no_parameters(&mut self) {
        let both = self.tokens.span(self.at - 1).join(&self.span());
        let fault = Diagnostic::new(both, "-operand", "() cannot follow the name of a procedure");
        let standard = match self.tokens.kind(self.at.saturating_sub(2)) {
            TokenKind::Identifier(name) => crate::standard::find(name),
            _ => None,
        };
        self.diagnostics.push(match standard.filter(|row| !row.parameters.is_empty()) {
            Some(row) => fault.with_help(format!("write {}", row.call())),
            None => fault
                .with_help("a procedure without parameters is written by its name alone")
                .with_spelling("delete ()", vec![(both, String::new())]),
        });
        self.advance();
    }

    /// Reports a sign directly after an operator. Adds the parentheses that are missing, if a number or name
    /// follows the sign.  [F-AFE-22]
    fn sign_after_operator(&mut self) -> Failed {
        let span = self.span();
        let message = format!("{} cannot follow another operator", self.kind().described());
        let operand = self.tokens.span((self.at + 1).min(self.tokens.len() - 1));
        let mut fault = Diagnostic::new(span, "-operand", message)
            .with_help("put it and its operand in parentheses, as in 2 × (-1)");
        let is_single = matches!(self.ahead(1), TokenKind::Number(..) | TokenKind::Identifier(_));
        let goes_on = [Basic::LeftBracket, Basic::LeftParenthesis, Basic::Power].map(TokenKind::Basic);
        let after = self.ahead(2);
        if is_single && !goes_on.contains(after) {
            let edits = vec![(start_of(&span), "(".to_string()), (end_of(&operand), ")".to_string())];
            fault = fault.with_spelling("add the parentheses", edits);
        }
        self.diagnostics.push(fault);
        Failed
    }

    /// Builds a node of the expression tree. `depth` is the depth of the node's deepest child.
    fn node(&mut self, kind: ExprKind, span: Span, depth: u32) -> ParseResult<Expr> {
        if depth > DEPTH_MAX {
            let message = format!("the expression has more than {DEPTH_MAX} operators in a row");
            let failed = self.fail("stack", message, "divide it into several statements");
            return Err(failed);
        }
        Ok(Expr { kind, span, depth: depth + 1 })
    }
}

fn depth_of(list: &[Expr]) -> u32 {
    list.iter().map(|expr| expr.depth).max().unwrap_or(0)
}
