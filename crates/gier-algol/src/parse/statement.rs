//! Parses statements.

use super::{AFTER_CONDITION, AFTER_CONTROLLED, Failed, ParseResult, Parser};
use crate::lex::foreign::{COUNT, REPEAT};
use crate::lex::{Basic, TokenKind};
use crate::syntax::{Element, Expr, ExprKind, Name, Variable, WrittenStatement, WrittenStatementKind};
use gier_word::Diagnostic;

impl Parser<'_> {
    /// Parses a statement with its labels. After a fault, skips the rest of the statement.
    pub(super) fn statement(&mut self) -> WrittenStatement {
        let mut labels = Vec::new();
        while let TokenKind::Identifier(text) = self.kind()
            && self.is_next(Basic::Colon)
        {
            labels.push(Name { text: text.clone(), span: self.span() });
            self.advance();
            self.advance();
        }
        let start = self.span();
        let kind = self.unlabelled();
        let kind = kind.unwrap_or_else(|Failed| WrittenStatementKind::Faulty(self.skip()));
        WrittenStatement { labels, kind, span: self.since(&start) }
    }

    /// Parses an unlabelled basic statement, a conditional statement, a for statement or a block.
    fn unlabelled(&mut self) -> ParseResult<WrittenStatementKind> {
        match self.kind() {
            TokenKind::Basic(Basic::Begin) => self.block(),
            TokenKind::Basic(Basic::If) => self.nested(Parser::conditional_statement),
            TokenKind::Basic(Basic::For) => self.nested(Parser::for_statement),
            TokenKind::Basic(Basic::Goto) => self.goto_statement(),
            TokenKind::Basic(Basic::Semicolon | Basic::End | Basic::Else) | TokenKind::EndOfText => {
                Ok(WrittenStatementKind::Dummy)
            }
            TokenKind::Identifier(_) => self.assignment_or_procedure_statement(),
            TokenKind::Number(..) if self.is_next(Basic::Colon) => {
                let message = "a label must be an identifier".to_string();
                Err(self.fail("operand", message, "GIER ALGOL III has no numeric labels"))
            }
            kind => {
                let word = if kind.is_operand() { "operand" } else { "delimiter" };
                let message = format!("a statement cannot begin with {}", kind.described());
                let help = if self.is(Basic::While) { REPEAT } else { "" };
                Err(self.fail(word, message, help))
            }
        }
    }

    /// Parses an assignment or procedure statement. Both begin with an identifier.
    fn assignment_or_procedure_statement(&mut self) -> ParseResult<WrittenStatementKind> {
        let mut variable = self.variable()?;
        if !self.is(Basic::Assign) {
            return self.procedure_statement(variable);
        }
        // Programs have thousands of assignments, and most have one variable to the left.
        let mut targets = Vec::with_capacity(1);
        loop {
            targets.push(variable);
            self.advance();
            let value = self.expression()?;
            if !self.is(Basic::Assign) {
                return Ok(WrittenStatementKind::Assign { targets, value });
            }
            variable = self.left_part(value)?;
        }
    }

    /// Converts the expression on the left of `:=` to a variable. Reports a fault if the expression is not a
    /// variable.
    fn left_part(&mut self, expr: Expr) -> ParseResult<Variable> {
        let span = expr.span;
        match expr.kind {
            ExprKind::Name(text) => {
                let name = Name { text, span };
                Ok(Variable { name, subscripts: None, span })
            }
            ExprKind::Subscripted(name, subscripts) => {
                Ok(Variable { name, subscripts: Some(subscripts), span })
            }
            _ => {
                let message = "only a variable is allowed before :=".to_string();
                self.report(span, "operand", message, "");
                Err(Failed)
            }
        }
    }

    /// Parses a procedure statement. Its identifier has been read.
    fn procedure_statement(&mut self, variable: Variable) -> ParseResult<WrittenStatementKind> {
        if variable.subscripts.is_some() {
            let message = format!("an array element is not a statement; {} follows", self.kind().described());
            let help = match self.kind() {
                TokenKind::Basic(Basic::Equal) => "assignment is :=",
                TokenKind::Basic(Basic::LeftBracket) => "an element of two dimensions is A[1, 2]",
                _ => "is := missing?",
            };
            return Err(self.fail("-delimiter", message, help));
        }
        if self.is(Basic::Equal) {
            let message = "= compares, it cannot follow a statement";
            let span = self.span();
            self.diagnostics.push(
                Diagnostic::new(span, "delimiter", message)
                    .with_help("assignment is :=")
                    .with_fix("write :=", vec![(span, ":=".to_string())]),
            );
            return Err(Failed);
        }
        let actuals = if self.accept(Basic::LeftParenthesis) { self.actuals()? } else { Vec::new() };
        Ok(WrittenStatementKind::Call(variable.name, actuals))
    }

    /// Parses a simple or subscripted variable.
    pub(super) fn variable(&mut self) -> ParseResult<Variable> {
        let start = self.span();
        let name = self.identifier(("as a variable", &[(&[], COUNT)]))?;
        let subscripts = if self.accept(Basic::LeftBracket) { Some(self.subscript_list()?) } else { None };
        Ok(Variable { name, subscripts, span: self.since(&start) })
    }

    fn goto_statement(&mut self) -> ParseResult<WrittenStatementKind> {
        self.advance();
        Ok(WrittenStatementKind::Goto(self.expression()?))
    }

    fn conditional_statement(&mut self) -> ParseResult<WrittenStatementKind> {
        self.advance();
        let condition = self.expression()?;
        self.expect(Basic::Then, AFTER_CONDITION)?;
        if self.is(Basic::If) {
            let message = "if may not follow then".to_string();
            self.fail("delimiter", message, "write _then _begin _if … _end");
        }
        let is_for = self.is(Basic::For);
        let then = Box::new(self.statement());
        let mut otherwise = None;
        if self.is(Basic::Else) {
            if is_for && !self.recovering {
                let message = "this else follows a for statement".to_string();
                self.fail("delimiter", message, "write _then _begin _for … _end _else");
            }
            self.advance();
            let after_fault = self.recovering;
            let mut statement = self.statement();
            if after_fault {
                super::block::spoil(&mut statement);
            }
            otherwise = Some(Box::new(statement));
        }
        Ok(WrittenStatementKind::If { condition, then, otherwise })
    }

    fn for_statement(&mut self) -> ParseResult<WrittenStatementKind> {
        self.advance();
        let variable = self.variable()?;
        self.expect(Basic::Assign, AFTER_CONTROLLED)?;
        let mut elements = vec![self.for_list_element()?];
        while self.accept(Basic::Comma) {
            elements.push(self.for_list_element()?);
        }
        self.expect(Basic::Do, ("after the for list", &[(&[Basic::Until], COUNT)]))?;
        let body = Box::new(self.statement());
        Ok(WrittenStatementKind::For { variable, elements, body })
    }

    fn for_list_element(&mut self) -> ParseResult<Element> {
        let value = self.expression()?;
        if self.accept(Basic::While) {
            return Ok(Element::While(Box::new([value, self.expression()?])));
        }
        if !self.accept(Basic::Step) {
            return Ok(Element::Value(value));
        }
        let step = self.expression()?;
        self.expect(Basic::Until, ("after step", &[]))?;
        Ok(Element::Step(Box::new([value, step, self.expression()?])))
    }
}
